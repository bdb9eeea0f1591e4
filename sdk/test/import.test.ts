// The importer: facts and OpenAPI documents yield the same catalogue, and every change of a document is reported.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { type Entry, readRows } from '../generator/catalogue.ts';
import { driftOf } from '../importer/drift.ts';
import { entriesOf } from '../importer/entries.ts';
import { withHistory, withOldNames } from '../importer/history.ts';
import { factsOf } from '../importer/openapi.ts';
import { readSource } from '../importer/read.ts';
import { reportOf } from '../importer/report.ts';
import { share, unshare } from '../importer/share.ts';
import { readFacts } from './support/facts.ts';
import { type DocOperation, type Document, documentOf } from './support/openapi.ts';

const home = new URL('../catalogue/', import.meta.url);
const rows = readRows(home);
const old = unshare(rows);
const folder = mkdtempSync(join(tmpdir(), 'import-'));
test.after(() => rmSync(folder, { recursive: true }));

const none = 'no drift: the catalogue says what the document says';
const importOf = (doc: Document) => withOldNames(old, entriesOf(factsOf(doc)), {});

test('importing the facts yields the catalogue', async () => {
  const { facts } = await readSource(fileURLToPath(new URL('reference-1.28.35.json.gz', home)));
  const next = entriesOf(facts);
  assert.is(reportOf(driftOf(old, next, {})), none);
  assert.equal(
    share(withHistory(old, next, {})).entries.map(({ fn }) => fn),
    rows.entries.map(({ fn }) => fn),
  );
});

for (const version of ['3.0.3', '3.1.0'] as const) {
  test(`the API as an OpenAPI document ${version} yields the same catalogue`, async () => {
    const doc = documentOf(readFacts(), version);
    assert.is(Object.keys(doc.components.schemas!).length > 100, true, 'the document uses references');
    const imported = importOf(doc);
    assert.is(reportOf(driftOf(old, imported, {})), none);
    const { entries, named } = unshare(share(withHistory(old, imported, {})));
    const was = new Map(old.entries.map((entry) => [entry.fn, entry]));
    for (const entry of entries) assert.equal(sorted(entry), sorted(was.get(entry.fn)!), entry.fn);
    assert.equal(Object.keys(named).sort(), Object.keys(old.named).sort());
  });
}

/** Sorts members, because entries may have them in another order. */
function sorted(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (key === 'required' && Array.isArray(inner)) return [...inner].sort();
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
      return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
    }),
  );
}

test('an operation dropped by a document stays in the catalogue, deprecated; an old name stays beside the new one', () => {
  const doc = documentOf(readFacts(), '3.0.3');
  delete doc.paths['/v1/webhooks/{id}']!.delete;
  const kept = withHistory(old, importOf(doc), {});
  const gone = kept.entries.find(({ fn }) => fn === 'webhooksDeleteWebhook') as Entry;
  assert.equal([gone.gone, gone.deprecated, gone.path], [true, true, '/v1/webhooks/{id}']);
  const facts = readFacts().map((fact) =>
    fact.functionName === 'webhooksGetWebhook' ? { ...fact, name: 'readHook', functionName: 'webhooksReadHook' } : fact,
  );
  const next = withHistory(old, entriesOf(facts), {});
  assert.equal(next.entries.find(({ fn }) => fn === 'webhooksReadHook')?.also, [
    { group: 'webhooks', name: 'getWebhook', fn: 'webhooksGetWebhook', former: true },
  ]);
  assert.match(reportOf(driftOf(old, entriesOf(facts), {})), /names: \+webhooks\.readHook −webhooks\.getWebhook/);
  // A second import loses and duplicates nothing.
  const again = withHistory(next, entriesOf(facts), {});
  assert.equal(again.entries.map(({ fn }) => fn).sort(), next.entries.map(({ fn }) => fn).sort());
});

test('sharing and inlining are inverse', () => {
  assert.equal(unshare(share(old)), old);
  assert.equal(share(unshare(rows)), rows);
});

