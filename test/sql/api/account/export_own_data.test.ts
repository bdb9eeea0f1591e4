// export_own_data returns the stored data of a user, except the tables and columns that this file lists with a reason.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  client,
  createConfirmedPerson,
  openSqlApi,
  type SqlPerson,
  settings,
} from '../../../support/database/sql_api.ts';
import { createProvider } from '../sso/saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { sql } = sql_api.db;

/** Tables with a user_id that the export omits, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  old_refresh_tokens: 'digests of tokens; their sessions are shown',
  provider_tokens: 'tokens of providers',
  consumed_codes: 'digests of codes; the sessions that they opened are shown',
};
/** Tables without a user_id that have data of users. */
const ABOUT_USERS = ['users', 'audit_log', 'suppressions'];

const LINK = 'a link or code is made of it and a key';
const TARGET = 'where an application sends people may carry what is secret to it';
/**
 * Columns that the export omits, with the reason. The export must contain every column of an exported table that is
 * neither here nor in REPEATED.
 */
const WITHHELD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  passwords: { hash: 'a hash' },
  pending_passwords: { hash: 'a hash' },
  factors: {
    secret: 'makes codes',
    used_step: 'part of the last code',
    credential: 'what an authenticator is known by',
  },
  challenges: { key_id: LINK, digits: LINK, ceremony: 'what an authenticator is asked' },
  recovery_codes: { digest: 'a code’s digest' },
  passkeys: { credential_id: 'what an authenticator is known by', public_key: 'what an authenticator is known by' },
  passkey_challenges: { challenge: 'what an authenticator is asked' },
  one_time_tokens: { id: LINK, generation: LINK, key_id: LINK, digits: LINK, valid_for: 'a setting', flow_id: LINK },
  flow_states: {
    id: 'the state that a provider gives back',
    provider_endpoint_digest: 'a digest of somebody else’s settings',
    code_challenge: 'half of a secret',
    code_challenge_method: 'half of a secret',
    auth_code_digest: 'a code’s digest',
    redirect_to: TARGET,
    verifier: 'half of a secret',
    linking_user_id: 'the user; links_identity says that it is set',
    invitation_id: LINK,
    provider_tokens: 'tokens',
    access_epoch: 'a counter',
    linking_session_id: 'shown as a session',
    profile: 'shown as an identity once it is linked',
  },
  oauth_authorizations: {
    id: 'a code is made from it',
    redirect_uri: TARGET,
    challenge: 'half of a secret',
    sealed: 'state and nonce of the client',
    wishes: 'what the client told its page',
    session_id: 'shown as a session',
    access_epoch: 'a counter',
    user_code_mac: 'a code’s digest',
    poll_interval: 'a setting',
  },
  webhook_events: { place: 'a number for order', made_in: 'a number for order' },
  oauth_logouts: { id: 'a number for the client' },
  messages: { token_id: LINK, generation: LINK, base_url: 'a setting', redirect_to: TARGET },
  refusals: {
    id: 'a number for order',
    function: 'internal; the route is shown',
    name: 'internal; the code is shown',
    address_digest: 'a digest of the address',
    ip: 'somebody else may have tried to sign in',
    user_agent: 'somebody else may have tried to sign in',
  },
};

/** Columns that the export omits because another member repeats them, or because they mean nothing to users. */
const REPEATED: Readonly<Record<string, readonly string[]>> = {
  // The columns are part of app_metadata, of user_metadata, or of addresses and identities, or have no meaning for
  // users.
  users: [
    'raw_app_meta_data',
    'raw_user_meta_data',
    'confirmed_at',
    'encrypted_password',
    'access_epoch',
    'owned_without_address',
  ],
  // made_in is a sequence number; created_at has the same order.
  audit_log: ['made_in'],
};

const own = (person: Pick<SqlPerson, 'claims'>, more: CallArguments = {}): Promise<CallResult> =>
  sql_api.call('export_own_data', { claims: person.claims, settings: settings(), ...more });
const byAdmin = (user_id: string, more: CallArguments = {}): Promise<CallResult> =>
  sql_api.call('export_user', { claims: { role: 'service_role' }, user_id, settings: settings(), ...more });

