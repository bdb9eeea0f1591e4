// Tests of reauthenticate.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  client,
  createConfirmedPerson,
  createUnconfirmedPerson,
  type ExpectedError,
  findSentToken,
  openSqlApi,
  type SqlPerson,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const ask = (person: SqlPerson) =>
  sql_api.call('reauthenticate', { claims: person.claims, base_url: 'http://b', settings: settings(), client });
const refused = (claims: object, expected: ExpectedError, more: object = {}, changes: string[] = []) =>
  sql_api.refused('reauthenticate', { claims, settings: settings(), ...more }, expected, changes);
const set = (person: { id: string }, values: object) =>
  sql_api.db.sql`update auth.users set ${sql_api.db.sql(values as never)} where id = ${person.id}`;

test('the checks answer in order, and write nothing', async () => {
  const person = await createConfirmedPerson(sql_api);
  await refused({}, [403, 'bad_jwt', 'invalid claim: missing sub claim']);
  await set(person, { banned_until: '2099-01-01' });
  await refused(person.claims, [403, 'user_banned', 'User is banned']);
  await set(person, { banned_until: null, email: null, email_confirmed_at: null });
  await refused(person.claims, [
    400,
    'validation_failed',
    'Reauthentication requires the user to have an email or a phone number',
  ]);
  await set(person, { phone: '4917' });
  await refused(person.claims, [422, 'phone_not_confirmed', 'Please verify your phone first.']);
  await set(person, { phone_confirmed_at: '2031-01-01' });
  await refused(person.claims, [500, 'unexpected_failure', 'Unable to get SMS provider']);
  const waiting = await createUnconfirmedPerson(sql_api);
  await set(waiting, { phone: '4918', phone_confirmed_at: '2031-01-01' });
  await refused({ sub: waiting.id }, [422, 'email_not_confirmed', 'Please verify your email first.']);
  await set(person, { deleted_at: '2031-01-01' });
  await refused(person.claims, [403, 'session_not_found', 'Session from session_id claim in JWT does not exist']);
});

test('a mail with a code; a second one replaces the first; the e-mail is preferred to the phone', async () => {
  const person = await createConfirmedPerson(sql_api);
  await set(person, { phone: '4919', phone_confirmed_at: '2031-01-01' });
  await sql_api.advance(1);
  const tables = await sql_api.changes(async () => assert.equal(await ask(person), {}));
  assert.equal(tables, ['attempts', 'audit_log', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users']);
  assert.equal(await sql_api.audited(), {
    actions: ['user_reauthenticate_requested'],
    traits: null,
    actor_id: person.id,
  });
  const [message] = await sql_api.rows('auth.messages', `t.user_id = '${person.id}' and t.kind = 'reauthentication'`);
  assert.equal([message?.to_address, message?.base_url, message?.channel], [person.email, 'http://b', 'mail']);
  const first = await findSentToken(sql_api, person.id, 'reauthentication');
  const [user] = await sql_api.rows('auth.users', `t.id = '${person.id}'`);
  assert.equal(user?.reauthentication_sent_at, new Date(sql_api.now()));
  await sql_api.advance(60);
  await ask(person);
  const second = await findSentToken(sql_api, person.id, 'reauthentication');
  assert.is.not(second.id, first.id);
  assert.is(Number(second.generation), 2);
});

test('spacing by user, sixty seconds or as set; the quota of mails does not count it', async () => {
  const person = await createConfirmedPerson(sql_api);
  const none = { settings: settings({ rate_limit_email_sent: { count: 0 } }) };
  await refused(person.claims, [429, 'over_email_send_rate_limit', 'email rate limit exceeded'], none, ['attempts']);
  await ask(person);
  const after = (seconds: number): ExpectedError => [
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
  ];
  await sql_api.advance(0.5);
  await refused(person.claims, after(59));
  await sql_api.advance(59);
  await refused(person.claims, after(0));
  await refused(person.claims, after(240), { settings: settings({ smtp_max_frequency: 300 }) });
  await sql_api.advance(0.5);
  await ask(person);
  await ask(await createConfirmedPerson(sql_api));
});

test('refuses the token of a revoked session', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.call('sign_out', { claims: person.claims, settings: settings(), client });
  const ended = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'] as const;
  await refused(person.claims, ended);
  await refused(person.claims, ended, { settings: settings({ security_strict_sessions: true }) });
});

test.run();
