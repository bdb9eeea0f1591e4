// Notification mails: the recipient of each change, sent only if the setting is on, and never failing the change
// itself.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  code_keys,
  codeOf,
  createConfirmedPerson,
  findSentToken,
  newEmail,
  openSqlApi,
  type SqlPerson,
  settings,
  toUnsealedLink,
} from '../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const KINDS = [
  'password_changed',
  'email_changed',
  'phone_changed',
  'identity_linked',
  'identity_unlinked',
  'mfa_factor_enrolled',
  'mfa_factor_unenrolled',
  'new_device',
  'account_merged',
  'oauth_grant',
];
const on = (...kinds: string[]): CallArguments =>
  settings(Object.fromEntries(kinds.map((kind) => [`mailer_notifications_${kind}_enabled`, true])));
const german = { ...client, languages: 'de-at,en' };

interface QueuedNotification {
  kind: string;
  to_address: string;
  details: object;
  languages: string | null;
  state: string;
  last_error: string | null;
}
const notifications = async (person: { id: string }): Promise<QueuedNotification[]> =>
  (
    await sql_api.db.sql<QueuedNotification[]>`
    select kind, to_address, details, languages, state, last_error from auth.messages
    where user_id = ${person.id} and kind like '%notification' order by created_at, kind, ctid`
  ).map((row) => ({ ...row }));
const update = (person: SqlPerson, more: CallArguments) =>
  sql_api.call('update_user', { claims: person.claims, settings: settings(), client: german, code_keys, ...more });
const signIn = (person: SqlPerson, more: CallArguments = {}) =>
  sql_api.call('sign_in_with_password', {
    email: person.email,
    password: person.password,
    settings: on('new_device'),
    client,
    ...more,
  });
const queued = (kind: string, to_address: string, details: object): QueuedNotification => ({
  kind: `${kind}_notification`,
  to_address,
  details,
  languages: 'de-at,en',
  state: 'queued',
  last_error: null,
});

test('all off: no change sends a notification, or writes more than before', async () => {
  const person = await createConfirmedPerson(sql_api);
  const all = settings({ sms_autoconfirm: true, external_phone_enabled: true });
  const tables = await sql_api.changes(() =>
    update(person, { password: 'another horse battery', phone: '+4915110000001', settings: all }),
  );
  assert.not.ok(tables.includes('messages'));
  await signIn(
    { ...person, password: 'another horse battery' },
    { settings: settings(), client: { ...client, user_agent: 'other' } },
  );
  assert.equal(await notifications(person), []);
});

test('a new password: the user', async () => {
  const person = await createConfirmedPerson(sql_api);
  await update(person, { password: 'another horse battery', settings: on('password_changed') });
  assert.equal(await notifications(person), [queued('password_changed', person.email, {})]);
  const [job] = await sql_api.rows(
    'auth_queue.job',
    `data ->> 'message_id' = (select id::text from auth.messages where user_id = '${person.id}' and kind = 'password_changed_notification')`,
  );
  assert.is(job?.priority, -1, 'codes go first');
  assert.equal(Object.keys(job?.data as object).sort(), ['generation', 'message_id', 'user_id']);
});

test('a new number under autoconfirm and by its code: the user, with both numbers', async () => {
  const person = await createConfirmedPerson(sql_api);
  const base = { external_phone_enabled: true, sms_ready: true, sms_provider: 'twilio', sms_max_frequency: 1 };
  const auto = { ...on('phone_changed'), ...base, sms_autoconfirm: true };
  await update(person, { phone: '+4915110000002', settings: auto });
  assert.equal(await notifications(person), [], 'the first number replaces none');
  await sql_api.advance(100);
  await update(person, { phone: '+4915110000003', settings: auto });
  assert.equal(await notifications(person), [
    queued('phone_changed', person.email, { OldPhone: '4915110000002', Phone: '4915110000003' }),
  ]);
  await sql_api.advance(100);
  await update(person, { phone: '+4915110000004', settings: { ...on(), ...base } });
  const code = codeOf(await findSentToken(sql_api, person.id, 'phone_change'));
  await sql_api.call('verify_token', {
    type: 'phone_change',
    phone: '4915110000004',
    code,
    code_keys,
    settings: { ...on('phone_changed'), ...base },
    client: german,
  });
  const [, second] = await notifications(person);
  assert.equal(second, queued('phone_changed', person.email, { OldPhone: '4915110000003', Phone: '4915110000004' }));
});

