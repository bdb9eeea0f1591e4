// runner: when=sql,gateway,core

// Sends invalid request lines, headers and framing. Each response has a status below 500. A framing error closes the
// connection. Nothing is written, and the next request succeeds.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { sendRaw } from '../gateway/server/raw.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { createDatabase } from '../support/database/db.ts';
import { bearer, type Stack, startStack } from '../support/processes/stack.ts';
import { computeTableDigests, findServerErrors } from './side_effects.ts';

let stack: Stack;
let port: number;
let before: Record<string, string>;
test.before(async () => {
  stack = await startStack({ worker: false });
  port = Number(new URL(stack.url).port);
  before = await computeTableDigests(stack.db);
});
test.after(() => stack.close());
test.after.each(async () => {
  assert.equal(await computeTableDigests(stack.db), before, 'something was written');
  assert.is((await stack.get('/health')).status, 200, 'the next request');
});

const ALL: readonly Route[] = ROUTES;
const PATHS = [...new Set(ALL.map((route) => route.path))];
// A valid token, because the gateway checks the token before the method.
const TOKEN = `Authorization: ${SERVICE.Authorization}`;
// Body of a sign-up that would be stored if the gateway parsed it as a second request.
const BODY = '{"email":"smuggled@example.com","password":"correct horse battery"}';

/**
 * Sends a request line, headers and a body unchanged, with the headers Host and Connection in front. Returns the
 * statuses and text of the responses, and whether the server closed the connection.
 */
async function send(
  line: string,
  headers: readonly string[] = [],
  body = '',
): Promise<{ statuses: number[]; text: string; closed: boolean }> {
  const head = ['Host: x', 'Connection: close', ...headers];
  return sendRaw(port, [`${line} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`]);
}