/** Creates a user with a row in every exported table, and a value in every omitted column. */
async function createUserWithAllRows(): Promise<SqlPerson> {
  const person = await createConfirmedPerson(sql_api);
  const { id, email } = person;
  await sql_api.call('request_recovery', {
    email,
    base_url: 'http://base.example',
    redirect_to: 'http://target.example/secret',
    settings: settings(),
    client,
  });
  await sql`insert into auth.pending_passwords (user_id, hash, created_at) values (${id}, '$2a$04$' || repeat('q', 53), now())`;
  await sql`insert into auth.suppressions (address, reason, created_at) values (${email}, 'bounced', now())`;
  await sql`
    insert into auth.factors (user_id, id, factor_type, status, friendly_name, secret, credential, aaguid, used_step, created_at, updated_at) values
      (${id}, gen_random_uuid(), 'totp', 'verified', 'app', 'sealed-seed', null, null, 5791234, now() + '1 s', now()),
      (${id}, gen_random_uuid(), 'webauthn', 'verified', 'key', null, '{"id": "credential-value"}', gen_random_uuid(), null, now(), now())`;
  await sql`insert into auth.challenges (user_id, id, factor_id, ip, key_id, digits, ceremony, expires_at, created_at)
    select ${id}::uuid, gen_random_uuid(), f.id, '192.0.2.1', 9, 6, '{"challenge": "factor-challenge"}', now(), now()
    from auth.factors as f where f.user_id = ${id} and f.factor_type = 'totp'`;
  await sql`insert into auth.kept_rows (source, id, user_id, data, kept_at) values ('users', ${id}, ${id}, '{"is_sso_user": true}', now())`;
  await sql`insert into auth.recovery_codes (user_id, digest, created_at) values (${id}, 'recovery-digest', now())`;
  await sql`insert into auth.passkeys (user_id, id, credential_id, public_key, attestation_type, aaguid, sign_count, transports,
      backup_eligible, backed_up, friendly_name, created_at, updated_at)
    values (${id}, gen_random_uuid(), convert_to('passkey-credential ' || ${id}, 'UTF8'), 'passkey-key', 'none', gen_random_uuid(), 0, '{usb}', true, false, 'laptop', now(), now())`;
  await sql`insert into auth.passkey_challenges (id, user_id, purpose, challenge, expires_at, created_at)
    values (gen_random_uuid(), ${id}, 'registration', sha256('x'), now(), now())`;
  await sql`insert into auth.flow_states (id, user_id, linking_user_id, provider, authentication_method, code_challenge, code_challenge_method,
      auth_code_digest, auth_code_issued_at, redirect_to, verifier, invitation_id, provider_tokens, provider_endpoint_digest, access_epoch, linking_session_id,
      profile, created_at)
    values (gen_random_uuid(), ${id}, ${id}, 'github', 'oauth', 'pkce-challenge', 's256', sha256(convert_to(${id}, 'UTF8')), now(),
      'http://target.example/flow', 'sealed-verifier', gen_random_uuid(), 'sealed-tokens', sha256('place'), 987654321, gen_random_uuid(),
      '{"subject": "provider-profile"}', now())`;
  await sql`with c as (
      insert into auth.oauth_clients (id, registration_type, client_type, token_endpoint_auth_method, redirect_uris, grant_types,
        created_at, updated_at)
      values (gen_random_uuid(), 'manual', 'public', 'none', '{https://a.example/cb}', '{authorization_code}', now(), now())
      returning id),
    o as (
      insert into auth.oauth_consents (user_id, client_id, scopes, pairs, granted_at)
        select ${id}::uuid, c.id, '{email}', '{email}', now() from c)
    insert into auth.oauth_authorizations (id, kind, client_id, user_id, redirect_uri, scopes, resources, challenge, sealed, wishes,
      status, session_id, access_epoch, poll_interval, created_at, expires_at)
    select gen_random_uuid(), 'code', c.id, ${id}::uuid, 'https://a.example/secret', '{email}', '{}', 'client-challenge',
      'sealed-state-of-a-client', '{"login_hint": "somebody else"}', 'pending', gen_random_uuid(), 987654322, 5, now(), now() from c`;
  await sql`with w as (insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
      values (gen_random_uuid(), 'https://example.com', '{user.banned}', '{sealed}', now(), now()) returning id)
    insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, created_at)
    select gen_random_uuid(), w.id, ${id}, 'user.banned', '{}', pg_current_xact_id(), 'queued', now() from w`;
  await sql`insert into auth.oauth_logouts (id, client_id, user_id, session_id, created_at)
    values (gen_random_uuid(), gen_random_uuid(), ${id}, gen_random_uuid(), now())`;
  const provider = await createProvider(sql_api);
  await sql`insert into auth.scim_users (id, provider_id, user_id, external_id, user_name, active, emails, attributes, created_at, updated_at)
    values (gen_random_uuid(), ${String(provider.id)}, ${id}, 'directory-7', ${email}, true, ${[email]}, '{"title": "engineer"}', now(), now())`;
  await sql`insert into auth.refusals (at, id, request_id, route, function, name, code, status, address_digest, user_id, ip, user_agent)
    values (now(), gen_random_uuid(), 'req-1', '/token', 'sign_in_with_password', 'banned_at_login', 'user_banned', 400, sha256('x'), ${id},
      '192.0.2.99', 'somebody else')`;
  return person;
}

