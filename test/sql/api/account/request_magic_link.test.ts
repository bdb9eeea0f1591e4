// Tests of request_magic_link.
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
  readMemberAt,
  settings,
  toUnsealedLink,
} from '../../../support/database/sql_api.ts';
import { insertExternalUser } from '../../external_user.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const CHALLENGE = 'b'.repeat(43);
const AUTO = settings({ mailer_autoconfirm: true });
const soon = (seconds: number): ExpectedError => [
  429,
  'over_email_send_rate_limit',
  `For security purposes, you can only request this after ${seconds} seconds.`,
];
const request = (args: CallArguments) => sql_api.call('request_magic_link', { settings: settings(), client, ...args });
/** Returns the messages in the order of their insertion: the clock of the tests stands still. */
const messages = (email: string) => sql_api.rows('auth.messages', `t.to_address = '${email}' order by t.ctid`);
const user = async (email: string) => (await sql_api.rows('auth.users', `t.email = '${email}'`))[0];

test('the checks answer in order, and write nothing', async () => {
  const refused = (args: CallArguments, expected: ExpectedError) =>
    sql_api.refused('request_magic_link', args, expected);
  const off = settings({ external_email_enabled: false, external_email_magic_link_enabled: false });
  await refused({ email: '', settings: off }, [422, 'email_provider_disabled', 'Email logins are disabled']);
  const no_link = settings({ external_email_magic_link_enabled: false });
  await refused({ email: '', settings: no_link }, [
    422,
    'email_provider_disabled',
    'Login with magic link is disabled',
  ]);
  const args: CallArguments = { email: '', code_challenge: CHALLENGE, settings: settings() };
  await refused(args, [422, 'validation_failed', 'Password recovery requires an email']);
  await refused({ ...args, email: 'nobody' }, [
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ]);
  await refused({ ...args, email: newEmail() }, [
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ]);
  await refused({ email: newEmail(), settings: settings({ disable_signup: true }) }, [
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
  ]);
});