test('refuses every other spelling of a path except one trailing slash', async () => {
  for (const path of PATHS) {
    const method = ALL.find((route) => route.path === path)?.method ?? 'GET';
    const name = path.slice(1);
    const spellings = [
      `//${name}`,
      `/${name}//`,
      `/./${name}`,
      `/x/../${name}`,
      `/${name}/.`,
      `/${name}/..`,
      `/%2f${name}`,
      `%2f${name}`,
      `/${name}%2f`,
      `/${name}%00`,
      `/${name}%20`,
      `/${name};x=1`,
      `/${name.toUpperCase()}`,
      `/${name[0]?.toUpperCase()}${name.slice(1)}`,
      `/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
      `/..%2f${name}`,
      `/%2e/${name}`,
      `/x/%2e%2e/${name}`,
      `\\${name}`,
      `/${name}\\`,
      `/auth/v1/auth/v1/${name}`,
      `/auth/v2/${name}`,
      `/${name}.json`,
      `/${name}%23`,
      `/${name}%3f`,
    ];
    // 405: the spelling matches a route with a parameter, which does not allow the method. 403: a route for users
    // checks the token first, and this token belongs to no user.
    for (const spelling of spellings.filter((text) => text !== path)) {
      const { statuses } = await send(`${method} ${spelling}`, [TOKEN]);
      assert.ok(
        statuses.length === 1 && [400, 403, 404, 405].includes(statuses[0] as number),
        `${method} ${spelling}: ${statuses}`,
      );
    }
    // A path with a trailing slash selects the same route.
    const [plain, slashed] = await Promise.all([stack.request(method, path), stack.request(method, `${path}/`)]);
    assert.equal([slashed.status, slashed.body], [plain.status, plain.body], `${path}/`);
  }
});

test('an unusual request target reaches no other route: absolute form, fragments and a query in front', async () => {
  const expected: Record<string, [status: number, code: string | undefined]> = {
    'GET http://evil.test/health': [200, undefined],
    'GET /?/user': [404, 'not_found'],
    'GET ?/health': [400, undefined],
    'GET *': [404, 'not_found'],
    'OPTIONS *': [404, 'not_found'],
    'GET /#/health': [404, 'not_found'],
    'GET health': [400, undefined],
  };
  for (const [line, [status, code]] of Object.entries(expected)) {
    const { statuses, text } = await send(line);
    assert.equal([statuses, /"error_code":"(\w+)"/.exec(text)?.[1]], [[status], code], line);
    // Only the absolute URL with /health reaches a route.
    assert.is(text.includes('"name":"Postern"'), status === 200, line);
  }
});

test('returns 405 with Allow for another method of a known path, 404 for an unknown path; HEAD and OPTIONS have no body', async () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'LINK'];
  for (const path of [...PATHS, '/unknown', '/admin/users', '/']) {
    const known = ALL.filter((route) => route.path === path).map((route) => route.method as string);
    for (const method of methods) {
      const { statuses, text } = await send(`${method} ${path}`, [TOKEN, 'Content-Length: 2'], '{}');
      const [status] = statuses as [number];
      if (known.includes(method)) assert.ok(status < 500, `${method} ${path}: ${status}`);
      else assert.is(status, known.length === 0 ? 404 : 405, `${method} ${path}: ${text.slice(0, 200)}`);
      if (status === 405) assert.match(text, /^Allow: [A-Z, ]+\r$/m, `${method} ${path}`);
      if (method === 'HEAD') assert.is(text.split('\r\n\r\n')[1], '', `HEAD ${path}`);
    }
  }
  for (const method of ['FOO', 'get', 'CONNECT', 'PRI', 'A'.repeat(300)]) {
    const { statuses } = await send(`${method} /health`);
    assert.ok((statuses[0] ?? 400) < 500, `${method}: ${statuses}`);
  }
});

test('returns 431 for too large headers, and 400, 414 or 431 for a too long request line', async () => {
  for (const path of PATHS) {
    const huge = await send(`GET ${path}`, [`X-Pad: ${'y'.repeat(100_000)}`]);
    assert.equal([huge.statuses, huge.closed], [[431], true], path);
  }
  const many = await send(
    'GET /health',
    Array.from({ length: 5_000 }, (_, n) => `X-${n}: ${'y'.repeat(10)}`),
  );
  assert.equal(many.statuses, [431]);
  const line = await send(`GET /health?${'y'.repeat(100_000)}`);
  assert.ok([400, 414, 431].includes(line.statuses[0] as number), String(line.statuses));
  assert.is((await stack.get('/user', bearer('y'.repeat(8_000)))).status, 403);
});

const POST = 'POST /signup HTTP/1.1\r\nHost: x\r\n';
const LENGTH = BODY.length;
const FRAMING: Record<string, string> = {
  'two lengths': `${POST}Content-Length: ${LENGTH}\r\nContent-Length: 2\r\n\r\n${BODY}`,
  'two lengths in one header': `${POST}Content-Length: ${LENGTH}, 2\r\n\r\n${BODY}`,
  'a negative length': `${POST}Content-Length: -1\r\n\r\n${BODY}`,
  'a signed length': `${POST}Content-Length: +${LENGTH}\r\n\r\n${BODY}`,
  'a hexadecimal length': `${POST}Content-Length: 0x10\r\n\r\n${BODY}`,
  'length and chunks': `${POST}Content-Length: ${LENGTH}\r\nTransfer-Encoding: chunked\r\n\r\n${LENGTH.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
  'chunks and length': `${POST}Transfer-Encoding: chunked\r\nContent-Length: ${LENGTH}\r\n\r\n${LENGTH.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
  'an unknown coding': `${POST}Transfer-Encoding: xchunked\r\n\r\n${BODY}`,
  'chunked not last': `${POST}Transfer-Encoding: chunked, identity\r\n\r\n${LENGTH.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
  'a blank before the colon': `${POST}Content-Length : ${LENGTH}\r\n\r\n${BODY}`,
  'a folded header': `${POST}X-Folded: a\r\n b\r\nContent-Length : 0\r\n\r\n`,
  'a chunk size that is no number': `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n${BODY}\r\n0\r\n\r\n`,
  'a chunk longer than its size': `${POST}Transfer-Encoding: chunked\r\n\r\n3\r\n${BODY}\r\n0\r\n\r\n`,
  'a chunk size of 2^64': `${POST}Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n${BODY}\r\n0\r\n\r\n`,
  'no host': `POST /signup HTTP/1.1\r\nContent-Length: ${LENGTH}\r\n\r\n${BODY}`,
  'two hosts': `${POST}Host: y\r\nContent-Length: ${LENGTH}\r\n\r\n${BODY}`,
  'two credentials': `GET /user HTTP/1.1\r\nHost: x\r\n${TOKEN}\r\nAuthorization: Bearer x\r\n\r\n`,
  'a NUL in a header': `${POST}X-Nul: a\0b\r\nContent-Length: ${LENGTH}\r\n\r\n${BODY}`,
  'a version that does not exist': `POST /signup HTTP/9.9\r\nHost: x\r\nContent-Length: ${LENGTH}\r\n\r\n${BODY}`,
  'bare line feeds': `POST /signup HTTP/1.1\nHost: x\nContent-Length : ${LENGTH}\n\n${BODY}`,
  'no HTTP at all': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
};

test('answers framing errors with an empty 400 and a closed connection, and never as a request', async () => {
  for (const [about, bytes] of Object.entries(FRAMING)) {
    const { statuses, text, closed } = await sendRaw(port, [Buffer.from(bytes, 'latin1')]);
    assert.ok(closed, `${about}: the connection stays open`);
    assert.equal(statuses, [400], about);
    // Without a Host header, node:http sends an empty chunked body.
    assert.match(text, /\r\n\r\n(0\r\n\r\n)?$/, about);
  }
});

test('answers a body that hides a second request once', async () => {
  const hidden = `POST /signup HTTP/1.1\r\nHost: x\r\nContent-Length: ${LENGTH}\r\n\r\n${BODY}`;
  for (const first of ['GET /health', 'HEAD /health', 'HEAD /unknown', 'GET /user', 'POST /logout', 'POST /unknown']) {
    const { statuses } = await send(first, [`Content-Length: ${hidden.length}`], hidden);
    assert.is(statuses.length, 1, first);
  }
});

test('writes nothing for a body that stops half way', async () => {
  for (const stop of [0, 1, LENGTH - 1]) {
    await sendRaw(port, [`${POST}Content-Length: ${LENGTH}\r\n\r\n${BODY.slice(0, stop)}`], { wait_ms: 100 });
    await sendRaw(port, [`${POST}Transfer-Encoding: chunked\r\n\r\n${LENGTH.toString(16)}\r\n${BODY.slice(0, stop)}`], {
      wait_ms: 100,
    });
    await sendRaw(port, [`${POST}Transfer-Encoding: chunked\r\n\r\n${LENGTH.toString(16)}\r\n${BODY}\r\n`], {
      wait_ms: 100,
    });
  }
});

test('returns 401 or 403 for malformed bearer headers and tokens', async () => {
  const tokens = [
    '',
    'x',
    'a.b',
    'a.b.c',
    '..',
    'a.b.c.d',
    '%00',
    `${'e30'}.${'e30'}.`,
    `eyJhbGciOiJub25lIn0.e30.`,
    'y'.repeat(40_000),
    '"><script>',
    "' or 1=1--",
  ];
  const schemes = ['Bearer ', 'bearer  ', 'Basic ', 'Bearer\t', '', 'Bearer x '];
  for (const route of ALL.filter((row) => row.auth === 'user')) {
    for (const scheme of schemes) {
      for (const token of tokens) {
        const answer = await stack.request(route.method, route.path, undefined, { Authorization: scheme + token });
        assert.ok([401, 403].includes(answer.status), `${scheme}${token.slice(0, 30)}: ${answer.status}`);
        assert.ok(['no_authorization', 'bad_jwt'].includes(String(answer.body.error_code)), answer.text);
      }
    }
  }
});

test('the checks of this file detect a write and a server error', async () => {
  const db = await createDatabase();
  try {
    const clean = await computeTableDigests(db);
    await db.sql`insert into auth.attempts (digest, touched_at) values ('x', now())`;
    assert.equal(
      Object.entries(await computeTableDigests(db)).filter(([name, digest]) => clean[name] !== digest),
      [['auth.attempts', (await computeTableDigests(db))['auth.attempts']]],
    );
    assert.equal(findServerErrors(db), []);
    await db.sql`do $$ begin raise exception using errcode = 'PT429', message = 'a refusal'; end $$`.catch(
      () => undefined,
    );
    assert.equal(findServerErrors(db), []);
    await db.sql`select 1 / 0`.catch(() => undefined);
    if (db.log_file !== '') assert.is(findServerErrors(db).length, 1);
  } finally {
    await db.drop();
  }
});

test('no request causes an error in the log of the database', () => {
  assert.equal(findServerErrors(stack.db), []);
});

test.run();
