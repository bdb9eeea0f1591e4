// Writes sdk/generated from the catalogue. With --check it writes nothing and fails when a byte would change.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Catalogue, groupsOf, readCatalogue } from './catalogue.ts';
import { docsIndex, exampleModule, groupPage } from './docs.ts';
import { aliasModule, clientModule, functionModule, groupModule, listModule, typesIndex } from './operations.ts';
import { schemaModule, sharedModule } from './schemas.ts';
import { TypeWriter } from './types.ts';

const mark = 'Generated from sdk/catalogue by sdk/generator; edits are overwritten.';

/** Every generated file by its path below sdk/generated. */
export function generate(catalogue: Catalogue): Map<string, string> {
  const files = new Map<string, string>();
  const code = (path: string, body: string) => files.set(path, `// ${mark}\n${body}`);
  const page = (path: string, body: string) => files.set(path, `<!-- ${mark} -->\n${body}`);
  const types = new TypeWriter(catalogue);
  code('schemas/shared.ts', sharedModule(catalogue));
  for (const entry of catalogue.entries) {
    code(`schemas/${entry.fn}.ts`, schemaModule(entry));
    code(`funcs/${entry.fn}.ts`, functionModule(entry));
    if (entry.alias) code(`funcs/${entry.alias[2]}.ts`, aliasModule(entry));
  }
  for (const group of [...groupsOf(catalogue), null]) {
    const name = group ?? 'client';
    if (group) code(`groups/${group}.ts`, groupModule(catalogue, group));
    code(`types/${name}.ts`, types.group(catalogue.entries.filter((entry) => entry.group === group)));
    code(`examples/${name}.ts`, exampleModule(catalogue, group));
    page(`docs/${name}.md`, groupPage(catalogue, group));
  }
  code('types/shared.ts', types.shared());
  code('types/index.ts', typesIndex(catalogue));
  code('client.ts', clientModule(catalogue));
  code('operations.ts', listModule(catalogue));
  page('docs/README.md', docsIndex(catalogue));
  return files;
}

function filesBelow(folder: string, prefix = ''): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name), `${prefix}${entry.name}/`) : [prefix + entry.name],
  );
}

function main(check: boolean): void {
  const home = fileURLToPath(new URL('../generated/', import.meta.url));
  const files = generate(readCatalogue(new URL('../catalogue/', import.meta.url)));
  const stale = filesBelow(home).filter((path) => !files.has(path));
  const changed = [...files].filter(([path, body]) => {
    const file = join(home, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== body;
  });
  if (check) {
    const wrong = [...stale, ...changed.map(([path]) => path)];
    for (const path of wrong) console.error(`differs from the catalogue: generated/${path}`);
    if (wrong.length) process.exitCode = 1;
    else console.log(`${files.size} generated files are what the catalogue says`);
    return;
  }
  for (const path of stale) rmSync(join(home, path));
  for (const [path, body] of changed) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), body);
  }
  console.log(`${files.size} files, ${changed.length} written, ${stale.length} removed`);
}

if (import.meta.main) main(process.argv.includes('--check'));
