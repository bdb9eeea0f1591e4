// Tests of request_otp with a phone number.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  code_keys,
  codeOf,
  type ExpectedError,
  findSentToken,
  openSqlApi,
} from '../../../support/database/sql_api.ts';
import {
  createConfirmedPhone,
  createUnconfirmedPhone,
  INVALID_CHANNEL,
  INVALID_PHONE,
  NO_SMS_PROVIDER,
  newPhone,
  phoneSettings,
  SMS_QUOTA,
  smsSpacingError,
} from '../../phone.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const request = (args: CallArguments) => sql_api.call('request_otp', { settings: phoneSettings(), client, ...args });
const refused = (args: CallArguments, expected: ExpectedError, changes: string[] = []) =>
  sql_api.refused('request_otp', { settings: phoneSettings(), client, ...args }, expected, changes);
const user = async (phone: string) => (await sql_api.rows('auth.users', `t.phone = '${phone}'`))[0];
const DISABLED: ExpectedError = [422, 'otp_disabled', 'Signups not allowed for otp'];
const SENT = ['attempts', 'audit_log', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users'];

test('the checks answer in supabase/auth’s order, and write nothing', async () => {
  const args: CallArguments = {
    phone: '+0',
    channel: 'pigeon',
    create_user: false,
    code_challenge: 'x',
    settings: phoneSettings({ external_phone_enabled: false, disable_signup: true }),
  };
  const next = (change: CallArguments, expected: ExpectedError) => refused(Object.assign(args, change), expected);
  await next({}, [400, 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge']);
  await next({ code_challenge: null }, DISABLED);
  await next({ create_user: true }, [400, 'phone_provider_disabled', 'Unsupported phone provider']);
  await next({ settings: phoneSettings({ disable_signup: true }) }, INVALID_PHONE);
  for (const phone of ['+', ' ']) await next({ phone }, INVALID_PHONE);
  await next({ phone: newPhone() }, INVALID_CHANNEL);
  await next({ channel: 'sms' }, [422, 'signup_disabled', 'Signups not allowed for this instance']);
  await next({ create_user: false }, DISABLED);
});

test('a new number: a user without a password, its code, the id of its message', async () => {
  const phone = newPhone();
  let answer: CallArguments = {};
  const tables = await sql_api.changes(async () => {
    answer = await request({ phone: `+${phone}`, data: { color: 'red' }, channel: 'whatsapp' });
  });
  assert.equal(tables, ['addresses', 'identities', ...SENT].sort());
  const row = await user(phone);
  assert.equal(row?.raw_user_meta_data, { sub: row?.id, email_verified: false, phone_verified: false, color: 'red' });
  assert.equal(Object.keys(answer), ['message_id']);
  const [message] = await sql_api.rows('auth.messages', `t.id = '${answer.message_id}'`);
  assert.equal([message?.to_address, message?.kind, message?.channel], [phone, 'sms', 'whatsapp']);
  assert.equal(await sql_api.audited(), {
    actions: ['user_confirmation_requested'],
    traits: { provider: 'phone' },
    actor_id: row?.id,
  });
  assert.is((await findSentToken(sql_api, row?.id, 'sms')).carries_password, false);
  assert.equal(await sql_api.rows('auth.pending_passwords', `t.user_id = '${row?.id}'`), []);
});

test('a confirmed number: a code to sign in, audited with its channel; sign-ups may be off', async () => {
  const person = await createConfirmedPhone(sql_api);
  const closed = phoneSettings({ disable_signup: true });
  await sql_api.advance(1);
  let answer: CallArguments = {};
  const tables = await sql_api.changes(async () => {
    answer = await request({ phone: person.phone, create_user: false, settings: closed });
  });
  assert.equal(tables, SENT);
  assert.match(String(answer.message_id), UUID);
  assert.equal(await sql_api.audited(), {
    actions: ['user_recovery_requested'],
    traits: { channel: 'sms' },
    actor_id: person.id,
  });
  const code = codeOf(await findSentToken(sql_api, person.id, 'sms'));
  const verified = await sql_api.call('verify_token', {
    type: 'sms',
    phone: person.phone,
    code,
    code_keys,
    settings: closed,
  });
  assert.ok(verified.body);
  const signIn = { phone: person.phone, password: person.password, settings: phoneSettings() };
  assert.ok((await sql_api.call('sign_in_with_password', signIn)).body, 'a code to sign in leaves the password');
});

test('create_user false: an unconfirmed number continues its sign-up, an unknown one is rejected', async () => {
  const person = await createUnconfirmedPhone(sql_api);
  await refused({ phone: person.phone, create_user: false }, smsSpacingError(60));
  await sql_api.advance(61);
  await refused({ phone: person.phone, create_user: false, settings: phoneSettings({ disable_signup: true }) }, [
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
  ]);
  assert.match(String((await request({ phone: person.phone, create_user: false })).message_id), UUID);
  assert.equal((await sql_api.audited())?.actions, ['user_confirmation_requested']);
  await refused({ phone: newPhone(), create_user: false }, DISABLED);
});

test('autoconfirm: the new user is confirmed, and gets a code as a confirmed one does', async () => {
  const auto = phoneSettings({ sms_autoconfirm: true });
  const waiting = await createUnconfirmedPhone(sql_api);
  await sql_api.advance(61);
  for (const phone of [newPhone(), waiting.phone]) {
    assert.match(String((await request({ phone, settings: auto })).message_id), UUID);
    const row = await user(phone);
    assert.equal(row?.phone_confirmed_at, new Date(sql_api.now()));
    const audit = await sql_api.rows('auth.audit_log', `t.actor_id = '${row?.id}' and t.created_at = auth_lib.clock()`);
    assert.equal(audit.map(({ actions }) => String(actions)).sort(), [
      'user_recovery_requested',
      'user_signedup,login',
    ]);
    for (const { traits } of audit) assert.is((traits as { channel: string }).channel, 'sms');
  }
  const signIn = { phone: waiting.phone, password: waiting.password, settings: phoneSettings() };
  assert.ok((await sql_api.call('sign_in_with_password', signIn)).refused, 'the unconfirmed password is void');
  const phone = newPhone();
  await refused({ phone, settings: phoneSettings({ sms_autoconfirm: true, sms_ready: false }) }, NO_SMS_PROVIDER);
  assert.is(await user(phone), undefined);
  const tables = await sql_api.changes(() =>
    request({ phone, settings: phoneSettings({ sms_autoconfirm: true, rate_limit_sms_sent: { count: 0 } }) }),
  );
  assert.not.ok(tables.includes('quotas'), 'where numbers confirm themselves, nothing is counted');
});

test('without a gateway 500, and the new user is rolled back; a test number needs none and returns test-otp', async () => {
  const [phone, known] = [newPhone(), await createConfirmedPhone(sql_api)];
  const absent = { sms_ready: false, sms_provider: '' };
  const none = { ...absent, rate_limit_sms_sent: { count: 0 } };
  for (const number of [phone, known.phone]) {
    await refused({ phone: number, settings: phoneSettings(absent) }, NO_SMS_PROVIDER);
    await refused({ phone: number, settings: phoneSettings(none) }, SMS_QUOTA);
  }
  for (const number of [phone, known.phone]) {
    const settings = phoneSettings({ ...none, sms_test_otp: { [number]: '424242' } });
    const before = await sql_api.rows('auth.messages');
    assert.equal(await request({ phone: number, settings }), { message_id: 'test-otp' });
    assert.is((await sql_api.rows('auth.messages')).length, before.length);
    await refused({ phone: number, settings }, smsSpacingError(60));
  }
});

test('one spacing for /signup, /otp and /resend, unknown, unconfirmed and confirmed (T76)', async () => {
  const [known, waiting, unknown] = [
    await createConfirmedPhone(sql_api),
    await createUnconfirmedPhone(sql_api),
    newPhone(),
  ];
  await refused({ phone: waiting.phone }, smsSpacingError(60));
  for (const phone of [known.phone, unknown]) {
    await request({ phone });
    for (const args of [{}, { create_user: false }]) await refused({ phone, ...args }, smsSpacingError(60));
    const again = { phone, settings: phoneSettings() };
    await sql_api.refused('resend', { type: 'sms', ...again }, smsSpacingError(60));
    await sql_api.refused('sign_up', { password: 'correct horse battery', ...again }, smsSpacingError(60));
  }
  await sql_api.advance(60);
  await refused({ phone: known.phone }, smsSpacingError(0));
  await sql_api.advance(1);
  await request({ phone: known.phone });
});

test('another audience, or a number that only finds an account with a confirmed address: a random id', async () => {
  const person = await createConfirmedPhone(sql_api);
  const found = newPhone();
  await sql_api.db.sql`insert into auth.addresses (kind, value, user_id, is_primary, created_at)
    values ('phone', ${found}, ${person.id}, false, auth_lib.clock())`;
  for (const args of [{ phone: found }, { phone: person.phone, audience: 'elsewhere' }]) {
    let answer: CallArguments = {};
    assert.equal(
      await sql_api.changes(async () => {
        answer = await request(args);
      }),
      ['attempts'],
    );
    assert.match(String(answer.message_id), UUID);
    await refused(args, smsSpacingError(60));
  }
  await refused({ phone: person.phone, audience: 'elsewhere', create_user: false }, DISABLED);
});

test.run();
