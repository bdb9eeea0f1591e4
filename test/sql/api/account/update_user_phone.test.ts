// Phone numbers in update_user and reauthenticate: the pending change, autoconfirm, limits, and the nonce by SMS.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  client,
  code_keys,
  codeOf,
  createConfirmedPerson,
  createWrongCode,
  type ExpectedError,
  findSentToken,
  newEmail,
  openSqlApi,
} from '../../../support/database/sql_api.ts';
import {
  createAnonymousPerson,
  createConfirmedPhone,
  NO_SMS_PROVIDER,
  newPhone,
  phoneSettings,
  SMS_QUOTA,
  smsSpacingError,
} from '../../phone.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

type Caller = { id: string; claims: CallArguments };
const update = (person: Caller, args: CallArguments) =>
  sql_api.call('update_user', { claims: person.claims, code_keys, settings: phoneSettings(), client, ...args });
const refused = (person: Caller, args: CallArguments, expected: ExpectedError, changes: string[] = []) =>
  sql_api.refused(
    'update_user',
    { claims: person.claims, code_keys, settings: phoneSettings(), ...args },
    expected,
    changes,
  );
const reauthenticate = (person: Caller, settings = phoneSettings()) =>
  sql_api.call('reauthenticate', { claims: person.claims, settings, client });
const row = async (id: string): Promise<CallArguments> => (await sql_api.rows('auth.users', `t.id = '${id}'`))[0] ?? {};
const tokens = async (id: string) =>
  (await sql_api.rows('auth.one_time_tokens', `t.user_id = '${id}'`)).map(({ kind }) => String(kind)).sort();
