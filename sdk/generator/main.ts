// Writes sdk/generated from the catalogue: only what differs, so that a run that changes nothing touches nothing.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogue } from './catalogue.ts';
import { generate } from './files.ts';

function filesBelow(folder: string, prefix = ''): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name), `${prefix}${entry.name}/`) : [prefix + entry.name],
  );
}

function main(): void {
  const home = fileURLToPath(new URL('../generated/', import.meta.url));
  const files = generate(readCatalogue(new URL('../catalogue/', import.meta.url)));
  const stale = filesBelow(home).filter((path) => !files.has(path));
  const changed = [...files].filter(([path, body]) => {
    const file = join(home, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== body;
  });
  for (const path of stale) rmSync(join(home, path));
  for (const [path, body] of changed) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), body);
  }
  console.log(`sdk/generated: ${files.size} files, ${changed.length} written, ${stale.length} removed`);
}

main();
