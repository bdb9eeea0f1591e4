// GET /verify as a browser meets it: what is told in the page, what by a redirect, and how the address of it is made.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Answer, bearer, confirmedUser, fragment, newEmail, SITE_URL, startStack } from '../support/stack.ts';
import { claimsOf } from './client.ts';

const stack = await startStack({ env: { SVC_URI_ALLOW_LIST: 'myapp://**,https://*.example.org/**' } });
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
const HASH = 'f'.repeat(56);
const location = (answer: Answer) => answer.headers.get('location') ?? '';

test('what is missing is told in JSON, without a redirect', async () => {
  for (const [query, msg] of [
    ['', 'Verify requires a verification type'],
    [`?token=${HASH}`, 'Verify requires a verification type'],
    ['?type=', 'Verify requires a verification type'],
    ['?type=signup', 'Verify requires a token or a token hash'],
    ['?type=signup&token=', 'Verify requires a token or a token hash'],
  ]) {
    const answer = await stack.get(`/verify${query}`);
    assert.is(answer.status, 400);
    assert.equal(answer.body, { code: 400, error_code: 'validation_failed', msg });
  }
});

test('what is wrong is told by a redirect: keys sorted, encoded once, the target’s own query untouched', async () => {
  const expired =
    'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=';
  const target = `${SITE_URL}/a%20b?x=1&y=%26`;
  const answer = await stack.get(`/verify?type=signup&token=${HASH}&redirect_to=${encodeURIComponent(target)}`);
  assert.is(answer.status, 303);
  assert.is(location(answer), `${target}#${expired}`);
  assert.is(answer.headers.get('referrer-policy'), 'no-referrer');
  assert.is(answer.headers.get('cache-control'), 'no-store');
  const { email } = await confirmedUser(stack);
  await stack.post('/recover', { email });
  const { token } = await stack.mail(email, 2);
  for (const type of ['sms', 'phone_change', 'banana']) {
    for (const text of [HASH, token]) {
      const values = fragment(await stack.get(`/verify?type=${type}&token=${text}`));
      assert.is(values.get('error'), 'invalid_request');
      assert.is(values.get('error_code'), 'validation_failed');
      assert.is(values.get('error_description'), 'Invalid email verification type');
    }
  }
});

test('a target that is not allowed falls back: Referer, then SITE_URL; an allowed one of another scheme is taken', async () => {
  const at = (redirect_to: string, headers = {}) =>
    stack.get(`/verify?type=signup&token=${HASH}&redirect_to=${encodeURIComponent(redirect_to)}`, headers);
  const base = async (answer: Promise<Answer>) => location(await answer).split('#')[0];
  assert.is(await base(at('https://evil.test/')), SITE_URL);
  assert.is(await base(at('//evil.test/')), SITE_URL);
  assert.is(await base(at('https://evil.test/', { Referer: `${SITE_URL}/from` })), `${SITE_URL}/from`);
  assert.is(await base(at('myapp://cb/x?y=1')), 'myapp://cb/x?y=1');
  assert.is(await base(at('https://a.example.org/x/y')), 'https://a.example.org/x/y');
  assert.is(await base(at('https://a.b.example.org/x')), SITE_URL);
  assert.is(await base(at('https://evil.test/.example.org/x')), SITE_URL);
});

test('a target over 2,048 bytes counts as none, and routes that lead nowhere do not look at one', async () => {
  const long = `${SITE_URL}/${'a'.repeat(2_048)}`;
  const link = `/verify?type=signup&token=${HASH}`;
  assert.is(location(await stack.get(`${link}&redirect_to=${long}`)).split('#')[0], SITE_URL);
  assert.is(location(await stack.get(link, { redirect_to: long })).split('#')[0], SITE_URL);
  assert.is(location(await stack.get(link, { Referer: long })).split('#')[0], SITE_URL);
  const told = async (path: string, name: string) => {
    await stack.get(path, { redirect_to: `${SITE_URL}/${name}`, Referer: `${SITE_URL}/${name}` });
    return stack.log().includes(`"referer":"${SITE_URL}/${name}"`);
  };
  assert.is(await told(link, 'seen'), true);
  assert.is(await told('/user', 'not-seen'), false);
  assert.is(await told(`/settings?redirect_to=${SITE_URL}/not-seen`, 'not-seen'), false);
});

test('the session in the fragment is what the tokens say', async () => {
  const email = newEmail();
  await stack.post('/signup', { email, password: PASSWORD });
  const values = fragment(await stack.get((await stack.mail(email)).path));
  const claims = claimsOf(values.get('access_token') ?? '');
  assert.is(values.get('expires_at'), String(claims.exp));
  assert.is(values.get('token_type'), 'bearer');
  assert.is(values.get('sb'), '');
  const answer = await stack.post('/token?grant_type=refresh_token', { refresh_token: values.get('refresh_token') });
  assert.is(answer.status, 200);
  assert.is(answer.body.token_type, 'bearer');
});

test('the access token: header and claims, no more and no less', async () => {
  const { email, id, access_token } = await confirmedUser(stack);
  const header = JSON.parse(Buffer.from(access_token.split('.')[0] ?? '', 'base64url').toString());
  assert.equal(header, { alg: 'HS256', typ: 'JWT' });
  const claims = claimsOf(access_token);
  const { iat, exp, session_id, amr, ...rest } = claims as Record<string, never>;
  assert.is(Number(exp) - Number(iat), 3600);
  assert.match(String(session_id), /^[0-9a-f-]{36}$/);
  assert.equal(amr, [{ method: 'otp', timestamp: iat }]);
  assert.equal(rest, {
    aud: 'authenticated',
    sub: id,
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { sub: id, email, email_verified: true, phone_verified: false },
    role: 'authenticated',
    aal: 'aal1',
    is_anonymous: false,
  });
  const { body } = await stack.get('/user', bearer(access_token));
  assert.is(body.last_sign_in_at, body.email_confirmed_at);
});

test('another audience finds nobody by address, and a token is bound to its own', async () => {
  const { email, password, access_token } = await confirmedUser(stack);
  const elsewhere = { 'X-JWT-AUD': 'elsewhere' };
  const signIn = await stack.post('/token?grant_type=password', { email, password }, elsewhere);
  assert.is(signIn.body.error_code, 'invalid_credentials');
  const user = await stack.get('/user', { ...bearer(access_token), ...elsewhere });
  assert.is(user.status, 400);
  assert.is(user.body.msg, "Token audience doesn't match request audience");
});

test.run();
