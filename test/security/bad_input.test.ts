// runner: when=sql,gateway,core

// Sends invalid bodies and queries. Each response has a status below 500 and the error format of the route. Nothing is
// written, the database logs no error, and the next request succeeds.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { type Answer, newEmail, type Stack, startStack } from '../support/processes/stack.ts';
import { FEATURES, fillPath, routeName, tokenFor } from './routes.ts';
import { computeTableDigests, findServerErrors } from './side_effects.ts';

let stack: Stack;
let before: Record<string, string>;
/**
 * Tables to which a request with an invalid body may write. A passkey challenge needs no body, so `null` is as valid as
 * `{}`.
 */
const ASKED = ['auth.passkey_challenges'];
test.before(async () => {
  stack = await startStack({ worker: false, env: FEATURES });
  before = await computeTableDigests(stack.db, ASKED);
});
test.after(() => stack.close());
test.after.each(async () => {
  assert.equal(await computeTableDigests(stack.db, ASKED), before, 'something was written');
  assert.is((await stack.get('/health')).status, 200, 'the next request');
});

const ALL: readonly Route[] = ROUTES;
const BODIES = ALL.filter((route) => route.body !== undefined);
const send = (route: Route, body: unknown): Promise<Answer> =>
  stack.request(route.method, fillPath(route), body, tokenFor(route));

/** Asserts supabase/auth's error format. Asserts that the error reveals nothing about the server. */
function assertErrorFormat(answer: Answer, about: string): void {
  assert.ok(answer.status >= 400 && answer.status < 500, `${about}: ${answer.status} ${answer.text.slice(0, 200)}`);
  assert.is(answer.headers.get('content-type'), 'application/json', about);
  const { code, error_code, msg, ...rest } = answer.body;
  assert.is(code, answer.status, about);
  assert.type(error_code, 'string', about);
  assert.is(answer.headers.get('x-sb-error-code'), error_code, about);
  assert.type(msg, 'string', about);
  assert.equal(Object.keys(rest), [], about);
  assert.not.match(String(msg), /postgres|PostgresError|auth_lib|auth_api|\bat \/|node:/i, about);
}

/**
 * Asserts the error format of a route that has read its body. The ID token grant returns OAuth errors. Routes whose
 * body is optional may succeed.
 */
function assertRouteErrorFormat(route: Route, answer: Answer, about: string): void {
  if (route.errors === 'oauth') assertOauthErrorFormat(answer, about);
  else if (route.grant_type === 'id_token') {
    assert.equal([answer.status, Object.keys(answer.body)], [400, ['error', 'error_description']], about);
  } else if (!(route.body_optional && answer.status === 200)) assertErrorFormat(answer, about);
}

/** Asserts the error format of RFC 6749 and RFC 7591. Asserts that the error reveals nothing about the server. */
function assertOauthErrorFormat(answer: Answer, about: string): void {
  assert.equal([answer.status, Object.keys(answer.body)], [400, ['error', 'error_description']], about);
  assert.not.match(answer.text, /postgres|PostgresError|auth_lib|auth_api|\bat \/|node:/i, about);
}

function assertBadJson(answer: Answer, route: Route, about: string): void {
  if (route.errors === 'oauth') {
    assertOauthErrorFormat(answer, about);
    return;
  }
  assertErrorFormat(answer, about);
  assert.is(answer.body.error_code, 'bad_json', about);
  const start = route.refuses.includes('bad_json_verification')
    ? 'Could not read verification params: '
    : 'Could not parse request body as JSON: ';
  assert.ok(String(answer.body.msg).startsWith(start), `${about}: ${answer.body.msg}`);
}