const names = async (condition: string): Promise<string[]> =>
  (
    await sql.unsafe<{ name: string }[]>(`select c.relname::text as name from pg_class as c
      where c.relnamespace = 'auth'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and ${condition} order by 1`)
  ).map(({ name }) => name);
const columnsOf = async (table: string): Promise<string[]> =>
  (
    await sql<{ name: string }[]>`select a.attname::text as name from pg_attribute as a
      where a.attrelid = ${`auth.${table}`}::regclass and a.attnum > 0 and not a.attisdropped`
  ).map(({ name }) => name);
const memberOf = (table: string): string => (table === 'users' ? 'user' : table);

test('every table with a user_id, and every column of it, is exported or omitted for a reason', async () => {
  const person = await createUserWithAllRows();
  const answer = await own(person);
  const tables = await names(
    `exists (select from pg_attribute as a where a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped)`,
  );
  assert.ok(tables.includes('sessions') && tables.includes('passkeys'));
  const exported = [...tables.filter((table) => LEFT_OUT[table] === undefined), ...ABOUT_USERS];
  const missing = exported.filter((table) => answer[memberOf(table)] === undefined);
  assert.equal(missing, [], 'add it to auth_lib.user_export, or to LEFT_OUT with a reason');

  const members = exported.map(memberOf);
  const exported_members = Object.keys(answer).filter(
    (name) => !['user_id', 'exported_at', 'incomplete'].includes(name),
  );
  assert.equal(exported_members.sort(), members.sort(), 'no other member is exported');
  const forgotten: string[] = [];
  for (const table of exported) {
    const value = answer[memberOf(table)] as CallResult | CallResult[];
    const [row] = Array.isArray(value) ? value : [value];
    assert.ok(row, `no row of ${table} is exported: everywhere() must make one`);
    const columns = (await columnsOf(table)).filter((name) => name !== 'user_id' || table === 'users');
    const withheld = Object.keys(WITHHELD[table] ?? {});
    const left = [...withheld, ...(REPEATED[table] ?? [])];
    forgotten.push(
      ...columns.filter((name) => !(name in row) && !left.includes(name)).map((name) => `${table}.${name}`),
    );
    assert.equal(
      withheld.filter((name) => name in row || !columns.includes(name)),
      [],
      `withheld of ${table}`,
    );
  }
  assert.equal(forgotten, [], 'show it in auth_lib.user_export, or withhold it for a reason');
});

test('no value of an omitted column is in the export, nor in the administrator’s', async () => {
  const person = await createUserWithAllRows();
  const texts = [JSON.stringify(await own(person)), JSON.stringify(await byAdmin(person.id))];
  let looked = 0;
  for (const [table, columns] of Object.entries(WITHHELD)) {
    for (const column of Object.keys(columns).filter((name) => name !== 'linking_user_id' && name !== 'valid_for')) {
      const rows = await sql.unsafe<{ value: string }[]>(
        `select (case when jsonb_typeof(v) = 'string' then v #>> '{}' else v::text end) as value
         from (select to_jsonb(t.${column}) as v from auth.${table} as t where t.user_id = $1) as w where v <> 'null'`,
        [person.id],
      );
      // Skips short values, because small numbers occur everywhere.
      for (const { value } of rows.filter((row) => row.value.length > 5)) {
        looked += 1;
        for (const text of texts) assert.not(text.includes(value.replace(/^\\x/, '')), `${table}.${column}`);
      }
    }
  }
  assert.ok(looked > 15, String(looked));
});

test('only the caller’s rows, and reading changes nothing', async () => {
  const [person, other] = [await createUserWithAllRows(), await createUserWithAllRows()];
  let answer: CallResult = {};
  assert.equal(
    await sql_api.changes(async () => {
      answer = await own(person);
    }),
    [],
  );
  const text = JSON.stringify(answer);
  assert.not(text.includes(other.id));
  assert.not(text.includes(`"${other.email}"`));
  const theirs = await sql_api.rows('auth.sessions', `t.user_id = '${other.id}'`);
  assert.ok(theirs.length > 0);
  for (const { id } of theirs) assert.not(text.includes(String(id)), 'a session of another user');
  assert.is((answer.user as CallResult).email, person.email);
  assert.is((answer.user as CallResult).created_at, sql_api.now());
  assert.is((answer.flow_states as CallResult[]).length, 1, 'a flow that links and is one’s own is one flow');
});

