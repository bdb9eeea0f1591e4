// Writes sdk/generated and sdk/docs from the catalogue. Writes only files that differ, so that an unchanged run touches
// nothing.
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
  const home = fileURLToPath(new URL('../', import.meta.url));
  // The pages are in the repository; each installation generates the rest.
  const fileOf = (path: string) => join(home, path.startsWith('docs/') ? path : `generated/${path}`);
  const files = generate(readCatalogue(new URL('../catalogue/', import.meta.url)));
  const present = [...filesBelow(join(home, 'generated')), ...filesBelow(join(home, 'docs'), 'docs/')];
  const stale = present.filter((path) => !files.has(path));
  const changed = [...files].filter(([path, body]) => {
    const file = fileOf(path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== body;
  });
  for (const path of stale) rmSync(fileOf(path));
  for (const [path, body] of changed) {
    mkdirSync(dirname(fileOf(path)), { recursive: true });
    writeFileSync(fileOf(path), body);
  }
  console.log(`sdk/generated: ${files.size} files, ${changed.length} written, ${stale.length} removed`);
}

main();
