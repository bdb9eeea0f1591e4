// A small document before and after each change: every schema rule is compared.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { driftOf } from '../importer/drift.ts';
import { entriesOf } from '../importer/entries.ts';
import { factsOf } from '../importer/openapi.ts';
import type { Doc } from '../importer/openapi_schema.ts';
import { reportOf } from '../importer/report.ts';
import { share, unshare } from '../importer/share.ts';

interface Parts {
  openapi?: string;
  path?: string;
  id?: string;
  parameter?: object;
  body?: Doc;
  answer?: Doc;
  error?: Doc | null;
}

const none = ['no drift: the catalogue says what the document says'];
const json = (schema: Doc) => ({ content: { 'application/json': { schema } } });

/** Returns the lines of the report on two states of one operation. */
function lines(was: Parts, is: Parts): string[] {
  const [old, next] = [was, is].map((parts) => {
    const {
      openapi = '3.1.0',
      path = '/v1/moons/{moonId}',
      id = 'get-moon',
      parameter,
      body,
      answer = {},
      error,
    } = parts;
    const operation = {
      ...{ operationId: id, tags: ['moons'] },
      parameters: parameter ? [{ name: 'near', in: 'query', schema: { type: 'array' }, ...parameter }] : [],
      ...(body ? { requestBody: { content: body } } : {}),
      responses: {
        200: { description: '', ...json(answer) },
        ...(error ? { 400: { description: '', ...json(error) } } : {}),
      },
    };
    // In the catalogue's form: shared nodes once.
    return unshare(share(entriesOf(factsOf({ openapi, paths: { [path]: { post: operation } } }))));
  });
  const found = reportOf(driftOf(old!, next!, {})).split('\n');
  if (found.length === 1) return found;
  assert.match(found[0]!, /^0 operations gone, 0 new, 1 changed$/);
  return found.slice(2).map((line) => line.trim());
}

const rules: [string, Doc, Doc, string][] = [
  ['exclusiveMinimum', { type: 'number' }, { type: 'number', exclusiveMinimum: 0 }, 'part: exclusiveMinimum +0'],
  ['exclusiveMaximum', { exclusiveMaximum: 9 }, { exclusiveMaximum: 10 }, 'part: exclusiveMaximum +10 −9'],
  ['multipleOf', { multipleOf: 5 }, {}, 'part: multipleOf −5'],
  ['minProperties', { type: 'object' }, { type: 'object', minProperties: 1 }, 'part: minProperties +1'],
  ['maxProperties', { type: 'object' }, { type: 'object', maxProperties: 3 }, 'part: maxProperties +3'],
  ['a pattern of names', {}, { patternProperties: { '^x-': {} } }, '+ part./^x-/'],
  [
    'what names of a pattern hold',
    { patternProperties: { '^x-': { type: 'string' } } },
    { patternProperties: { '^x-': { type: 'number' } } },
    'part./^x-/: type +number −string',
  ],
  ['an element by its place', { prefixItems: [{}] }, { prefixItems: [{}, { type: 'string' }] }, '+ part[1]'],
  [
    'what an element by its place holds',
    { prefixItems: [{ type: 'string' }] },
    { prefixItems: [{ type: 'number' }] },
    'part[0]: type +number −string',
  ],
];

for (const [title, was, is, line] of rules)
  test(`compares ${title}, in bodies, answers and errors`, () => {
    const part = (schema: Doc) => ({ type: 'object', properties: { part: schema } });
    assert.equal(lines({ answer: part(was) }, { answer: part(is) }), [`answer 200: ${line}`]);
    const body = (schema: Doc) => json(part(schema)).content;
    assert.equal(lines({ body: body(was) }, { body: body(is) }), [`body: ${line}`]);
    assert.equal(lines({ error: part(was) }, { error: part(is) }), [`error 400: ${line}`]);
  });

test('an exclusive bound is equal as a flag in 3.0 and as a number in 3.1', () => {
  const flag = { type: 'number', minimum: 0, exclusiveMinimum: true };
  const plain = { type: 'number', minimum: 0 };
  assert.equal(lines({ openapi: '3.0.3', answer: plain }, { openapi: '3.0.3', answer: flag }), [
    'answer 200: minimum −0',
    'answer 200: exclusiveMinimum +0',
  ]);
  const number = { type: 'number', exclusiveMinimum: 0 };
  assert.equal(lines({ openapi: '3.0.3', answer: flag }, { answer: number }), none);
});

test('compares the serialization of a list: style and explode', () => {
  assert.equal(lines({ parameter: {} }, { parameter: { style: 'deepObject', explode: true } }), [
    'parameter query near: style: usual → deepObject',
    'parameter query near: explode: usual → true',
  ]);
  assert.equal(lines({ parameter: { explode: false } }, { parameter: {} }), [
    'parameter query near: explode: false → usual',
  ]);
  assert.equal(lines({ parameter: {} }, { parameter: { style: 'form', explode: true } }), none);
});

test('compares members of a form', () => {
  const form = (schema: Doc) => ({ 'multipart/form-data': { schema: { type: 'object', ...schema } } });
  const file = { file: { type: 'string', format: 'binary' } };
  assert.equal(
    lines(
      { body: form({ properties: file }) },
      { body: form({ properties: { ...file, name: {} }, required: ['name'] }) },
    ),
    ['body: + name, required'],
  );
  assert.equal(lines({ body: { 'application/octet-stream': {} } }, { body: form({ properties: file }) }), [
    'body: bytes → multipart/form-data',
  ]);
});

test('compares error bodies if the old description had them', () => {
  const error = { type: 'object', properties: { code: { type: 'string' } } };
  assert.equal(lines({ error }, { error: { ...error, properties: { ...error.properties, hint: {} } } }), [
    'error 400: + hint',
  ]);
  assert.equal(lines({}, { error }), ['errors: +400']);
  assert.equal(lines({ error }, { error: null }), ['errors: −400', 'bodies of errors: −400']);
});

test("ignores the order of branches, members and values; compares a branch's required members and a list's items", () => {
  const [near, far] = [{ type: 'string', enum: ['a', 'b'] }, { type: 'integer' }];
  const branch = (required: string[]) => ({ type: 'object', properties: { near, far }, required });
  const answer = { oneOf: [branch(['near']), branch(['far'])] };
  const other = { required: ['near'], properties: { far, near: { ...near, enum: ['b', 'a'] } }, type: 'object' };
  assert.equal(lines({ answer }, { answer: { oneOf: [branch(['far']), other] } }), none);
  const moved = ['answer 200: its members stand in another form (unions, or which are required together)'];
  const both = { oneOf: [branch(['near', 'far']), branch([])] };
  assert.equal(lines({ answer }, { answer: both }), moved);
  const list = (oneOf: Doc[]) => ({ type: 'array', items: { oneOf } });
  assert.equal(lines({ answer: list(answer.oneOf) }, { answer: list(both.oneOf) }), moved);
});

test('a path parameter under another name is renamed, not removed', () => {
  const renamed = ['parameter path moonId: renamed to moon'];
  assert.equal(lines({}, { path: '/v1/moons/{moon}' }), renamed);
  assert.equal(lines({}, { path: '/v1/moons/{moon}', id: 'fetch-moon' }), [
    'names: +moons.fetchMoon −moons.getMoon',
    ...renamed,
  ]);
  assert.equal(lines({}, { path: '/v2/moons/{moon}', id: 'fetch-moon' }), [
    'names: +moons.fetchMoon −moons.getMoon',
    'version: v1 → v2',
    ...renamed,
  ]);
});

test.run();
