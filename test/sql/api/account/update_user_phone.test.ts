// update_user and reauthenticate by phone: the change that waits for its code, autoconfirm, limits, the nonce by SMS.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Answer,
  type Args,
  client,
  code_keys,
  codeOf,
  confirmed,
  type Expected,
  newEmail,
  openSurface,
  sentToken,
  wrongCode,
} from '../../../support/database/surface.ts';
import { anonymous, confirmedPhone, NO_GATEWAY, newPhone, phones, SMS_QUOTA, smsSoon } from '../../phone.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

type Caller = { id: string; claims: Args };
const update = (person: Caller, args: Args) =>
  surface.call('update_user', { claims: person.claims, code_keys, settings: phones(), client, ...args });
const refused = (person: Caller, args: Args, expected: Expected, changes: string[] = []) =>
  surface.refused('update_user', { claims: person.claims, code_keys, settings: phones(), ...args }, expected, changes);
const reauthenticate = (person: Caller, settings = phones()) =>
  surface.call('reauthenticate', { claims: person.claims, settings, client });
const row = async (id: string): Promise<Args> => (await surface.rows('auth.users', `t.id = '${id}'`))[0] ?? {};
const tokens = async (id: string) =>
  (await surface.rows('auth.one_time_tokens', `t.user_id = '${id}'`)).map(({ kind }) => String(kind)).sort();
