// updateUser and reauthenticate with auth-js: metadata, passwords, the nonce, and sessions that a new password revokes.
import { isAuthWeakPasswordError } from '@supabase/auth-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertClientError, type Client, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { bearer, confirmedUser, newEmail, readRedirectFragment, startStack } from '../support/processes/stack.ts';

const stack = await startStack();
const careful = await stack.another({ SVC_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true' });
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
const NEW = 'quite another one';

async function createSignedInUser(url = stack.url): Promise<Client & { email: string; id: string }> {
  const { email, id } = await confirmedUser(stack);
  const client = createClient(url);
  expectData(await client.auth.signInWithPassword({ email, password: PASSWORD }));
  return { ...client, email, id };
}
const signIn = async (email: string, password: string) => {
  const client = createClient(stack.url);
  return { client, answer: await client.auth.signInWithPassword({ email, password }) };
};

test('data: merged, null deletes, the client’s session carries the new user, a refresh the new claims', async () => {
  const { auth, id } = await createSignedInUser();
  expectData(await auth.updateUser({ data: { color: 'red', size: { w: 1 } } }));
  const { user } = expectData(await auth.updateUser({ data: { color: null, size: { h: 2 } } }));
  assert.is(user.id, id);
  assert.not.ok('color' in user.user_metadata);
  assert.equal(user.user_metadata.size, { h: 2 });
  assert.ok(Array.isArray(user.identities));
  const session = sessionOf(await auth.getSession());
  assert.equal(session.user.user_metadata, user.user_metadata);
  assert.equal(sessionOf(await auth.refreshSession()).user.user_metadata, user.user_metadata);
});

test('a new password: the current session stays, all others end, the old password is invalid', async () => {
  const mine = await createSignedInUser();
  const other = (await signIn(mine.email, PASSWORD)).client;
  expectData(await mine.auth.updateUser({ password: NEW }));
  assertClientError(await other.auth.refreshSession(), [
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  ]);
  sessionOf(await mine.auth.refreshSession());
  assertClientError((await signIn(mine.email, PASSWORD)).answer, [
    400,
    'invalid_credentials',
    'Invalid login credentials',
  ]);
  sessionOf((await signIn(mine.email, NEW)).answer);
});

test('the same password, weak ones and too long a one', async () => {
  const { auth } = await createSignedInUser();
  assertClientError(await auth.updateUser({ password: PASSWORD }), [
    422,
    'same_password',
    'New password should be different from the old password.',
  ]);
  for (const password of ['', 'short']) {
    const error = assertClientError(await auth.updateUser({ password }), [
      422,
      'weak_password',
      'Password should be at least 6 characters.',
    ]);
    assert.ok(isAuthWeakPasswordError(error) && error.reasons.join() === 'length');
  }
  assertClientError(await auth.updateUser({ password: '€'.repeat(25) }), [
    400,
    'validation_failed',
    'Password cannot be longer than 72 characters',
  ]);
});

test('links and codes requested before the change are invalid after it', async () => {
  const { auth, email } = await createSignedInUser();
  expectData(await auth.resetPasswordForEmail(email));
  const recovery = await stack.mail(email, 2);
  const next = newEmail();
  expectData(await auth.updateUser({ email: next }));
  const [current, fresh] = [await stack.mail(email, 3), await stack.mail(next)];
  expectData(await auth.updateUser({ password: NEW }));
  for (const { path } of [recovery, current, fresh]) {
    assert.is(readRedirectFragment(await stack.get(path)).get('error_code'), 'otp_expired');
  }
  const anonymous = createClient(stack.url).auth;
  const expired = [403, 'otp_expired', 'Token has expired or is invalid'] as const;
  assertClientError(await anonymous.verifyOtp({ email, token: recovery.code, type: 'recovery' }), expired);
  assertClientError(await anonymous.verifyOtp({ email: next, token: fresh.code, type: 'email_change' }), expired);
});

test('with the setting on: no nonce, a wrong one, the right one, and that one again', async () => {
  const { auth, email } = await createSignedInUser(careful.url);
  assertClientError(await auth.updateUser({ password: NEW }), [
    400,
    'reauthentication_needed',
    'Password update requires reauthentication',
  ]);
  const wrong = [422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'] as const;
  assertClientError(await auth.updateUser({ password: NEW, nonce: '000000' }), wrong);
  expectData(await auth.reauthenticate());
  const mail = await stack.mail(email, 2);
  assert.is(mail.parsed.subject, 'Confirm reauthentication');
  assert.match(mail.code, /^\d{6}$/);
  assert.is(mail.path, '', 'there is no link in it');
  assertClientError(await auth.reauthenticate(), [
    429,
    'over_email_send_rate_limit',
    /^For security purposes, you can only request this after \d+ seconds\.$/,
  ]);
  expectData(await auth.updateUser({ data: { a: 1 } }));
  expectData(await auth.updateUser({ password: NEW, nonce: mail.code }));
  assertClientError(await auth.updateUser({ password: 'one more of them', nonce: mail.code }), wrong);
  sessionOf((await signIn(email, NEW)).answer);
});

test('a nonce does not sign in, and a sign-in code is no nonce', async () => {
  const { auth, email } = await createSignedInUser(careful.url);
  expectData(await auth.reauthenticate());
  const { code } = await stack.mail(email, 2);
  for (const type of ['email', 'recovery', 'magiclink', 'signup', 'email_change'] as const) {
    assertClientError(await createClient(stack.url).auth.verifyOtp({ email, token: code, type }), [
      403,
      'otp_expired',
      'Token has expired or is invalid',
    ]);
  }
  const answer = await stack.post('/verify', { type: 'reauthentication', email, token: code });
  assert.equal([answer.status, answer.body.msg], [400, 'Unsupported verification type']);
  expectData(await createClient(stack.url).auth.signInWithOtp({ email }));
  const magic = await stack.mail(email, 3);
  assertClientError(await auth.updateUser({ password: NEW, nonce: magic.code }), [
    422,
    'reauthentication_not_valid',
    'Nonce has expired or is invalid',
  ]);
});

test("without an SMS gateway a phone cannot be changed, nor another user's address taken; neither attempt changes anything", async () => {
  const { auth, email } = await createSignedInUser();
  const other = await createSignedInUser();
  const { error } = await auth.updateUser({ phone: '+49 170 1', data: { a: 1 } });
  assert.equal([error?.status, error?.message], [500, 'Unable to get SMS provider']);
  assertClientError(await auth.updateUser({ email: other.email.toUpperCase(), password: NEW }), [
    422,
    'email_exists',
    'A user with this email address has already been registered',
  ]);
  const { user } = expectData(await auth.getUser());
  assert.equal([user.user_metadata.a, user.new_email], [undefined, undefined]);
  sessionOf((await signIn(email, PASSWORD)).answer);
});

test('PUT /user over HTTP: no token, a bad body, nulls; the user comes bare', async () => {
  const { access_token } = await confirmedUser(stack);
  const put = (body: unknown, headers: Record<string, string> = bearer(access_token)) =>
    stack.request('PUT', '/user', body, headers);
  assert.is((await put({}, {})).status, 401);
  for (const body of ['', '[]', '{', { data: [] }, { password: 1 }, { app_metadata: 'x' }]) {
    const answer = await put(body);
    assert.equal([answer.status, answer.body.error_code], [400, 'bad_json'], JSON.stringify(body));
  }
  assert.is((await put({ data: null, email: null, password: null, code_challenge: null })).status, 200);
  const answer = await put({ data: { a: '<b>&' } });
  assert.is(answer.headers.get('cache-control'), 'no-store');
  assert.equal((answer.body.user_metadata as Record<string, unknown>).a, '<b>&');
  assert.equal(Object.keys(answer.body).includes('user'), false, 'the user is not wrapped');
});

test.run();
