// The importer: facts and OpenAPI documents become the same catalogue, and every change a document brings is named.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
import { type DocOperation, type DocSchema, type Document, documentOf } from './support/openapi.ts';

const home = new URL('../catalogue/', import.meta.url);
const rows = readRows(home);
const old = unshare(rows);
const folder = mkdtempSync(join(tmpdir(), 'import-'));
test.after(() => rmSync(folder, { recursive: true }));

const none = 'no drift: the catalogue says what the document says';
const importOf = (doc: Document) => withOldNames(old, entriesOf(factsOf(doc)), {});
const report = (doc: Document) => reportOf(driftOf(old, importOf(doc), {}));

test('the catalogue is what importing the facts makes of it', async () => {
  const { facts } = await readSource(fileURLToPath(new URL('reference-1.28.35.json.gz', home)));
  const next = entriesOf(facts);
  assert.is(reportOf(driftOf(old, next, {})), none);
  assert.equal(
    share(withHistory(old, next, {})).entries.map(({ fn }) => fn),
    rows.entries.map(({ fn }) => fn),
  );
});

for (const version of ['3.0.3', '3.1.0'] as const) {
  test(`the API as an OpenAPI document ${version} says the same as the catalogue`, async () => {
    const doc = documentOf(readFacts(), version);
    assert.is(Object.keys(doc.components.schemas!).length > 100, true, 'the document uses references');
    assert.is(report(doc), none);
    const { entries, named } = unshare(share(withHistory(old, importOf(doc), {})));
    const was = new Map(old.entries.map((entry) => [entry.fn, entry]));
    for (const entry of entries) assert.equal(sorted(entry), sorted(was.get(entry.fn)!), entry.fn);
    assert.equal(Object.keys(named).sort(), Object.keys(old.named).sort());
  });
}

/** Entries may have their members in another order. */
function sorted(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (key === 'required' && Array.isArray(inner)) return [...inner].sort();
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
      return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
    }),
  );
}

/** A document with one operation changed; the schema of a reference is copied first, so that nothing else changes. */
function planted(change: (doc: Document, find: (id: string) => DocOperation) => void): Document {
  const doc = structuredClone(documentOf(readFacts(), '3.0.3'));
  const all = Object.values(doc.paths).flatMap((item) => Object.values(item));
  change(doc, (id) => all.find(({ operationId }) => operationId === id)!);
  return doc;
}

/** What a reference stands for, as a copy of its own in its place. */
function own(doc: Document, holder: { schema: DocSchema }): DocSchema {
  while (holder.schema.$ref) {
    holder.schema = structuredClone(doc.components.schemas![holder.schema.$ref.split('/').pop()!]) as DocSchema;
  }
  return holder.schema;
}

const answerOf = (operation: DocOperation) => Object.values(Object.values(operation.responses)[0]!.content!)[0]!;
const bodyOf = (operation: DocOperation) => Object.values(operation.requestBody!.content)[0]!;

/** Ten changes, one of every kind, each with the line that must name it. */
const changes: [string, (doc: Document, find: (id: string) => DocOperation) => void, RegExp][] = [
  [
    'an operation gone',
    (doc) => delete doc.paths['/v1/webhooks/{id}']!.delete,
    /^gone {5}webhooks\.deleteWebhook \(DELETE \/v1\/webhooks\/\{id\}\)$/m,
  ],
  [
    'an operation new',
    (doc) => {
      const responses = { 200: { description: 'Fine.' } };
      doc.paths['/v1/planets'] = {
        get: { operationId: 'list-planets', tags: ['outer-space'], parameters: [], responses },
      };
    },
    /^new {6}outerSpace\.listPlanets \(GET \/v1\/planets\)$/m,
  ],
  [
    'an operation of a new version',
    (doc) => {
      doc.paths['/v14/deployments'] = doc.paths['/v13/deployments']!;
      delete doc.paths['/v13/deployments'];
    },
    /^changed {2}deployments\.createDeployment .*\n {11}version: v13 → v14$/m,
  ],
  [
    'a parameter new',
    (_doc, find) => find('getProjects').parameters.push({ name: 'archived', in: 'query', schema: { type: 'boolean' } }),
    /^changed {2}projects\.getProjects .*\n {11}parameter new: query archived$/m,
  ],
  [
    'a parameter that takes another value',
    (_doc, find) => {
      const direction = find('getDeploymentEvents').parameters.find(({ name }) => name === 'direction')!;
      direction.schema.enum = ['backward', 'forward', 'sideways'];
    },
    /^changed {2}deployments\.getDeploymentEvents .*\n {11}parameter query direction: values \+sideways$/m,
  ],
  [
    'a body with a member that must be there',
    (doc, find) => {
      const schema = own(doc, bodyOf(find('createWebhook')));
      schema.properties!.label = { type: 'string' };
      schema.required!.push('label');
    },
    /^changed {2}webhooks\.createWebhook .*\n {11}body: \+ label, required$/m,
  ],
  [
    'a body that must be there',
    (_doc, find) => {
      find('issueCert').requestBody!.required = true;
    },
    /^changed {2}certs\.issueCert .*\n {11}body: optional → required$/m,
  ],
  [
    'an answer without a member',
    (doc, find) => delete own(doc, answerOf(find('getDomainConfig'))).properties!.misconfigured,
    /^changed {2}domains\.getDomainConfig .*\n {11}answer 200: − misconfigured$/m,
  ],
  [
    'an answer with a member of another type',
    (doc, find) => {
      const schema = own(doc, answerOf(find('getAuthToken')));
      const holder = { schema: schema.properties!.token! };
      own(doc, holder).properties!.name = { type: 'number' };
      schema.properties!.token = holder.schema;
    },
    /^changed {2}authentication\.getAuthToken .*\n {11}answer 200: token\.name: type \+number −string$/m,
  ],
  [
    'an operation deprecated',
    (_doc, find) => {
      find('getCertById').deprecated = true;
    },
    /^changed {2}certs\.getCertById .*\n {11}deprecated: false → true$/m,
  ],
];

