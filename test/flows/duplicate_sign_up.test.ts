// Responses to a sign-up with an existing address, over HTTP with auth-js.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { insertExternalUser } from '../sql/external_user.ts';
import { assertClientError, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { shiftClock } from '../support/database/clock.ts';
import { confirmedUser, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack();
const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
const auto_sms = await stack.another({ SVC_SMS_AUTOCONFIRM: 'true' });
test.after(() => stack.close());
test.after.each(() => shiftClock(stack.db));

const PASSWORD = 'correct horse battery';
const signUp = (email: string, o: { url?: string; password?: string; data?: object } = {}) =>
  createClient(o.url ?? stack.url).auth.signUp({ email, password: o.password ?? PASSWORD, options: { data: o.data } });
const TOO_SOON = [
  429,
  'over_email_send_rate_limit',
  /^For security purposes, you can only request this after \d+ seconds\.$/,
] as const;

test('unconfirmed: 429 inside the spacing, then the real user and a mail whose link works', async () => {
  const email = newEmail();
  const { user } = expectData(await signUp(email, { data: { color: 'red' } }));
  const first = await stack.mail(email);
  assertClientError(await signUp(email), TOO_SOON);
  await shiftClock(stack.db, 901);
  const again = expectData(await signUp(email.toUpperCase(), { data: { color: 'blue' } }));
  assert.is(again.user?.id, user?.id);
  assert.is(again.user?.user_metadata.color, 'red');
  assert.is(again.user?.identities?.length, 1);
  const second = await stack.mail(email, 2);
  assertClientError(await createClient(stack.url).auth.verifyOtp({ type: 'signup', token_hash: first.token }), [
    403,
    'otp_expired',
    'Email link is invalid or has expired',
  ]);
  sessionOf(await createClient(stack.url).auth.verifyOtp({ type: 'signup', token_hash: second.token }));
  sessionOf(await createClient(stack.url).auth.signInWithPassword({ email, password: PASSWORD }));
});

test('invited and unconfirmed: neither metadata nor identities', async () => {
  const email = newEmail();
  const { user } = expectData(await signUp(email, { data: { secret: 1 } }));
  await stack.db.sql`update auth.addresses set given_by_administrator = true where value = ${email}`;
  await shiftClock(stack.db, 901);
  const again = expectData(await signUp(email));
  assert.is(again.user?.id, user?.id);
  assert.equal(again.user?.identities, []);
  assert.equal(again.user?.user_metadata, {});
});

test('unconfirmed under autoconfirm: the new password works, the first never will', async () => {
  const email = newEmail();
  expectData(await signUp(email, { password: 'chosen by a stranger' }));
  const mail = await stack.mail(email);
  const session = sessionOf(await signUp(email, { url: auto.url, password: PASSWORD }));
  assert.is(session.user.email, email);
  sessionOf(await createClient(stack.url).auth.signInWithPassword({ email, password: PASSWORD }));
  assertClientError(
    await createClient(stack.url).auth.signInWithPassword({ email, password: 'chosen by a stranger' }),
    [400, 'invalid_credentials', 'Invalid login credentials'],
  );
  assertClientError(await createClient(stack.url).auth.verifyOtp({ type: 'signup', token_hash: mail.token }), [
    403,
    'otp_expired',
    'Email link is invalid or has expired',
  ]);
});

test('confirmed: a fake user, of the same members as a real new one, no mail', async () => {
  const { email, id } = await confirmedUser(stack);
  const fake = (await stack.post('/signup', { email, password: PASSWORD, data: { a: 1 } })).body;
  const real = (await stack.post('/signup', { email: newEmail(), password: PASSWORD, data: { a: 1 } })).body;
  assert.equal(Object.keys(fake), Object.keys(real));
  assert.is.not(fake.id, id);
  assert.equal(fake.identities, []);
  assert.equal(fake.user_metadata, { a: 1 });
  assert.is(fake.role, real.role);
  assert.is(fake.aud, real.aud);
  for (const name of ['created_at', 'updated_at', 'confirmation_sent_at']) {
    assert.match(String(fake[name]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z$/);
    assert.ok(Math.abs(Date.parse(String(fake[name])) - Date.now()) < 60_000);
  }
  const [messages] = await stack.db.sql`select count(*)::int as n from auth.messages where to_address = ${email}`;
  assert.is(messages?.n, 1, 'only the first sign-up sent one');
  assertClientError(await signUp(email), TOO_SOON);
  await shiftClock(stack.db, 901);
  const again = expectData(await signUp(email));
  assert.equal(again.user?.identities, []);
  assert.is(again.session, null);
  assert.is.not(again.user?.id, fake.id);
});

test('confirmed under autoconfirm: an error; the switch of the other channel changes nothing', async () => {
  const { email } = await confirmedUser(stack);
  assertClientError(await signUp(email, { url: auto.url }), [422, 'user_already_exists', 'User already registered']);
  const { user } = expectData(await signUp(email, { url: auto_sms.url }));
  assert.equal(user?.identities, []);
});

test('found through the identity of a provider: same response as for the user’s own address', async () => {
  const address = newEmail();
  await insertExternalUser(stack.db.sql, { address, confirmed: true, email: null });
  const { user } = expectData(await signUp(address));
  assert.equal(user?.identities, []);
  assertClientError(await signUp(address, { url: auto.url }), [422, 'user_already_exists', 'User already registered']);
});

test('known by an unconfirmed identity: an e-mail identity replaces it, and the mail confirms it', async () => {
  const address = newEmail();
  const id = await insertExternalUser(stack.db.sql, { address, confirmed: false });
  const { user } = expectData(await signUp(address, { data: { color: 'red' } }));
  assert.is(user?.id, id);
  assert.equal(
    user?.identities?.map((identity) => identity.provider),
    ['email'],
  );
  assert.is(user?.user_metadata.nick, undefined);
  const { token } = await stack.mail(address);
  const session = sessionOf(await createClient(stack.url).auth.verifyOtp({ type: 'signup', token_hash: token }));
  assert.is(session.user.id, id);
});

test('the address of a soft-deleted user is free; of another audience it is not', async () => {
  const { email, id } = await confirmedUser(stack);
  const elsewhere = await stack.post('/signup', { email, password: PASSWORD }, { 'X-JWT-AUD': 'elsewhere' });
  assert.equal(elsewhere.body.identities, []);
  assert.is(elsewhere.body.aud, 'elsewhere');
  await stack.db.sql`delete from auth.addresses where user_id = ${id}`;
  await stack.db.sql`update auth.users set deleted_at = now(), email = 'digest' where id = ${id}`;
  await shiftClock(stack.db, 901);
  const { user } = expectData(await signUp(email));
  assert.is(user?.identities?.length, 1);
  assert.is.not(user?.id, id);
});

test.run();
