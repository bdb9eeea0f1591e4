// At least one call returns each error of sql/errors.sql that a route can return, under its own name. SQL uses exactly
// the names in that file. The server logs an ERROR only for errors that fail() raises.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { api, type CallResult, codeOf, leaseQueuedMessages, type TokenRow } from '../support/database/sql_api.ts';
import { newEmail } from '../support/processes/stack.ts';
import { administrationCases } from './administration_refusal_cases.ts';
import { errorsOfCommandsOnly } from './command_refusals.ts';
import { factorCases } from './factor_refusal_cases.ts';
import { mergeCases } from './merge_refusal_cases.ts';
import { oauthCases } from './oauth_refusal_cases.ts';
import { passkeyCases } from './passkey_refusal_cases.ts';
import { providerCases } from './provider_refusal_cases.ts';
import { accountChangeCases, type RejectedCall, withSettings } from './refusal_cases.ts';
import { scimCases } from './scim_refusal_cases.ts';
import { sessionCases } from './session_refusal_cases.ts';
import { findServerErrors, readServerLog } from './side_effects.ts';
import { ssoCases } from './sso_refusal_cases.ts';

const SQL = fileURLToPath(new URL('../../sql/', import.meta.url));
const PASSWORD = 'correct horse battery';
const CHALLENGE = 'c'.repeat(43);
const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'plain' };

let db: TestDatabase;
let sql: Sql;
/** Error names in the order in which SQL looked them up. */
const named: string[] = [];

test.before(async () => {
  db = await createDatabase();
  await db.sql.unsafe(`
    do $$ begin execute replace(replace(pg_get_functiondef('auth_lib.error'::regproc),
      'auth_lib.error(', 'auth_lib.error_itself('), 'error.name', 'error_itself.name'); end $$;
    create or replace function auth_lib.error(name text) returns jsonb language plpgsql volatile as $$
    begin
      raise notice 'refused %', error.name;
      return auth_lib.error_itself(error.name);
    end $$;`);
  sql = postgres(db.superuser_url, {
    max: 1,
    onnotice: ({ message }) => named.push(message?.replace('refused ', '') ?? ''),
  });
});
test.after(async () => {
  await sql.end();
  await db.drop();
});

async function createPerson() {
  const email = newEmail();
  const { id } = await api(sql, 'sign_up', { email, password: PASSWORD });
  const [token] = await leaseQueuedMessages(sql, email);
  const answer = await api(sql, 'follow_link', { type: 'signup', link: { id: token?.id, pkce: false } });
  const claims = answer.claims as CallResult;
  return { email, id: String(id), claims, session: { user_id: String(id), session_id: String(claims.session_id) } };
}

/** Requests a link with or without PKCE. Returns the address and its token. */
async function requestLink(o: { pkce?: boolean } = {}): Promise<{ email: string; token: TokenRow }> {
  const email = newEmail();
  await api(sql, 'request_otp', { email, ...(o.pkce ? { link: PKCE } : {}) });
  const [token] = await leaseQueuedMessages(sql, email);
  return { email, token: token as TokenRow };
}

