// Phone numbers with auth-js: sign-up, codes, change of number and reauthentication, with test numbers, whose codes are
// fixed, and with an SMS provider, whose codes are computed from the token as in the worker.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertClientError, claimsOf, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { countSignIns, METRICS_SETTINGS } from '../support/clients/scrape.ts';
import { shiftClock } from '../support/database/clock.ts';
import { codeOf, type TokenRow } from '../support/database/sql_api.ts';
import { confirmedUser, startStack } from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
const CODE = '424242';
let next = 0;
const testPhone = () => `4915200${String(++next).padStart(5, '0')}`;
const TESTED = Array.from({ length: 60 }, (_, n) => `+4915200${String(n + 1).padStart(5, '0')}:${CODE}`).join(',');
const TWILIO = {
  SVC_SMS_PROVIDER: 'twilio',
  SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
  SVC_SMS_TWILIO_AUTH_TOKEN: 'x',
  SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
};
const PHONE = { SVC_EXTERNAL_PHONE_ENABLED: 'true', SVC_SMS_TEST_OTP: TESTED };

const stack = await startStack({ env: { ...PHONE, ...METRICS_SETTINGS } });
const auto = await stack.another({ SVC_SMS_AUTOCONFIRM: 'true' });
const careful = await stack.another({ SVC_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true' });
// The worker belongs to the first gateway, which has no SMS credentials, so no SMS is sent.
const twilio = await stack.another(TWILIO);
test.after(() => stack.close());
test.after.each(() => shiftClock(stack.db));

const EXPIRED = [403, 'otp_expired', 'Token has expired or is invalid'] as const;
const SOON = [
  429,
  'over_sms_send_rate_limit',
  /^For security purposes, you can only request this after \d+ seconds\.$/,
] as const;

/** Returns the code of the SMS to a number, and starts its lifetime. */
async function readSmsCode(phone: string): Promise<string> {
  const [token] = await stack.db.sql<TokenRow[]>`
    update auth.one_time_tokens set expires_at = auth_lib.clock() + valid_for where address = ${phone} returning *`;
  return codeOf(token as TokenRow);
}

test('signUp: a user without a session; the code makes it one, and the password works from then on', async () => {
  const phone = testPhone();
  const { auth } = createClient(stack.url);
  const signedUp = expectData(
    await auth.signUp({ phone: `+${phone}`, password: PASSWORD, options: { data: { color: 'red' } } }),
  );
  assert.is(signedUp.session, null);
  const { user } = signedUp;
  assert.equal([user?.phone, user?.email, user?.user_metadata.color], [phone, '', 'red']);
  assert.is(user?.identities?.[0]?.provider, 'phone');
  assert.ok(user?.confirmation_sent_at);
  assertClientError(await auth.signInWithPassword({ phone, password: PASSWORD }), [
    400,
    'phone_not_confirmed',
    'Phone not confirmed',
  ]);
  assertClientError(await auth.verifyOtp({ phone, token: '000000', type: 'sms' }), EXPIRED);
  const session = sessionOf(await auth.verifyOtp({ phone: `+${phone}`, token: CODE, type: 'sms' }));
  assert.equal([session.user.id, session.user.is_anonymous], [user?.id, false]);
  assert.ok(session.user.phone_confirmed_at);
  const claims = claimsOf(session.access_token);
  assert.equal([claims.phone, claims.email, claims.sub], [phone, '', user?.id]);
  const signedIn = expectData(
    await createClient(stack.url).auth.signInWithPassword({ phone: `+${phone}`, password: PASSWORD }),
  );
  assert.is(signedIn.user.id, user?.id);
  const again = expectData(await createClient(stack.url).auth.signUp({ phone, password: PASSWORD }));
  assert.equal([again.user?.identities, again.user?.role], [[], 'authenticated']);
  assert.is.not(again.user?.id, user?.id);
});

test('signUp with autoconfirm: a session at once; repeated it is 400', async () => {
  const phone = testPhone();
  const { auth } = createClient(auto.url);
  const session = sessionOf(await auth.signUp({ phone, password: PASSWORD }));
  assert.ok(session.user.phone_confirmed_at);
  assertClientError(await auth.signUp({ phone, password: PASSWORD }), [
    400,
    'user_already_exists',
    /^User already registered/,
  ]);
  const { status, body } = await auto.post('/signup', { phone, password: PASSWORD });
  assert.equal([status, body], [400, { code: 400, error_code: 'user_already_exists', msg: 'User already registered' }]);
});

test('signInWithOtp: an unknown number signs up, unless sign-up is excluded; test-otp as message id', async () => {
  const phone = testPhone();
  const { auth } = createClient(stack.url);
  assertClientError(await auth.signInWithOtp({ phone, options: { shouldCreateUser: false } }), [
    422,
    'otp_disabled',
    'Signups not allowed for otp',
  ]);
  assert.is(expectData(await auth.signInWithOtp({ phone, options: { data: { a: 1 } } })).messageId, 'test-otp');
  assertClientError(await auth.signInWithOtp({ phone }), SOON);
  assertClientError(await auth.resend({ type: 'sms', phone }), SOON);
  const session = sessionOf(await auth.verifyOtp({ phone, token: CODE, type: 'sms' }));
  assert.is(session.user.user_metadata.a, 1);
  expectData(await auth.signInWithOtp({ phone, options: { shouldCreateUser: false } }));
});

test('through a gateway: the id of the message, the code of its token, once; channels', async () => {
  const phone = '4915100000001';
  const { auth } = createClient(twilio.url);
  const { messageId } = expectData(await auth.signInWithOtp({ phone, options: { channel: 'whatsapp' } }));
  const [message] = await stack.db.sql`select * from auth.messages where id = ${String(messageId)}`;
  assert.equal([message?.to_address, message?.kind, message?.channel], [phone, 'sms', 'whatsapp']);
  const code = await readSmsCode(phone);
  assert.match(code, /^\d{6}$/);
  const session = sessionOf(await auth.verifyOtp({ phone, token: code, type: 'sms' }));
  assertClientError(await auth.verifyOtp({ phone, token: code, type: 'sms' }), EXPIRED);
  await shiftClock(stack.db, 61);
  assert.is(expectData(await auth.resend({ type: 'sms', phone })).messageId?.length, 36);
  const { status, body } = await twilio.post('/otp', { phone, channel: 'pigeon' });
  assert.is(status, 400);
  assert.match(String(body.msg), /^Invalid channel, supported values are 'sms' or 'whatsapp'\./);
  const messages = await stack.db.sql`select 1 from auth.messages where to_address = ${phone}`;
  assert.is(messages.length, 1, 'a confirmed number gets nothing from /resend');
  assert.is(session.user.phone, phone);
});

test('without a gateway: 500 and nothing kept; with the phone switched off each route says so', async () => {
  const phone = '4915100000002';
  for (const [path, body] of [
    ['/signup', { phone, password: PASSWORD }],
    ['/otp', { phone }],
  ] as const) {
    const answer = await stack.post(path, body);
    assert.equal([answer.status, answer.body.msg], [500, 'Unable to get SMS provider']);
  }
  const full = await stack.another({ SVC_RATE_LIMIT_SMS_SENT: '0' });
  assert.is((await full.post('/otp', { phone })).status, 429, 'limits come before sending');
  assert.equal([...(await stack.db.sql`select 1 from auth.addresses where value = ${phone}`)], []);
  const off = await stack.another({ SVC_EXTERNAL_PHONE_ENABLED: 'false' });
  const { auth } = createClient(off.url);
  const disabled = (status: number, message: string) => [status, 'phone_provider_disabled', message] as const;
  assertClientError(await auth.signUp({ phone, password: PASSWORD }), disabled(400, 'Phone signups are disabled'));
  assertClientError(await auth.signInWithOtp({ phone }), disabled(400, 'Unsupported phone provider'));
  assertClientError(
    await auth.signInWithPassword({ phone, password: PASSWORD }),
    disabled(422, 'Phone logins are disabled'),
  );
  assertClientError(await auth.resend({ type: 'sms', phone }), disabled(400, 'Phone logins are disabled'));
});

test('updateUser: a new number waits for its code; resend; the former one finds no user', async () => {
  const { email, id } = await confirmedUser(stack);
  const { auth } = createClient(stack.url);
  expectData(await auth.signInWithPassword({ email, password: PASSWORD }));
  const [first, second] = [testPhone(), testPhone()];
  const asked = expectData(await auth.updateUser({ phone: `+${first}` })).user;
  assert.equal([asked.phone, asked.new_phone], ['', first]);
  assert.ok('phone_change_sent_at' in asked);
  const resend = async () => (await stack.post('/resend', { type: 'phone_change', email })).status;
  assert.equal([await resend(), await resend()], [200, 429]);
  await shiftClock(stack.db, 61);
  assert.is(await resend(), 200);
  assertClientError(await auth.verifyOtp({ phone: first, token: CODE, type: 'sms' }), EXPIRED);
  const changed = sessionOf(await auth.verifyOtp({ phone: first, token: CODE, type: 'phone_change' }));
  assert.equal([changed.user.id, changed.user.phone, changed.user.new_phone], [id, first, undefined]);
  assert.equal(changed.user.app_metadata.providers, ['email', 'phone']);
  await shiftClock(stack.db, 130);
  expectData(await auth.updateUser({ phone: second }));
  sessionOf(await auth.verifyOtp({ phone: second, token: CODE, type: 'phone_change' }));
  const signIn = (phone: string) => createClient(stack.url).auth.signInWithPassword({ phone, password: PASSWORD });
  assertClientError(await signIn(first), [400, 'invalid_credentials', 'Invalid login credentials']);
  assert.is(expectData(await signIn(second)).user.id, id);
  const other = createClient(auto.url);
  sessionOf(await other.auth.signUp({ phone: testPhone(), password: PASSWORD }));
  assertClientError(await other.auth.updateUser({ phone: second }), [
    422,
    'phone_exists',
    'A user with this phone number has already been registered',
  ]);
  const third = testPhone();
  assert.is(expectData(await other.auth.updateUser({ phone: third })).user.phone, third, 'autoconfirmed');
});

test('reauthenticate: the code of a test number, and of an SMS, is the nonce of a new password', async () => {
  const tested = createClient(careful.url);
  const phone = testPhone();
  expectData(await tested.auth.signUp({ phone, password: PASSWORD }));
  sessionOf(await tested.auth.verifyOtp({ phone, token: CODE, type: 'sms' }));
  const invalid = [422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'] as const;
  assertClientError(await tested.auth.updateUser({ password: 'quite another', nonce: CODE }), invalid);
  expectData(await tested.auth.reauthenticate());
  assertClientError(await tested.auth.reauthenticate(), SOON);
  expectData(await tested.auth.updateUser({ password: 'quite another', nonce: CODE }));
  assertClientError(await tested.auth.updateUser({ password: 'a third one', nonce: CODE }), invalid);

  const real = createClient(twilio.url);
  const number = '4915100000003';
  expectData(await real.auth.signInWithOtp({ phone: number }));
  const { access_token } = sessionOf(
    await real.auth.verifyOtp({ phone: number, token: await readSmsCode(number), type: 'sms' }),
  );
  expectData(await real.auth.reauthenticate());
  const change = (nonce: string) =>
    careful.request('PUT', '/user', { password: 'quite another', nonce }, { Authorization: `Bearer ${access_token}` });
  assert.is((await change(await readSmsCode(number))).status, 200);
});

test('when the SMS quota is used up, requests that would send an SMS are refused, and test numbers still work', async () => {
  const { url } = await stack.another({ ...TWILIO, SVC_RATE_LIMIT_SMS_SENT: '0' });
  const { auth } = createClient(url);
  const full = [429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded'] as const;
  assertClientError(await auth.signInWithOtp({ phone: '4915100000004' }), full);
  assertClientError(await auth.signUp({ phone: '4915100000004', password: PASSWORD }), full);
  assert.is(expectData(await auth.signInWithOtp({ phone: testPhone() })).messageId, 'test-otp');
});

test('counts sign-ins by SMS code, and a wrong code as rejected', async () => {
  const before = await countSignIns(stack, 'link_or_code');
  assert.ok(before.ok > 0);
  await stack.post('/verify', { type: 'sms', phone: testPhone(), token: '999999' });
  assert.equal(await countSignIns(stack, 'link_or_code'), { ...before, refused: before.refused + 1 });
});

test.run();
