// Every row of sql/errors.sql is returned by some call under its own name. Names used in SQL and rows match in both
// directions, and an error is no ERROR in the server's log unless fail() raised it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { type Answer, api, codeOf, deliver, type TokenRow } from '../support/database/surface.ts';
import { newEmail } from '../support/processes/stack.ts';
import { administrationCases } from './administration_refusal_cases.ts';
import { refusedByCommandsAlone } from './command_refusals.ts';
import { factorCases } from './factor_refusal_cases.ts';
import { mergeCases } from './merge_refusal_cases.ts';
import { oauthCases } from './oauth_refusal_cases.ts';
import { passkeyCases } from './passkey_refusal_cases.ts';
import { providerCases } from './provider_refusal_cases.ts';
import { changeCases, type Refused, set } from './refusal_cases.ts';
import { sessionCases } from './session_refusal_cases.ts';
import { ssoCases } from './sso_refusal_cases.ts';
import { serverFaults, serverLog } from './untouched.ts';

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

async function person() {
  const email = newEmail();
  const { id } = await api(sql, 'sign_up', { email, password: PASSWORD });
  const [token] = await deliver(sql, email);
  const answer = await api(sql, 'follow_link', { type: 'signup', link: { id: token?.id, pkce: false } });
  const claims = answer.claims as Answer;
  return { email, id: String(id), claims, session: { user_id: String(id), session_id: String(claims.session_id) } };
}

/** Returns a token of an address that has requested a link, with or without PKCE. */
async function asked(o: { pkce?: boolean } = {}): Promise<{ email: string; token: TokenRow }> {
  const email = newEmail();
  await api(sql, 'request_otp', { email, ...(o.pkce ? { link: PKCE } : {}) });
  const [token] = await deliver(sql, email);
  return { email, token: token as TokenRow };
}