const link = (token: TokenRow, pkce = false) => ({ id: token.id, pkce });
const banned = (id: string) => sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`;

/** Returns an authorization code whose PKCE verifier has not been sent yet. */
async function createAuthCode(): Promise<{ code: string; token: TokenRow }> {
  const { token } = await requestLink({ pkce: true });
  const answer = await api(sql, 'follow_link', { type: 'signup', link: link(token, true) });
  return { code: String(answer.auth_code), token };
}

const call =
  (name: string, args: CallResult = {}): RejectedCall =>
  () =>
    api(sql, name, args);
const signUp =
  (args: CallResult): RejectedCall =>
  () =>
    api(sql, 'sign_up', { email: newEmail(), password: PASSWORD, ...args });
const off = withSettings({ external_email_enabled: false });

async function callTwice(ask: RejectedCall): Promise<CallResult> {
  await ask();
  return ask();
}

const CASES: Record<string, RejectedCall> = {
  token_expired: async () => api(sql, 'get_user', { claims: { ...(await createPerson()).claims, exp: 1 } }),
  sub_missing: call('get_user', { claims: { exp: 4e9 } }),
  sub_not_uuid: call('get_user', { claims: { sub: 'x' } }),
  session_id_not_uuid: async () =>
    api(sql, 'get_user', { claims: { ...(await createPerson()).claims, session_id: 'x' } }),
  caller_not_found: call('get_user', { claims: { sub: '00000000-0000-4000-8000-000000000000' } }),
  session_not_found: async () => {
    const { claims } = await createPerson();
    await api(sql, 'sign_out', { claims });
    return api(sql, 'get_user', { claims, ...withSettings({ security_strict_sessions: true }) });
  },
  banned_caller: async () => {
    const { claims, id } = await createPerson();
    await banned(id);
    return api(sql, 'get_user', { claims });
  },
  audience_mismatch: async () => api(sql, 'get_user', { claims: (await createPerson()).claims, audience: 'other' }),

  email_too_long: signUp({ email: `${'x'.repeat(250)}@example.com` }),
  email_invalid: signUp({ email: 'x' }),
  phone_invalid: call('verify_token', { type: 'sms', phone: '+0', code: '1' }),
  password_required: signUp({ password: '' }),
  password_too_long: signUp({ password: 'x'.repeat(73) }),
  weak_password: signUp({ password: 'x' }),
  pkce_pair_required: signUp({ link: { code_challenge: CHALLENGE } }),
  pkce_length: signUp({ link: { ...PKCE, code_challenge: 'x' } }),
  pkce_characters: signUp({ link: { ...PKCE, code_challenge: '!'.repeat(43) } }),
  pkce_method: signUp({ link: { ...PKCE, code_challenge_method: 'md5' } }),
  pkce_not_for_phone: signUp({ email: '', phone: '+4917012345', link: PKCE }),

  request_rate_limit: async () => {
    const [row] = await sql`select auth_api.count_request('[{"key": "k", "per_second": 0, "burst": 0}]') as answer`;
    return row?.answer;
  },
  too_many_attempts: () => {
    const args = { email: newEmail(), password: 'x', ...withSettings({ security_max_password_failures: 1 }) };
    return callTwice(() => api(sql, 'sign_in_with_password', args));
  },
  mail_spacing: () => callTwice(call('request_otp', { email: newEmail() })),
  mail_quota: call('request_otp', { email: newEmail(), ...withSettings({ rate_limit_email_sent: { count: 0 } }) }),

  signup_disabled: signUp(withSettings({ disable_signup: true })),
  anonymous_disabled: signUp({ email: '' }),
  email_signups_disabled: signUp(off),
  phone_signups_disabled: signUp({ email: '', phone: '+4917012345' }),
  one_address_on_signup: signUp({ phone: '+4917012345' }),
  user_already_exists: async () =>
    signUp({ email: (await createPerson()).email, ...withSettings({ mailer_autoconfirm: true }) })(),

  one_address_on_login: call('sign_in_with_password', { email: 'a@example.com', phone: '1' }),
  email_logins_disabled: call('sign_in_with_password', { email: 'a@example.com', ...off }),
  phone_logins_disabled: call('sign_in_with_password', { phone: '1' }),
  address_missing_on_login: call('sign_in_with_password'),
  invalid_credentials: call('sign_in_with_password', { email: newEmail(), password: 'x' }),
  banned_at_login: async () => {
    const { email, id } = await createPerson();
    await banned(id);
    return api(sql, 'sign_in_with_password', { email, password: PASSWORD });
  },
  deprovisioned_at_login: async () => {
    const { email, id } = await createPerson();
    await sql`update auth.users set deprovisioned_at = now(), is_sso_user = true where id = ${String(id)}`;
    return api(sql, 'sign_in_with_password', { email, password: PASSWORD });
  },
  email_not_confirmed: async () => {
    const email = newEmail();
    await api(sql, 'sign_up', { email, password: PASSWORD });
    return api(sql, 'sign_in_with_password', { email, password: PASSWORD });
  },
  phone_not_confirmed: async () => {
    const [{ id }, phone] = [await createPerson(), '4917012345'];
    await sql`with u as (update auth.users set phone = ${phone} where id = ${id})
      insert into auth.addresses (kind, value, user_id, is_primary, created_at) values ('phone', ${phone}, ${id}, true, now())`;
    return api(sql, 'sign_in_with_password', {
      phone,
      password: PASSWORD,
      ...withSettings({ external_phone_enabled: true }),
    });
  },
  pkce_exchange_empty: call('exchange_code', { auth_code: 'x' }),
  flow_state_not_found: call('exchange_code', { auth_code: 'x', code_verifier: 'x' }),
  flow_state_expired: async () => {
    const { code, token } = await createAuthCode();
    await sql`update auth.flow_states set auth_code_issued_at = now() - interval '1 day' where id = ${token.flow_id}`;
    return api(sql, 'exchange_code', { auth_code: code, code_verifier: CHALLENGE });
  },
  bad_code_verifier: async () =>
    api(sql, 'exchange_code', { auth_code: (await createAuthCode()).code, code_verifier: 'x' }),
  logout_scope: async () => api(sql, 'sign_out', { claims: (await createPerson()).claims, scope: 'x' }),

  verify_type_missing: call('verify_token', { code: '1' }),
  verify_type_unknown: call('verify_token', { type: 'x', code: '1' }),
  verify_type_not_email: call('follow_link', { type: 'sms', link: { id: null, pkce: false } }),
  verify_token_or_hash: call('verify_token', { type: 'signup' }),
  verify_one_address: call('verify_token', { type: 'signup', code: '1', email: 'a@example.com', phone: '1' }),
  verify_email_invalid: call('verify_token', { type: 'signup', code: '1', email: 'x' }),
  verify_hash_only: call('verify_token', { type: 'signup', link: { id: null }, email: 'a@example.com' }),
  code_expired: call('verify_token', { type: 'signup', code: '1', email: newEmail() }),
  link_expired: call('verify_token', { type: 'signup', link: { id: null, pkce: false } }),
  banned_at_verify: async () => {
    const { token, email } = await requestLink();
    await banned(token.user_id);
    return api(sql, 'verify_token', { type: 'email', email, code: codeOf(token) });
  },
  invited_password_required: async () => {
    const { token } = await requestLink();
    return api(sql, 'verify_token', { type: 'signup', link: link(token), needs_password: true });
  },
  flow_state_missing: async () => {
    const { token } = await requestLink({ pkce: true });
    await sql`delete from auth.flow_states where id = ${token.flow_id}`;
    return api(sql, 'follow_link', { type: 'signup', link: link(token, true) });
  },

  one_address_on_otp: call('request_otp', { email: 'a@example.com', phone: '1' }),
  channel_only_for_phone: call('request_otp', { email: 'a@example.com', channel: 'sms' }),
  address_required_on_otp: call('request_otp'),
  otp_disabled: call('request_otp', { email: newEmail(), create_user: false }),
  phone_otp_disabled: call('request_otp', { phone: '+4917012345' }),
  magic_link_disabled: call('request_magic_link', {
    email: newEmail(),
    ...withSettings({ external_email_magic_link_enabled: false }),
  }),
  email_required_for_link: call('request_magic_link'),
  email_required_for_recovery: call('request_recovery'),
  email_recovery_disabled: call('request_recovery', { email: newEmail(), ...off }),
  ...accountChangeCases({ sql: () => sql, person: createPerson }),
  ...providerCases({ sql: () => sql, person: createPerson }),
  ...passkeyCases({ sql: () => sql, person: createPerson }),
  ...factorCases({ sql: () => sql, person: createPerson }),
  ...sessionCases({ sql: () => sql, person: createPerson, banned }),
  ...oauthCases({ sql: () => sql, person: createPerson }),
  ...administrationCases({ sql: () => sql, person: createPerson }),
  ...mergeCases({ sql: () => sql, person: createPerson }),
  ...ssoCases({ sql: () => sql }),
  ...scimCases({ sql: () => sql }),
};

/** Errors that fail() raises, because a write must be rolled back. */
const RAISED = ['flow_state_missing', 'identity_email_conflict', 'scim_no_target', 'scim_not_managed'];

const ROWS = [
  ...readFileSync(join(SQL, 'errors.sql'), 'utf8').matchAll(/^ +\('([a-z0-9_]+)',\s+(\d{3}), '([a-z_ ]+)'/gm),
].map(([, name, status, code]) => ({ name: String(name), status: Number(status), code: String(code) }));

const COMMANDS = errorsOfCommandsOnly(Object.keys(CASES));
const CALLED = ROWS.filter(({ name }) => !COMMANDS.has(name));

test('every row of errors.sql has a call here, and every call a row', () => {
  assert.equal(Object.keys(CASES).sort(), CALLED.map((row) => row.name).sort());
});

for (const { name, status, code } of CALLED) {
  test(`${name}: ${status} ${code}`, async () => {
    const error = await (CASES[name] as RejectedCall)().then(
      (answer) => answer.refused as CallResult | undefined,
      (raised: { code: string; detail: string }) => ({ raised: raised.code, code: JSON.parse(raised.detail).code }),
    );
    const expected = RAISED.includes(name) ? { raised: `PT${status}`, code } : { status, code };
    for (const [key, value] of Object.entries(expected))
      assert.is((error as CallResult | undefined)?.[key], value, JSON.stringify(error));
    assert.is(named.at(-1), name, 'the last name that SQL looked up');
  });
}

test('an error of the mail quota after writes is raised, and everything is rolled back', async () => {
  const email = newEmail();
  // Simulates another request that uses up the quota between the check of the limits and the mail.
  await sql.unsafe(`create or replace function auth_lib.count_quota(kind text, rate jsonb)
    returns boolean language sql volatile as 'select false'`);
  const raised = await api(sql, 'sign_up', { email, password: PASSWORD }).catch(
    (error: { code: string }) => error.code,
  );
  assert.is(raised, 'PT429');
  assert.is((await sql`select 1 from auth.addresses where value = ${email}`).length, 0);
});

test('the server logs only the ERRORs of fail()', () => {
  assert.equal(findServerErrors(db), []);
  const log = readServerLog(db);
  if (log !== null) assert.is([...log.matchAll(/ PT\d{3} ERROR: /g)].length, RAISED.length + 1);
});

test('names used in SQL and rows of errors.sql match in both directions', () => {
  const files = readdirSync(SQL, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.sql') && !path.endsWith('errors.sql'),
  );
  const used = new Set<string>();
  for (const file of files) {
    const text = readFileSync(join(SQL, file), 'utf8').replace(/--.*$/gm, '');
    for (const [, name] of text.matchAll(
      /\b(?:refusal\(|refusal_with\(|fail\(|check_aal\(claims, \w+, )'([a-z0-9_]+)'/g,
    ))
      used.add(String(name));
    for (const [, choice] of text.matchAll(/\b(?:refusal|refusal_with|fail)\(case\b([^;]*?)\bend\b/g)) {
      for (const [, name] of String(choice).matchAll(/\b(?:then|else) '([a-z0-9_]+)'/g)) used.add(String(name));
    }
  }
  assert.equal([...used].sort(), ROWS.map((row) => row.name).sort());
});

test.run();
