// Captcha: the routes that require it, the order of checks, the request to the captcha provider, and rejection if the
// provider fails.
import { setTimeout as sleep } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../../gateway/http/errors.ts';
import { createCaptchaCheck } from '../../../gateway/pipeline/captcha.ts';
import { type Answer, bearer, JWT_SECRET, newEmail, startStack } from '../../support/processes/stack.ts';
import { startThirdParty } from '../../support/providers/third_party.ts';

const provider = await startThirdParty();
const CAPTCHA = {
  SVC_SECURITY_CAPTCHA_ENABLED: 'true',
  SVC_SECURITY_CAPTCHA_SECRET: 'captcha-secret-zq',
  SVC_SECURITY_CAPTCHA_URL: `${provider.url}/siteverify`,
  SVC_SECURITY_CAPTCHA_TIMEOUT: '2s',
  SVC_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true', // a disabled method is rejected before the captcha
  SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
};
const stack = await startStack({ env: CAPTCHA });
// At a rate of 0 this gateway's limiters never refill. Each value of x-client has its own limits.
const limited = await stack.another({
  SVC_RATE_LIMIT_HEADER: 'x-client',
  SVC_RATE_LIMIT_OTP: '0',
  SVC_RATE_LIMIT_TOKEN_REFRESH: '0',
});

test.after(async () => {
  await stack.close();
  await provider.close();
});

test.before.each(() => {
  provider.requests.length = 0;
  provider.behaviour = () => ({ body: { success: true } });
});

