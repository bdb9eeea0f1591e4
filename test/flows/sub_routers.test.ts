// Below a path with a guard, the guard checks a request before the response reveals that its path or method does not
// exist.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE, signToken } from '../support/clients/admin.ts';
import { type Answer, bearer, confirmedUser, startStack, type TestGateway } from '../support/processes/stack.ts';
import { startThirdParty } from '../support/providers/third_party.ts';

const provider = await startThirdParty();
const stack = await startStack();
test.after(async () => {
  await stack.close();
  await provider.close();
});

const errorOf = ({ status, body }: Answer) => [status, body.error_code];
const ask = async (node: TestGateway, line: string, headers: Record<string, string> = {}, body?: object) => {
  const [method = '', path = ''] = line.split(' ');
  return errorOf(await node.request(method, path, body, headers));
};

test('below /user, /reauthenticate and /admin reveals nothing without a token, and below /admin only to an administrator', async () => {
  const user = bearer((await confirmedUser(stack)).access_token);
  for (const line of [
    'GET /user/foo',
    'DELETE /user',
    'GET /user/identities',
    'GET /reauthenticate/x',
    'GET /factors',
    'GET /factors/x/y',
    'POST /reauthenticate',
  ]) {
    assert.equal(await ask(stack, line), [401, 'no_authorization'], line);
    assert.equal(await ask(stack, line, bearer('x')), [403, 'bad_jwt'], line);
    assert.ok([404, 405].includes(Number((await ask(stack, line, user))[0])), line);
  }
  for (const line of ['GET /admin', 'GET /admin/x', 'PATCH /admin/users']) {
    assert.equal(await ask(stack, line), [401, 'no_authorization'], line);
    assert.equal(await ask(stack, line, user), [403, 'not_admin'], line);
    assert.ok([404, 405].includes(Number((await ask(stack, line, SERVICE))[0])), line);
  }
  for (const line of ['GET /users', 'GET /administration'])
    assert.equal(await ask(stack, line), [404, 'not_found'], line);
});

test('reveals the methods of other paths to all, in Allow', async () => {
  for (const path of ['/logout', '/invite', '/token']) {
    const answer = await stack.get(path);
    assert.equal([...errorOf(answer), answer.headers.get('allow')], [405, 'method_not_allowed', 'POST'], path);
  }
});

test('/verify rate limits and /signup requires a captcha before either reveals its methods', async () => {
  const node = await stack.another({
    SVC_RATE_LIMIT_HEADER: 'X-Client',
    SVC_SECURITY_CAPTCHA_ENABLED: 'true',
    SVC_SECURITY_CAPTCHA_SECRET: 'captcha-secret-zq',
    SVC_SECURITY_CAPTCHA_URL: `${provider.url}/siteverify`,
  });
  const client = { 'X-Client': '192.0.2.1' };
  for (let used = 0; used < 30; used += 1) await node.get('/verify', client);
  const limited = [429, 'over_request_rate_limit'];
  for (const line of ['DELETE /verify', 'GET /verify/x', 'GET /verify'])
    assert.equal(await ask(node, line, client), limited, line);
  assert.equal(await ask(node, 'DELETE /verify', { 'X-Client': '192.0.2.2' }), [405, 'method_not_allowed']);
  const captcha = await node.request('PUT', '/signup', {}, client);
  assert.equal(errorOf(captcha), [400, 'captcha_failed']);
  assert.is((await node.request('POST', '/signup/x', {}, client)).status, 400);
  assert.is((await node.request('POST', '/signup/x', {}, SERVICE)).status, 404, 'an administrator’s token replaces it');
  const bound = bearer(signToken({ role: 'service_role', session_id: '5f0bf0a4-5bd0-4a30-a4a8-3f6c26b0bd6d' }));
  assert.equal(
    errorOf(await node.request('POST', '/signup', {}, bound)),
    [400, 'captcha_failed'],
    'one of a session does not',
  );
});

test('routes of disabled features check the token first', async () => {
  const lines = ['GET /user/identities/authorize', 'DELETE /user/identities/x', 'GET /passkeys'];
  for (const line of lines) {
    const as = (claims: object) => ask(stack, line, bearer(signToken(claims)));
    assert.equal(await as({ role: 'authenticated' }), [403, 'bad_jwt'], line);
    assert.equal(await as({ sub: 'x' }), [400, 'bad_jwt'], line);
    assert.ok([404, 422].includes(Number((await as({ sub: crypto.randomUUID() }))[0])), line);
  }
});

test('web3 is not rate limited with the other grants, and a request without its header is logged once', async () => {
  const node = await stack.another({ SVC_RATE_LIMIT_HEADER: 'X-Client' });
  const client = { 'X-Client': '192.0.2.3' };
  const web3 = () => node.request('POST', '/token?grant_type=web3', {}, client);
  for (let used = 0; used < 31; used += 1) assert.equal(errorOf(await web3()), [422, 'web3_provider_disabled']);
  const grant = await node.request('POST', '/token?grant_type=refresh_token', { refresh_token: 'x' }, client);
  assert.equal(errorOf(grant), [400, 'validation_failed']);
  const sentence = 'a request was limited by the address of its connection: it had no readable X-Client header';
  assert.not.match(node.log(), sentence);
  for (let sent = 0; sent < 3; sent += 1) await node.post('/otp', {});
  assert.is(node.log().split(sentence).length, 2);
});

test('an audience above 255 bytes is rejected before an index row becomes too long', async () => {
  const at = (bytes: number) =>
    stack.post('/signup', { email: 'x', password: 'y' }, { 'X-JWT-AUD': 'a'.repeat(bytes) });
  assert.is((await at(256)).body.msg, 'X-JWT-AUD cannot be longer than 255 bytes');
  assert.match(String((await at(255)).body.msg), /^Unable to validate email address|^Password should/);
});

test.run();