const link = (token: TokenRow, pkce = false) => ({ id: token.id, pkce });
const banned = (id: string) => sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`;

/** Returns an authorization code that waits for its verifier. */
async function authCode(): Promise<{ code: string; token: TokenRow }> {
  const { token } = await asked({ pkce: true });
  const answer = await api(sql, 'follow_link', { type: 'signup', link: link(token, true) });
  return { code: String(answer.auth_code), token };
}

const call =
  (name: string, args: Answer = {}): Refused =>
  () =>
    api(sql, name, args);
const signUp =
  (args: Answer): Refused =>
  () =>
    api(sql, 'sign_up', { email: newEmail(), password: PASSWORD, ...args });
const off = set({ external_email_enabled: false });

async function twice(ask: Refused): Promise<Answer> {
  await ask();
  return ask();
}

const CASES: Record<string, Refused> = {
  token_expired: async () => api(sql, 'get_user', { claims: { ...(await person()).claims, exp: 1 } }),
  sub_missing: call('get_user', { claims: { exp: 4e9 } }),
  sub_not_uuid: call('get_user', { claims: { sub: 'x' } }),
  session_id_not_uuid: async () => api(sql, 'get_user', { claims: { ...(await person()).claims, session_id: 'x' } }),
  caller_not_found: call('get_user', { claims: { sub: '00000000-0000-4000-8000-000000000000' } }),
  session_not_found: async () => {
    const { claims } = await person();
    await api(sql, 'sign_out', { claims });
    return api(sql, 'get_user', { claims, ...set({ security_strict_sessions: true }) });
  },
  banned_caller: async () => {
    const { claims, id } = await person();
    await banned(id);
    return api(sql, 'get_user', { claims });
  },
  audience_mismatch: async () => api(sql, 'get_user', { claims: (await person()).claims, audience: 'other' }),

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
    const args = { email: newEmail(), password: 'x', ...set({ security_max_password_failures: 1 }) };
    return twice(() => api(sql, 'sign_in_with_password', args));
  },
  mail_spacing: () => twice(call('request_otp', { email: newEmail() })),
  mail_quota: call('request_otp', { email: newEmail(), ...set({ rate_limit_email_sent: { count: 0 } }) }),

  signup_disabled: signUp(set({ disable_signup: true })),
  anonymous_disabled: signUp({ email: '' }),
  email_signups_disabled: signUp(off),
  phone_signups_disabled: signUp({ email: '', phone: '+4917012345' }),
  one_address_on_signup: signUp({ phone: '+4917012345' }),
  user_already_exists: async () => signUp({ email: (await person()).email, ...set({ mailer_autoconfirm: true }) })(),

  one_address_on_login: call('sign_in_with_password', { email: 'a@example.com', phone: '1' }),
  email_logins_disabled: call('sign_in_with_password', { email: 'a@example.com', ...off }),
  phone_logins_disabled: call('sign_in_with_password', { phone: '1' }),
  address_missing_on_login: call('sign_in_with_password'),
  invalid_credentials: call('sign_in_with_password', { email: newEmail(), password: 'x' }),
  banned_at_login: async () => {
    const { email, id } = await person();
    await banned(id);
    return api(sql, 'sign_in_with_password', { email, password: PASSWORD });
  },
  email_not_confirmed: async () => {
    const email = newEmail();
    await api(sql, 'sign_up', { email, password: PASSWORD });
    return api(sql, 'sign_in_with_password', { email, password: PASSWORD });
  },
  phone_not_confirmed: async () => {
    const [{ id }, phone] = [await person(), '4917012345'];
    await sql`with u as (update auth.users set phone = ${phone} where id = ${id})
      insert into auth.addresses (kind, value, user_id, is_primary, created_at) values ('phone', ${phone}, ${id}, true, now())`;
    return api(sql, 'sign_in_with_password', { phone, password: PASSWORD, ...set({ external_phone_enabled: true }) });
  },
  pkce_exchange_empty: call('exchange_code', { auth_code: 'x' }),
  flow_state_not_found: call('exchange_code', { auth_code: 'x', code_verifier: 'x' }),
  flow_state_expired: async () => {
    const { code, token } = await authCode();
    await sql`update auth.flow_states set auth_code_issued_at = now() - interval '1 day' where id = ${token.flow_id}`;
    return api(sql, 'exchange_code', { auth_code: code, code_verifier: CHALLENGE });
  },
  bad_code_verifier: async () => api(sql, 'exchange_code', { auth_code: (await authCode()).code, code_verifier: 'x' }),
  logout_scope: async () => api(sql, 'sign_out', { claims: (await person()).claims, scope: 'x' }),

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
    const { token, email } = await asked();
    await banned(token.user_id);
    return api(sql, 'verify_token', { type: 'email', email, code: codeOf(token) });
  },
  invited_password_required: async () => {
    const { token } = await asked();
    return api(sql, 'verify_token', { type: 'signup', link: link(token), needs_password: true });
  },
  flow_state_missing: async () => {
    const { token } = await asked({ pkce: true });
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
    ...set({ external_email_magic_link_enabled: false }),
  }),
  email_required_for_link: call('request_magic_link'),
  email_required_for_recovery: call('request_recovery'),
  email_recovery_disabled: call('request_recovery', { email: newEmail(), ...off }),
  ...changeCases({ sql: () => sql, person }),
  ...providerCases({ sql: () => sql, person }),
  ...passkeyCases({ sql: () => sql, person }),
  ...factorCases({ sql: () => sql, person }),
  ...sessionCases({ sql: () => sql, person, banned }),
  ...oauthCases({ sql: () => sql, person }),
  ...administrationCases({ sql: () => sql, person }),
  ...mergeCases({ sql: () => sql, person }),
  ...ssoCases({ sql: () => sql }),
};

/** Errors raised by fail(), because a write must be rolled back. */
const RAISED = ['flow_state_missing', 'identity_email_conflict'];

const ROWS = [
  ...readFileSync(join(SQL, 'errors.sql'), 'utf8').matchAll(/^ +\('([a-z0-9_]+)',\s+(\d{3}), '([a-z_ ]+)'/gm),
].map(([, name, status, code]) => ({ name: String(name), status: Number(status), code: String(code) }));

const COMMANDS = refusedByCommandsAlone(Object.keys(CASES));
const CALLED = ROWS.filter(({ name }) => !COMMANDS.has(name));

test('every row of errors.sql has a call here, and every call a row', () => {
  assert.equal(Object.keys(CASES).sort(), CALLED.map((row) => row.name).sort());
});

for (const { name, status, code } of CALLED) {
  test(`${name}: ${status} ${code}`, async () => {
    const error = await (CASES[name] as Refused)().then(
      (answer) => answer.refused as Answer | undefined,
      (raised: { code: string; detail: string }) => ({ raised: raised.code, code: JSON.parse(raised.detail).code }),
    );
    const expected = RAISED.includes(name) ? { raised: `PT${status}`, code } : { status, code };
    for (const [key, value] of Object.entries(expected))
      assert.is((error as Answer | undefined)?.[key], value, JSON.stringify(error));
    assert.is(named.at(-1), name, 'the last name that SQL looked up');
  });
}

test('an error of the mail quota after writes is raised, and everything is rolled back', async () => {
  const email = newEmail();
  // Between the check of the limits and the mail, another request uses up the quota.
  await sql.unsafe(`create or replace function auth_lib.count_quota(kind text, rate jsonb)
    returns boolean language sql volatile as 'select false'`);
  const raised = await api(sql, 'sign_up', { email, password: PASSWORD }).catch(
    (error: { code: string }) => error.code,
  );
  assert.is(raised, 'PT429');
  assert.is((await sql`select 1 from auth.addresses where value = ${email}`).length, 0);
});

test('the server logs only the ERRORs of fail()', () => {
  assert.equal(serverFaults(db), []);
  const log = serverLog(db);
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
