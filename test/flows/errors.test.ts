// Errors as auth-js reads them: code, status and message, weak passwords, and both error formats.
import { AuthWeakPasswordError, isAuthApiError } from '@supabase/auth-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertClientError, createClient } from '../support/clients/client.ts';
import { bearer, confirmedUser, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({ worker: true });
const strict = await stack.another({
  SVC_PASSWORD_MIN_LENGTH: '8',
  SVC_PASSWORD_REQUIRED_CHARACTERS: 'abc:0123',
  SVC_DISABLE_SIGNUP: 'true',
});
const picky = await stack.another({
  SVC_PASSWORD_MIN_LENGTH: '30',
  SVC_PASSWORD_REQUIRED_CHARACTERS: 'xyz:0123',
  SVC_MAILER_AUTOCONFIRM: 'true',
});
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
const client = () => createClient(stack.url).auth;

test('sign-up: address, password, anonymous, phone, switched off', async () => {
  const email = newEmail();
  assertClientError(await client().signUp({ email: 'nobody', password: PASSWORD }), [
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ]);
  assertClientError(await client().signUp({ email, password: '' }), [
    400,
    'validation_failed',
    'Signup requires a valid password',
  ]);
  assertClientError(await client().signInAnonymously(), [
    422,
    'anonymous_provider_disabled',
    'Anonymous sign-ins are disabled',
  ]);
  assertClientError(await client().signUp({ phone: '+49 170 1234567', password: PASSWORD }), [
    400,
    'phone_provider_disabled',
    'Phone signups are disabled',
  ]);
  assertClientError(await createClient(strict.url).auth.signUp({ email, password: PASSWORD }), [
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
  ]);
});

test('a weak password is an error of its own kind, with reasons, in both formats', async () => {
  const email = newEmail();
  const error = assertClientError(await client().signUp({ email, password: 'abc' }), [
    422,
    'weak_password',
    'Password should be at least 6 characters.',
  ]);
  assert.ok(error instanceof AuthWeakPasswordError);
  assert.equal(error.reasons, ['length']);
  const both = await createClient(picky.url).auth.signUp({ email, password: 'ab' });
  assert.ok(both.error instanceof AuthWeakPasswordError);
  assert.equal(both.error.reasons, ['length', 'characters']);
  assert.is(
    both.error.message,
    'Password should be at least 30 characters. Password should contain at least one character of each: xyz, 0123.',
  );
  const old = await stack.post('/signup', { email, password: 'abc' });
  assert.equal(old.body, {
    code: 422,
    error_code: 'weak_password',
    msg: 'Password should be at least 6 characters.',
    weak_password: { reasons: ['length'] },
  });
});

test('a weak password signs in with a warning', async () => {
  const { email, password } = await confirmedUser(stack);
  const { data, error } = await createClient(picky.url).auth.signInWithPassword({ email, password });
  assert.is(error, null);
  assert.equal(data.weakPassword?.reasons, ['length', 'characters']);
  assert.match(data.weakPassword?.message ?? '', /^Password should be at least 30 characters\./);
});

test('sign-in: wrong, unknown, nothing given', async () => {
  const { email } = await confirmedUser(stack);
  const wrong = [400, 'invalid_credentials', 'Invalid login credentials'] as const;
  const error = assertClientError(await client().signInWithPassword({ email, password: 'wrong' }), wrong);
  assert.ok(isAuthApiError(error));
  assertClientError(await client().signInWithPassword({ email: newEmail(), password: 'wrong' }), wrong);
  assertClientError(await client().signInWithPassword({ email: '', password: 'wrong' }), [
    400,
    'validation_failed',
    'missing email or phone',
  ]);
  assertClientError(await client().signInWithPassword({ phone: '491', password: 'wrong' }), [
    422,
    'phone_provider_disabled',
    'Phone logins are disabled',
  ]);
  const unknown = await stack.post('/token?grant_type=banana', {});
  assert.equal(unknown.body, { code: 400, error_code: 'invalid_credentials', msg: 'unsupported_grant_type' });
});

test('verifyOtp: wrong code, bad address, bad number, nothing to verify', async () => {
  assertClientError(await client().verifyOtp({ email: newEmail(), token: '123456', type: 'email' }), [
    403,
    'otp_expired',
    'Token has expired or is invalid',
  ]);
  assertClientError(await client().verifyOtp({ email: 'nobody', token: '123456', type: 'email' }), [
    422,
    'validation_failed',
    'Invalid email format',
  ]);
  assertClientError(await client().verifyOtp({ phone: '+0', token: '123456', type: 'sms' }), [
    400,
    'validation_failed',
    'Invalid phone number format (E.164 required)',
  ]);
  assertClientError(await client().verifyOtp({ token_hash: 'f'.repeat(56), type: 'email' }), [
    403,
    'otp_expired',
    'Email link is invalid or has expired',
  ]);
  const more = await stack.post('/verify', { type: 'signup', token_hash: 'f'.repeat(56), email: newEmail() });
  assert.is(more.body.msg, 'Only the token_hash and type should be provided');
});

test('refreshSession: no shape, another key, the opaque form of older servers', async () => {
  const refresh = (refresh_token: string) => client().refreshSession({ refresh_token });
  const malformed = [400, 'validation_failed', 'Refresh token is not valid'] as const;
  const unknown = [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'] as const;
  const { refresh_token } = await confirmedUser(stack);
  for (const text of ['short', 'ABCDEFGHIJKL', `${refresh_token}x`, `${refresh_token.slice(0, -1)}!`]) {
    assertClientError(await refresh(text), malformed);
  }
  const other = refresh_token.endsWith('A') ? 'B' : 'A';
  assertClientError(await refresh(refresh_token.slice(0, -1) + other), unknown);
  assertClientError(await refresh('abcdefgh2345'), unknown);
});

test('getUser: garbage, another signature, no header; both formats of an error', async () => {
  const { access_token } = await confirmedUser(stack);
  assertClientError(await client().getUser('garbage'), [
    403,
    'bad_jwt',
    /^invalid JWT: unable to parse or verify signature, token is malformed/,
  ]);
  const forged = `${access_token.slice(0, -4)}AAAA`;
  assertClientError(await client().getUser(forged), [
    403,
    'bad_jwt',
    /^invalid JWT: unable to parse or verify signature/,
  ]);
  const none = await stack.get('/user');
  assert.is(none.status, 401);
  assert.equal(none.body, {
    code: 401,
    error_code: 'no_authorization',
    msg: 'This endpoint requires a valid Bearer token',
  });
  const newer = await stack.get('/user', { 'X-Supabase-Api-Version': '2024-01-01' });
  assert.equal(newer.body, { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' });
  assert.is(newer.headers.get('x-supabase-api-version'), '2024-01-01');
  assert.is(newer.headers.get('x-sb-error-code'), 'no_authorization');
  const fine = await stack.get('/user', { ...bearer(access_token), 'X-Supabase-Api-Version': '2024-01-01' });
  assert.is(fine.status, 200);
  assert.is(fine.headers.get('x-supabase-api-version'), null);
});

test('a banned user is rejected everywhere, and sign-in reports the ban only to the authenticated user', async () => {
  const { email, password, id, access_token, refresh_token } = await confirmedUser(stack);
  await stack.db.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`;
  assertClientError(await client().signInWithPassword({ email, password }), [400, 'user_banned', 'User is banned']);
  assertClientError(await client().signInWithPassword({ email, password: 'wrong' }), [
    400,
    'invalid_credentials',
    'Invalid login credentials',
  ]);
  assertClientError(await client().getUser(access_token), [403, 'user_banned', 'User is banned']);
  assertClientError(await client().refreshSession({ refresh_token }), [
    400,
    'user_banned',
    'Invalid Refresh Token: User Banned',
  ]);
  const { error } = await client().resetPasswordForEmail(email);
  assert.is(error, null);
  const link = await stack.get((await stack.mail(email, 2)).path);
  assert.match(
    link.headers.get('location') ?? '',
    /#error=access_denied&error_code=user_banned&error_description=User\+is\+banned&sb=$/,
  );
  await stack.db.sql`update auth.users set banned_until = null where id = ${id}`;
  const { error: after } = await client().refreshSession({ refresh_token });
  assert.is(after, null);
});

test.run();