test('the audit log has pages of 1,000: each entry once, newest first; administrators are not named', async () => {
  const person = await createConfirmedPerson(sql_api);
  // Most entries have the same time, as after an import.
  await sql`insert into auth.audit_log (created_at, id, actor_id, actor_username, actions)
    select now() - (case when n > 1500 then n else 0 end) * interval '1 s', gen_random_uuid(), ${person.id}, ${person.email}, '{login}'
    from generate_series(1, 2200) as n`;
  await sql`insert into auth.audit_log (created_at, id, actor_id, actor_username, actor_name, actions, traits, ip, user_agent)
    select now() - n * interval '100 s', gen_random_uuid(), gen_random_uuid(), 'boss@example.com', 'The Boss', '{user_modified}',
      jsonb_build_object('user_id', ${person.id}::text), '198.51.100.77', 'boss agent' from generate_series(1, 30) as n`;
  const expected = await sql<{ id: string }[]>`
    select id from auth.audit_log where actor_id = ${person.id} or traits ->> 'user_id' = ${person.id} order by created_at desc, id desc`;
  const seen: string[] = [];
  let cursor: string | undefined;
  for (const most of [1000, 1000, expected.length - 2000]) {
    const answer = await own(person, { cursor });
    const entries = answer.audit_log as CallResult[];
    assert.is(entries.length, most);
    assert.is('user' in answer, cursor === undefined, 'only the first page has the other members');
    seen.push(...entries.map((entry) => String(entry.id)));
    assert.not(/boss|198\.51/i.test(JSON.stringify(entries)));
    cursor = answer.next_cursor as string | undefined;
  }
  assert.is(cursor, undefined);
  assert.equal(
    seen,
    expected.map(({ id }) => id),
  );
});

test('the details of the user’s own wallet and merged account are in the export', async () => {
  const person = await createConfirmedPerson(sql_api);
  const traits: Readonly<Record<string, object>> = {
    login: { provider: 'web3', chain: 'ethereum', address: '0x01' },
    user_merged: { user_id: '00000000-0000-4000-8000-000000000009', user_email: 'before@example.com' },
  };
  for (const [action, details] of Object.entries(traits))
    await sql`select auth_lib.audit(u, array[${action}], ${sql.json(details as never)}, '{"request_id": "own"}')
      from auth.users as u where u.id = ${person.id}`;
  const entries = (await own(person)).audit_log as CallResult[];
  for (const [action, details] of Object.entries(traits)) {
    const entry = entries.find(({ actions }) => String(actions) === action);
    assert.equal([entry?.traits, entry?.request_id], [details, 'own']);
  }
});

test('a list that is too long is marked as truncated', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql`insert into auth.sessions (user_id, id, amr, created_at)
    select ${person.id}, gen_random_uuid(), '[]', now() - n * interval '1 s' from generate_series(1, 10000) as n`;
  const answer = await own(person);
  assert.equal(answer.incomplete, ['sessions']);
  assert.is((answer.sessions as CallResult[]).length, 10_000);
});

const bad = [400, 'validation_failed', 'Bad Pagination Parameters: cursor is none of ours'] as const;
test('rejects an invalid cursor', async () => {
  const person = await createConfirmedPerson(sql_api);
  const { claims } = person;
  for (const cursor of ['x', '1.2', `1.${person.id}'`, `99999999999999999.${person.id}`])
    await sql_api.refused('export_own_data', { claims, cursor, settings: settings() }, bad);
  assert.is('user' in (await own(person, { cursor: '' })), true, 'an empty one is absent');
  assert.equal((await own(person, { cursor: `1.${person.id}` })).audit_log, []);
});

test('with a second factor, a session of aal1 reads nothing', async () => {
  const { id, claims } = await createConfirmedPerson(sql_api);
  await sql`update auth.users set factor_status = 'verified' where id = ${id}`;
  const needed = [403, 'insufficient_aal', 'AAL2 session is required to export data when MFA is enabled'] as const;
  await sql_api.refused('export_own_data', { claims, settings: settings() }, needed);
  await sql`update auth.sessions set aal = 'aal2' where user_id = ${id}`;
  assert.is((await own({ claims: { ...claims, aal: 'aal2' } })).user_id, id);
});

test('an ended session reads nothing, even without strict sessions', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.call('sign_out', { claims: person.claims, scope: 'local', settings: settings(), client });
  const { claims } = person;
  const gone = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'] as const;
  await sql_api.refused('export_own_data', { claims, settings: settings() }, gone);
});

test.run();
