// Tests of resend with a phone number.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  type ExpectedError,
  findSentToken,
  newEmail,
  openSqlApi,
} from '../../../support/database/sql_api.ts';
import {
  createAnonymousPerson,
  createConfirmedPhone,
  createUnconfirmedPhone,
  INVALID_PHONE,
  newPhone,
  phoneSettings,
  SMS_QUOTA,
  smsSpacingError,
} from '../../phone.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const resend = (args: CallArguments) =>
  sql_api.call('resend', { type: 'sms', settings: phoneSettings(), client, ...args });
const refused = (args: CallArguments, expected: ExpectedError, changes: string[] = []) =>
  sql_api.refused('resend', { type: 'sms', settings: phoneSettings(), client, ...args }, expected, changes);
const change = (person: { claims: CallArguments }, args: CallArguments) =>
  sql_api.call('update_user', { claims: person.claims, settings: phoneSettings(), client, ...args });

test('the checks of a number: feature off, its format; existence comes last', async () => {
  const off = phoneSettings({ external_phone_enabled: false, external_email_enabled: false });
  await refused({ phone: '+0', settings: off }, [400, 'phone_provider_disabled', 'Phone logins are disabled']);
  for (const phone of ['+0', '+', ' ', 'x']) await refused({ phone }, INVALID_PHONE);
  for (const type of ['sms', 'phone_change']) await refused({ type, phone: '+0' }, INVALID_PHONE);
  await refused({ type: 'phone_change', email: 'x', settings: off }, [
    400,
    'email_provider_disabled',
    'Email logins are disabled',
  ]);
  await refused({ type: 'phone_change' }, [400, 'validation_failed', 'Missing email address or phone number']);
});