test('a new e-mail address: the former one, whether by link, code or a flow', async () => {
  for (const way of ['link', 'code', 'flow']) {
    const person = await createConfirmedPerson(sql_api);
    const email = newEmail();
    const single = { ...on('email_changed'), mailer_secure_email_change_enabled: false };
    const pkce = way === 'flow' ? { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' } : {};
    await update(person, { email, settings: single, ...pkce });
    assert.equal(await notifications(person), [], 'asking changes nothing');
    const token = await findSentToken(sql_api, person.id, 'email_change_new');
    if (way === 'code') {
      await sql_api.call('verify_token', {
        type: 'email_change',
        email,
        code: codeOf(token),
        code_keys,
        settings: single,
        client: german,
      });
    } else {
      await sql_api.call('follow_link', {
        type: 'email_change',
        link: toUnsealedLink(token, way === 'flow'),
        settings: single,
        client: german,
      });
    }
    assert.equal(await notifications(person), [queued('email_changed', person.email, { OldEmail: person.email })], way);
    const [row] = await sql_api.rows('auth.users', `id = '${person.id}'`);
    assert.is(row?.email, email);
  }
});

test('a new device: another browser or another network, but not another version, and not the first sign-in', async () => {
  const person = await createConfirmedPerson(sql_api);
  assert.equal(await notifications(person), []);
  const from = (ip: string | null, user_agent: string | null) => ({ ...client, ip, user_agent });
  const count = async (from_where: CallArguments): Promise<number> => {
    const before = (await notifications(person)).length;
    await signIn(person, { client: from_where });
    return (await notifications(person)).length - before;
  };
  assert.is(await count(from('192.0.2.7', 'tests/1')), 0, 'as at the sign-up');
  assert.is(await count(from('192.0.200.9', 'tests/27.3.1')), 0, 'a later version, another address of the network');
  assert.is(await count(from('198.51.100.7', 'tests/1')), 1, 'another network');
  assert.is(await count(from('198.51.100.7', 'tests/1')), 0, 'known by now');
  assert.is(await count(from('192.0.2.7', 'phone/1')), 1, 'another device');
  assert.is(await count(from('2001:db8::1', 'phone/1')), 1);
  assert.is(await count(from('2001:db8:9::2', 'phone/2')), 0);
  assert.is(await count(from(null, null)), 1, 'nothing is known of it');
  assert.is(await count(from(null, null)), 0);
  const [first] = await notifications(person);
  assert.equal(first?.details, { Device: 'tests/1', IPAddress: '198.51.100.7', Time: sql_api.now() });
});

test('queues a notification of each kind only if the setting of that kind is on', async () => {
  const person = await createConfirmedPerson(sql_api);
  const notify = (kind: string, given: CallArguments) => sql_api.db.sql`
    select auth_lib.send_notification(u, ${kind}, '{"Provider": "google"}', ${JSON.stringify(given)}::text::jsonb, '{}') from auth.users as u where u.id = ${person.id}`;
  for (const kind of KINDS) {
    await notify(kind, on(...KINDS.filter((other) => other !== kind)));
    await notify(kind, on(kind));
  }
  assert.equal(
    (await notifications(person)).map((row) => row.kind),
    KINDS.map((kind) => `${kind}_notification`).sort(),
  );
});

test('a used-up quota drops the mail, not the change; the mail is recorded', async () => {
  const person = await createConfirmedPerson(sql_api);
  const none = { ...on('password_changed'), rate_limit_email_sent: { count: 0, per: null } };
  await update(person, { password: 'another horse battery', settings: none });
  assert.equal(await notifications(person), [
    { ...queued('password_changed', person.email, {}), state: 'skipped', last_error: 'the quota of mails is used up' },
  ]);
  assert.is(
    (
      await sql_api.rows(
        'auth_queue.job',
        `data ->> 'message_id' = (select id::text from auth.messages where user_id = '${person.id}' and kind = 'password_changed_notification')`,
      )
    ).length,
    0,
  );
  await signIn({ ...person, password: 'another horse battery' });
});

test('nothing is sent to an unconfirmed address', async () => {
  const anonymous = (await sql_api.call('sign_up', {
    settings: settings({ external_anonymous_users_enabled: true }),
    client,
  })) as { claims: CallArguments };
  const person = { id: String(anonymous.claims.sub), claims: anonymous.claims } as SqlPerson;
  await sql_api.db.sql`update auth.users set email = ${newEmail()} where id = ${person.id}`;
  await sql_api.db
    .sql`select auth_lib.send_notification(u, 'password_changed', '{}', ${JSON.stringify(on('password_changed'))}::text::jsonb, '{}') from auth.users as u where u.id = ${person.id}`;
  assert.equal(await notifications(person), []);
});

test.run();
