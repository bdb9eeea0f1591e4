// runner: when=console,gateway,core

// Bodies that the console cannot use get an error of the API, never a 500.
import { connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openLocalConsole, openProductionConsole, type RunningConsole } from '../../console/server/open.ts';
import { createLog } from '../../core/log.ts';
import { startGateway } from '../../gateway/main.ts';
import { findFreePort } from '../../gateway/server/ports.ts';
import { confirmedUser, startStack } from '../support/processes/stack.ts';

const lines: string[] = [];
const log = createLog({ level: 'info', stream: { write: (line) => lines.push(line) } });
const stack = await startStack();
const gateway = await startGateway({ settings: stack.settings, sources: stack.sources, log, listens: false });
const common = { log, handler: gateway.handler };
const one = { port: 0, any_port: false, opens_itself: false, database: 'a test' };
const local = await openLocalConsole({ ...common, ...one, settings: stack.settings });
const port = await findFreePort();
const own = { console_port: port, console_host: '127.0.0.1', console_url: `http://127.0.0.1:${port}` };
const production = await openProductionConsole({ ...common, settings: { ...stack.settings, ...own } });
test.after(async () => {
  await local.close();
  await production.close();
  await gateway.close({ at_once: true });
  await stack.close();
});

const OWN = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
const FORM = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'iframe', 'Content-Type': 'text/plain' };
const at = ({ port }: RunningConsole): string => `http://127.0.0.1:${port}`;

async function send(to: RunningConsole, path: string, body: string | Buffer, headers: object = {}, method = 'POST') {
  const answer = await fetch(at(to) + path, {
    method,
    headers: { ...OWN, ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
  const text = await answer.text();
  return { status: answer.status, code: JSON.parse(text || '{}').error_code, text, headers: answer.headers };
}

/** Signs in by a link. Returns the cookie. */
async function signIn(): Promise<{ Cookie: string }> {
  const code = new URL(local.link() ?? '').hash.replace('#code=', '');
  const answer = await send(local, '/console/sign-in', JSON.stringify({ code }));
  return { Cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

const PATHS = ['', '/password', '/passkey', '/factor', '/factor/challenge', '/recovery-code'];
const long = JSON.stringify({ code: 'x'.repeat(70_000) });

test('a sign-in with a long body gets 413 in the format of the API, with a request id', async () => {
  for (const [to, path] of [[local, ''] as const, ...PATHS.slice(1).map((path) => [production, path] as const)]) {
    const answer = await send(to, `/console/sign-in${path}`, long);
    assert.equal([answer.status, answer.code], [413, 'request_entity_too_large'], path);
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    assert.is(answer.headers.get('cache-control'), 'no-store');
  }
});

test('a sign-in with a body that is not an object of plain JSON gets 400 bad_json', async () => {
  const nested = `{"email":${'['.repeat(9_000)}${']'.repeat(9_000)}}`;
  for (const body of ['{', '[]', 'null', '"x"', nested, Buffer.from([0x7b, 0xff]), '{"email":"\\u0000"}'])
    for (const [to, path] of [[local, ''] as const, ...PATHS.slice(1).map((path) => [production, path] as const)]) {
      const answer = await send(to, `/console/sign-in${path}`, body);
      assert.equal([answer.status, answer.code], [400, 'bad_json'], `${path} ${String(body).slice(0, 20)}`);
    }
});

test('members of another type are refused', async () => {
  const other = { toString: 1, valueOf: 1 };
  const body = JSON.stringify({
    ...{ code: other, email: other, password: other, factor_id: other, challenge_id: other, credential: 'x' },
  });
  for (const path of PATHS)
    for (const to of [local, production]) {
      const { status, text } = await send(to, `/console/sign-in${path}`, body);
      assert.ok(status >= 400 && status < 500, `${path} ${status} ${text}`);
    }
});

test('a forwarded call has the limit and the errors of the API', async () => {
  const cookie = await signIn();
  const { id } = await confirmedUser(stack);
  const put = (body: string | Buffer) => send(local, `/admin/users/${id}`, body, cookie, 'PUT');
  const metadata = await put(JSON.stringify({ user_metadata: { x: 'x'.repeat(100_000) } }));
  assert.is(metadata.status, 400, metadata.text);
  assert.match(metadata.text, 'Metadata cannot be longer than 10240 bytes');
  const large = await put(JSON.stringify({ user_metadata: { x: 'x'.repeat(1_100_000) } }));
  assert.equal([large.status, large.code], [413, 'request_entity_too_large']);
  assert.match(large.text, '1048576');
  const password = await put(JSON.stringify({ user_metadata: { x: 'x'.repeat(100_000) }, password: 'a new password' }));
  assert.equal([password.status, password.code], [403, 'not_in_console'], 'the whole body is searched');
  for (const body of ['{', '[]', Buffer.from([0x7b, 0xff])]) {
    const answer = await put(body);
    assert.equal([answer.status, answer.code], [400, 'bad_json'], String(body));
  }
});

test('a mail that is too long for its frame gets 413', async () => {
  const answer = await send(local, '/console/frame', `html=${'x'.repeat(5_000_000)}`, { ...FORM, ...(await signIn()) });
  assert.equal([answer.status, answer.code], [413, 'request_entity_too_large']);
});

test('a client that disconnects within its body is no fault of the server', async () => {
  lines.length = 0;
  const socket = connect(local.port, '127.0.0.1');
  const head = ['POST /console/sign-in HTTP/1.1', `Host: 127.0.0.1:${local.port}`, 'Content-Length: 100'];
  const headers = Object.entries(OWN).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${[...head, ...headers].join('\r\n')}\r\n\r\n{"code":`);
  await new Promise((resolve) => socket.once('connect', resolve));
  await send(local, '/console/sign-in', '{}');
  socket.destroy();
  const isLogged = (): boolean => lines.some((line) => JSON.parse(line).status === 400);
  for (let tries = 0; tries < 500 && !isLogged(); tries++) await send(local, '/console/sign-in', '{}');
  assert.ok(isLogged(), 'the console noticed that the client had disconnected');
  assert.not.match(lines.join(''), '"level":"error"');
  assert.not.match(lines.join(''), 'handler failed');
});

test.run();