test('a confirmed user: a recovery token with the magic link’s mail', async () => {
  const person = await createConfirmedPerson(sql_api);
  const tables = await sql_api.changes(async () => {
    const args = { email: person.email, code_challenge: CHALLENGE, code_challenge_method: 'plain' };
    assert.equal(await request({ ...args, settings: settings({ disable_signup: true }) }), {});
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
  const token = await findSentToken(sql_api, person.id, 'recovery');
  assert.is(token.carries_password, false);
  const [flow] = await sql_api.rows('auth.flow_states', `t.id = '${token.flow_id}'`);
  assert.is(flow?.authentication_method, 'magiclink');
  assert.is(flow?.code_challenge_method, 'plain');
  assert.is((await messages(person.email)).at(-1)?.kind, 'magic_link');
  assert.equal(await sql_api.audited(), {
    actions: ['user_recovery_requested'],
    traits: null,
    actor_id: person.id,
  });
  const [row] = await sql_api.rows('auth.users', `t.id = '${person.id}'`);
  assert.is(new Date(String(row?.recovery_sent_at)).getTime(), Date.parse(sql_api.now()));
});

test('an unknown address signs up, without a password', async () => {
  const email = newEmail();
  assert.equal(await request({ email: email.toUpperCase(), data: { color: 'red', email: 'x' } }), {});
  const created = await user(email);
  assert.is(readMemberAt(created, 'raw_user_meta_data.color'), 'red');
  assert.is(readMemberAt(created, 'raw_user_meta_data.email'), email);
  assert.is(created?.email_confirmed_at, null);
  assert.is((await sql_api.rows('auth.pending_passwords', `t.user_id = '${created?.id}'`)).length, 0);
  const [message] = await messages(email);
  assert.is(message?.kind, 'confirmation');
  assert.is((await findSentToken(sql_api, created?.id)).carries_password, false);
  assert.equal((await sql_api.audited())?.actions, ['user_confirmation_requested']);
});

test('an unconfirmed user gets the confirmation, keeps the pending password, but its link no longer installs it', async () => {
  const person = await createUnconfirmedPerson(sql_api, { data: { color: 'red' } });
  assert.equal(await request({ email: person.email, data: { color: 'blue' } }), {}, 'another purpose than the sign-up');
  const token = await findSentToken(sql_api, person.id);
  assert.is(token.carries_password, false);
  assert.is((await messages(person.email)).length, 2);
  assert.is(readMemberAt(await user(person.email), 'raw_user_meta_data.color'), 'red');
  const answer = await sql_api.call('verify_token', {
    type: 'signup',
    link: toUnsealedLink(token),
    settings: settings(),
  });
  assert.ok(answer.body);
  await sql_api.refused(
    'sign_in_with_password',
    { email: person.email, password: person.password, settings: settings() },
    [400, 'invalid_credentials', 'Invalid login credentials'],
    ['attempts'],
  );
});

test('within the spacing: 429 for known, unconfirmed and unknown alike, shared with /recover; nothing changes', async () => {
  const known = await createConfirmedPerson(sql_api);
  const waiting = await createUnconfirmedPerson(sql_api);
  for (const email of [known.email, waiting.email, newEmail()]) {
    assert.equal(await request({ email }), {});
    await sql_api.refused('request_magic_link', { email, settings: settings() }, soon(60));
    await sql_api.refused('request_recovery', { email, settings: settings() }, soon(60));
  }
  await sql_api.advance(59.5);
  await sql_api.refused('request_magic_link', { email: known.email, settings: settings() }, soon(0));
  await sql_api.refused(
    'request_magic_link',
    { email: known.email, settings: settings({ smtp_max_frequency: 900 }) },
    soon(840),
  );
  await sql_api.advance(0.5);
  assert.equal(await request({ email: known.email }), {}, 'allowed at the boundary');
});

test('a new link replaces the recovery link', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.call('request_recovery', { email: person.email, settings: settings() });
  const first = await findSentToken(sql_api, person.id, 'recovery');
  await sql_api.advance(60);
  await request({ email: person.email });
  const second = await findSentToken(sql_api, person.id, 'recovery');
  assert.is.not(second.id, first.id);
  await sql_api.refused('verify_token', { type: 'recovery', link: toUnsealedLink(first), settings: settings() }, [
    403,
    'otp_expired',
    'Email link is invalid or has expired',
  ]);
});

test('autoconfirm: the user is confirmed at once and gets a magic link, no session', async () => {
  const email = newEmail();
  assert.equal(await request({ email, settings: AUTO }), {});
  const created = await user(email);
  assert.ok(created?.email_confirmed_at);
  assert.is((await messages(email))[0]?.kind, 'magic_link');
  assert.is((await sql_api.rows('auth.sessions', `t.user_id = '${created?.id}'`)).length, 0);
  const actions = (await sql_api.rows('auth.audit_log', `t.actor_id = '${created?.id}'`)).map((row) => row.actions);
  assert.equal(actions, [['user_signedup', 'login'], ['user_recovery_requested']]);
});

test('autoconfirm over an unconfirmed sign-up drops the unconfirmed password', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  assert.equal(await request({ email: person.email, settings: AUTO }), {});
  await sql_api.refused(
    'sign_in_with_password',
    { email: person.email, password: person.password, settings: settings() },
    [400, 'invalid_credentials', 'Invalid login credentials'],
    ['attempts'],
  );
});

test('sends nothing to an address found by another identity or in another audience', async () => {
  const by_identity = newEmail();
  await insertExternalUser(sql_api.db.sql, { address: by_identity, confirmed: true, email: newEmail() });
  const without_own = newEmail();
  await insertExternalUser(sql_api.db.sql, { address: without_own, confirmed: true, email: null });
  const { email } = await createConfirmedPerson(sql_api);
  for (const args of [{ email: by_identity }, { email: without_own }, { email, audience: 'elsewhere' }]) {
    const tables = await sql_api.changes(async () => assert.equal(await request(args), {}));
    assert.equal(tables, ['attempts']);
    await sql_api.refused('request_magic_link', { ...args, settings: settings() }, soon(60));
  }
});

test('a used-up quota rejects known and unknown addresses alike, and nothing of a new user is stored', async () => {
  const person = await createConfirmedPerson(sql_api);
  const none = { rate_limit_email_sent: { count: 0, per: null } };
  for (const more of [{}, { mailer_autoconfirm: true }]) {
    for (const email of [person.email, newEmail()]) {
      const args = { email, settings: settings({ ...none, ...more }) };
      const tables = await sql_api.changes(async () => {
        const answer = await sql_api.call('request_magic_link', args);
        assert.is((answer.refused as CallArguments).message, 'email rate limit exceeded');
      });
      assert.equal(
        tables.filter((table) => table !== 'attempts' && table !== 'quotas'),
        [],
      );
    }
  }
});

test.run();
