// Tests of resend.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  createUnconfirmedPerson,
  type ExpectedError,
  findSentToken,
  newEmail,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { phoneSettings } from '../../phone.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SOON: ExpectedError = [
  429,
  'over_email_send_rate_limit',
  'For security purposes, you can only request this after 900 seconds.',
];
const resend = (args: CallArguments) =>
  sql_api.call('resend', { type: 'signup', settings: settings(), client, ...args });
const refused = (args: CallArguments, expected: ExpectedError) =>
  sql_api.refused('resend', { settings: settings(), ...args }, expected);

test('the checks answer in order, and write nothing', async () => {
  const pair = 'PKCE flow requires code_challenge_method and code_challenge';
  const off = settings({ external_email_enabled: false });
  await refused({ type: 'signup', code_challenge: 'x' }, [400, 'validation_failed', pair]);
  await refused({ type: 'email_change', code_challenge: 'x' }, [400, 'validation_failed', pair]);
  const types = 'Missing one of these types: signup, email_change, sms, phone_change';
  for (const type of [null, '', 'recovery', 'magiclink']) {
    await refused({ type, code_challenge: 'x' }, [400, 'validation_failed', types]);
  }
  await refused({ type: 'signup', phone: '12' }, [400, 'validation_failed', 'Type provided requires an email address']);
  await refused({ type: 'sms', email: 'x', code_challenge: 'x' }, [
    400,
    'validation_failed',
    'Type provided requires a phone number',
  ]);
  await refused({ type: 'signup', email: 'nobody', phone: '12', settings: off }, [
    400,
    'validation_failed',
    'Only an email address or phone number should be provided.',
  ]);
  await refused({ type: 'signup', email: 'nobody', settings: off }, [
    400,
    'email_provider_disabled',
    'Email logins are disabled',
  ]);
  await refused({ type: 'signup', email: 'nobody' }, [
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ]);
  await refused({ type: 'sms', phone: 'x' }, [400, 'phone_provider_disabled', 'Phone logins are disabled']);
  await refused({ type: 'phone_change' }, [400, 'validation_failed', 'Missing email address or phone number']);
});

test('an unconfirmed user: the mail again, with the id of its message, still installing the password', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  const first = await findSentToken(sql_api, person.id);
  await refused({ type: 'signup', email: person.email }, SOON);
  await sql_api.advance(900);
  let answer: CallArguments = {};
  const tables = await sql_api.changes(async () => {
    answer = await resend({ email: person.email.toUpperCase() });
  });
  assert.equal(tables, ['attempts', 'audit_log', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users']);
  const [message] = await sql_api.rows('auth.messages', `t.id = '${answer.message_id}'`);
  assert.is(message?.to_address, person.email);
  assert.is(message?.kind, 'confirmation');
  const token = await findSentToken(sql_api, person.id);
  assert.is.not(token.id, first.id);
  assert.is(message?.token_id, token.id);
  assert.is(token.carries_password, true);
  assert.equal((await sql_api.audited())?.actions, ['user_confirmation_requested']);
});

test('after a separately requested link, a resend no longer installs the password', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  await sql_api.call('request_otp', { email: person.email, settings: settings() });
  await sql_api.advance(900);
  await resend({ email: person.email });
  assert.is((await findSentToken(sql_api, person.id)).carries_password, false);
});

test('unknown, confirmed, of another audience: a random message id; the spacing is the same', async () => {
  const person = await createConfirmedPerson(sql_api);
  const made = { claims: { role: 'service_role' }, email: newEmail(), settings: settings(), client };
  const waiting = await sql_api.call('create_user', made);
  await sql_api.advance(900);
  for (const args of [
    { email: newEmail() },
    { email: person.email },
    { email: waiting.email, audience: 'elsewhere' },
  ]) {
    let answer: CallArguments = {};
    const tables = await sql_api.changes(async () => {
      answer = await resend(args);
    });
    assert.equal(Object.keys(answer), ['message_id']);
    assert.match(String(answer.message_id), UUID);
    assert.equal(tables, ['attempts']);
    assert.equal(await sql_api.rows('auth.messages', `t.id = '${answer.message_id}'`), []);
    await refused({ type: 'signup', ...args }, SOON);
  }
});

test('nothing pending for the other kinds: a random id, and the spacing of the requester', async () => {
  const person = await createConfirmedPerson(sql_api);
  for (const type of ['email_change', 'phone_change']) {
    for (const email of [person.email, newEmail()]) {
      const tables = await sql_api.changes(async () => {
        assert.match(String((await resend({ type, email, settings: phoneSettings() })).message_id), UUID);
      });
      assert.equal(tables, ['attempts']);
    }
  }
});

test('the quota rejects unknown and unconfirmed addresses alike', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  await sql_api.advance(900);
  const none = settings({ rate_limit_email_sent: { count: 0, per: null } });
  for (const email of [person.email, newEmail()]) {
    const answer = await resend({ email, settings: none });
    assert.equal(answer.refused, {
      status: 429,
      code: 'over_email_send_rate_limit',
      message: 'email rate limit exceeded',
    });
  }
});

test.run();
