// Mails that users request with auth-js: one-time passwords, magic links, recovery and resend.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertClientError, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { shiftClock } from '../support/database/clock.ts';
import { confirmedUser, newEmail, readRedirectFragment, SITE_URL, startStack } from '../support/processes/stack.ts';

const stack = await startStack();
const limited = await stack.another({ SVC_RATE_LIMIT_EMAIL_SENT: '0' });
test.after(() => stack.close());
test.after.each(() => shiftClock(stack.db));

const client = () => createClient(stack.url).auth;
const LINK = [403, 'otp_expired', 'Email link is invalid or has expired'] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const soon = (seconds: string) =>
  [
    429,
    'over_email_send_rate_limit',
    new RegExp(`^For security purposes, you can only request this after ${seconds} seconds\\.$`),
  ] as const;

test('signInWithOtp: a magic link for a confirmed user, by link and by code', async () => {
  const { email, id } = await confirmedUser(stack);
  const data = expectData(await client().signInWithOtp({ email, options: { emailRedirectTo: `${SITE_URL}/in` } }));
  assert.equal(data, { user: null, session: null });
  const first = await stack.mail(email, 2);
  assert.is(first.parsed.subject, 'Your Magic Link');
  const followed = await stack.get(first.path);
  assert.ok((followed.headers.get('location') ?? '').startsWith(`${SITE_URL}/in#access_token=`));
  assert.is(readRedirectFragment(followed).get('type'), 'magiclink');
  expectData(await client().signInWithOtp({ email }));
  const second = await stack.mail(email, 3);
  const session = sessionOf(await client().verifyOtp({ email, token: second.code, type: 'email' }));
  assert.is(session.user.id, id);
});

test('signInWithOtp: an unknown address signs up, unless sign-up is excluded', async () => {
  const email = newEmail();
  expectData(await client().signInWithOtp({ email, options: { data: { color: 'red' } } }));
  const mail = await stack.mail(email);
  assert.is(mail.parsed.subject, 'Confirm Your Signup');
  assert.match(mail.path, /type=signup/);
  const session = sessionOf(await client().verifyOtp({ email, token: mail.code, type: 'email' }));
  assert.is(session.user.user_metadata.color, 'red');
  assert.ok(session.user.email_confirmed_at);
  assertClientError(await client().signInWithOtp({ email: newEmail(), options: { shouldCreateUser: false } }), [
    422,
    'otp_disabled',
    'Signups not allowed for otp',
  ]);
  expectData(await client().signInWithOtp({ email, options: { shouldCreateUser: false } }));
  assertClientError(await client().signInWithOtp({ phone: '491701234567' }), [
    400,
    'phone_provider_disabled',
    'Unsupported phone provider',
  ]);
});

test('POST /magiclink: {} for an unknown and a known address, the texts of an empty one', async () => {
  const { email } = await confirmedUser(stack);
  for (const to of [email, newEmail()]) {
    const answer = await stack.post('/magiclink', { email: to });
    assert.is(answer.status, 200);
    assert.is(answer.text, '{}');
  }
  const empty = await stack.post('/magiclink', { email: '' });
  assert.is(empty.status, 422);
  assert.is(empty.body.msg, 'Password recovery requires an email');
  const bad = await stack.post('/magiclink', '{');
  assert.match(String(bad.body.msg), /^Could not read verification params: /);
});

test('resetPasswordForEmail: a link of type recovery signs in; the response for an unknown address is the same', async () => {
  const { email, id } = await confirmedUser(stack);
  assert.equal(expectData(await client().resetPasswordForEmail(email)), {});
  assert.equal(expectData(await client().resetPasswordForEmail(newEmail())), {});
  const mail = await stack.mail(email, 2);
  assert.is(mail.parsed.subject, 'Reset Your Password');
  const values = readRedirectFragment(await stack.get(mail.path));
  assert.is(values.get('type'), 'recovery');
  const { data } = await client().getUser(values.get('access_token') ?? '');
  assert.is(data.user?.id, id);
  assertClientError(await client().resetPasswordForEmail(''), [
    400,
    'validation_failed',
    'Password recovery requires an email',
  ]);
});

