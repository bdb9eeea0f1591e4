// delete_user: a hard deletion deletes every row of the user; a soft deletion keeps the user's row without any way to
// sign in.
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  code_keys,
  codeOf,
  createConfirmedPerson,
  errorCodeOf,
  findSentToken,
  openSqlApi,
  type SqlPerson,
  settings,
  toUnsealedLink,
} from '../../../support/database/sql_api.ts';
import { registerPasskey, requestChallenge } from '../passkey/ceremony.ts';
import { createProvider } from '../sso/saml.ts';
import { ADMIN, adminAuditEntry, assertAdministratorsOnly, INVALID_IDS, NIL, NOT_FOUND, NOT_UUID } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const remove = (user_id: string, should_soft_delete?: boolean) =>
  sql_api.call('delete_user', { claims: ADMIN, user_id, should_soft_delete, settings: settings(), client });
const CHILDREN = [
  'addresses',
  'challenges',
  'consumed_codes',
  'factors',
  'flow_states',
  'identities',
  'kept_rows',
  'messages',
  'oauth_authorizations',
  'oauth_consents',
  'old_refresh_tokens',
  'one_time_tokens',
  'passkey_challenges',
  'passkeys',
  'passwords',
  'pending_passwords',
  'provider_tokens',
  'recovery_codes',
  'refusals',
  'scim_users',
  'sessions',
];
const digest = (id: string, value: unknown): string =>
  createHash('sha256')
    .update(id + String(value))
    .digest('base64url');

/** Creates a user with a row in every table that has rows of users. */
async function createUserWithAllRows(): Promise<SqlPerson & { recovery: string; phone: string }> {
  const person = await createConfirmedPerson(sql_api);
  const phone = `4917${Math.floor(Math.random() * 1e8)}`;
  const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' };
  await sql_api.call('request_recovery', { email: person.email, ...challenge, settings: settings(), client });
  await sql_api.db.sql`insert into auth.pending_passwords values (${person.id}, null, now())`;
  await sql_api.db.sql`
    insert into auth.consumed_codes (digest, user_id, session_id, expires_at)
    select sha256(s.id::text::bytea), s.user_id, s.id, now() from auth.sessions as s where s.user_id = ${person.id}`;
  await sql_api.db
    .sql`insert into auth.provider_tokens (user_id, provider, identity_id, id, sealed, renewable, updated_at)
    select i.user_id, i.provider, i.id, gen_random_uuid(), 'sealed', true, now()
    from auth.identities as i where i.user_id = ${person.id} limit 1`;
  await sql_api.db.sql`insert into auth.addresses values ('phone', ${phone}, ${person.id}, true, null, now())`;
  await sql_api.db.sql`
    with f as (
      insert into auth.factors (user_id, id, factor_type, status, secret, created_at, updated_at)
      values (${person.id}, gen_random_uuid(), 'totp', 'verified', 'sealed', now(), now()) returning *),
    r as (insert into auth.recovery_codes values (${person.id}, '\\x01', now()))
    insert into auth.challenges (user_id, id, factor_id, expires_at, created_at)
    select f.user_id, gen_random_uuid(), f.id, now(), now() from f`;
  await sql_api.db.sql`
    update auth.users set new_email = 'next@example.com', new_phone = '4930', phone = ${phone}, raw_app_meta_data = '{"a":1}'
    where id = ${person.id}`;
  await sql_api.db
    .sql`insert into auth.kept_rows (source, id, user_id, data, kept_at) values ('users', ${person.id}, ${person.id}, '{}', now())`;
  const provider = await createProvider(sql_api);
  await sql_api.db.sql`insert into auth.scim_users
      (id, provider_id, user_id, user_name, active, emails, attributes, created_at, updated_at)
    values (gen_random_uuid(), ${String(provider.id)}, ${person.id}, 'x', true, '{}', '{}', now(), now())`;
  await sql_api.db.sql`insert into auth.old_refresh_tokens (digest, user_id, session_id, counter)
    values (sha256(convert_to(${person.id}, 'UTF8')), ${person.id}, ${person.session_id}, 2)`;
  await sql_api.db.sql`with c as (
      insert into auth.oauth_clients (id, registration_type, client_type, token_endpoint_auth_method, redirect_uris, grant_types,
        created_at, updated_at)
      values (gen_random_uuid(), 'manual', 'public', 'none', '{https://a.example/cb}', '{authorization_code}', now(), now())
      returning id),
    o as (
      insert into auth.oauth_consents (user_id, client_id, scopes, pairs, granted_at)
        select ${person.id}::uuid, c.id, '{email}', '{email}', now() from c)
    insert into auth.oauth_authorizations (id, kind, client_id, user_id, redirect_uri, scopes, resources, challenge, sealed, wishes,
      status, session_id, access_epoch, poll_interval, created_at, expires_at)
    select gen_random_uuid(), 'code', c.id, ${person.id}::uuid, 'https://a.example/secret', '{email}', '{}', 'client-challenge',
      'sealed-state-of-a-client', '{"login_hint": "somebody else"}', 'pending', gen_random_uuid(), 987654322, 5, now(), now() from c`;
  await sql_api.db.sql`insert into auth.consumed_codes (digest, user_id, session_id, expires_at)
    values (sha256(convert_to(${person.id}, 'UTF8')), ${person.id}, ${person.session_id}, now())`;
  await sql_api.db.sql`insert into auth.refusals (at, id, request_id, route, code, status, user_id)
    values (now(), gen_random_uuid(), 'r', '/token', 'user_banned', 400, ${person.id})`;
  await registerPasskey(sql_api, person);
  await requestChallenge(sql_api, person);
  const { id } = await findSentToken(sql_api, person.id, 'recovery');
  return { ...person, recovery: id, phone };
}