test('an unconfirmed number: the code again, with the id of its message, still installing the password', async () => {
  const person = await createUnconfirmedPhone(sql_api);
  await refused({ phone: person.phone }, smsSpacingError(60));
  await sql_api.advance(60);
  await refused({ phone: person.phone }, smsSpacingError(0));
  await sql_api.advance(1);
  let answer: CallArguments = {};
  const tables = await sql_api.changes(async () => {
    answer = await resend({ phone: `+${person.phone}` });
  });
  assert.equal(tables, ['attempts', 'audit_log', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users']);
  const [message] = await sql_api.rows('auth.messages', `t.id = '${answer.message_id}'`);
  assert.equal([message?.to_address, message?.kind, message?.channel], [person.phone, 'sms', 'sms']);
  const token = await findSentToken(sql_api, person.id, 'sms');
  assert.equal([token.carries_password, Number(token.generation)], [true, 2]);
  assert.equal(await sql_api.audited(), { actions: ['user_recovery_requested'], traits: null, actor_id: person.id });
});

test('after a separately requested code, a resend no longer installs the password', async () => {
  const person = await createUnconfirmedPhone(sql_api);
  await sql_api.advance(61);
  await sql_api.call('request_otp', { phone: person.phone, settings: phoneSettings() });
  await sql_api.advance(61);
  await resend({ phone: person.phone });
  assert.is((await findSentToken(sql_api, person.id, 'sms')).carries_password, false);
});

test('unknown, confirmed, of another audience: a random message id; the spacing is the same', async () => {
  const made = { claims: { role: 'service_role' }, phone: newPhone(), settings: phoneSettings(), client };
  const [person, waiting] = [await createConfirmedPhone(sql_api), await sql_api.call('create_user', made)];
  await sql_api.advance(61);
  for (const args of [
    { phone: newPhone() },
    { phone: person.phone },
    { phone: waiting.phone, audience: 'elsewhere' },
  ]) {
    let answer: CallArguments = {};
    const tables = await sql_api.changes(async () => {
      answer = await resend(args);
    });
    assert.match(String(answer.message_id), UUID);
    assert.equal(tables, ['attempts']);
    assert.equal(await sql_api.rows('auth.messages', `t.id = '${answer.message_id}'`), []);
    await refused(args, smsSpacingError(60));
  }
});

test('without an SMS provider every request for any number gets the same response and sends nothing, so that accounts are not revealed', async () => {
  const settings = phoneSettings({ sms_ready: false });
  const waiting = await createUnconfirmedPhone(sql_api);
  const [changing, byMail] = [await createConfirmedPhone(sql_api), await createConfirmedPerson(sql_api)];
  await change(changing, { phone: newPhone() });
  await sql_api.advance(61);
  for (const args of [
    { phone: waiting.phone },
    { phone: newPhone() },
    { type: 'phone_change', phone: changing.phone },
    { type: 'phone_change', email: byMail.email },
    { type: 'phone_change', phone: newPhone() },
  ]) {
    const tables = await sql_api.changes(async () => {
      const { message_id } = await resend({ ...args, settings });
      assert.match(String(message_id), UUID);
      assert.equal(await sql_api.rows('auth.messages', `t.id = '${message_id}'`), []);
    });
    assert.equal(tables, [], JSON.stringify(args));
    assert.match(String((await resend({ ...args, settings })).message_id), UUID, 'there is no message to space');
  }
});

test('a test number: test-otp, with a gateway or without; over the quota 429', async () => {
  const person = await createUnconfirmedPhone(sql_api);
  await sql_api.advance(61);
  const full = { rate_limit_sms_sent: { count: 0 } };
  await refused({ phone: person.phone, settings: phoneSettings(full) }, SMS_QUOTA);
  const tested = phoneSettings({ ...full, sms_ready: false, sms_test_otp: { [person.phone]: '123456' } });
  assert.equal(await resend({ phone: person.phone, settings: tested }), { message_id: 'test-otp' });
});

test('phone_change: found by the current number or e-mail, sent to the new one, spaced by both', async () => {
  const byPhone = await createConfirmedPhone(sql_api);
  const byMail = await createConfirmedPerson(sql_api);
  for (const [person, address] of [
    [byPhone, { phone: byPhone.phone }],
    [byMail, { email: byMail.email }],
  ] as const) {
    const phone = newPhone();
    const args = { type: 'phone_change', ...address };
    const nothing = await sql_api.changes(async () => assert.match(String((await resend(args)).message_id), UUID));
    assert.equal(nothing, ['attempts'], 'no change is pending');
    await refused(args, smsSpacingError(60));
    await sql_api.advance(61);
    await change(person, { phone });
    const first = await findSentToken(sql_api, person.id, 'phone_change');
    const soon = await sql_api.changes(async () => assert.match(String((await resend(args)).message_id), UUID));
    assert.equal(soon, ['attempts'], 'too soon after the request: the response does not show it');
    await refused(args, smsSpacingError(60));
    await sql_api.advance(61);
    const tables = await sql_api.changes(async () => {
      const { message_id } = await resend(args);
      const [message] = await sql_api.rows('auth.messages', `t.id = '${message_id}'`);
      assert.equal([message?.to_address, message?.kind], [phone, 'phone_change']);
    });
    assert.equal(tables, ['attempts', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users'], 'no audit row');
    assert.is.not((await findSentToken(sql_api, person.id, 'phone_change')).id, first.id);
    const pending = await sql_api.changes(async () =>
      assert.ok((await resend({ ...args, email: null, phone })).message_id),
    );
    assert.equal(pending, ['attempts'], 'the new number matches no account yet');
  }
});

test('email_change by the current number: the mail to the new address again', async () => {
  const person = await createConfirmedPhone(sql_api);
  const email = newEmail();
  await change(person, { email });
  const args = { type: 'email_change', phone: person.phone };
  await resend(args);
  await refused(args, [
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 60 seconds.',
  ]);
  await sql_api.advance(60);
  await resend(args);
  assert.is((await sql_api.rows('auth.messages', `t.to_address = '${email}'`)).length, 2);
  const nobody = await createAnonymousPerson(sql_api);
  await change(nobody, { phone: newPhone() });
  assert.match(String((await resend({ type: 'phone_change', email: newEmail() })).message_id), UUID);
});

test.run();
