// The main flow with auth-js: sign-up, mail, verification by link, code and hash, sign-in, user, refresh, sign-out.
import { isAuthApiError } from '@supabase/auth-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertClientError, claimsOf, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { newEmail, readRedirectFragment, SITE_URL, startStack } from '../support/processes/stack.ts';

const stack = await startStack();
const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';

test('sign-up by link: the mail, the redirect, a session the client can set, sign-in with the password', async () => {
  const { auth } = createClient(stack.url);
  const email = newEmail();
  const options = { data: { color: 'red' }, emailRedirectTo: `${SITE_URL}/welcome?x=1` };
  const signedUp = expectData(await auth.signUp({ email, password: PASSWORD, options }));
  assert.is(signedUp.session, null);
  assert.is(signedUp.user?.email, email);
  assert.is(signedUp.user?.user_metadata.color, 'red');
  assert.is(signedUp.user?.identities?.length, 1);
  assertClientError(await auth.signInWithPassword({ email, password: PASSWORD }), [
    400,
    'email_not_confirmed',
    'Email not confirmed',
  ]);

  const mail = await stack.mail(email);
  assert.is(mail.parsed.subject, 'Confirm Your Signup');
  assert.match(mail.path, /^\/verify\?token=[0-9a-f]{56}&type=signup&redirect_to=/);
  const followed = await stack.get(mail.path);
  assert.is(followed.status, 303);
  const location = followed.headers.get('location') ?? '';
  assert.ok(location.startsWith(`${SITE_URL}/welcome?x=1#access_token=`), location);
  const keys = [...readRedirectFragment(followed).keys()];
  assert.equal(keys, ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type']);
  const values = Object.fromEntries(readRedirectFragment(followed)) as Record<string, string>;
  assert.is(values.type, 'signup');
  assert.is(values.expires_in, '3600');
  const session = sessionOf(
    await auth.setSession({ access_token: values.access_token ?? '', refresh_token: values.refresh_token ?? '' }),
  );
  assert.is(session.user.id, signedUp.user?.id);
  assert.ok(session.user.email_confirmed_at);
  assert.is(claimsOf(session.access_token).aud, 'authenticated');
  assert.is(claimsOf(session.access_token).role, 'authenticated');

  const again = readRedirectFragment(await stack.get(mail.path));
  assert.equal(Object.fromEntries(again), {
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  });
  const second = createClient(stack.url);
  const signedIn = expectData(await second.auth.signInWithPassword({ email, password: PASSWORD }));
  assert.is(signedIn.user.id, signedUp.user?.id);
  assert.is(signedIn.weakPassword, undefined);
  assert.is(signedIn.session.expires_in, 3600);
});

test('sign-up by the typed code and by the hash of the link, as types signup and email', async () => {
  for (const type of ['signup', 'email'] as const) {
    for (const by_hash of [false, true]) {
      const { auth } = createClient(stack.url);
      const email = newEmail();
      expectData(await auth.signUp({ email, password: PASSWORD }));
      const { code, token } = await stack.mail(email);
      assert.match(code, /^\d{6}$/);
      const answer = await auth.verifyOtp(by_hash ? { token_hash: token, type } : { email, token: code, type });
      const session = sessionOf(answer);
      assert.is(session.user.email, email);
      assert.equal(
        (claimsOf(session.access_token).amr as { method: string }[]).map((entry) => entry.method),
        ['otp'],
      );
      const used = await auth.verifyOtp(by_hash ? { token_hash: token, type } : { email, token: code, type });
      assertClientError(used, [
        403,
        'otp_expired',
        by_hash ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
      ]);
    }
  }
});

test("the bare form: the link's token as token, the type in the answer", async () => {
  const email = newEmail();
  await stack.post('/signup', { email, password: PASSWORD });
  const { token } = await stack.mail(email);
  const answer = await stack.post('/verify', { type: 'signup', token });
  assert.is(answer.status, 200);
  assert.is(answer.body.type, 'signup');
  assert.ok(answer.body.access_token);
  assert.is(answer.headers.get('cache-control'), 'no-store');
});

test('autoconfirm: sign-up signs in, sends nothing, and returns an error when repeated', async () => {
  const { auth } = createClient(auto.url);
  const email = newEmail();
  const session = sessionOf(await auth.signUp({ email, password: PASSWORD }));
  assert.is(session.user.email, email);
  assert.ok(session.user.confirmed_at);
  assert.is(expectData(await auth.getUser()).user?.id, session.user.id);
  assertClientError(await auth.signUp({ email, password: PASSWORD }), [
    422,
    'user_already_exists',
    /^User already registered/,
  ]);
  const [messages] = await stack.db.sql`select count(*)::int as n from auth.messages where to_address = ${email}`;
  assert.is(messages?.n, 0);
});

test('getUser and refreshSession: the same user, a new pair of tokens, last_sign_in_at unchanged', async () => {
  const { auth, storage } = createClient(auto.url);
  const first = sessionOf(await auth.signUp({ email: newEmail(), password: PASSWORD }));
  const user = expectData(await auth.getUser()).user;
  assert.equal(user, { ...first.user, updated_at: user?.updated_at });
  const second = sessionOf(await auth.refreshSession());
  assert.is.not(second.refresh_token, first.refresh_token);
  assert.is(second.user.last_sign_in_at, first.user.last_sign_in_at);
  assert.is(claimsOf(second.access_token).session_id, claimsOf(first.access_token).session_id);
  assert.equal(claimsOf(second.access_token).amr, claimsOf(first.access_token).amr);
  const kept = JSON.parse([...storage.values()].find((value) => value.includes('refresh_token')) ?? '{}');
  assert.is(kept.refresh_token, second.refresh_token);
  const { data } = await auth.getClaims();
  assert.is(data?.claims.sub, first.user.id, 'an HS256 token is checked by asking GET /user');
});

test('signOut: local, others and global, as the remaining sessions show', async () => {
  const email = newEmail();
  const first = createClient(auto.url);
  sessionOf(await first.auth.signUp({ email, password: PASSWORD }));
  const signIn = async () => {
    const client = createClient(auto.url);
    sessionOf(await client.auth.signInWithPassword({ email, password: PASSWORD }));
    return client;
  };
  const gone = [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'] as const;
  const [second, third] = [await signIn(), await signIn()];
  const token = sessionOf(await second.auth.refreshSession());
  assert.is((await second.auth.signOut({ scope: 'local' })).error, null);
  assert.is(second.storage.size, 0);
  assertClientError(await createClient(auto.url).auth.refreshSession({ refresh_token: token.refresh_token }), gone);
  sessionOf(await third.auth.refreshSession());

  assert.is((await first.auth.signOut({ scope: 'others' })).error, null);
  assertClientError(await third.auth.refreshSession(), gone);
  const left = sessionOf(await first.auth.refreshSession());

  const fourth = await signIn();
  assert.is((await first.auth.signOut()).error, null);
  assertClientError(await fourth.auth.refreshSession(), gone);
  const { data, error } = await createClient(auto.url).auth.getUser(left.access_token);
  assert.is(error, null);
  assert.is(data.user?.email, email, 'an access token lives until it expires');
});

test('POST /logout answers 204 without a body, and 403 to the token of a session that has ended', async () => {
  const { auth } = createClient(auto.url);
  const email = newEmail();
  await auth.signUp({ email, password: PASSWORD });
  let headers = {};
  for (const path of ['/logout?scope=local', '/logout', '/logout?scope=']) {
    const { access_token } = sessionOf(await auth.signInWithPassword({ email, password: PASSWORD }));
    headers = { Authorization: `bearer ${access_token}`, 'Content-Type': 'application/json' };
    const answer = await auto.request('POST', path, undefined, headers);
    assert.is(answer.status, 204);
    assert.is(answer.text, '');
    assert.is(answer.headers.get('content-type'), null);
    const again = await auto.request('POST', path, undefined, headers);
    assert.equal([again.status, again.body.error_code], [403, 'session_not_found']);
  }
  const { access_token } = sessionOf(await auth.signInWithPassword({ email, password: PASSWORD }));
  headers = { Authorization: `bearer ${access_token}` };
  const answer = await auto.request('POST', '/logout?scope=all', undefined, headers);
  assert.is(answer.body.msg, 'Unsupported logout scope "all"');
});

test('with strict sessions a signed-out access token is invalid at once, and the client discards it', async () => {
  const strict = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true', SVC_SECURITY_STRICT_SESSIONS: 'true' });
  const client = createClient(strict.url);
  const session = sessionOf(await client.auth.signUp({ email: newEmail(), password: PASSWORD }));
  await strict.post('/logout', undefined, { Authorization: `Bearer ${session.access_token}` });
  const { error } = await client.auth.getUser();
  assert.is(isAuthApiError(error), false, 'auth-js makes a missing session of it');
  assert.is(error?.name, 'AuthSessionMissingError');
  assert.is(client.storage.size, 0);
});

test.run();
