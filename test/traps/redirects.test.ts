// Traps of the contract's appendix A: where links lead and what their addresses say, T63 to T72.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../flows/admin.ts';
import { bearer, confirmedUser, fragment, newEmail, SITE_URL, type Stack, startStack } from '../support/stack.ts';

const PASSWORD = 'correct horse battery';
let stack: Stack;
test.before(async () => {
  stack = await startStack({
    env: {
      SVC_SMTP_MAX_FREQUENCY: '1ms',
      SVC_URI_ALLOW_LIST: 'https://*.example.com,http://other.test:3000/*,https://x.test/**',
    },
  });
});
test.after(() => stack.close());

async function asked(path: string, email: string, mails = 1) {
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
  const { path } = await asked('/otp', newEmail());
  const answer = await stack.get(path);
  assert.is(answer.status, 303);
  const values = fragment(answer);
  const names = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'];
  assert.equal([...values.keys()], names);
  assert.is(values.get('sb'), '');
  assert.is(values.get('type'), 'signup');
});

/** A member of a fragment, its escapes undone once. */
function decodedOnce(location: string | null, name: string): string {
  const [, raw = ''] = new RegExp(`[#&]${name}=([^&]*)`).exec(location ?? '') ?? [];
  return decodeURIComponent(raw.replaceAll('+', ' '));
}

test('T66 errors and messages in a redirect are encoded once', async () => {
  const { headers } = await stack.get('/verify?type=signup&token=x');
  assert.is(decodedOnce(headers.get('location'), 'error_description'), 'Email link is invalid or has expired');
  const { access_token } = await confirmedUser(stack);
  const next = newEmail();
  await stack.request('PUT', '/user', { email: next }, bearer(access_token));
  const half = await stack.get((await stack.mail(next)).path);
  assert.is(
    decodedOnce(half.headers.get('location'), 'message'),
    'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  );
});

test('T67 redirect_to in a body counts on no route that mails a link; in the query it does', async () => {
  const target = 'https://a.example.com';
  const known = () => confirmedUser(stack);
  const unconfirmed = async () => {
    const email = newEmail();
    await asked('/otp', email);
    return { email };
  };
  const nobody = async () => ({ email: newEmail() });
  // Path, body, who is asked for, how many mails came before, and the headers.
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

async function target(redirect_to: string, headers?: Record<string, string>) {
  const email = newEmail();
  const path = `/otp?redirect_to=${encodeURIComponent(redirect_to)}`;
  assert.is((await stack.post(path, { email }, headers)).status, 200);
  return new URLSearchParams((await stack.mail(email)).path.split('?')[1]).get('redirect_to');
}

test('T68 to T70 an invalid target falls back silently; globs stop at separators and see the query', async () => {
  assert.is(await target('https://evil.test/'), SITE_URL);
  assert.is(await target('https://evil.test/', { Referer: 'https://a.example.com' }), 'https://a.example.com');
  assert.is(await target('https://a.example.com'), 'https://a.example.com');
  assert.is(await target('https://a.b.example.com'), SITE_URL);
  assert.is(await target('http://other.test:3000/cb'), 'http://other.test:3000/cb');
  assert.is(await target('http://other.test:3000/a/b'), SITE_URL);
  assert.is(await target('http://other.test:3000/x.html'), SITE_URL);
  assert.is(await target('http://other.test:3000/cb?v=1.2'), SITE_URL);
  assert.is(await target('https://x.test/a?v=1.2'), 'https://x.test/a?v=1.2');
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
