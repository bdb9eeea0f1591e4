// sign_up with an existing phone number, and ownership of the account if another address is confirmed.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  type ExpectedError,
  newEmail,
  openSqlApi,
} from '../../../support/database/sql_api.ts';
import { createConfirmedPhone, createUnconfirmedPhone, newPhone, phoneSettings, smsSpacingError } from '../../phone.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const PASSWORD = 'correct horse battery';
const AUTO = phoneSettings({ sms_autoconfirm: true });
const TOLD: ExpectedError = [400, 'user_already_exists', 'User already registered'];
const MAIL_TOLD: ExpectedError = [422, 'user_already_exists', 'User already registered'];
const signUp = (args: CallArguments) =>
  sql_api.call('sign_up', { password: PASSWORD, settings: phoneSettings(), client, ...args });
const refused = (args: CallArguments, expected: ExpectedError, changes: string[] = []) =>
  sql_api.refused('sign_up', { password: PASSWORD, settings: phoneSettings(), client, ...args }, expected, changes);
const pending = async (id: string) => (await sql_api.rows('auth.pending_passwords', `t.user_id = '${id}'`))[0];
const token = async (id: string) => (await sql_api.rows('auth.one_time_tokens', `t.user_id = '${id}'`))[0];
const { sql } = sql_api.db;

/** Adds an address to a user, as an administrator or a confirmed identity does. */
async function addAddress(id: string, kind: 'email' | 'phone', value: string, confirmed: boolean): Promise<void> {
  const at = confirmed ? new Date(sql_api.now()) : null;
  await sql`insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
    values (${kind}, ${value}, ${id}, true, ${at}, auth_lib.clock())`;
  await sql`update auth.users set ${sql({ [kind]: value, [`${kind}_confirmed_at`]: at } as never)} where id = ${id}`;
}

