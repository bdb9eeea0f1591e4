// Bodies and queries that are accepted and rejected. Errors never quote the body.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJsonBody } from '../../../gateway/http/body.ts';
import { ApiError } from '../../../gateway/http/errors.ts';
import { toWireJson } from '../../../gateway/http/json.ts';
import { parseQuery } from '../../../gateway/http/query.ts';
import { parseUuid } from '../../../gateway/http/uuid.ts';

const shape = {
  email: 'string',
  password: 'string',
  data: 'object',
  create_user: 'boolean',
} as const;
const parse = (text: string | Buffer) => parseJsonBody(Buffer.from(text as string), shape);
const nothing = {
  email: null,
  password: null,
  data: null,
  create_user: null,
};
const BAD = 'Could not parse request body as JSON: ';

function assertRefused(work: () => unknown, text: string | RegExp, code = 'bad_json'): void {
  try {
    work();
  } catch (error) {
    assert.instance(error, ApiError);
    const { status, code: got, msg } = error as ApiError;
    assert.equal([status, got], [400, code]);
    if (typeof text === 'string') assert.is(msg, text);
    else assert.match(msg, text);
    return;
  }
  assert.unreachable(`accepted: ${String(text)}`);
}

test('reads members of the shape, takes null as absent, ignores others', () => {
  assert.equal(
    parse('{"email":"a","data":{"x":[1]},"create_user":false,"options":{"a":1},"gotrue_meta_security":null}'),
    { ...nothing, email: 'a', data: { x: [1] }, create_user: false },
  );
  assert.equal(parse('{"email":null,"data":null,"create_user":null}'), nothing);
  assert.equal(parse('{}'), nothing);
  assert.equal(parse(' \n{} '), nothing);
  assert.equal(parse('null'), nothing);
  const data = { count: 3, ratio: 0.5, tags: ['a'], list: [1, 'a', null] };
  assert.equal(parse(JSON.stringify({ data })), { ...nothing, data });
  assert.is(parse('{"email":"a","email":"b"}').email, 'b');
  assert.is(parse('{"Email":"a"}').email, null);
  assert.is(parse('{"email":"täst \\ud83d\\ude00 😀"}').email, 'täst 😀 😀');
});

test('an empty body', () => {
  assertRefused(() => parse(''), `${BAD}unexpected end of JSON input`);
  assertRefused(() => parse('  '), `${BAD}unexpected end of JSON input`);
  assert.equal(parseJsonBody(Buffer.alloc(0), { a: 'boolean' }, { optional: true }), { a: null });
  assertRefused(() => parseJsonBody(Buffer.from('x'), { a: 'boolean' }, { optional: true }), /^Could not parse/);
  assertRefused(
    () => parseJsonBody(Buffer.alloc(0), {}, 'bad_json_verification'),
    'Could not read verification params: unexpected end of JSON input',
  );
});

test('malformed JSON', () => {
  for (const text of ['{', '{"a":1', '{"email":"a', '{"email":', '[', '"a'])
    assertRefused(() => parse(text), `${BAD}unexpected end of JSON input`);
  for (const text of [
    'x',
    '{email:1}',
    "{'email':1}",
    '{"email":"a",}',
    '{}{}',
    '{} x',
    'undefined',
    '{"email":NaN}',
    '{"email":01}',
    '/* */{}',
    '\ufeff{}',
    '{"email":"a\tb"}',
    '{"email":"a\0b"}',
    '{"a":"\\x"}',
  ]) {
    assertRefused(() => parse(text), /^Could not parse request body as JSON: invalid character/);
  }
});