const MALFORMED: Record<string, string | Uint8Array> = {
  empty: '',
  blank: ' \n',
  'an opened object': '{',
  'an opened string': '{"email":"a@example.com',
  'a trailing comma': '{"email":"a@example.com",}',
  'two values': '{}{}',
  'single quotes': "{'email':'a@example.com'}",
  NaN: '{"email":NaN}',
  Infinity: '{"data":-Infinity}',
  'a hexadecimal number': '{"data":0x10}',
  'a comment': '{/* */}',
  'a top-level array': '[{"email":"a@example.com"}]',
  'a top-level string': '"email"',
  'a top-level number': '1e3',
  'a top-level boolean': 'true',
  'a byte order mark': '\ufeff{}',
  'a bare NUL': '{"email":"a\u0000@example.com"}',
  'a bare line feed in a string': '{"email":"a\n@example.com"}',
  'not UTF-8': Buffer.from([0x7b, 0x22, 0x65, 0x6d, 0x61, 0x69, 0x6c, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  'overlong UTF-8': Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
  'a surrogate in UTF-8': Buffer.concat([
    Buffer.from('{"email":"'),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from('"}'),
  ]),
  gzip: Buffer.from('1f8b0800000000000003abae050043bfa6a302000000', 'hex'),
  'a form': 'email=a%40example.com&password=x',
};

for (const route of BODIES) {
  test(`${routeName(route)}: returns 400 bad_json for malformed bodies`, async () => {
    for (const [about, body] of Object.entries(MALFORMED)) {
      if (route.body_optional && typeof body === 'string' && body.trim() === '') continue;
      const response = await fetch(stack.url + fillPath(route), {
        method: route.method,
        headers: tokenFor(route),
        body: typeof body === 'string' ? body : Buffer.from(body),
      });
      const text = await response.text();
      const answer = { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
      assertBadJson(answer, route, about);
    }
    const deep = `{"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const form = route.errors === 'oauth' ? assertOauthErrorFormat : assertErrorFormat;
    form(await send(route, deep), 'an unread member nested 200,000 deep');
    const nothing = await send(route, 'null');
    assertRouteErrorFormat(route, nothing, 'top-level null is {}');
    assert.is.not(nothing.body.error_code, 'bad_json');
  });

  test(`${routeName(route)}: returns 400 bad_json for a member of another type`, async () => {
    const wrong: Record<string, unknown[]> = {
      string: [1, 0, true, false, [], ['a'], {}, { toString: 'x' }],
      object: ['{}', 1, true, [], [{}]],
      boolean: ['true', 1, 0, [], {}],
      strings: ['a', 1, true, {}, [1], [['a']]],
    };
    for (const [name, kind] of Object.entries(route.body ?? {})) {
      for (const value of wrong[kind] as unknown[]) {
        assertBadJson(await send(route, { [name]: value }), route, `${name}: ${JSON.stringify(value)}`);
      }
    }
  });

  test(`${routeName(route)}: returns 400 bad_json for NUL and lone surrogates in a member`, async () => {
    const texts = ['a\\u0000b', '\\ud800', 'x\\udc00', '\\udfff\\ud800', '\\uD83D'];
    for (const [name, kind] of Object.entries(route.body ?? {})) {
      for (const text of texts) {
        const value = { string: `"${text}"`, object: `{"k":{"l":["${text}"]}}`, strings: `["${text}"]`, boolean: '' }[
          kind
        ];
        if (value) assertBadJson(await send(route, `{"${name}":${value}}`), route, `${name}: ${text}`);
        if (kind === 'object') {
          assertBadJson(await send(route, `{"${name}":{"${text}":1}}`), route, `a key of ${name}: ${text}`);
        }
      }
      if (kind === 'object') {
        const deep = `{"${name}":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`;
        assertBadJson(await send(route, deep), route, `${name} nested 10,000 deep`);
        assertBadJson(await send(route, `{"${name}":{"n":1e400}}`), route, `${name} with 1e400`);
      }
    }
  });
}

test('treats members named like Object.prototype’s properties as ordinary members', async () => {
  const proto = '{"__proto__":{"email":"a@example.com"},"constructor":{"prototype":{"email":"x"}},"toString":1}';
  for (const route of BODIES) {
    const bare = await send(route, {});
    const answer = await send(route, proto);
    assert.is(answer.status, bare.status, routeName(route));
    if (bare.status >= 400) assert.equal(answer.body, bare.body, routeName(route));
  }
  assert.is(({} as Record<string, unknown>).email, undefined);
});

test('returns 400 validation_failed for NUL, invalid UTF-8 and lone surrogates in a query, and ignores them in redirect_to', async () => {
  const texts = ['a%00b', '%ff', '%c0%af', '%ed%a0%80', '%00'];
  for (const text of texts) {
    for (const [method, path] of [
      ['GET', `/verify?type=${text}&token=x`],
      ['GET', `/verify?type=signup&token=${text}`],
      ['POST', `/token?grant_type=${text}`],
    ] as const) {
      const answer = await stack.request(method, path, method === 'POST' ? {} : undefined);
      assertErrorFormat(answer, path);
      // An undecodable grant type gets the error of an unknown grant type.
      const [code, text] = path.startsWith('/token')
        ? ['invalid_credentials', /^unsupported_grant_type$/]
        : ['validation_failed', /^Query parameter "(type|token)" is not valid text$/];
      assert.is(answer.body.error_code, code, path);
      assert.match(String(answer.body.msg), text, path);
    }
    const lenient = await stack.get(`/verify?type=signup&token=x&redirect_to=${text}`);
    assert.is(lenient.status, 303);
    assert.ok(lenient.headers.get('location')?.startsWith(`${stack.settings.site_url}#error=access_denied`));
  }
});

test('answers queries with a lone percent sign, and with repeated, empty and 20,000 parameters', async () => {
  const odd = [
    '%',
    '%zz',
    '%2',
    '&&&&',
    '=',
    '=&=x',
    'type',
    `${'a=1&'.repeat(20_000).slice(0, 15_000)}`,
    'type=signup&type=recovery',
    'grant_type=password&grant_type=x',
  ];
  for (const query of odd) {
    assertErrorFormat(await stack.get(`/verify?${query}`), `GET /verify?${query.slice(0, 40)}`);
    assertErrorFormat(await stack.post(`/token?${query}`, {}), `POST /token?${query.slice(0, 40)}`);
  }
});

test('returns 413 for one byte above 1 MiB on every route with a body, with a length and chunked; accepts 1 MiB', async () => {
  const filled = (size: number): string => `{"x":"${'y'.repeat(size - 8)}"}`;
  for (const route of BODIES) {
    const body = filled(1024 * 1024 + 1);
    const chunked = new ReadableStream({
      start(controller) {
        for (let at = 0; at < body.length; at += 60_000)
          controller.enqueue(new TextEncoder().encode(body.slice(at, at + 60_000)));
        controller.close();
      },
    });
    for (const sent of [body, chunked]) {
      const o = { method: route.method, headers: tokenFor(route), body: sent, duplex: 'half' } as RequestInit;
      const response = await fetch(stack.url + fillPath(route), o);
      const answer = await response.json();
      assert.is(response.status, 413, routeName(route));
      const words = 'Request body too large (max 1048576 bytes)';
      const protocol = { error: 'invalid_client_metadata', error_description: words };
      const ours = { code: 413, error_code: 'request_entity_too_large', msg: words };
      assert.equal(answer, route.errors === 'oauth' ? protocol : ours);
    }
    const largest = await send(route, filled(1024 * 1024));
    assertRouteErrorFormat(route, largest, routeName(route));
    assert.is.not(largest.status, 413);
  }
});

test('reports a wrong type before it hashes or looks up anything, for every content type', async () => {
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
    ';;;',
    'application/json; charset=utf-16',
  ]) {
    const answer = await stack.post('/signup', '{"email":1}', { 'Content-Type': type });
    assert.is(answer.body.error_code, 'bad_json', type);
    const read = await stack.post('/signup', `{"email":"${newEmail()}"}`, { 'Content-Type': type });
    assert.is(read.body.msg, 'Signup requires a valid password', type);
  }
});

test('no request causes an error in the log of the database', () => {
  assert.equal(findServerErrors(stack.db), []);
});

test.run();
