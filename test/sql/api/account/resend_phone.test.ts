// resend by phone: the code again for an unconfirmed number or a change, and the same responses for all others.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Args,
  client,
  confirmed,
  type Expected,
  newEmail,
  openSurface,
  sentToken,
} from '../../../support/database/surface.ts';
import {
  anonymous,
  confirmedPhone,
  E164,
  newPhone,
  phones,
  SMS_QUOTA,
  smsSoon,
  unconfirmedPhone,
} from '../../phone.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const resend = (args: Args) => surface.call('resend', { type: 'sms', settings: phones(), client, ...args });
const refused = (args: Args, expected: Expected, changes: string[] = []) =>
  surface.refused('resend', { type: 'sms', settings: phones(), client, ...args }, expected, changes);
const change = (person: { claims: Args }, args: Args) =>
  surface.call('update_user', { claims: person.claims, settings: phones(), client, ...args });

test('the checks of a number: feature off, its format; existence comes last', async () => {
  const off = phones({ external_phone_enabled: false, external_email_enabled: false });
  await refused({ phone: '+0', settings: off }, [400, 'phone_provider_disabled', 'Phone logins are disabled']);
  for (const phone of ['+0', '+', ' ', 'x']) await refused({ phone }, E164);
  for (const type of ['sms', 'phone_change']) await refused({ type, phone: '+0' }, E164);
  await refused({ type: 'phone_change', email: 'x', settings: off }, [
    400,
    'email_provider_disabled',
    'Email logins are disabled',
  ]);
  await refused({ type: 'phone_change' }, [400, 'validation_failed', 'Missing email address or phone number']);
});

test('an unconfirmed number: the code again, with the id of its message, still installing the password', async () => {
  const person = await unconfirmedPhone(surface);
  await refused({ phone: person.phone }, smsSoon(60));
  await surface.advance(60);
  await refused({ phone: person.phone }, smsSoon(0));
  await surface.advance(1);
  let answer: Args = {};
  const tables = await surface.changes(async () => {
    answer = await resend({ phone: `+${person.phone}` });
  });
  assert.equal(tables, ['attempts', 'audit_log', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users']);
  const [message] = await surface.rows('auth.messages', `t.id = '${answer.message_id}'`);
  assert.equal([message?.to_address, message?.kind, message?.channel], [person.phone, 'sms', 'sms']);
  const token = await sentToken(surface, person.id, 'sms');
  assert.equal([token.carries_password, Number(token.generation)], [true, 2]);
  assert.equal(await surface.audited(), { actions: ['user_recovery_requested'], traits: null, actor_id: person.id });
});

test('after a separately requested code, a resend no longer installs the password', async () => {
  const person = await unconfirmedPhone(surface);
  await surface.advance(61);
  await surface.call('request_otp', { phone: person.phone, settings: phones() });
  await surface.advance(61);
  await resend({ phone: person.phone });
  assert.is((await sentToken(surface, person.id, 'sms')).carries_password, false);
});

test('unknown, confirmed, of another audience: a random message id; the spacing is the same', async () => {
  const made = { claims: { role: 'service_role' }, phone: newPhone(), settings: phones(), client };
  const [person, waiting] = [await confirmedPhone(surface), await surface.call('create_user', made)];
  await surface.advance(61);
  for (const args of [
    { phone: newPhone() },
    { phone: person.phone },
    { phone: waiting.phone, audience: 'elsewhere' },
  ]) {
    let answer: Args = {};
    const tables = await surface.changes(async () => {
      answer = await resend(args);
    });
    assert.match(String(answer.message_id), UUID);
    assert.equal(tables, ['attempts']);
    assert.equal(await surface.rows('auth.messages', `t.id = '${answer.message_id}'`), []);
    await refused(args, smsSoon(60));
  }
});

test('without a gateway every number gets the same response, however often, and nothing is sent, so that accounts are not revealed', async () => {
  const settings = phones({ sms_ready: false });
  const waiting = await unconfirmedPhone(surface);
  const [changing, byMail] = [await confirmedPhone(surface), await confirmed(surface)];
  await change(changing, { phone: newPhone() });
  await surface.advance(61);
  for (const args of [
    { phone: waiting.phone },
    { phone: newPhone() },
    { type: 'phone_change', phone: changing.phone },
    { type: 'phone_change', email: byMail.email },
    { type: 'phone_change', phone: newPhone() },
  ]) {
    const tables = await surface.changes(async () => {
      const { message_id } = await resend({ ...args, settings });
      assert.match(String(message_id), UUID);
      assert.equal(await surface.rows('auth.messages', `t.id = '${message_id}'`), []);
    });
    assert.equal(tables, [], JSON.stringify(args));
    assert.match(String((await resend({ ...args, settings })).message_id), UUID, 'there is no message to space');
  }
});

test('a test number: test-otp, with a gateway or without; over the quota 429', async () => {
  const person = await unconfirmedPhone(surface);
  await surface.advance(61);
  const full = { rate_limit_sms_sent: { count: 0 } };
  await refused({ phone: person.phone, settings: phones(full) }, SMS_QUOTA);
  const tested = phones({ ...full, sms_ready: false, sms_test_otp: { [person.phone]: '123456' } });
  assert.equal(await resend({ phone: person.phone, settings: tested }), { message_id: 'test-otp' });
});

test('phone_change: found by the current number or e-mail, sent to the new one, spaced by both', async () => {
  const byPhone = await confirmedPhone(surface);
  const byMail = await confirmed(surface);
  for (const [person, address] of [
    [byPhone, { phone: byPhone.phone }],
    [byMail, { email: byMail.email }],
  ] as const) {
    const phone = newPhone();
    const args = { type: 'phone_change', ...address };
    const nothing = await surface.changes(async () => assert.match(String((await resend(args)).message_id), UUID));
    assert.equal(nothing, ['attempts'], 'no change is pending');
    await refused(args, smsSoon(60));
    await surface.advance(61);
    await change(person, { phone });
    const first = await sentToken(surface, person.id, 'phone_change');
    const soon = await surface.changes(async () => assert.match(String((await resend(args)).message_id), UUID));
    assert.equal(soon, ['attempts'], 'too soon after the request: the response does not show it');
    await refused(args, smsSoon(60));
    await surface.advance(61);
    const tables = await surface.changes(async () => {
      const { message_id } = await resend(args);
      const [message] = await surface.rows('auth.messages', `t.id = '${message_id}'`);
      assert.equal([message?.to_address, message?.kind], [phone, 'phone_change']);
    });
    assert.equal(tables, ['attempts', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users'], 'no audit row');
    assert.is.not((await sentToken(surface, person.id, 'phone_change')).id, first.id);
    const pending = await surface.changes(async () =>
      assert.ok((await resend({ ...args, email: null, phone })).message_id),
    );
    assert.equal(pending, ['attempts'], 'the new number matches no account yet');
  }
});

test('email_change by the current number: the mail to the new address again', async () => {
  const person = await confirmedPhone(surface);
  const email = newEmail();
  await change(person, { email });
  const args = { type: 'email_change', phone: person.phone };
  await resend(args);
  await refused(args, [
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 60 seconds.',
  ]);
  await surface.advance(60);
  await resend(args);
  assert.is((await surface.rows('auth.messages', `t.to_address = '${email}'`)).length, 2);
  const nobody = await anonymous(surface);
  await change(nobody, { phone: newPhone() });
  assert.match(String((await resend({ type: 'phone_change', email: newEmail() })).message_id), UUID);
});

test.run();
