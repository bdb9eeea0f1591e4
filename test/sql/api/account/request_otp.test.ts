// Tests of request_otp.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  code_keys,
  codeOf,
  createConfirmedPerson,
  createUnconfirmedPerson,
  type ExpectedError,
  findSentToken,
  newEmail,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { insertExternalUser } from '../../external_user.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const request = (args: CallArguments) => sql_api.call('request_otp', { settings: settings(), client, ...args });
const refused = (args: CallArguments, expected: ExpectedError) =>
  sql_api.refused('request_otp', { settings: settings(), ...args }, expected);
const phones = Array.from({ length: 9 }, (_, at) => `155511100${at}`);
const newPhone = (): string => String(phones.pop());
const DISABLED: ExpectedError = [422, 'otp_disabled', 'Signups not allowed for otp'];
const PAIR: ExpectedError = [400, 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge'];

test('the checks answer in order, and write nothing', async () => {
  const email = 'nobody';
  const phone = '12';
  await refused({ email, phone, channel: 'sms' }, [
    400,
    'validation_failed',
    'Only an email address or phone number should be provided',
  ]);
  await refused({ email, channel: 'sms', code_challenge: 'x' }, [
    400,
    'validation_failed',
    'Channel should only be specified with Phone OTP',
  ]);
  await refused({ email, create_user: false, code_challenge: 'x' }, PAIR);
  await refused({ code_challenge_method: 's256' }, PAIR);
  await refused({ email, create_user: false }, DISABLED);
  await refused({ phone, create_user: false }, DISABLED);
  await refused({ create_user: false }, [400, 'validation_failed', 'One of email or phone must be set']);
  await refused({}, [400, 'validation_failed', 'One of email or phone must be set']);
  await refused({ email: '', phone: '' }, [400, 'validation_failed', 'One of email or phone must be set']);
  await refused({ phone }, [400, 'phone_provider_disabled', 'Unsupported phone provider']);
  await refused({ email }, [400, 'validation_failed', 'Unable to validate email address: invalid format']);
  await refused({ email, settings: settings({ external_email_enabled: false }) }, [
    422,
    'email_provider_disabled',
    'Email logins are disabled',
  ]);
  await refused({ email: newEmail(), settings: settings({ disable_signup: true }) }, [
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
  ]);
});

test('create_user false: a user of another audience counts as unknown', async () => {
  const made = { claims: { role: 'service_role' }, email: newEmail(), settings: settings(), client };
  for (const person of [await createConfirmedPerson(sql_api), await sql_api.call('create_user', made)]) {
    const args = { email: person.email, create_user: false };
    await sql_api.advance(901);
    await refused({ ...args, audience: 'elsewhere' }, DISABLED);
    assert.equal(await request({ ...args, audience: 'authenticated' }), {});
  }
});

test('create_user is true unless it is false: an unknown address gets a user', async () => {
  for (const create_user of [null, true]) {
    const email = newEmail();
    assert.equal(await request({ email, create_user }), {});
    assert.is((await sql_api.rows('auth.users', `t.email = '${email}'`)).length, 1);
  }
});

test('create_user false: known addresses get their mail, confirmed or not', async () => {
  const person = await createConfirmedPerson(sql_api);
  assert.equal(await request({ email: person.email.toUpperCase(), create_user: false }), {});
  assert.is((await findSentToken(sql_api, person.id, 'recovery')).digits, 6);
  const waiting = await createUnconfirmedPerson(sql_api);
  assert.equal(await request({ email: waiting.email, create_user: false }), {});
  assert.is((await sql_api.rows('auth.messages', `t.to_address = '${waiting.email}'`)).length, 2);
});

test('the mailed code signs in, with the configured length and lifetime', async () => {
  const person = await createConfirmedPerson(sql_api);
  await request({ email: person.email, settings: settings({ mailer_otp_length: 8, mailer_otp_exp: 60 }) });
  const token = await findSentToken(sql_api, person.id, 'recovery');
  assert.match(codeOf(token), /^\d{8}$/);
  assert.is(token.expires_at?.getTime(), Date.parse(sql_api.now()) + 60_000);
  const answer = await sql_api.call('verify_token', {
    type: 'email',
    email: person.email,
    code: codeOf(token),
    code_keys,
    settings: settings(),
  });
  assert.ok(answer.body);
});

test('mails a link to an address that an administrator gave to an account with a confirmed number', async () => {
  const email = newEmail();
  const id = await insertExternalUser(sql_api.db.sql, { address: email, confirmed: false, phone: newPhone() });
  await sql_api.db.sql`update auth.addresses set given_by_administrator = true where value = ${email}`;
  await request({ email });
  assert.is((await sql_api.rows('auth.one_time_tokens', `t.user_id = '${id}'`)).length, 1);
});

test.run();