const actions = async () => (await surface.audited())?.actions;
const AUTO = { sms_autoconfirm: true };
const NONCE: Expected = [422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'];

test('T61 a new number waits: phone unchanged, new_phone and the time; an SMS, an audit row', async () => {
  const person = await confirmedPhone(surface);
  const phone = newPhone();
  await surface.advance(1);
  let user: Answer = {};
  const tables = await surface.changes(async () => {
    user = await update(person, { phone: `+${phone}`, channel: 'whatsapp', data: { a: 1 } });
  });
  assert.equal(tables, ['attempts', 'audit_log', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users']);
  assert.equal([user.phone, user.new_phone, user.phone_change_sent_at], [person.phone, phone, surface.now()]);
  assert.is((user.user_metadata as Args).a, 1);
  const [message] = await surface.rows('auth.messages', `t.to_address = '${phone}'`);
  assert.equal([message?.kind, message?.channel], ['phone_change', 'whatsapp']);
  const token = await sentToken(surface, person.id, 'phone_change');
  assert.equal([token.carries_password, token.flow_id], [false, null]);
  assert.equal(await actions(), ['user_modified']);
  const given_up = await surface.changes(() => update(person, { phone: person.phone }));
  assert.equal(given_up, ['audit_log', 'one_time_tokens', 'users'], 'the current number gives the change up');
  const same = await surface.changes(() => update(person, { phone: person.phone }));
  assert.equal(same, ['audit_log'], 'and asks for nothing');
});

test('spacing by user, inclusive; quota and gateway errors roll back the whole update', async () => {
  const person = await confirmed(surface);
  await update(person, { phone: newPhone() });
  const args = { phone: newPhone(), data: { a: 1 }, password: 'quite another one' };
  await surface.advance(60);
  await refused(person, args, smsSoon(0));
  await surface.advance(0.001);
  await refused(person, { ...args, settings: phones({ rate_limit_sms_sent: { count: 0 } }) }, SMS_QUOTA);
  await refused(person, { ...args, settings: phones({ sms_ready: false }) }, NO_GATEWAY);
  const tested = phones({ sms_ready: false, rate_limit_sms_sent: { count: 0 }, sms_test_otp: { [args.phone]: '1' } });
  assert.is((await update(person, { ...args, settings: tested })).new_phone, args.phone);
  assert.is((await surface.rows('auth.messages', `t.to_address = '${args.phone}'`)).length, 0);
  await update(await confirmed(surface), { phone: newPhone() });
});

test('autoconfirm: changed and confirmed at once, one more audit entry, no SMS', async () => {
  const person = await confirmed(surface);
  const phone = newPhone();
  const user = await update(person, { phone, settings: phones({ ...AUTO, sms_ready: false }) });
  assert.equal([user.phone, user.new_phone, user.phone_confirmed_at], [phone, undefined, surface.now()]);
  assert.equal(user.app_metadata, { provider: 'email', providers: ['email', 'phone'] });
  assert.equal(await actions(), ['user_modified', 'user_modified']);
  assert.equal(await surface.rows('auth.messages', `t.to_address = '${phone}'`), []);
  const taken: Expected = [422, 'phone_exists', 'A user with this phone number has already been registered'];
  await refused(await confirmed(surface), { phone, settings: phones(AUTO) }, taken);
});

test('both addresses in one request: an immediate change does not cancel a pending one', async () => {
  const one = await confirmed(surface);
  const [email, phone] = [newEmail(), newPhone()];
  const user = await update(one, { email, phone, settings: phones(AUTO) });
  assert.equal([user.phone, user.new_email], [phone, email]);
  assert.equal(await tokens(one.id), ['email_change_current', 'email_change_new']);

  const two = await anonymous(surface);
  const mail = phones({ mailer_autoconfirm: true });
  const converted = await update(two, { email: newEmail(), phone: newPhone(), settings: mail });
  assert.is(converted.is_anonymous, false);
  assert.ok(converted.new_phone);
  assert.equal(await tokens(two.id), ['phone_change']);
  assert.equal(await actions(), ['user_modified', 'user_modified']);

  const three = await confirmed(surface);
  await update(three, { email: newEmail(), phone: newPhone() });
  assert.equal(await tokens(three.id), ['email_change_current', 'email_change_new', 'phone_change']);

  const four = await anonymous(surface);
  const both = phones({ ...AUTO, mailer_autoconfirm: true });
  const done = await update(four, { email: newEmail(), phone: newPhone(), password: 'a good one', settings: both });
  assert.equal([done.new_email, done.new_phone, done.is_anonymous], [undefined, undefined, false]);
  assert.equal(await actions(), ['user_modified', 'user_modified', 'user_updated_password', 'user_modified']);
});

test('an anonymous user: no password alone; an address waits for its confirmation; autoconfirm converts at once', async () => {
  const person = await anonymous(surface);
  await refused(person, { password: 'chosen early', email: '', phone: '' }, [
    422,
    'validation_failed',
    'Updating password of an anonymous user without an email or phone is not allowed',
  ]);
  const email = newEmail();
  const user = await update(person, { email, password: 'chosen early' });
  assert.equal([user.email, user.new_email, user.is_anonymous], ['', email, true]);
  assert.equal(await tokens(person.id), ['email_change_new']);
  const signIn = () => surface.call('sign_in_with_password', { email, password: 'chosen early', settings: phones() });
  assert.ok((await signIn()).refused);
  const code = codeOf(await sentToken(surface, person.id, 'email_change_new'));
  const proof = { type: 'email_change', email, code, code_keys, settings: phones() };
  const claims = (await surface.call('verify_token', proof)).claims as Args;
  assert.equal([claims.sub, claims.is_anonymous, claims.email], [person.id, false, email]);
  assert.ok((await signIn()).body);
  assert.equal((await row(person.id)).raw_app_meta_data, { provider: 'email', providers: ['email'] });

  const other = await anonymous(surface);
  const at_once = await update(other, { email: newEmail(), settings: phones({ mailer_autoconfirm: true }) });
  assert.equal([at_once.id, at_once.is_anonymous, at_once.email_confirmed_at], [other.id, false, surface.now()]);
  await refused(await anonymous(surface), { email, settings: phones({ mailer_autoconfirm: true }) }, [
    422,
    'email_exists',
    'A user with this email address has already been registered',
  ]);
  const third = await anonymous(surface);
  assert.is((await update(third, { phone: newPhone(), settings: phones(AUTO) })).is_anonymous, false);
});

test('reauthenticate by SMS: its message, spacing, quota, and the error for a user without any address', async () => {
  const person = await confirmedPhone(surface);
  await surface.advance(1);
  let answer: Answer = {};
  const tables = await surface.changes(async () => {
    answer = await reauthenticate(person);
  });
  assert.equal(tables, ['attempts', 'audit_log', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users']);
  const [message] = await surface.rows('auth.messages', `t.id = '${answer.message_id}'`);
  assert.equal([message?.kind, message?.channel, message?.to_address], ['reauthentication', 'sms', person.phone]);
  assert.equal(await actions(), ['user_reauthenticate_requested']);
  const again = (expected: Expected, more: Args = {}) =>
    surface.refused('reauthenticate', { claims: person.claims, settings: phones(more) }, expected);
  await surface.advance(60);
  await again(smsSoon(0));
  await surface.advance(0.001);
  await again(SMS_QUOTA, { rate_limit_sms_sent: { count: 0 } });
  await again(NO_GATEWAY, { sms_ready: false });
  await again(NO_GATEWAY, { sms_ready: false, sms_autoconfirm: true, rate_limit_sms_sent: { count: 0 } });
  await surface.refused('reauthenticate', { claims: (await anonymous(surface)).claims, settings: phones() }, [
    400,
    'validation_failed',
    'Reauthentication requires the user to have an email or a phone number',
  ]);
});

test('the nonce of an SMS changes the password once; a test number’s is its fixed code, once asked for', async () => {
  const demanding = { security_update_password_require_reauthentication: true };
  const person = await confirmedPhone(surface);
  await reauthenticate(person);
  const token = await sentToken(surface, person.id, 'reauthentication');
  const args = (nonce: string, more: Args = {}) => ({
    nonce,
    password: 'quite another',
    settings: phones({ ...demanding, ...more }),
  });
  await refused(person, args(wrongCode(token)), NONCE, ['attempts', 'one_time_tokens']);
  await update(person, args(codeOf(token)));
  await refused(person, { ...args(codeOf(token)), password: 'a third one' }, NONCE);

  const tester = await confirmedPhone(surface);
  const fixed = { sms_test_otp: { [tester.phone]: '424242' }, sms_ready: false };
  await refused(tester, args('424242', fixed), NONCE);
  assert.equal(await reauthenticate(tester, phones(fixed)), { message_id: 'test-otp' });
  await surface.advance(60.001);
  await refused(tester, args('424242', fixed), NONCE, ['attempts', 'one_time_tokens']);
  await surface.advance(-0.001);
  await update(tester, args('424242', fixed));
  await refused(tester, { ...args('424242', fixed), password: 'a third one' }, NONCE);
});

test.run();