test('a document with ten planted changes: the report names all ten, and nothing else', () => {
  const doc = planted((whole, find) => {
    for (const [, change] of changes) change(whole, find);
  });
  const text = report(doc);
  for (const [title, , pattern] of changes) assert.match(text, pattern, title);
  assert.is(text.split('\n').length, 1 + 2 + 8 * 2, text);
  assert.match(text, /^1 operations gone, 1 new, 8 changed\n/);
});

const more: [string, (doc: Document, find: (id: string) => DocOperation) => void, RegExp][] = [
  [
    'a parameter gone',
    (_doc, find) => find('getWebhooks').parameters.splice(0, 1),
    /webhooks\.getWebhooks .*\n +parameter gone: query projectId$/m,
  ],
  [
    'a token not asked for any more',
    (_doc, find) => {
      delete find('getAuthUser').security;
    },
    /user\.getAuthUser .*\n +token: sent → not sent$/m,
  ],
  [
    'a member that may be null',
    (doc, find) => {
      own(doc, answerOf(find('getDomainConfig'))).nullable = true;
    },
    /domains\.getDomainConfig .*\n +answer 200: type \+null$/m,
  ],
  [
    'another status of success and of failure',
    (_doc, find) => {
      find('getAuthToken').responses[202] = { description: 'Later.' };
      find('getAuthToken').responses[418] = { description: 'No.' };
    },
    /authentication\.getAuthToken .*\n +answers: \+202\n +errors: \+418$/m,
  ],
  [
    'branches of a union regrouped',
    (doc, find) => {
      const schema = own(doc, bodyOf(find('exchange-sso-token')));
      const [first, second] = schema.oneOf as DocSchema[];
      schema.oneOf = [{ oneOf: [first!, second!] }, first!];
    },
    /marketplace\.exchangeSsoToken .*\n +body: its members stand in another form/m,
  ],
];

test('what else may change is named as well', () => {
  const text = report(
    planted((whole, find) => {
      for (const [, change] of more) change(whole, find);
    }),
  );
  for (const [title, , pattern] of more) assert.match(text, pattern, title);
  assert.match(text, /^0 operations gone, 0 new, 5 changed\n/);
});

test('what a document drops stays in the catalogue, deprecated; an old name stays beside the new one', () => {
  const doc = planted((whole) => delete whole.paths['/v1/webhooks/{id}']!.delete);
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
  // Imported once more, nothing is lost and nothing doubled.
  const again = withHistory(next, entriesOf(facts), {});
  assert.equal(again.entries.map(({ fn }) => fn).sort(), next.entries.map(({ fn }) => fn).sort());
});

test('sharing and writing out are each other’s reverse', () => {
  assert.equal(unshare(share(old)), old);
  assert.equal(share(unshare(rows)), rows);
});

test('names without ids come from method and path; two versions of one path are told apart', () => {
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

test('schemas: references, null in both spellings, parts, constants and recursion', () => {
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

test('the command prints the drift; with --check it writes nothing and fails; wrong files are refused in a sentence', () => {
  const main = fileURLToPath(new URL('../importer/main.ts', import.meta.url));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [main, ...args], {
      encoding: 'utf8',
      cwd: folder,
      env: { ...process.env, INIT_CWD: folder },
    });
  const doc = planted((_doc, find) => {
    find('getCertById').deprecated = true;
  });
  writeFileSync(join(folder, 'api.yaml'), stringify(doc, { aliasDuplicateObjects: false }));
  const checked = run('api.yaml', '--check');
  assert.is(checked.status, 1, checked.stderr);
  assert.match(checked.stdout, /^0 operations gone, 0 new, 1 changed\nchanged {2}certs\.getCertById/);
  assert.equal(readRows(home), rows, 'nothing is written');
  writeFileSync(join(folder, 'same.json'), JSON.stringify(documentOf(readFacts(), '3.1.0')));
  const same = run('same.json', '--check');
  assert.equal([same.status, same.stdout.trim()], [0, none]);
  writeFileSync(join(folder, 'old.json'), '{"openapi":"2.0"}');
  assert.match(run('old.json').stderr, /^OpenAPI 2\.0 cannot be read, only 3\.0 and 3\.1/);
  writeFileSync(join(folder, 'other.json'), '{"a":1}');
  assert.match(run('other.json').stderr, /is neither an OpenAPI document nor a list of facts/);
  assert.match(run().stderr, /name one file/);
  assert.equal([run().status, run('other.json').status], [2, 2]);
  assert.match(
    execFileSync('npm', ['pkg', 'get', 'scripts.import'], { cwd: join(fileURLToPath(home), '..'), encoding: 'utf8' }),
    /importer\/main\.ts/,
  );
});

test.run();
