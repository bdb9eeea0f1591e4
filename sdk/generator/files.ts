// The generated files as text, by path, without writing them.
import { type Catalogue, everyPlace, groupsOf } from './catalogue.ts';
import { docsIndex, groupPage } from './docs.ts';
import { aliasModule, functionModule, functionsModule } from './functions.ts';
import { namesModule } from './names.ts';
import { clientModule, groupsModule, listModule, membersModule, typesIndex } from './operations.ts';
import { schemaModule, sharedModule } from './schemas.ts';
import { TypeWriter } from './types.ts';

const mark = 'Generated from sdk/catalogue by sdk/generator; edits are overwritten.';

/** Returns every generated file by its path below sdk/generated; pages by their path below sdk, `docs/…`. */
export function generate(catalogue: Catalogue): Map<string, string> {
  const files = new Map<string, string>();
  const code = (path: string, body: string) => files.set(path, `// ${mark}\n${body}`);
  const page = (path: string, body: string) => files.set(path, `<!-- ${mark} -->\n${body}`);
  const types = new TypeWriter(catalogue);
  code('schemas/shared.ts', sharedModule(catalogue));
  for (const entry of catalogue.entries) {
    code(`schemas/${entry.fn}.ts`, schemaModule(catalogue, entry));
    code(`funcs/${entry.fn}.ts`, functionModule(entry));
    for (const place of everyPlace(entry).slice(1)) code(`funcs/${place.fn}.ts`, aliasModule(entry, place));
  }
  for (const group of [...groupsOf(catalogue), null]) {
    const name = group ?? 'client';
    const own = catalogue.entries.filter((entry) => entry.group === group);
    if (own.length) code(`types/${name}.ts`, types.group(own));
    page(`docs/${name}.md`, groupPage(catalogue, group));
  }
  code('functions.ts', functionsModule(catalogue.entries));
  code('types/shared.ts', types.shared());
  code('types/index.ts', typesIndex(catalogue));
  code('names.ts', namesModule(catalogue, files));
  code('groups.ts', groupsModule(catalogue));
  code('client.ts', clientModule(catalogue));
  code('operations.ts', listModule(catalogue));
  code('members.ts', membersModule(catalogue));
  page('docs/README.md', docsIndex(catalogue));
  return files;
}