test('unconfirmed, spacing passed: the real user, the code again, password and data as they were', async () => {
  const person = await createUnconfirmedPhone(sql_api, { data: { color: 'red' } });
  const before = await token(person.id);
  await sql_api.advance(61);
  let answer: CallArguments = {};
  const tables = await sql_api.changes(async () => {
    answer = await signUp({ phone: `+${person.phone}`, data: { color: 'blue' }, channel: 'whatsapp' });
  });
  assert.equal(tables, ['attempts', 'audit_log', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users']);
  assert.equal([answer.id, answer.phone], [person.id, person.phone]);
  assert.is((answer.user_metadata as CallArguments).color, 'red');
  assert.is((answer.identities as unknown[]).length, 1);
  const after = await token(person.id);
  assert.is.not(after?.id, before?.id);
  assert.equal([after?.generation, after?.carries_password], ['2', true]);
  const [, second] = await sql_api.rows('auth.messages', `t.to_address = '${person.phone}' order by t.created_at`);
  assert.is(second?.channel, 'whatsapp');
  assert.equal(await sql_api.audited(), {
    actions: ['user_confirmation_requested'],
    traits: { provider: 'phone' },
    actor_id: person.id,
  });
});

test('a user invited by mail: the real id; metadata set by the administrator is not returned', async () => {
  const invitation = {
    claims: { role: 'service_role' },
    email: newEmail(),
    data: { team: 'a' },
    settings: phoneSettings(),
  };
  const { id } = await sql_api.call('invite_user', invitation);
  const phone = newPhone();
  await addAddress(String(id), 'phone', phone, false);
  const answer = await signUp({ phone });
  assert.equal([answer.id, answer.user_metadata, answer.identities, answer.email], [id, {}, [], '']);
});

test('too soon: 429, and the same password writes nothing; a different one is recorded even then', async () => {
  const person = await createUnconfirmedPhone(sql_api);
  await sql_api.advance(0.5);
  await refused({ phone: person.phone }, smsSpacingError(59));
  await refused({ phone: person.phone, password: 'another one' }, smsSpacingError(59), ['pending_passwords']);
  assert.is((await pending(person.id))?.hash, null);
  await sql_api.advance(60);
  assert.is((await signUp({ phone: person.phone })).id, person.id);
  assert.is((await pending(person.id))?.hash, null);
  assert.is((await token(person.id))?.carries_password, false);
});

test('unconfirmed under autoconfirm: confirmed with the new password, independent of mails', async () => {
  const person = await createUnconfirmedPhone(sql_api);
  const mail = await signUp({ phone: person.phone, settings: phoneSettings({ mailer_autoconfirm: true }) }).then(
    (answer) => (answer.refused as CallArguments).status,
  );
  assert.is(mail, 429, 'the mail switch does not confirm a number');
  const { body } = await signUp({ phone: person.phone, password: 'a new password', settings: AUTO });
  const user = (body as CallArguments).user as CallArguments;
  assert.equal([user.id, user.phone_confirmed_at], [person.id, sql_api.now()]);
  const traits = { provider: 'phone', channel: 'sms' };
  assert.equal(await sql_api.audited(), { actions: ['user_signedup', 'login'], traits, actor_id: person.id });
  assert.equal([await pending(person.id), await token(person.id)], [undefined, undefined]);
  const signIn = (password: string) =>
    sql_api.call('sign_in_with_password', { phone: person.phone, password, settings: phoneSettings() });
  assert.ok((await signIn('a new password')).body);
  assert.ok((await signIn(person.password)).refused);
});

test('confirmed: a fake user, also where mails are autoconfirmed', async () => {
  for (const more of [{}, { mailer_autoconfirm: true }]) {
    const person = await createConfirmedPhone(sql_api);
    let fake: CallArguments = {};
    const tables = await sql_api.changes(async () => {
      fake = await signUp({ phone: person.phone, data: { a: 1, email: 'x' }, settings: phoneSettings(more) });
    });
    assert.equal(tables, ['attempts', 'audit_log']);
    const now = sql_api.now();
    assert.equal(fake, {
      id: fake.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: '',
      phone: person.phone,
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { a: 1, email: 'x' },
      identities: [],
      confirmation_sent_at: now,
      created_at: now,
      updated_at: now,
      is_anonymous: false,
    });
    assert.is.not(fake.id, person.id);
    assert.equal(await sql_api.audited(), {
      actions: ['user_repeated_signup'],
      traits: { provider: 'phone' },
      actor_id: person.id,
    });
    await refused({ phone: person.phone, settings: phoneSettings(more) }, smsSpacingError(60));
    await sql_api.advance(61);
    assert.is.not((await signUp({ phone: person.phone, settings: phoneSettings(more) })).id, fake.id);
  }
});

test('confirmed under autoconfirm: 400, not 422', async () => {
  const person = await createConfirmedPhone(sql_api);
  for (const more of [{}, { mailer_autoconfirm: true }]) {
    const args = { phone: person.phone, settings: phoneSettings({ sms_autoconfirm: true, ...more }) };
    await refused(args, TOLD, ['audit_log']);
    assert.equal((await sql_api.audited())?.actions, ['user_repeated_signup']);
  }
});

test('an unknown and a confirmed number have the same limits and one spacing', async () => {
  const person = await createConfirmedPhone(sql_api);
  await signUp({ phone: person.phone });
  const phone = newPhone();
  await signUp({ phone });
  for (const number of [person.phone, phone]) await refused({ phone: number }, smsSpacingError(60));
});

test('a confirmed e-mail, an unconfirmed number: autoconfirm opens nothing, an SMS goes to the account’s own number', async () => {
  const person = await createConfirmedPerson(sql_api);
  const phone = newPhone();
  await addAddress(person.id, 'phone', phone, false);
  await refused({ phone, settings: AUTO }, TOLD, ['audit_log']);
  const answer = await signUp({ phone });
  assert.equal([answer.id, answer.body, answer.refresh], [person.id, undefined, undefined]);
  assert.is((await token(person.id))?.carries_password, false, 'the mailbox has been proven without this password');
  const found = newPhone();
  await sql`insert into auth.addresses (kind, value, user_id, is_primary, created_at)
    values ('phone', ${found}, ${person.id}, false, auth_lib.clock())`;
  const tables = await sql_api.changes(async () => assert.equal((await signUp({ phone: found })).identities, []));
  assert.equal(tables, ['attempts', 'audit_log'], 'a number that only finds the account gets nothing');
  await refused({ phone: found, settings: AUTO }, TOLD, ['audit_log']);
});

test('a confirmed number, an e-mail address from an administrator: no switch gives a session to a sign-up with that address', async () => {
  const person = await createConfirmedPhone(sql_api);
  const email = newEmail();
  await addAddress(person.id, 'email', email, false);
  for (const more of [{ mailer_autoconfirm: true }, { mailer_autoconfirm: true, sms_autoconfirm: true }]) {
    await refused({ email, settings: phoneSettings(more) }, MAIL_TOLD, ['audit_log']);
  }
  const signIn = { phone: person.phone, password: person.password, settings: phoneSettings() };
  assert.ok((await sql_api.call('sign_in_with_password', signIn)).body, 'the confirmed password stays');
});

test.run();
