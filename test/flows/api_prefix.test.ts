// SVC_API_PREFIX: every path is also served under the prefix, with the same guards and responses.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createPrefixStripper } from '../../gateway/http/prefix.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { bearer, confirmedUser, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({
  env: {
    SVC_API_EXTERNAL_URL: 'http://localhost:9999/auth/v1',
    SVC_MAILER_CONFIRM_PAGE: 'true',
    SVC_RATE_LIMIT_HEADER: 'x-client',
    SVC_RATE_LIMIT_OTP: '3',
  },
});
const none = await stack.another({ SVC_API_PREFIX: '' });
const own = await stack.another({ SVC_API_PREFIX: '/api/login' });
test.after(() => stack.close());

const PREFIX = '/auth/v1';

test('a path is the same with and without the prefix, which counts once and as it is spelled', async () => {
  for (const path of [
    '/health',
    '/settings',
    '/user',
    '/admin/users',
    '/admin/nothing',
    '/nothing',
    '/verify/x',
    '/signup',
  ]) {
    const [plain, prefixed] = [await stack.get(path), await stack.get(PREFIX + path)];
    assert.equal([prefixed.status, prefixed.body], [plain.status, plain.body], path);
  }
  for (const path of [
    '/auth/v1',
    '/auth/v1/',
    '/auth/v1/auth/v1/health',
    '/Auth/v1/health',
    '//auth/v1/health',
    '/auth/v1health',
    '/auth//v1/health',
    '/auth/v2/health',
  ]) {
    assert.is((await stack.get(path)).status, 404, path);
  }
});

test('a sub-router checks authorization before it reveals routes, under the prefix too', async () => {
  assert.is((await stack.get(`${PREFIX}/admin/nothing`)).body.error_code, 'no_authorization');
  assert.is((await stack.get(`${PREFIX}/user/nothing`)).body.error_code, 'no_authorization');
  assert.is((await stack.get(`${PREFIX}/admin/nothing`, SERVICE)).status, 404);
});

test('a client has one rate limit bucket for both spellings of a path', async () => {
  const from = { 'x-client': '203.0.113.9' };
  const ask = (path: string) => stack.post(path, { email: newEmail() }, from);
  let tries = 0;
  while (tries < 100 && (await ask('/recover')).status === 200) tries += 1;
  assert.ok(tries < 100, 'there is a limit');
  assert.is((await ask(`${PREFIX}/recover`)).status, 429);
});

test('links are below the path of API_EXTERNAL_URL, and the page behind one consumes it there', async () => {
  const email = newEmail();
  assert.is((await stack.post(`${PREFIX}/signup`, { email, password: 'correct horse battery' })).status, 200);
  const { path } = await stack.mail(email);
  assert.match(path, /^\/auth\/v1\/verify\?/);
  const page = await stack.get(path);
  assert.match(page.text, '<form method="post" action="?">');
  const pressed = await fetch(`${stack.url}${PREFIX}/verify`, {
    method: 'POST',
    body: path.split('?')[1] ?? '',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  });
  assert.is(pressed.status, 303);
  const token = new URLSearchParams(pressed.headers.get('location')?.split('#')[1]).get('access_token');
  assert.is((await stack.get(`${PREFIX}/user`, bearer(token))).body.email, email);
});

test('pages of a list link to each other under the requested path', async () => {
  await confirmedUser(stack);
  const { headers } = await stack.get(`${PREFIX}/admin/users?per_page=1`, SERVICE);
  assert.match(headers.get('link') ?? '', /^<\/auth\/v1\/admin\/users\?page=/);
});

test('preflights and headers for browsers are the same', async () => {
  const headers = {
    Origin: 'https://app.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'apikey',
  };
  const answer = await fetch(`${stack.url}${PREFIX}/token?grant_type=password`, { method: 'OPTIONS', headers });
  assert.equal([answer.status, answer.headers.get('access-control-allow-headers')], [204, 'apikey']);
  assert.is(
    (await stack.get(`${PREFIX}/settings`, { Origin: 'https://app.example' })).headers.get(
      'access-control-allow-origin',
    ),
    '*',
  );
});

test('a request is logged with the path as sent, except health checks', async () => {
  await stack.get(`${PREFIX}/health`);
  await stack.get(`${PREFIX}/settings`);
  assert.match(stack.log(), '"path":"/auth/v1/settings"');
  assert.not.match(stack.log(), '"path":"/auth/v1/health"');
});

test("the OpenAPI document includes the prefix if the server's address has none", async () => {
  const servers = async (node: typeof own): Promise<unknown> =>
    ((await node.get('/openapi.json')).body.servers as { url: string }[]).map(({ url }) => url);
  assert.equal(await servers(stack), ['http://localhost:9999/auth/v1']);
  assert.equal(await servers(none), ['http://localhost:9999/auth/v1']);
  assert.equal(await servers(own), ['http://localhost:9999/auth/v1', 'http://localhost:9999/auth/v1/api/login']);
});

test('another prefix, and none', async () => {
  assert.equal([(await own.get('/api/login/health')).status, (await own.get('/auth/v1/health')).status], [200, 404]);
  assert.equal([(await none.get('/health')).status, (await none.get('/auth/v1/health')).status], [200, 404]);
});

test('a prefix that hides a route is refused at the start', () => {
  for (const prefix of ['/admin', '/user/v1', '/verify', '/health', '/.well-known/x']) {
    assert.throws(
      () => createPrefixStripper({ api_prefix: prefix }, ROUTES),
      /^.*SVC_API_PREFIX: must not begin as a path of the API does/,
    );
  }
});

test.run();
