// Tests of request_recovery.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runBehindLock } from '../../../support/database/run_behind_lock.ts';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  createUnconfirmedPerson,
  type ExpectedError,
  findSentToken,
  newEmail,
  openSqlApi,
  returnedErrorCode,
  settings,
  toUnsealedLink,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const SOON: ExpectedError = [
  429,
  'over_email_send_rate_limit',
  'For security purposes, you can only request this after 60 seconds.',
];
const request = (args: CallArguments) => sql_api.call('request_recovery', { settings: settings(), client, ...args });
const refused = (args: CallArguments, expected: ExpectedError) =>
  sql_api.refused('request_recovery', { settings: settings(), ...args }, expected);
const messages = (email: string) => sql_api.rows('auth.messages', `t.to_address = '${email}' order by t.ctid`);

test('the checks answer in order, and write nothing', async () => {
  await refused({ email: '', settings: settings({ external_email_enabled: false }) }, [
    400,
    'email_provider_disabled',
    'Email logins are disabled',
  ]);
  await refused({ code_challenge: 'x' }, [400, 'validation_failed', 'Password recovery requires an email']);
  await refused({ email: 'nobody', code_challenge: 'x' }, [
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ]);
  await refused({ email: newEmail(), code_challenge: 'x' }, [
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ]);
});

test('an unknown address: {} and no mail, but the spacing counts', async () => {
  const email = newEmail();
  const tables = await sql_api.changes(async () => assert.equal(await request({ email }), {}));
  assert.equal(tables, ['attempts']);
  await refused({ email }, SOON);
  const found = await sql_api.rows('auth.attempts', `t::text like '%${email}%'`);
  assert.equal(found, [], 'no address stands in the table of attempts');
});

test('of two requests at once for an unknown address, one is counted and the other refused', async () => {
  const email = newEmail();
  await request({ email });
  await sql_api.advance(61);
  const answers = await runBehindLock(sql_api.db, 'select from auth.attempts for no key update', [
    () => request({ email }),
    () => request({ email }),
  ]);
  assert.equal(answers.map(returnedErrorCode).sort(), ['over_email_send_rate_limit', undefined]);
});

test('a confirmed user: token, mail, flow, audit row', async () => {
  const person = await createConfirmedPerson(sql_api);
  const tables = await sql_api.changes(async () => {
    const args = { email: person.email.toUpperCase(), code_challenge: 'c'.repeat(43), code_challenge_method: 's256' };
    assert.equal(await request(args), {});
  });
  assert.equal(tables, [
    'attempts',
    'audit_log',
    'flow_states',
    'messages',
    'one_time_tokens',
    'queue',
    'quotas',
    'users',
  ]);
  assert.is((await messages(person.email)).at(-1)?.kind, 'recovery');
  const token = await findSentToken(sql_api, person.id, 'recovery');
  const [flow] = await sql_api.rows('auth.flow_states', `t.id = '${token.flow_id}'`);
  assert.is(flow?.authentication_method, 'recovery');
  assert.equal(await sql_api.audited(), { actions: ['user_recovery_requested'], traits: null, actor_id: person.id });
  await refused({ email: person.email }, SOON);
});

test('an unconfirmed user: the link confirms the address and drops the pending password', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  await request({ email: person.email });
  const token = await findSentToken(sql_api, person.id, 'recovery');
  const answer = await sql_api.call('verify_token', {
    type: 'recovery',
    link: toUnsealedLink(token),
    settings: settings(),
  });
  assert.ok(answer.body);
  assert.equal((await sql_api.audited())?.actions, ['user_signedup']);
  assert.equal(await sql_api.rows('auth.pending_passwords', `t.user_id = '${person.id}'`), []);
  assert.equal(await sql_api.rows('auth.passwords', `t.user_id = '${person.id}'`), []);
});

test('another audience, or a user found by a second address: as unknown, no mail', async () => {
  const person = await createConfirmedPerson(sql_api);
  const before = (await messages(person.email)).length;
  assert.equal(await request({ email: person.email, audience: 'elsewhere' }), {});
  assert.is((await messages(person.email)).length, before);
  const second = newEmail();
  await sql_api.db.sql`
    insert into auth.addresses (kind, value, user_id, is_primary, created_at)
    values ('email', ${second}, ${person.id}, false, now())`;
  const tables = await sql_api.changes(async () => assert.equal(await request({ email: second }), {}));
  assert.equal(tables, ['attempts']);
});

test('a used-up quota rejects known and unknown addresses alike and leaves the spacing unchanged', async () => {
  const person = await createConfirmedPerson(sql_api);
  const none = settings({ rate_limit_email_sent: { count: 0, per: null } });
  const quota = { status: 429, code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' };
  for (const email of [person.email, newEmail()]) {
    assert.equal(await request({ email, settings: none }), { refused: quota });
    assert.equal(await request({ email }), {});
  }
});

test('a quota with a duration is a bucket', async () => {
  await sql_api.db.sql`delete from auth.quotas`;
  const bucket = settings({ rate_limit_email_sent: { count: 2, per: 600 } });
  const people = await Promise.all([0, 1, 2, 3].map(() => createConfirmedPerson(sql_api)));
  await sql_api.db.sql`delete from auth.quotas`;
  const sent: boolean[] = [];
  for (const person of people.slice(0, 3)) {
    sent.push(!(await request({ email: person.email, settings: bucket })).refused);
  }
  assert.equal(sent, [true, true, false]);
  await sql_api.advance(600);
  assert.equal(await request({ email: people[2]?.email, settings: bucket }), {});
  assert.ok((await request({ email: people[3]?.email, settings: bucket })).refused);
});

test('a banned user gets the mail; the link reports the ban', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`update auth.users set banned_until = '2099-01-01' where id = ${person.id}`;
  assert.equal(await request({ email: person.email }), {});
  await sql_api.refused(
    'verify_token',
    {
      type: 'recovery',
      link: toUnsealedLink(await findSentToken(sql_api, person.id, 'recovery')),
      settings: settings(),
    },
    [403, 'user_banned', 'User is banned'],
  );
});

test.run();
