// Tests of sign_up with a new phone number.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  client,
  type ExpectedError,
  newEmail,
  openSqlApi,
  readMemberAt,
} from '../../../support/database/sql_api.ts';
import {
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

const PASSWORD = 'correct horse battery';
const signUp = (args: CallArguments) =>
  sql_api.call('sign_up', { password: PASSWORD, settings: phoneSettings(), client, ...args });
const refused = (args: CallArguments, expected: ExpectedError, changes: string[] = []) =>
  sql_api.refused('sign_up', { password: PASSWORD, settings: phoneSettings(), client, ...args }, expected, changes);
const messages = (phone: string) => sql_api.rows('auth.messages', `t.to_address = '${phone}' order by t.ctid`);

test('the checks answer in supabase/auth’s order, and write nothing', async () => {
  const off = phoneSettings({ external_phone_enabled: false });
  const args: CallArguments = { phone: '+0', channel: 'pigeon', code_challenge: 'x', password: '', settings: off };
  const next = (change: CallArguments, expected: ExpectedError) => refused(Object.assign(args, change), expected);
  await next({ settings: phoneSettings({ disable_signup: true, external_phone_enabled: false }) }, [
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
  ]);
  await next({ settings: off }, [400, 'validation_failed', 'Signup requires a valid password']);
  await next({ password: 'x'.repeat(73) }, [400, 'validation_failed', 'Password cannot be longer than 72 characters']);
  await next({ password: 'x', email: newEmail() }, [
    422,
    'weak_password',
    'Password should be at least 6 characters.',
    { weak_password: { reasons: ['length'] } },
  ]);
  await next({ password: PASSWORD }, [
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on signup.',
  ]);
  await next({ email: '' }, INVALID_CHANNEL);
  await next({ channel: 'whatsapp', settings: phoneSettings({ sms_provider: 'messagebird' }) }, INVALID_CHANNEL);
  await next({ channel: 'sms', settings: off }, [400, 'validation_failed', 'PKCE not supported for phone signups']);
  await next({ code_challenge: '', code_challenge_method: 's256' }, [
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ]);
  await next({ code_challenge_method: null }, [400, 'phone_provider_disabled', 'Phone signups are disabled']);
  for (const phone of ['+0', '+', '+ ', '++4917', '4', '1234567890123456', '+49-170', '49\t17', 'x', '４９１７']) {
    await next({ phone, settings: phoneSettings() }, INVALID_PHONE);
  }
});

test('a new number: user, identity, pending password, code and message; bare user, one audit row', async () => {
  const phone = newPhone();
  const written = `+${phone.slice(0, 2)} ${phone.slice(2)}`;
  const data = { color: 'red', sub: 'x', phone: '1', email: 'victim@example.com', phone_verified: true, iss: 'x' };
  let user: CallResult = {};
  const tables = await sql_api.changes(async () => {
    user = await signUp({ phone: written, data });
  });
  assert.equal(tables, [
    'addresses',
    'attempts',
    'audit_log',
    'identities',
    'messages',
    'one_time_tokens',
    'pending_passwords',
    'queue',
    'quotas',
    'users',
  ]);
  const now = sql_api.now();
  const own = { sub: user.id, email_verified: false, phone_verified: false, color: 'red' };
  const [identity] = user.identities as CallArguments[];
  assert.equal(user, {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: '',
    phone,
    confirmation_sent_at: now,
    app_metadata: { provider: 'phone', providers: ['phone'] },
    user_metadata: { ...own, phone: '1', email: 'victim@example.com', iss: 'x' },
    identities: [identity],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  });
  assert.equal([identity?.provider, identity?.id, identity?.identity_data], ['phone', user.id, own]);
  assert.is(identity && 'email' in identity, false);
  assert.equal(await sql_api.audited(), {
    actions: ['user_confirmation_requested'],
    traits: { provider: 'phone' },
    actor_id: user.id,
  });
  const [row] = await sql_api.rows('auth.users', `t.id = '${user.id}'`);
  assert.equal([row?.email, row?.phone_confirmed_at, row?.email_confirmed_at], [null, null, null]);
  const [message, ...more] = await messages(phone);
  assert.equal([message?.kind, message?.channel, message?.state, more.length], ['sms', 'sms', 'queued', 0]);
  const [token] = await sql_api.rows('auth.one_time_tokens', `t.user_id = '${user.id}'`);
  assert.equal(
    [token?.kind, token?.address, token?.digits, token?.carries_password, token?.expires_at],
    ['sms', phone, 6, true, null],
  );
});

test('a code with the configured length and lifetime; a channel of the gateway', async () => {
  const more = {
    settings: phoneSettings({ sms_otp_length: 8, sms_otp_exp: 300, mailer_otp_length: 10 }),
    channel: 'whatsapp',
  };
  const { id, phone } = await createUnconfirmedPhone(sql_api, more);
  const [token] = await sql_api.rows('auth.one_time_tokens', `t.user_id = '${id}'`);
  assert.equal([token?.digits, token?.valid_for], [8, '00:05:00']);
  assert.is((await messages(phone))[0]?.channel, 'whatsapp');
  const usual = await createUnconfirmedPhone(sql_api);
  const [short] = await sql_api.rows('auth.one_time_tokens', `t.user_id = '${usual.id}'`);
  assert.equal([short?.digits, short?.valid_for], [6, '00:01:00']);
});

test('autoconfirm: a session at once, no SMS, independent of the mail switch', async () => {
  const phone = newPhone();
  const answer = await signUp({ phone, settings: phoneSettings({ sms_autoconfirm: true, sms_ready: false }) });
  assert.is(readMemberAt(answer, 'body.user.phone_confirmed_at'), sql_api.now());
  assert.is(readMemberAt(answer, 'body.user.email_confirmed_at'), undefined);
  assert.is(readMemberAt(answer, 'body.user.identities.0.identity_data.phone_verified'), true);
  assert.is(readMemberAt(answer, 'body.user.user_metadata.phone_verified'), false);
  assert.is(readMemberAt(answer, 'claims.amr.0.method'), 'password');
  assert.is(readMemberAt(answer, 'claims.phone'), phone);
  assert.equal(await messages(phone), []);
  const audited = await sql_api.audited();
  assert.equal(
    [audited?.actions, audited?.traits],
    [['user_signedup', 'login'], { provider: 'phone', channel: 'sms' }],
  );
  const signIn = { phone: `+${phone}`, password: PASSWORD, settings: phoneSettings() };
  assert.ok((await sql_api.call('sign_in_with_password', signIn)).body);
  const other = await signUp({ phone: newPhone(), settings: phoneSettings({ mailer_autoconfirm: true }) });
  assert.is(other.body, undefined);
  assert.type(other.id, 'string');
});

test('without a complete gateway a sign-up is rejected and nothing of the user is stored; a test number needs none', async () => {
  const phone = newPhone();
  const none = { sms_ready: false, sms_provider: '' };
  await refused({ phone, settings: phoneSettings(none) }, NO_SMS_PROVIDER);
  const tested = phoneSettings({ ...none, sms_test_otp: { [phone]: '123456' }, rate_limit_sms_sent: { count: 0 } });
  const user = await signUp({ phone, settings: tested });
  assert.is(user.confirmation_sent_at, sql_api.now());
  assert.equal(await messages(phone), []);
  assert.is((await sql_api.rows('auth.one_time_tokens', `t.user_id = '${user.id}'`)).length, 1);
  await refused({ phone, settings: tested }, smsSpacingError(60));
  const until = { ...none, sms_test_otp: { [newPhone()]: '123456' }, sms_test_otp_valid_until: '2031-05-01T11:59:59Z' };
  for (const number of Object.keys(until.sms_test_otp)) {
    await refused({ phone: number, settings: phoneSettings(until) }, NO_SMS_PROVIDER);
    const valid = phoneSettings({ ...until, sms_test_otp_valid_until: sql_api.now() });
    assert.type((await signUp({ phone: number, settings: valid })).id, 'string');
  }
});

test('the quota of SMS refuses a sign-up that would send, and nothing stays; autoconfirm and mails are not counted', async () => {
  const quota = (count: number, more: CallArguments = {}) =>
    phoneSettings({ rate_limit_sms_sent: { count, per: null }, ...more });
  await sql_api.db.sql`delete from auth.quotas`;
  await refused({ phone: newPhone(), settings: quota(0) }, SMS_QUOTA);
  await signUp({ phone: newPhone(), settings: quota(1) });
  await refused({ phone: newPhone(), settings: quota(1) }, SMS_QUOTA);
  assert.ok((await signUp({ phone: newPhone(), settings: quota(1, { sms_autoconfirm: true }) })).body);
  assert.ok((await signUp({ email: newEmail(), settings: quota(1) })).id);
  await sql_api.advance(3600);
  await signUp({ phone: newPhone(), settings: quota(1) });
});

test('an SMS is rejected at exactly the boundary of its spacing, a mail is not', async () => {
  for (const [spacing, settings] of [
    [60, phoneSettings()],
    [90, phoneSettings({ sms_max_frequency: 90 })],
  ] as const) {
    const { phone } = await createUnconfirmedPhone(sql_api, { settings });
    await sql_api.advance(spacing - 0.5);
    await refused({ phone, settings }, smsSpacingError(0));
    await sql_api.advance(0.5);
    await refused({ phone, settings }, smsSpacingError(0));
    await sql_api.advance(0.001);
    assert.type((await signUp({ phone, settings })).id, 'string');
  }
  const email = newEmail();
  const settings = phoneSettings({ smtp_max_frequency: 60 });
  await signUp({ email, settings });
  await sql_api.advance(60);
  assert.type((await signUp({ email, settings })).id, 'string');
});

test('of parallel sign-ups of one number one creates the user', async () => {
  const phone = newPhone();
  const answers = await Promise.all(Array.from({ length: 6 }, () => signUp({ phone })));
  assert.is(answers.filter((answer) => typeof answer.id === 'string').length, 1);
  assert.is(answers.filter((answer) => readMemberAt(answer, 'refused.code') === 'over_sms_send_rate_limit').length, 5);
  assert.is((await messages(phone)).length, 1);
});

test.run();