async function tablesWithRows(id: string): Promise<string[]> {
  const found = [];
  for (const table of CHILDREN) {
    if ((await sql_api.rows(`auth.${table}`, `t.user_id = '${id}'`)).length > 0) found.push(table);
  }
  return found;
}

test('administrators only; ids are checked next', async () => {
  await assertAdministratorsOnly(sql_api, 'delete_user', { user_id: 'x' });
  const args = { claims: ADMIN, settings: settings() };
  for (const user_id of [...INVALID_IDS, null]) await sql_api.refused('delete_user', { ...args, user_id }, NOT_UUID);
  await sql_api.refused('delete_user', { ...args, user_id: randomUUID() }, NOT_FOUND);
});

test('this file lists every table that has rows of users', async () => {
  const tables = await sql_api.db.sql<{ name: string }[]>`
    select c.relname as name from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    where c.relnamespace = 'auth'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'user_id'
      -- Excludes rows that are queued for delivery, including the event of the deletion.
      and c.relname not in ('webhook_events', 'oauth_logouts') order by 1`;
  assert.equal(
    tables.map((table) => table.name),
    CHILDREN,
  );
});

test('hard: every row is gone, one audit row is written, and the address is free', async () => {
  const person = await createUserWithAllRows();
  assert.equal(await tablesWithRows(person.id), CHILDREN);
  assert.equal(await remove(person.id.toUpperCase(), false), {});
  assert.equal(await tablesWithRows(person.id), []);
  assert.equal(await sql_api.rows('auth.users', `t.id = '${person.id}'`), []);
  const traits = { user_id: person.id, user_email: person.email, user_phone: person.phone };
  assert.equal(await sql_api.audited(), adminAuditEntry('user_deleted', traits));
  await sql_api.refused('delete_user', { claims: ADMIN, user_id: person.id, settings: settings() }, NOT_FOUND);
  await sql_api.refused('get_user', { claims: person.claims, settings: settings() }, [
    403,
    'user_not_found',
    'User from sub claim in JWT does not exist',
  ]);
  const again = await sql_api.call('sign_up', {
    email: person.email,
    password: person.password,
    settings: settings(),
    client,
  });
  assert.is(again.email, person.email);
  assert.is.not(again.id, person.id);
});

test('F-65: deletes jobs of the user too, finished or not; undelivered events keep theirs', async () => {
  const { sql } = sql_api.db;
  for (const soft of [false, true]) {
    const person = await createUserWithAllRows();
    const other = randomUUID();
    const add = (queue: string, user_id: string) =>
      sql`select auth_lib.enqueue(${queue}, ${sql.json({ user_id, message_id: randomUUID() })})`;
    for (const queue of ['mail', 'sms', 'hooks', 'webhooks']) {
      await add(queue, person.id);
      await sql`update auth_queue.job set state = 'completed', completed_on = now()
        where name = ${queue} and data ->> 'user_id' = ${person.id}`;
      await add(queue, person.id);
      await add(queue, other);
    }
    assert.equal(await remove(person.id, soft), {});
    const left = await sql`select name, state::text from auth_queue.job where data ->> 'user_id' = ${person.id}`;
    assert.equal([...left], [{ name: 'webhooks', state: 'created' }]);
    assert.is((await sql`select from auth_queue.job where data ->> 'user_id' = ${other}`).length, 4);
  }
});