const actions = async () => (await sql_api.audited())?.actions;
const AUTO = { sms_autoconfirm: true };
const NONCE: ExpectedError = [422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'];

test('T61 a new number waits: phone unchanged, new_phone and the time; an SMS, an audit row', async () => {
  const person = await createConfirmedPhone(sql_api);
  const phone = newPhone();
  await sql_api.advance(1);
  let user: CallResult = {};
  const tables = await sql_api.changes(async () => {
    user = await update(person, { phone: `+${phone}`, channel: 'whatsapp', data: { a: 1 } });
  });
  assert.equal(tables, ['attempts', 'audit_log', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users']);
  assert.equal([user.phone, user.new_phone, user.phone_change_sent_at], [person.phone, phone, sql_api.now()]);
  assert.is((user.user_metadata as CallArguments).a, 1);
  const [message] = await sql_api.rows('auth.messages', `t.to_address = '${phone}'`);
  assert.equal([message?.kind, message?.channel], ['phone_change', 'whatsapp']);
  const token = await findSentToken(sql_api, person.id, 'phone_change');
  assert.equal([token.carries_password, token.flow_id], [false, null]);
  assert.equal(await actions(), ['user_modified']);
  const given_up = await sql_api.changes(() => update(person, { phone: person.phone }));
  assert.equal(given_up, ['audit_log', 'one_time_tokens', 'users'], 'the current number gives the change up');
  const same = await sql_api.changes(() => update(person, { phone: person.phone }));
  assert.equal(same, ['audit_log'], 'and asks for nothing');
});

test('spacing by user, inclusive; quota and gateway errors roll back the whole update', async () => {
  const person = await createConfirmedPerson(sql_api);
  await update(person, { phone: newPhone() });
  const args = { phone: newPhone(), data: { a: 1 }, password: 'quite another one' };
  await sql_api.advance(60);
  await refused(person, args, smsSpacingError(0));
  await sql_api.advance(0.001);
  await refused(person, { ...args, settings: phoneSettings({ rate_limit_sms_sent: { count: 0 } }) }, SMS_QUOTA);
  await refused(person, { ...args, settings: phoneSettings({ sms_ready: false }) }, NO_SMS_PROVIDER);
  const tested = phoneSettings({
    sms_ready: false,
    rate_limit_sms_sent: { count: 0 },
    sms_test_otp: { [args.phone]: '1' },
  });
  assert.is((await update(person, { ...args, settings: tested })).new_phone, args.phone);
  assert.is((await sql_api.rows('auth.messages', `t.to_address = '${args.phone}'`)).length, 0);
  await update(await createConfirmedPerson(sql_api), { phone: newPhone() });
});

test('autoconfirm: changed and confirmed at once, one more audit entry, no SMS', async () => {
  const person = await createConfirmedPerson(sql_api);
  const phone = newPhone();
  const user = await update(person, { phone, settings: phoneSettings({ ...AUTO, sms_ready: false }) });
  assert.equal([user.phone, user.new_phone, user.phone_confirmed_at], [phone, undefined, sql_api.now()]);
  assert.equal(user.app_metadata, { provider: 'email', providers: ['email', 'phone'] });
  assert.equal(await actions(), ['user_modified', 'user_modified']);
  assert.equal(await sql_api.rows('auth.messages', `t.to_address = '${phone}'`), []);
  const taken: ExpectedError = [422, 'phone_exists', 'A user with this phone number has already been registered'];
  await refused(await createConfirmedPerson(sql_api), { phone, settings: phoneSettings(AUTO) }, taken);
});

test('both addresses in one request: an immediate change does not cancel a pending one', async () => {
  const one = await createConfirmedPerson(sql_api);
  const [email, phone] = [newEmail(), newPhone()];
  const user = await update(one, { email, phone, settings: phoneSettings(AUTO) });
  assert.equal([user.phone, user.new_email], [phone, email]);
  assert.equal(await tokens(one.id), ['email_change_current', 'email_change_new']);

  const two = await createAnonymousPerson(sql_api);
  const mail = phoneSettings({ mailer_autoconfirm: true });
  const converted = await update(two, { email: newEmail(), phone: newPhone(), settings: mail });
  assert.is(converted.is_anonymous, false);
  assert.ok(converted.new_phone);
  assert.equal(await tokens(two.id), ['phone_change']);
  assert.equal(await actions(), ['user_modified', 'user_modified']);

  const three = await createConfirmedPerson(sql_api);
  await update(three, { email: newEmail(), phone: newPhone() });
  assert.equal(await tokens(three.id), ['email_change_current', 'email_change_new', 'phone_change']);

  const four = await createAnonymousPerson(sql_api);
  const both = phoneSettings({ ...AUTO, mailer_autoconfirm: true });
  const done = await update(four, { email: newEmail(), phone: newPhone(), password: 'a good one', settings: both });
  assert.equal([done.new_email, done.new_phone, done.is_anonymous], [undefined, undefined, false]);
  assert.equal(await actions(), ['user_modified', 'user_modified', 'user_updated_password', 'user_modified']);
});

test('an anonymous user: no password alone; an address waits for its confirmation; autoconfirm converts at once', async () => {
  const person = await createAnonymousPerson(sql_api);
  await refused(person, { password: 'chosen early', email: '', phone: '' }, [
    422,
    'validation_failed',
    'Updating password of an anonymous user without an email or phone is not allowed',
  ]);
  const email = newEmail();
  const user = await update(person, { email, password: 'chosen early' });
  assert.equal([user.email, user.new_email, user.is_anonymous], ['', email, true]);
  assert.equal(await tokens(person.id), ['email_change_new']);
  const signIn = () =>
    sql_api.call('sign_in_with_password', { email, password: 'chosen early', settings: phoneSettings() });
  assert.ok((await signIn()).refused);
  const code = codeOf(await findSentToken(sql_api, person.id, 'email_change_new'));
  const proof = { type: 'email_change', email, code, code_keys, settings: phoneSettings() };
  const claims = (await sql_api.call('verify_token', proof)).claims as CallArguments;
  assert.equal([claims.sub, claims.is_anonymous, claims.email], [person.id, false, email]);
  assert.ok((await signIn()).body);
  assert.equal((await row(person.id)).raw_app_meta_data, { provider: 'email', providers: ['email'] });

  const other = await createAnonymousPerson(sql_api);
  const at_once = await update(other, { email: newEmail(), settings: phoneSettings({ mailer_autoconfirm: true }) });
  assert.equal([at_once.id, at_once.is_anonymous, at_once.email_confirmed_at], [other.id, false, sql_api.now()]);
  await refused(
    await createAnonymousPerson(sql_api),
    { email, settings: phoneSettings({ mailer_autoconfirm: true }) },
    [422, 'email_exists', 'A user with this email address has already been registered'],
  );
  const third = await createAnonymousPerson(sql_api);
  assert.is((await update(third, { phone: newPhone(), settings: phoneSettings(AUTO) })).is_anonymous, false);
});

test('reauthenticate by SMS: its message, spacing, quota, and the error for a user without any address', async () => {
  const person = await createConfirmedPhone(sql_api);
  await sql_api.advance(1);
  let answer: CallResult = {};
  const tables = await sql_api.changes(async () => {
    answer = await reauthenticate(person);
  });
  assert.equal(tables, ['attempts', 'audit_log', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users']);
  const [message] = await sql_api.rows('auth.messages', `t.id = '${answer.message_id}'`);
  assert.equal([message?.kind, message?.channel, message?.to_address], ['reauthentication', 'sms', person.phone]);
  assert.equal(await actions(), ['user_reauthenticate_requested']);
  const again = (expected: ExpectedError, more: CallArguments = {}) =>
    sql_api.refused('reauthenticate', { claims: person.claims, settings: phoneSettings(more) }, expected);
  await sql_api.advance(60);
  await again(smsSpacingError(0));
  await sql_api.advance(0.001);
  await again(SMS_QUOTA, { rate_limit_sms_sent: { count: 0 } });
  await again(NO_SMS_PROVIDER, { sms_ready: false });
  await again(NO_SMS_PROVIDER, { sms_ready: false, sms_autoconfirm: true, rate_limit_sms_sent: { count: 0 } });
  await sql_api.refused(
    'reauthenticate',
    { claims: (await createAnonymousPerson(sql_api)).claims, settings: phoneSettings() },
    [400, 'validation_failed', 'Reauthentication requires the user to have an email or a phone number'],
  );
});

test('the nonce of an SMS changes the password once; a test number’s is its fixed code, once asked for', async () => {
  const demanding = { security_update_password_require_reauthentication: true };
  const person = await createConfirmedPhone(sql_api);
  await reauthenticate(person);
  const token = await findSentToken(sql_api, person.id, 'reauthentication');
  const args = (nonce: string, more: CallArguments = {}) => ({
    nonce,
    password: 'quite another',
    settings: phoneSettings({ ...demanding, ...more }),
  });
  await refused(person, args(createWrongCode(token)), NONCE, ['attempts', 'one_time_tokens']);
  await update(person, args(codeOf(token)));
  await refused(person, { ...args(codeOf(token)), password: 'a third one' }, NONCE);

  const tester = await createConfirmedPhone(sql_api);
  const fixed = { sms_test_otp: { [tester.phone]: '424242' }, sms_ready: false };
  await refused(tester, args('424242', fixed), NONCE);
  assert.equal(await reauthenticate(tester, phoneSettings(fixed)), { message_id: 'test-otp' });
  await sql_api.advance(60.001);
  await refused(tester, args('424242', fixed), NONCE, ['attempts', 'one_time_tokens']);
  await sql_api.advance(-0.001);
  await update(tester, args('424242', fixed));
  await refused(tester, { ...args('424242', fixed), password: 'a third one' }, NONCE);
});

test.run();