test('top level and members of a wrong type', () => {
  for (const text of ['[]', '"a"', '5', 'true', '[{}]'])
    assertRefused(() => parse(text), `${BAD}the body must be an object`);
  assertRefused(() => parse('{"email":5}'), `${BAD}"email" must be a string`);
  for (const value of ['5', 'true', '{}', '[]', '["a"]'])
    assertRefused(() => parse(`{"email":${value}}`), `${BAD}"email" must be a string`);
  for (const value of ['5', '"a"', 'true', '[]'])
    assertRefused(() => parse(`{"data":${value}}`), `${BAD}"data" must be an object`);
  for (const value of ['1', '"true"', '{}'])
    assertRefused(() => parse(`{"create_user":${value}}`), `${BAD}"create_user" must be a boolean`);
  const parseList = (text: string) => parseJsonBody(Buffer.from(text), { scopes: 'strings' });
  for (const value of ['"a"', '{}', '[1]', '["a",null]', '[["a"]]'])
    assertRefused(() => parseList(`{"scopes":${value}}`), `${BAD}"scopes" must be an array of strings`);
  assert.equal(parseList('{"scopes":["a"]}'), { scopes: ['a'] });
});

test('NUL and lone surrogates, as escapes and as bytes, in values and names at any depth', () => {
  const text = `${BAD}string contains NUL or an unpaired surrogate`;
  for (const bad of ['\\u0000', 'a\\u0000b', '\\ud800', '\\uDFFF', '\\ud800\\ud800', '\\udc00\\ud800', 'x\\uD83Dy']) {
    assertRefused(() => parse(`{"email":"${bad}"}`), text);
    assertRefused(() => parse(`{"data":{"a":[{"b":"${bad}"}]}}`), text);
    assertRefused(() => parse(`{"data":{"${bad}":1}}`), text);
    assertRefused(() => parse(`{"data":{"tags":["${bad}"]}}`), text);
    assert.equal(parse(`{"ignored":"${bad}"}`), nothing);
  }
  assert.is(parse('{"email":"\\\\u0000 \\\\ud800"}').email, '\\u0000 \\ud800');
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xc3], [0xf4, 0x90, 0x80, 0x80], [0xfe, 0xff]]) {
    assertRefused(
      () => parseJsonBody(Buffer.concat([Buffer.from('{"email":"'), Buffer.from(bytes), Buffer.from('"}')]), shape),
      `${BAD}invalid UTF-8`,
    );
  }
  assertRefused(() => parseJsonBody(Buffer.from('{"email":"a"}', 'utf16le'), shape), /^Could not parse/);
});

test('depth bombs and numbers out of range', () => {
  const bomb = (n: number) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`;
  assert.ok(parse(`{"data":${bomb(90)}}`).data);
  assertRefused(() => parse(`{"data":${bomb(101)}}`), `${BAD}nested deeper than 100 levels`);
  assertRefused(
    () => parse(`{"data":{"list":${'['.repeat(5000)}${']'.repeat(5000)}}}`),
    `${BAD}nested deeper than 100 levels`,
  );
  assertRefused(() => parse('['.repeat(10_000)), `${BAD}unexpected end of JSON input`);
  assertRefused(() => parse(`{"data":${bomb(15_000)}}`), `${BAD}nested deeper than 100 levels`);
  assert.equal(parse(`{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`), nothing);
  for (const bomb of ['['.repeat(1_000_000), `{"x":${'['.repeat(400_000)}${']'.repeat(400_000)}}`]) {
    assertRefused(() => parse(bomb), `${BAD}more than 20000 values`);
  }
  assertRefused(() => parse('{"data":{"a":1e400}}'), `${BAD}number out of range`);
  assertRefused(() => parse('{"data":{"ratio":-1e400}}'), `${BAD}number out of range`);
});

test('rejects a body of too many values before parsing, wherever they are; commas in a text do not count', () => {
  const many = `${BAD}more than 20000 values`;
  for (const list of ['{},', '1,', '"",', '[],', '"a\\\\",']) {
    assertRefused(() => parse(`{"data":{"a":[${list.repeat(20_001)}1]}}`), many);
    assertRefused(() => parse(`{"ignored":[${list.repeat(20_001)}1]}`), many);
  }
  const names = Array.from({ length: 20_002 }, (_, place) => `"${place}":0`).join();
  assertRefused(() => parse(`{"data":{${names}}}`), many);
  assert.is((parse(`{"data":{"a":[${'1,'.repeat(19_000)}1]}}`).data as { a: unknown[] }).a.length, 19_001);
  for (const text of [','.repeat(200_000), `\\",${'\\",'.repeat(30_000)}`]) {
    assert.is(parse(`{"email":"${text}"}`).email, JSON.parse(`"${text}"`));
  }
});