test('recovery and magic link share one spacing and replace one another', async () => {
  const { email } = await confirmedUser(stack);
  expectData(await client().resetPasswordForEmail(email));
  assertClientError(await client().signInWithOtp({ email }), soon('5\\d'));
  const recovery = await stack.mail(email, 2);
  await shiftClock(stack.db, 61);
  expectData(await client().signInWithOtp({ email }));
  const magic = await stack.mail(email, 3);
  assertClientError(await client().verifyOtp({ type: 'recovery', token_hash: recovery.token }), LINK);
  sessionOf(await client().verifyOtp({ type: 'magiclink', token_hash: magic.token }));
});

test('the spacing does not reveal whether an account exists', async () => {
  const { email } = await confirmedUser(stack);
  for (const to of [email, newEmail()]) {
    expectData(await client().resetPasswordForEmail(to));
    assertClientError(await client().resetPasswordForEmail(to), soon('5\\d'));
  }
});

test('resend: the confirmation again, always with a message id', async () => {
  const email = newEmail();
  const password = 'correct horse battery';
  expectData(await client().signUp({ email, password }));
  assertClientError(await client().resend({ type: 'signup', email }), soon('8\\d\\d'));
  // Waits for the first mail, because the second would replace a mail that the worker has not leased yet.
  await stack.mail(email);
  await shiftClock(stack.db, 901);
  const { message_id } = (await stack.post('/resend', { type: 'signup', email })).body;
  const second = await stack.mail(email, 2);
  const [row] = await stack.db.sql`select to_address from auth.messages where id = ${String(message_id)}`;
  assert.is(row?.to_address, email);
  sessionOf(await client().verifyOtp({ type: 'signup', token_hash: second.token }));
  sessionOf(await client().signInWithPassword({ email, password }));
  expectData(await client().resend({ type: 'signup', email: newEmail() }));
  for (const to of [email, newEmail()]) {
    const answer = await stack.post('/resend', { type: 'signup', email: to });
    assert.equal(Object.keys(answer.body), ['message_id']);
    assert.match(String(answer.body.message_id), UUID);
  }
  assertClientError(await client().resend({ type: 'sms', phone: '491701234567' }), [
    400,
    'phone_provider_disabled',
    'Phone logins are disabled',
  ]);
});

test('the quota of mails rejects every request that would send, and no other', async () => {
  const { email } = await confirmedUser(stack);
  const quota = [429, 'over_email_send_rate_limit', 'email rate limit exceeded'] as const;
  const { auth } = createClient(limited.url);
  assertClientError(await auth.signUp({ email: newEmail(), password: 'correct horse battery' }), quota);
  assertClientError(await auth.signInWithOtp({ email }), quota);
  assertClientError(await auth.resetPasswordForEmail(email), quota);
  assertClientError(await auth.resetPasswordForEmail(newEmail()), quota);
  assertClientError(await auth.resend({ type: 'signup', email: newEmail() }), quota);
  const answer = await limited.post('/magiclink', { email: newEmail() });
  assert.is(answer.status, 429);
});

test('redirect_to: query, header and Referer, in that order; nothing else redirects', async () => {
  const cases: [string, Record<string, string>, string][] = [
    ['?redirect_to=http://localhost:3000/q', {}, 'http://localhost:3000/q'],
    ['?redirect_to=http://evil.test/q', {}, SITE_URL],
    ['?redirect_to=http://evil.test/q', { Referer: 'http://localhost:3000/page' }, 'http://localhost:3000/page'],
    ['', { redirect_to: 'http://localhost:3000/h' }, 'http://localhost:3000/h'],
    ['', { Referer: 'http://evil.test/' }, SITE_URL],
  ];
  for (const [query, headers, expected] of cases) {
    const { email } = await confirmedUser(stack);
    const body = { email, redirect_to: 'http://localhost:3000/body' };
    await stack.post(`/recover${query}`, body, headers);
    const location = (await stack.get((await stack.mail(email, 2)).path)).headers.get('location') ?? '';
    assert.is(location.split('#')[0], expected);
  }
});

test.run();
