// GET /verify in a browser: errors in the page, errors in a redirect, and the redirect URL.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { claimsOf } from '../support/clients/client.ts';
import {
  type Answer,
  bearer,
  confirmedUser,
  newEmail,
  readRedirectFragment,
  SITE_URL,
  startStack,
} from '../support/processes/stack.ts';

const stack = await startStack({
  env: {
    SVC_SMTP_MAX_FREQUENCY: '1ms',
    SVC_URI_ALLOW_LIST:
      'myapp://**,https://*.example.org/**,https://*.example.com,http://other.test:3000/*,https://x.test/**',
  },
});
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
const HASH = 'f'.repeat(56);
const location = (answer: Answer) => answer.headers.get('location') ?? '';

test('a missing parameter is reported in JSON, without a redirect', async () => {
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

test('an invalid link is reported by a redirect: keys sorted, encoded once, the target’s own query untouched', async () => {
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
      const values = readRedirectFragment(await stack.get(`/verify?type=${type}&token=${text}`));
      assert.is(values.get('error'), 'invalid_request');
      assert.is(values.get('error_code'), 'validation_failed');
      assert.is(values.get('error_description'), 'Invalid email verification type');
    }
  }
});

test('a target that is not allowed falls back: Referer, then SITE_URL; an allowed one of another scheme is used', async () => {
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

test('a target over 2,048 bytes is ignored, and routes without a redirect do not read one', async () => {
  const long = `${SITE_URL}/${'a'.repeat(2_048)}`;
  const link = `/verify?type=signup&token=${HASH}`;
  assert.is(location(await stack.get(`${link}&redirect_to=${long}`)).split('#')[0], SITE_URL);
  assert.is(location(await stack.get(link, { redirect_to: long })).split('#')[0], SITE_URL);
  assert.is(location(await stack.get(link, { Referer: long })).split('#')[0], SITE_URL);
  const redirectsWith = async (path: string, name: string) => {
    await stack.get(path, { redirect_to: `${SITE_URL}/${name}`, Referer: `${SITE_URL}/${name}` });
    return stack.log().includes(`"referer":"${SITE_URL}/${name}"`);
  };
  assert.is(await redirectsWith(link, 'seen'), true);
  assert.is(await redirectsWith('/user', 'not-seen'), false);
  assert.is(await redirectsWith(`/settings?redirect_to=${SITE_URL}/not-seen`, 'not-seen'), false);
});

test('the session in the fragment matches the tokens', async () => {
  const email = newEmail();
  await stack.post('/signup', { email, password: PASSWORD });
  const values = readRedirectFragment(await stack.get((await stack.mail(email)).path));
  const claims = claimsOf(values.get('access_token') ?? '');
  assert.is(values.get('expires_at'), String(claims.exp));
  assert.is(values.get('token_type'), 'bearer');
  assert.is(values.get('sb'), '');
  const answer = await stack.post('/token?grant_type=refresh_token', { refresh_token: values.get('refresh_token') });
  assert.is(answer.status, 200);
  assert.is(answer.body.token_type, 'bearer');
});

test('the access token: exact header and claims', async () => {
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

test('another audience finds no user by address, and a token is bound to its own', async () => {
  const { email, password, access_token } = await confirmedUser(stack);
  const elsewhere = { 'X-JWT-AUD': 'elsewhere' };
  const signIn = await stack.post('/token?grant_type=password', { email, password }, elsewhere);
  assert.is(signIn.body.error_code, 'invalid_credentials');
  const user = await stack.get('/user', { ...bearer(access_token), ...elsewhere });
  assert.is(user.status, 400);
  assert.is(user.body.msg, "Token audience doesn't match request audience");
});

async function requestLink(path: string, email: string, mails = 1) {
  const answer = await stack.post(path, { email });
  assert.is(answer.status, 200, answer.text);
  return stack.mail(email, mails);
}

test('T63 a missing type or token is a page, an invalid token a redirect', async () => {
  for (const path of ['/verify?token=x', '/verify?type=signup', '/verify']) {
    assert.is((await stack.get(path)).status, 400);
  }
  const { status, headers } = await stack.get('/verify?type=signup&token=x');
  assert.is(status, 303);
  assert.ok(headers.get('location')?.startsWith(`${SITE_URL}#`));
});

test('T64 and T65 the success fragment, by 303', async () => {
  const { path } = await requestLink('/otp', newEmail());
  const answer = await stack.get(path);
  assert.is(answer.status, 303);
  const values = readRedirectFragment(answer);
  const names = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'];
  assert.equal([...values.keys()], names);
  assert.is(values.get('sb'), '');
  assert.is(values.get('type'), 'signup');
});

/** Returns a member of a fragment, decoded once. */
function fragmentMember(location: string | null, name: string): string {
  const [, raw = ''] = new RegExp(`[#&]${name}=([^&]*)`).exec(location ?? '') ?? [];
  return decodeURIComponent(raw.replaceAll('+', ' '));
}

test('T66 errors and messages in a redirect are encoded once', async () => {
  const { headers } = await stack.get('/verify?type=signup&token=x');
  assert.is(fragmentMember(headers.get('location'), 'error_description'), 'Email link is invalid or has expired');
  const { access_token } = await confirmedUser(stack);
  const next = newEmail();
  await stack.request('PUT', '/user', { email: next }, bearer(access_token));
  const half = await stack.get((await stack.mail(next)).path);
  assert.is(
    fragmentMember(half.headers.get('location'), 'message'),
    'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  );
});

test('T67 redirect_to in a body is ignored on every route that mails a link; in the query it counts', async () => {
  const target = 'https://a.example.com';
  const known = () => confirmedUser(stack);
  const unconfirmed = async () => {
    const email = newEmail();
    await requestLink('/otp', email);
    return { email };
  };
  const nobody = async () => ({ email: newEmail() });
  // Path, body, recipient, number of earlier mails, and headers.
  const rows: [string, object, () => Promise<{ email: string }>, number, Record<string, string>?][] = [
    ['/signup', { password: PASSWORD }, nobody, 0],
    ['/otp', {}, nobody, 0],
    ['/otp', {}, known, 1],
    ['/magiclink', {}, known, 1],
    ['/recover', {}, known, 1],
    ['/resend', { type: 'signup' }, unconfirmed, 1],
    ['/invite', {}, nobody, 0, SERVICE],
  ];
  for (const [path, body, whom, before, headers] of rows) {
    for (const [query, expected] of [
      ['', SITE_URL],
      [`?redirect_to=${target}`, target],
    ]) {
      const { email } = await whom();
      const inBody = query === '' ? target : `${target}/other`;
      const answer = await stack.post(
        path + query,
        { ...body, email, redirect_to: inBody, redirectTo: inBody },
        headers,
      );
      assert.is(answer.status, 200, answer.text);
      const mail = await stack.mail(email, before + 1);
      assert.is(mail.path.split('redirect_to=')[1], expected, path + query);
    }
  }
  const { access_token } = await confirmedUser(stack);
  const next = newEmail();
  await stack.request('PUT', '/user', { email: next, redirect_to: target }, bearer(access_token));
  assert.is((await stack.mail(next)).path.split('redirect_to=')[1], SITE_URL);
});

async function redirectTargetFor(redirect_to: string, headers?: Record<string, string>) {
  const email = newEmail();
  const path = `/otp?redirect_to=${encodeURIComponent(redirect_to)}`;
  assert.is((await stack.post(path, { email }, headers)).status, 200);
  return new URLSearchParams((await stack.mail(email)).path.split('?')[1]).get('redirect_to');
}

test('T68 to T70 an invalid target falls back silently; globs stop at separators and see the query', async () => {
  assert.is(await redirectTargetFor('https://evil.test/'), SITE_URL);
  assert.is(
    await redirectTargetFor('https://evil.test/', { Referer: 'https://a.example.com' }),
    'https://a.example.com',
  );
  assert.is(await redirectTargetFor('https://a.example.com'), 'https://a.example.com');
  assert.is(await redirectTargetFor('https://a.b.example.com'), SITE_URL);
  assert.is(await redirectTargetFor('http://other.test:3000/cb'), 'http://other.test:3000/cb');
  assert.is(await redirectTargetFor('http://other.test:3000/a/b'), SITE_URL);
  assert.is(await redirectTargetFor('http://other.test:3000/x.html'), SITE_URL);
  assert.is(await redirectTargetFor('http://other.test:3000/cb?v=1.2'), SITE_URL);
  assert.is(await redirectTargetFor('https://x.test/a?v=1.2'), 'https://x.test/a?v=1.2');
});

test('T71 a path with a leading slash replaces that of API_EXTERNAL_URL', async () => {
  const node = await stack.another({ SVC_API_EXTERNAL_URL: 'http://localhost:9999/auth/v1' });
  const email = newEmail();
  await node.post('/otp', { email });
  assert.match((await stack.mail(email)).path, /^\/verify\?/);
});

test('T72 redirect_to is escaped only where it must be: & = and #', async () => {
  const escaped = async (redirect_to: string) => {
    const email = newEmail();
    await stack.post(`/otp?redirect_to=${encodeURIComponent(redirect_to)}`, { email });
    return (await stack.mail(email)).path.split('redirect_to=')[1];
  };
  assert.is(await escaped('https://x.test/a/b?c'), 'https://x.test/a/b?c');
  assert.is(await escaped('https://x.test/a?b=c'), 'https%3A%2F%2Fx.test%2Fa%3Fb%3Dc');
  assert.is(await escaped('https://x.test/a?b&c'), 'https%3A%2F%2Fx.test%2Fa%3Fb%26c');
  assert.is(await escaped('https://x.test/a#b'), 'https%3A%2F%2Fx.test%2Fa%23b');
});

test.run();