test('names of Object.prototype are data', () => {
  const body = parse(
    '{"__proto__":{"email":"a","admin":true},"constructor":{"prototype":{"x":1}},"data":{"__proto__":{"polluted":true}}}',
  );
  assert.is(body.email, null);
  assert.is(({} as { polluted?: boolean }).polluted, undefined);
  assert.is((body.data as { polluted?: boolean }).polluted, undefined);
  assert.is(JSON.stringify(body.data), '{"__proto__":{"polluted":true}}');
  assert.is(parseJsonBody(Buffer.from('{}'), { toString: 'string' } as Record<string, 'string'>).toString, null);
});

test('an error quotes nothing of the body', () => {
  for (const text of [
    '{"password":"hunter2"',
    '{"password":hunter2}',
    'hunter2',
    '{"password":["hunter2"]}',
    '{"password":"hunter2\\u0000"}',
    '{"hunter2":}',
  ]) {
    try {
      parse(text);
      assert.unreachable();
    } catch (error) {
      assert.not.match(`${(error as ApiError).msg} ${(error as ApiError).stack}`, 'hunter2');
    }
  }
});

test('queries', () => {
  const query = { token: 'string', type: 'string', redirect_to: 'lenient' } as const;
  const read = (text: string) => parseQuery(text, query);
  assert.equal(read(''), { token: null, type: null, redirect_to: null });
  assert.equal(read('token=a&type=b%20c+d&x=%00&token=z'), { token: 'a', type: 'b c d', redirect_to: null });
  assert.equal(read('redirect_to=http%3A%2F%2Fa%2F%3Fb%3Dc%23d&type&token='), {
    token: '',
    type: '',
    redirect_to: 'http://a/?b=c#d',
  });
  assert.is(read('token=%zz%4').token, '%zz%4');
  assert.is(read('t%6fken=%C3%BC').token, 'ü');
  // The HTTP engine passes the bytes of the request line, one per character.
  assert.is(read(`token=${Buffer.from('ü').toString('latin1')}`).token, 'ü');
  for (const bad of ['%00', '%ff', '%ed%a0%80', '%C3', 'a%00b']) {
    assertRefused(() => read(`token=${bad}`), 'Query parameter "token" is not valid text', 'validation_failed');
    assert.is(read(`redirect_to=${bad}`).redirect_to, null);
  }
  // Only the first hundred parameters are read, because the client chooses their number.
  assert.equal(parseQuery(`${'b&'.repeat(99)}a=x`, { a: 'string' }), { a: 'x' });
  assert.equal(parseQuery(`${'b&'.repeat(100)}a=x`, { a: 'string' }), { a: null });
  assert.equal(parseQuery('__proto__=x&constructor=y', { a: 'string' }), { a: null });
});

test('escapes HTML in output', () => {
  assert.is(toWireJson({ a: '</script>&\u2028' }), '{"a":"\\u003c/script\\u003e\\u0026\\u2028"}');
});

test('accepts every spelling of a UUID', () => {
  const id = '6f7a1c52-6d7c-4b0b-8f6e-0c1b1f0b7d11';
  for (const text of [id, id.toUpperCase(), id.replaceAll('-', ''), `{${id}}`, `urn:uuid:${id}`])
    assert.is(parseUuid(text), id);
  for (const text of [
    '',
    'x',
    `${id} `,
    `{${id}`,
    `${id}}`,
    `6f7a1c526d7c-4b0b-8f6e-0c1b1f0b7d11`,
    `{urn:uuid:${id}}`,
    `${id}\n`,
  ])
    assert.is(parseUuid(text), null, text);
});

test.run();
