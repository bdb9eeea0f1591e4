// Bans apply to passwords, refresh tokens, links, codes and the routes of a user, are disclosed only to the
// authenticated user, and end at their time.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ROUTES } from '../../gateway/routes/table.ts';
import { FEATURES } from '../security/routes.ts';
import { createAdmin, SERVICE } from '../support/clients/admin.ts';
import { assertClientError, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { shiftClock } from '../support/database/clock.ts';
import {
  bearer,
  confirmedUser,
  newEmail,
  readRedirectFragment,
  type SentMail,
  startStack,
} from '../support/processes/stack.ts';

const stack = await startStack({
  env: {
    ...FEATURES,
    SVC_EXTERNAL_GITHUB_ENABLED: 'true',
    SVC_EXTERNAL_GITHUB_CLIENT_ID: 'client',
    SVC_EXTERNAL_GITHUB_SECRET: 'secret',
    SVC_EXTERNAL_GITHUB_REDIRECT_URI: 'http://127.0.0.1/callback',
  },
});
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
const admin = createAdmin(stack.url);
const ban = async (id: string, ban_duration = '24h') =>
  expectData(await admin.updateUserById(id, { ban_duration })).user;
const FORBIDDEN = [403, 'user_banned', 'User is banned'] as const;

test('every route of a user rejects a token issued before, at once, with any body; none writes', async () => {
  const user = await confirmedUser(stack);
  await ban(user.id);
  // Excludes the merge route, where the gateway requires a second token before the SQL call, and routes whose
  // authorization id is decrypted before the SQL call.
  const elsewhere = /^\/user\/merge$|\{authorization_id\}/;
  const routes = ROUTES.filter(({ auth, calls, path }) => auth === 'user' && calls.length > 0 && !elsewhere.test(path));
  assert.ok(routes.length >= 4);
  const before = await stack.db.sql`select count(*)::int as n from auth.audit_log`;
  for (const { method, path } of routes) {
    for (const body of method === 'GET' ? [undefined] : [{}, { password: 'quite another one', data: { a: 1 } }]) {
      const query = path.endsWith('/authorize') ? '?provider=github' : '';
      const answer = await stack.request(method, path + query, body, bearer(user.access_token));
      const { code, error_code, msg } = answer.body;
      assert.equal([answer.status, code, error_code, msg], [403, 403, 'user_banned', 'User is banned'], path);
    }
  }
  assert.equal(await stack.db.sql`select count(*)::int as n from auth.audit_log`, before);
});

test('the password grant: reports the ban only after the right password', async () => {
  const user = await confirmedUser(stack);
  await ban(user.id);
  const signIn = (password: string) => createClient(stack.url).auth.signInWithPassword({ email: user.email, password });
  assertClientError(await signIn('wrong one here'), [400, 'invalid_credentials', 'Invalid login credentials']);
  assertClientError(await signIn(PASSWORD), [400, 'user_banned', 'User is banned']);
});

test('the refresh grant: rejected, no session is lost, and it works again after the ban', async () => {
  const user = await confirmedUser(stack);
  // A new client each time, because a client remembers for a while that a refresh token was rejected.
  const refresh = () => createClient(stack.url).auth.refreshSession({ refresh_token: user.refresh_token });
  await ban(user.id);
  assertClientError(await refresh(), [400, 'user_banned', 'Invalid Refresh Token: User Banned']);
  await ban(user.id, 'none');
  sessionOf(await refresh());
});

test('links and codes requested before or during the ban: rejected, not consumed, and valid after it', async () => {
  const user = await confirmedUser(stack);
  const { auth } = createClient(stack.url);
  expectData(await auth.resetPasswordForEmail(user.email));
  const mail = await stack.mail(user.email, 2);
  await ban(user.id);
  const location = readRedirectFragment(await stack.get(mail.path));
  assert.equal(Object.fromEntries(location), {
    error: 'access_denied',
    error_code: 'user_banned',
    error_description: 'User is banned',
    sb: '',
  });
  const { email } = user;
  assertClientError(await auth.verifyOtp({ email, token: mail.code, type: 'recovery' }), FORBIDDEN);
  assertClientError(await auth.verifyOtp({ token_hash: mail.token, type: 'recovery' }), FORBIDDEN);
  assertClientError(await auth.verifyOtp({ email, token: '000000', type: 'recovery' }), [
    403,
    'otp_expired',
    /expired/,
  ]);
  await shiftClock(stack.db, 61);
  expectData(await auth.signInWithOtp({ email }));
  const later = await stack.mail(email, 3);
  assertClientError(await auth.verifyOtp({ email, token: later.code, type: 'email' }), FORBIDDEN);
  await ban(user.id, 'none');
  sessionOf(await auth.verifyOtp({ email, token: later.code, type: 'email' }));
  await shiftClock(stack.db);
});

test('an unconfirmed sign-up: the same; a change of e-mail does not survive the ban', async () => {
  const email = newEmail();
  const { auth } = createClient(stack.url);
  const { user } = expectData(await auth.signUp({ email, password: PASSWORD }));
  await ban(String(user?.id));
  const mail = await stack.mail(email);
  assertClientError(await auth.verifyOtp({ email, token: mail.code, type: 'signup' }), FORBIDDEN);
  assertClientError(await auth.signInWithPassword({ email, password: PASSWORD }), [
    400,
    'user_banned',
    'User is banned',
  ]);

  const known = await confirmedUser(stack);
  const next = newEmail();
  await stack.request('PUT', '/user', { email: next }, bearer(known.access_token));
  const mails: SentMail[] = [await stack.mail(known.email, 2), await stack.mail(next)];
  for (const duration of ['24h', 'none']) {
    await ban(known.id, duration);
    for (const { path } of mails)
      assert.is(readRedirectFragment(await stack.get(path)).get('error_code'), 'otp_expired');
  }
});

test('the PKCE grant rejects a code from before the ban, and reports the ban to the holder of its verifier', async () => {
  const user = await confirmedUser(stack);
  const { auth } = createClient(stack.url, { flowType: 'pkce' });
  expectData(await auth.signInWithOtp({ email: user.email }));
  const { path } = await stack.mail(user.email, 2);
  const code = new URL((await stack.get(path)).headers.get('location') ?? '').searchParams.get('code') ?? '';
  const verifier = { auth_code: code, code_verifier: 'x'.repeat(50) };
  await ban(user.id);
  const blind = await stack.post('/token?grant_type=pkce', verifier);
  assert.is(blind.body.error_code, 'bad_code_verifier', 'only a client with the verifier learns of the ban');
  assertClientError(await auth.exchangeCodeForSession(code), FORBIDDEN);
});

test('uniform responses reveal nothing of a ban, and mails are sent as usual', async () => {
  const user = await confirmedUser(stack);
  await ban(user.id);
  for (const [count, path] of [
    [2, '/otp'],
    [3, '/recover'],
  ] as const) {
    await stack.db.sql`delete from auth.attempts`;
    assert.is((await stack.post(path, { email: user.email })).status, 200);
    await stack.mail(user.email, count);
  }
  assert.is((await stack.post('/signup', { email: user.email, password: 'some other one' })).status, 200);
});

test('administrators can change a banned user like any other, and see the end of the ban', async () => {
  const user = await confirmedUser(stack);
  const { banned_until } = await ban(user.id, '1h30m');
  const left = Date.parse(String(banned_until)) - Date.now();
  assert.ok(left > 5_380_000 && left <= 5_400_000, String(left));
  assert.is(expectData(await admin.getUserById(user.id)).user.banned_until, banned_until);
  expectData(await admin.updateUserById(user.id, { password: 'quite another one' }));
  assert.is((await stack.get('/admin/users', SERVICE)).status, 200);
  assert.is((await ban(user.id, '0')).banned_until, undefined);
  for (const ban_duration of ['1d', '10', 'forever', '1h ']) {
    assertClientError(await admin.updateUserById(user.id, { ban_duration }), [
      400,
      'validation_failed',
      /^invalid format for ban duration: time: /,
    ]);
  }
});

test('a ban expires by itself; the token from before works again', async () => {
  const user = await confirmedUser(stack);
  await ban(user.id, '30s');
  assert.is((await stack.get('/user', bearer(user.access_token))).status, 403);
  await shiftClock(stack.db, 31);
  const answer = await stack.get('/user', bearer(user.access_token));
  await shiftClock(stack.db);
  assert.is(answer.status, 200);
  assert.ok(answer.body.banned_until, 'which stays visible');
});

test.run();