const errorOf = ({ status, body }: Answer) => [status, body.error_code, body.msg];
const MISSING = [400, 'captcha_failed', 'captcha protection: request disallowed (no captcha_token found)'];
const BROKEN = [500, 'unexpected_failure', 'captcha verification process failed'];
const nested = (token: unknown, more: object = {}) => ({ ...more, gotrue_meta_security: { captcha_token: token } });
const token = (claims: Record<string, unknown>) =>
  new SignJWT({ aud: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(JWT_SECRET));
const password = 'correct horse battery';

test('T99: required on these routes, and on no other', async () => {
  const asked = [
    '/signup',
    '/recover',
    '/resend',
    '/magiclink',
    '/otp',
    '/token?grant_type=password',
    '/token?grant_type=web3',
    '/token?grant_type=something',
    '/token?grant_type=',
    '/token',
  ];
  for (const path of asked) assert.equal(errorOf(await stack.post(path, {})), MISSING, path);
  const others = [
    ['POST', '/token?grant_type=refresh_token'],
    ['POST', '/token?grant_type=pkce'],
    ['POST', '/token?grant_type=id_token'],
    ['POST', '/verify'],
    ['GET', '/verify'],
    ['PUT', '/user'],
    ['GET', '/user'],
    ['GET', '/reauthenticate'],
    ['POST', '/logout'],
    ['POST', '/invite'],
    ['POST', '/admin/users'],
    ['POST', '/admin/generate_link'],
    ['GET', '/settings'],
  ] as const;
  for (const [method, path] of others) {
    const answer = await stack.request(method, path, method === 'GET' ? undefined : {});
    assert.is.not(answer.body.error_code, 'captcha_failed', `${method} ${path}`);
  }
  assert.is(provider.requests.length, 0);
});

test('the provider gets one form request with secret, token and the client’s address', async () => {
  const email = newEmail();
  const headers = { 'X-Forwarded-For': 'unknown, 192.0.2.44, 198.51.100.1' };
  const answer = await stack.post('/signup', nested('  tok&en=1 ', { email, password }), headers);
  assert.is(answer.status, 200, answer.text);
  assert.is(provider.requests.length, 1);
  const { method, path, form, headers: sent } = provider.last();
  assert.equal([method, path], ['POST', '/siteverify']);
  assert.match(String(sent['content-type']), /^application\/x-www-form-urlencoded/);
  assert.equal(form, { secret: 'captcha-secret-zq', response: 'tok&en=1', remoteip: '192.0.2.44' });
  await stack.post('/otp', nested('t', { email: newEmail() }));
  assert.is(provider.last().form.remoteip, '127.0.0.1', 'the peer where no proxy names a client');
  assert.is(provider.requests.length, 2, 'the sign-up inside /otp is not asked again');
});

test('the nested token first, then the top-level one; blanks and null are none', async () => {
  const tokenOf = async (body: object): Promise<string | undefined> => {
    provider.requests.length = 0;
    await stack.post('/recover', { email: newEmail(), ...body });
    return provider.requests[0]?.form.response;
  };
  assert.is(await tokenOf({ captcha_token: 'top' }), 'top');
  assert.is(await tokenOf({ ...nested('inner'), captcha_token: 'top' }), 'inner');
  assert.is(await tokenOf({ ...nested(' '), captcha_token: 'top' }), 'top');
  assert.is(await tokenOf({ ...nested(null), captcha_token: 'top' }), 'top');
  assert.is(await tokenOf({ gotrue_meta_security: null, captcha_token: ' ' }), undefined);
});

test('reports errors of the body before the provider is asked', async () => {
  const detail = (answer: Answer) => [answer.status, answer.body.error_code, answer.body.msg];
  for (const path of ['/signup', '/magiclink', '/token?grant_type=password']) {
    const expected = 'Could not parse request body as JSON: unexpected end of JSON input';
    assert.equal(detail(await stack.post(path, '')), [400, 'bad_json', expected], path);
  }
  for (const body of [nested(7), { gotrue_meta_security: 'x' }, { captcha_token: 7 }]) {
    assert.is((await stack.post('/signup', body)).body.error_code, 'bad_json');
  }
  assert.is(provider.requests.length, 0);
});

test('an error names the provider’s reasons for every HTTP status', async () => {
  const reasons: [unknown, string][] = [
    [{ success: false, 'error-codes': ['timeout-or-duplicate'] }, 'timeout-or-duplicate'],
    [{ success: false, 'error-codes': ['a', 'b'] }, 'a, b'],
    [{ success: false }, ''],
    [{}, ''],
  ];
  const email = newEmail();
  for (const [body, text] of reasons) {
    provider.behaviour = () => ({ status: 500, body });
    const answer = await stack.post('/signup', nested('t', { email, password }));
    assert.equal(errorOf(answer), [400, 'captcha_failed', `captcha protection: request disallowed (${text})`]);
  }
  const rows = await stack.db.sql`select from auth.users where email = ${email}`;
  assert.is(rows.length, 0, 'no account was created');
  provider.behaviour = () => ({ status: 503, body: { success: true } });
  assert.is((await stack.post('/signup', nested('t', { email, password }))).status, 200);
});

test('an unreachable, slow or malformed provider: 500 and no sign-in', async () => {
  const email = newEmail();
  const attempt = () => stack.post('/signup', nested('t', { email, password }));
  const nonsense: (() => ReturnType<typeof provider.behaviour>)[] = [
    () => 'cut',
    () => 'hang',
    () => ({ body: 'not json' }),
    () => ({ body: '[]' }),
    () => ({ body: 'null' }),
    () => ({ body: { success: 'true' } }),
    () => ({ body: `"${'x'.repeat(100_000)}"` }),
    () => ({ status: 307, headers: { location: `${provider.url}/elsewhere` }, body: { success: true } }),
  ];
  for (const behaviour of nonsense) {
    provider.behaviour = behaviour;
    assert.equal(errorOf(await attempt()), BROKEN, String(behaviour));
  }
  assert.ok(
    provider.requests.every(({ path }) => path === '/siteverify'),
    'a redirect is not followed',
  );
  const absent = await stack.another({ SVC_SECURITY_CAPTCHA_URL: 'http://127.0.0.1:9/' });
  const answer = await absent.post('/signup', nested('t', { email, password }));
  assert.equal(errorOf(answer), BROKEN);
  assert.is((await stack.db.sql`select from auth.users where email = ${email}`).length, 0);
  assert.match(absent.log(), 'captcha verification process failed');
  assert.not.match(stack.log() + absent.log(), 'captcha-secret-zq');
});

test('holds no database connection while the provider is asked', async () => {
  const slow = await stack.another({ SVC_SECURITY_CAPTCHA_TIMEOUT: '1h', SVC_API_MAX_REQUEST_DURATION: '0' });
  const end = Promise.withResolvers<'cut'>();
  provider.behaviour = () => end.promise;
  let over = 0;
  const waiting = Array.from({ length: 40 }, async () => {
    const refusal = await slow.post('/signup', nested('t', { email: newEmail(), password }));
    over += 1;
    return refusal;
  });
  while (provider.requests.length < 40) await sleep(10);
  const other = await slow.post('/verify', { type: 'signup', token: 'x', email: newEmail() });
  assert.is(other.status, 403, 'the database answers others at once');
  const [busy] = await stack.db.sql`
    select count(*)::integer as count from pg_stat_activity
    where datname = ${stack.db.name} and usename = 'auth_gateway' and state <> 'idle'`;
  assert.is(busy?.count, 0);
  assert.is(over, 0, 'all of this while the provider was asked');
  end.resolve('cut');
  for (const refusal of await Promise.all(waiting)) assert.equal(errorOf(refusal), BROKEN);
});

test("the deadline is the setting’s, and comes before the request's own timeout", async () => {
  const end = Promise.withResolvers<'cut'>();
  provider.behaviour = () => end.promise;
  const over: string[] = [];
  const ask = async (name: string, seconds: number, whole: number): Promise<void> => {
    const settings = { ...stack.settings, security_captcha_timeout: seconds, api_max_request_duration: whole };
    const captcha = createCaptchaCheck(settings);
    assert.ok(captcha);
    await captcha({ body: async () => Buffer.from('{"captcha_token":"t"}') }, '').then(
      () => over.push(`${name}: let in`),
      ({ msg }: ApiError) => over.push(`${name}: ${msg}`),
    );
  };
  // Starts the request with the longest timeout first. Otherwise the requests could end in this order merely because
  // they started in it.
  const patient = ask('patient', 600, 0);
  const whole = sleep(2_000).then(() => over.push('the request’s own time'));
  const within = ask('within it', 600, 2);
  const quick = ask('quick', 0.3, 0);
  await whole;
  const [, , broken] = BROKEN;
  assert.equal(over, [`quick: ${broken}`, `within it: ${broken}`, 'the request’s own time']);
  end.resolve('cut');
  await Promise.all([patient, within, quick]);
});

test('an administrator’s token replaces it, no other does', async () => {
  const admin = bearer(await token({ role: 'service_role' }));
  const signedUp = await stack.post('/signup', { email: newEmail(), password }, admin);
  assert.is(signedUp.status, 200, signedUp.text);
  assert.is(provider.requests.length, 0);
  const others = [
    bearer(await token({ role: 'authenticated' })),
    bearer('not.a.token'),
    bearer(`${await token({ role: 'service_role' })}x`),
    { Authorization: `Bearer  ${await token({ role: 'service_role' })}` },
    bearer(await token({ role: 'service_role', exp: 1 })),
  ];
  for (const headers of others) {
    assert.equal(errorOf(await stack.post('/signup', { email: newEmail(), password }, headers)), MISSING);
  }
});

test('an anonymous sign-up and a sign-in require it too', async () => {
  assert.equal(errorOf(await stack.post('/signup', {})), MISSING);
  const anonymous = await stack.post('/signup', nested('t'));
  assert.is(anonymous.status, 200, anonymous.text);
  assert.ok(anonymous.body.access_token);
  const answer = await stack.post('/token?grant_type=password', nested('t', { email: newEmail(), password }));
  assert.equal(errorOf(answer), [400, 'invalid_credentials', 'Invalid login credentials']);
  assert.is(provider.requests.length, 2);
});

test('order: captcha before the limiter on /signup and /token, after it elsewhere', async () => {
  const exhaust = async (path: string, body: object, client: string): Promise<void> => {
    for (let i = 0; i < 30; i += 1) await limited.post(path, body, { 'x-client': client });
  };
  const without = (path: string, client: string) => limited.post(path, {}, { 'x-client': client });
  for (const path of ['/signup', '/token?grant_type=password']) {
    await exhaust(path, nested('t', { email: 'x' }), '192.0.2.1');
    const spent = await limited.post(path, nested('t', { email: 'x' }), { 'x-client': '192.0.2.1' });
    assert.is(spent.status, 429, spent.text);
    assert.equal(errorOf(await without(path, '192.0.2.1')), MISSING, `${path}: captcha first`);
  }
  for (const path of ['/otp', '/magiclink', '/recover', '/resend']) {
    await exhaust(path, {}, '192.0.2.1');
    provider.requests.length = 0;
    assert.is((await limited.post(path, nested('t'), { 'x-client': '192.0.2.1' })).status, 429, path);
    assert.is(provider.requests.length, 0, `${path}: a limited client costs no question`);
  }
});

test('off: no token is looked for, and its members are ignored (T8)', async () => {
  const off = await stack.another({ SVC_SECURITY_CAPTCHA_ENABLED: 'false' });
  const body = { email: newEmail(), password, captcha_token: 7, gotrue_meta_security: 'x', options: {} };
  assert.is((await off.post('/signup', body)).status, 200);
  const answer = await off.post('/magiclink', '');
  assert.match(String(answer.body.msg), /^Could not read verification params: /);
  assert.is(provider.requests.length, 0);
});

test.run();