test('without ids, method and path form the name; two versions of one path are distinguished', () => {
  const responses = { 200: { description: 'Fine.' } };
  const operation = { parameters: [], responses } as unknown as DocOperation;
  const paths = {
    '/v1/planets/{planetId}/moons': { get: operation, put: operation },
    '/v2/planets/{planetId}/moons': { get: { ...operation, tags: ['space', 'sky'] } },
    '/v3/planets/{planetId}/moons': { get: { ...operation, tags: ['space'] } },
  };
  const facts = factsOf({ openapi: '3.1.0', paths });
  assert.equal(
    facts.map(({ group, functionName }) => [group, functionName]),
    [
      [null, 'getPlanetsByPlanetIdMoons'],
      [null, 'replacePlanetsByPlanetIdMoons'],
      ['space', 'spaceGetPlanetsByPlanetIdMoonsV2'],
      ['sky', 'spaceGetPlanetsByPlanetIdMoonsV2'],
      ['space', 'spaceGetPlanetsByPlanetIdMoonsV3'],
    ],
  );
  assert.equal(
    facts[0]!.params.map(({ name, in: place, required }) => [name, place, required]),
    [['planetId', 'path', true]],
  );
});

test('schemas: references, null in both notations, parts, constants and recursion', () => {
  const schemas = {
    Tree: {
      type: 'object',
      properties: { leaf: { const: 'x' }, more: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    },
    Named: {
      allOf: [
        { type: 'object', properties: { a: { type: 'string', nullable: true } }, required: ['a'] },
        { type: 'object', properties: { b: { type: ['integer', 'null'] } } },
      ],
    },
    Maybe: { oneOf: [{ type: 'string' }, { type: 'number' }], nullable: true },
  };
  const schema = {
    type: 'object',
    properties: {
      tree: { $ref: '#/components/schemas/Tree' },
      named: { $ref: '#/components/schemas/Named' },
      maybe: { $ref: '#/components/schemas/Maybe' },
    },
  };
  const content = { 'application/json': { schema } };
  const responses = { 200: { $ref: '#/components/responses/Fine' } };
  const doc = {
    openapi: '3.0.0',
    paths: { '/x': { get: { operationId: 'x', responses } } },
    components: { schemas, responses: { Fine: { content } } },
  };
  const { entries, named } = entriesOf(factsOf(doc));
  assert.equal(entries[0]!.answers[200], {
    type: 'object',
    properties: {
      tree: 'Tree',
      named: {
        type: 'object',
        properties: { a: { type: ['string', 'null'] }, b: { type: ['integer', 'null'] } },
        required: ['a'],
      },
      maybe: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
    },
  });
  assert.equal(named.Tree, {
    type: 'object',
    properties: { leaf: { type: 'string', enum: ['x'] }, more: { type: 'array', items: 'Tree' } },
  });
});

test('the command prints the changes; with --check it writes nothing and fails; reports invalid files in one sentence', () => {
  const main = fileURLToPath(new URL('../importer/main.ts', import.meta.url));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [main, ...args], {
      encoding: 'utf8',
      cwd: folder,
      env: { ...process.env, INIT_CWD: folder },
    });
  // A few paths: the other operations are dropped.
  const doc = documentOf(
    readFacts().filter(({ path }) => path.startsWith('/v8/certs')),
    '3.0.3',
  );
  doc.paths['/v8/certs/{id}']!.get!.deprecated = true;
  writeFileSync(join(folder, 'api.yaml'), stringify(doc, { aliasDuplicateObjects: false }));
  const checked = run('api.yaml', '--check');
  assert.is(checked.status, 1, checked.stderr);
  assert.match(
    checked.stdout,
    /^\d{3} operations gone, 0 new, \d changed\n[\s\S]*changed {2}certs\.getCertById[\s\S]*deprecated: false → true/,
  );
  assert.equal(readRows(home), rows, 'nothing is written');
  writeFileSync(join(folder, 'same.json'), JSON.stringify(documentOf(readFacts(), '3.1.0')));
  const same = run('same.json', '--check');
  assert.equal([same.status, same.stdout.trim()], [0, none]);
  writeFileSync(join(folder, 'old.json'), '{"openapi":"2.0"}');
  assert.match(run('old.json').stderr, /^OpenAPI 2\.0 cannot be read, only 3\.0 and 3\.1/);
  writeFileSync(join(folder, 'other.json'), '{"a":1}');
  const [other, nothing] = [run('other.json'), run()];
  assert.match(other.stderr, /is neither an OpenAPI document nor a list of facts/);
  assert.match(nothing.stderr, /name one file/);
  assert.equal([nothing.status, other.status], [2, 2]);
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', home), 'utf8'));
  assert.match(scripts.import, /importer\/main\.ts/);
});

test.run();
