// The report of an import names every change of a document, and nothing else.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readRows } from '../generator/catalogue.ts';
import { driftOf } from '../importer/drift.ts';
import { entriesOf } from '../importer/entries.ts';
import { withOldNames } from '../importer/history.ts';
import { factsOf } from '../importer/openapi.ts';
import { reportOf } from '../importer/report.ts';
import { unshare } from '../importer/share.ts';
import { readFacts } from './support/facts.ts';
import { type DocOperation, type DocSchema, type Document, documentOf } from './support/openapi.ts';

const old = unshare(readRows(new URL('../catalogue/', import.meta.url)));
const present = JSON.stringify(documentOf(readFacts(), '3.0.3'));

function report(doc: Document): string {
  return reportOf(driftOf(old, withOldNames(old, entriesOf(factsOf(doc)), {}), {}));
}

/**
 * Returns a document with one operation changed. The schema of a reference is copied first, so that nothing else
 * changes.
 */
function planted(change: (doc: Document, find: (id: string) => DocOperation) => void): Document {
  const doc = JSON.parse(present) as Document;
  const all = Object.values(doc.paths).flatMap((item) => Object.values(item));
  change(doc, (id) => all.find(({ operationId }) => operationId === id)!);
  return doc;
}

/** Replaces a reference by a copy of its target. */
function own(doc: Document, holder: { schema: DocSchema }): DocSchema {
  while (holder.schema.$ref) {
    holder.schema = structuredClone(doc.components.schemas![holder.schema.$ref.split('/').pop()!]) as DocSchema;
  }
  return holder.schema;
}

const answerOf = (operation: DocOperation) => Object.values(Object.values(operation.responses)[0]!.content!)[0]!;
const bodyOf = (operation: DocOperation) => Object.values(operation.requestBody!.content)[0]!;

/** Ten changes, one of every kind, each with the line that must report it. */
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

test('a document with ten changes: the report names all ten, and nothing else', () => {
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

test('reports the other kinds of changes too', () => {
  const text = report(
    planted((whole, find) => {
      for (const [, change] of more) change(whole, find);
    }),
  );
  for (const [title, , pattern] of more) assert.match(text, pattern, title);
  assert.match(text, /^0 operations gone, 0 new, 5 changed\n/);
});

test.run();