test('soft: a tombstone with digests for addresses, nothing else', async () => {
  const person = await createUserWithAllRows();
  await sql_api.advance(5);
  assert.equal(await remove(person.id, true), {});
  assert.equal(await tablesWithRows(person.id), []);
  const shown = await sql_api.call('get_user_by_id', { claims: ADMIN, user_id: person.id, settings: settings() });
  assert.is(shown.email, digest(person.id, person.email));
  assert.is(shown.phone, digest(person.id, person.phone).slice(0, 15));
  assert.is(shown.new_email, digest(person.id, 'next@example.com'));
  assert.is(shown.new_phone, digest(person.id, '4930').slice(0, 15));
  assert.is(shown.deleted_at, sql_api.now());
  assert.equal([shown.app_metadata, shown.user_metadata, shown.identities], [{}, {}, []]);
  const traits = { user_id: person.id, user_email: person.email, user_phone: person.phone };
  assert.equal(await sql_api.audited(), adminAuditEntry('user_deleted', traits), 'the entry names the address it had');
});

test('soft: an address that only finds the user gets its digest too', async () => {
  const person = await createConfirmedPerson(sql_api);
  await remove(person.id, true);
  const shown = await sql_api.call('get_user_by_id', { claims: ADMIN, user_id: person.id, settings: settings() });
  const none = digest(person.id, '');
  assert.equal([shown.phone, shown.new_email, shown.new_phone], [none.slice(0, 15), none, none.slice(0, 15)]);
});

test('soft: nothing signs in, the token is rejected, and the address can be registered again', async () => {
  const person = await createUserWithAllRows();
  const token = await findSentToken(sql_api, person.id, 'recovery');
  await remove(person.id, true);
  const common = { settings: settings(), client };
  const { email, password } = person;
  const refused = async (name: string, args: CallArguments) => errorCodeOf(sql_api.call(name, { ...common, ...args }));
  assert.is(await refused('sign_in_with_password', { email, password }), 'invalid_credentials');
  const refresh = { user_id: person.id, session_id: person.session_id, counter: 0 };
  assert.is(await refused('refresh_session', refresh), 'refresh_token_not_found');
  const typed = { type: 'recovery', email, code: codeOf(token), code_keys };
  assert.is(await refused('verify_token', typed), 'otp_expired');
  assert.is(await refused('verify_token', { type: 'recovery', link: toUnsealedLink(token) }), 'otp_expired');
  assert.is(
    await errorCodeOf(sql_api.call('get_user', { claims: person.claims, settings: settings() })),
    'session_not_found',
  );
  assert.is(await refused('update_user', { claims: person.claims, data: {} }), 'session_not_found');
  assert.is(await refused('sign_out', { claims: person.claims }), 'session_not_found');
  assert.is(await refused('reauthenticate', { claims: person.claims }), 'session_not_found');
  const anew = await sql_api.call('sign_up', { email, password, ...common });
  assert.is.not(anew.id, person.id);
  assert.is((await sql_api.rows('auth.addresses', `t.value = '${email}'`))[0]?.user_id, anew.id);
});

test('soft, repeated: only the audit entry; then hard', async () => {
  const person = await createConfirmedPerson(sql_api);
  await remove(person.id, true);
  await sql_api.advance(5);
  assert.equal(await sql_api.changes(() => remove(person.id, true)), ['audit_log']);
  await remove(person.id);
  assert.equal(await sql_api.rows('auth.users', `t.id = '${person.id}'`), []);
});

test('a soft-deleted user can be read, but not restored, even by an administrator’s change', async () => {
  const person = await createConfirmedPerson(sql_api);
  await remove(person.id, true);
  const args = { claims: ADMIN, user_id: person.id, settings: settings() };
  const more = { email: person.email, password: 'quite another one', email_confirm: true, ban_duration: 'x' };
  await sql_api.refused('change_user', { ...args, ...more }, NOT_FOUND);
});

test('five concurrent calls: one deletes, the others find nothing, and write no audit row', async () => {
  for (let round = 0; round < 20; round += 1) {
    const person = await createConfirmedPerson(sql_api);
    const codes = await Promise.all([1, 2, 3, 4, 5].map(() => errorCodeOf(remove(person.id))));
    assert.equal(codes.sort(), ['', ...Array(4).fill('user_not_found')]);
    const entries = await sql_api.rows(
      'auth.audit_log',
      `t.actor_id = '${NIL}' and t.traits ->> 'user_id' = '${person.id}'`,
    );
    assert.is(entries.length, 1);
  }
});

test('deleted while the user changes itself: a regular response in either order', async () => {
  for (let round = 0; round < 40; round += 1) {
    const person = await createConfirmedPerson(sql_api);
    const common = { claims: person.claims, settings: settings(), client };
    const [mine, theirs] = await Promise.all([
      errorCodeOf(sql_api.call('update_user', { ...common, data: { round }, password: `password ${round}` })),
      errorCodeOf(remove(person.id, round % 2 === 0)),
    ]);
    assert.ok(['', 'user_not_found', 'session_not_found'].includes(mine), mine);
    assert.is(theirs, '');
    assert.equal(await tablesWithRows(person.id), []);
  }
});

test.run();
