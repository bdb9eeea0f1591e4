// Generated files: reproducible bytes, and a description for everything.
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { everyPlace, groupsOf, readCatalogue } from '../generator/catalogue.ts';
import { generate } from '../generator/files.ts';
import { readFacts } from './support/facts.ts';

const catalogue = readCatalogue(new URL('../catalogue/', import.meta.url));
const home = new URL('../generated/', import.meta.url);
const pages = new URL('../docs/', import.meta.url);
const files = generate(catalogue);

test('two runs generate the same bytes, and those on disk', () => {
  assert.equal([...generate(readCatalogue(new URL('../catalogue/', import.meta.url)))], [...files]);
  for (const [path, body] of files) {
    const file = path.startsWith('docs/') ? new URL(path.slice(5), pages) : new URL(path, home);
    assert.is(readFileSync(file, 'utf8'), body, path);
  }
  const onDisk = [home, pages].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  );
  assert.is(onDisk.length, files.size, 'a file on disk is not generated any more');
});

test('every generated file is marked as such', () => {
  for (const [path, body] of files)
    assert.match(body.split('\n')[0]!, /Generated from sdk\/catalogue .* overwritten/, path);
});

test('the catalogue is compact: shared nodes occur once, and every one is used', () => {
  const text = ['operations.json', 'schemas.json'].map((name) =>
    readFileSync(new URL(`../catalogue/${name}`, import.meta.url), 'utf8'),
  );
  assert.ok(text.join('').length < 600_000, 'the schemas are stored more than once');
  const nodes = catalogue.nodes.map((node) => JSON.stringify(node));
  assert.is(new Set(nodes).size, nodes.length);
  const used = [...files]
    .filter(([path]) => path.startsWith('schemas/'))
    .map(([, body]) => body)
    .join('');
  for (const at of nodes.keys()) assert.match(used, new RegExp(`\\bn${at}\\b[^:]`), `node ${at}`);
});

test('every operation has a one-line description, and every group a page with an example per method', () => {
  for (const { fn, doc } of catalogue.entries) {
    assert.match(doc, /^[A-Z][^\n]{10,120}\.$/, fn);
    assert.ok(files.get('functions.ts')!.includes(` * ${doc}\n`), fn);
  }
  const methods = readFacts().filter((fact) => !fact.clientLevel);
  for (const group of groupsOf(catalogue)) {
    const page = files.get(`docs/${group}.md`)!;
    const sections = page.split('\n## ').slice(1);
    // Besides the API's own names there are those of earlier versions.
    const former = catalogue.entries.flatMap((entry) =>
      everyPlace(entry).filter((place) => place.group === group && (place.former || entry.gone)),
    );
    const wanted = [...methods.filter((fact) => fact.group === group), ...former].map(({ name }) => name);
    assert.equal(sections.map((section) => section.split('\n')[0]).sort(), wanted.sort(), group);
    for (const section of sections) assert.match(section, /```ts\n[^`]+```/, group);
  }
});

test('every argument of a type has a comment', () => {
  assert.match(
    files.get('types/projects.ts')!,
    /\/\*\* `false` leaves out domains that redirect\. One of `true`, `false`\. Default: `true`\. \*\/\n {2}redirects\?: 'true' \| 'false' \| undefined;/,
  );
  assert.match(
    files.get('types/accessGroups.ts')!,
    /\/\*\* Most entries on one page\. A whole number, for example `20`\. \*\/\n {2}limit\?: number \| undefined;/,
  );
  for (const [path, body] of files) {
    if (!path.startsWith('types/') || path.endsWith('index.ts') || path.endsWith('shared.ts')) continue;
    const lines = body.split('\n');
    const bare = lines.filter(
      (line, at) => /^ {2}\w+\??: /.test(line) && !/^ {2}\/\*\* .+\. ?(@deprecated )?\*\/$/.test(lines[at - 1]!),
    );
    assert.equal(bare, [], path);
  }
});

test('contains no text of the reference: operations have only our descriptions', () => {
  for (const { doc } of catalogue.entries) assert.not.match(doc, /vercel/i);
});

test.run();
