// The generated files as text, by path; nothing is written here.
import { type Catalogue, groupsOf } from './catalogue.ts';
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
