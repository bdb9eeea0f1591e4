// Mutations of rows of the security tables that no other list covers.
import type { Mutation } from './mutation.ts';

const PRIVILEGES = 'test/house/privileges.test.ts';
const SECURITY_PAGES = 'test/house/security_pages.test.ts';
const RACES = 'test/security/account_races.test.ts';

const sample = (
  breaks: string,
  file: string,
  [from, to]: readonly [from: string, to: string],
  [test, fails]: readonly [test: string, fails: string],
): Mutation => ({ group: 'samples', breaks, file, from, to, test, fails });

export const SAMPLE_MUTATIONS: readonly Mutation[] = [
  sample(
    'the console sends its token to the browser',
    'console/server/forward.ts',
    [
      "headers: { ...SECURITY_HEADERS, 'Cache-Control'",
      "headers: { ...SECURITY_HEADERS, 'X-Token': token ?? '', 'Cache-Control'",
    ],
    ['test/console/console.test.ts', 'the token of the service is in no answer'],
  ),
  sample(
    'every route accepts the token of a client',
    'gateway/pipeline/authenticate.ts',
    ['|| !isClientToken(claims) || route.client_tokens) return;', '|| !isClientToken(claims) || true) return;'],
    [
      'test/security/client_tokens.test.ts',
      'four routes accept the token of a client, and all other routes of users and administrators reject it',
    ],
  ),
  sample(
    'refused requests are not recorded',
    'sql/api/service/add_tallies.sql',
    ['perform auth_lib.add_refusals(refusals);', 'perform 1;'],
    ['test/sql/api/service/add_tallies.test.ts', 'a refused request: the user is the caller'],
  ),
  sample(
    'a password field names no purpose',
    'gateway/pages/oauth/sign_in.js',
    ["autocomplete: 'current-password',", "autocomplete: 'off',"],
    ['test/gateway/pages/password_fields.test.ts', 'a password field names what it asks for'],
  ),
  sample(
    'a credential that is registered again gets another key',
    'sql/api/passkey/finish_passkey_registration.sql',
    [
      'on conflict on constraint passkeys_credential_id_key do nothing',
      'on conflict on constraint passkeys_credential_id_key do update set public_key = excluded.public_key',
    ],
    ['test/sql/api/passkey/finish_passkey_registration.test.ts', 'stores the verified credential'],
  ),
  sample(
    'the gateway reads tables',
    'sql/grants.sql',
    [
      'grant usage on schema auth_queue to auth_worker;',
      'grant usage on schema auth_queue to auth_worker; grant usage on schema auth to auth_gateway; grant select on auth.passkeys to auth_gateway;',
    ],
    [PRIVILEGES, 'by attempt: select on every table fails'],
  ),
  sample(
    'every role calls pgcrypto',
    'sql/roles.sql',
    [
      "select 'create extension pgcrypto schema extensions'",
      "select 'create extension pgcrypto schema extensions; grant usage on schema extensions to public'",
    ],
    [PRIVILEGES, 'by attempt: a compromised gateway cannot escape'],
  ),
  sample(
    'a vulnerable server is not reported',
    'core/doctor/server.ts',
    ['15: 16, 16: 12,', '15: 15, 16: 12,'],
    ['test/install/doctor.test.ts', 'reports minor versions with CVE-2026-2005'],
  ),
  sample(
    'the id of a session is fixed',
    'sql/lib/session.sql',
    ["coalesce((client ->> 'session_id')::uuid, gen_random_uuid())", "'00000000-0000-4000-8000-000000000000'"],
    ['test/security/session_model.test.ts', 'random sequences keep every invariant'],
  ),
  sample(
    'an address is verified as soon as it is set',
    'sql/lib/identity.sql',
    ['case when verified then v_now end, v_now)', 'v_now, v_now)'],
    ['test/sql/api/admin/change_user.test.ts', 'an address takes effect at once'],
  ),
  sample(
    'an address has several owners',
    'sql/migrations/0001-accounts.sql',
    [
      'constraint addresses_pkey primary key (kind, value),',
      'constraint addresses_pkey primary key (kind, value, user_id),',
    ],
    [RACES, 'administrators change ten users to one address'],
  ),
  sample(
    'an identity has several owners',
    'sql/migrations/0001-accounts.sql',
    [
      'constraint identities_subject_key unique (provider, subject),',
      'constraint identities_subject_key unique (provider, subject, user_id),',
    ],
    [RACES, 'the tables accept no second owner'],
  ),
  sample(
    'an audit entry names no change',
    'sql/lib/audit.sql',
    ['v_via_sso, actions, traits,', "v_via_sso, actions, '{}',"],
    ['test/sql/api/admin/change_user.test.ts', 'the audit log names what was changed'],
  ),
  sample(
    'each parallel refresh makes another child',
    'sql/api/session/refresh_session.sql',
    [
      'if v_behind is distinct from 1 then v_session.counter := counter + 1;',
      'if true then v_session.counter := v_session.counter + 1;',
    ],
    ['test/flows/refresh.test.ts', '50 concurrent refreshes of one token'],
  ),
  sample(
    'the locale of the database changes the case of an address',
    'sql/lib/identity.sql',
    ['select lower(email collate "C")', 'select lower(email)'],
    ['test/security/locale.test.ts', 'in a Turkish database an address with an I'],
  ),
  sample(
    'the clock is a local time',
    'sql/lib/value.sql',
    ['as $$ select now() $$;', "as $$ select now() at time zone 'Asia/Tokyo' at time zone 'UTC' $$;"],
    ['test/flows/time_zones.test.ts', 'times in responses, tokens and mails'],
  ),
  sample(
    'roles have the time zone of the server',
    'sql/roles.sql',
    ["(10, null,     'TimeZone', 'UTC'),", "(10, null,     'DateStyle', 'ISO'),"],
    ['test/flows/time_zones.test.ts', 'times in responses, tokens and mails'],
  ),
  sample(
    'a recovery raises its session',
    'sql/lib/session.sql',
    [
      'update auth.sessions as s set is_recovery = true',
      "update auth.sessions as s set is_recovery = true, aal = 'aal2'",
    ],
    ['test/security/takeover_model.test.ts', 'no row, function or column violates'],
  ),
  sample(
    'the id of a user is made of the address',
    'sql/lib/user.sql',
    ["v_user.id := coalesce((client ->> 'user_id')::uuid, gen_random_uuid());", 'v_user.id := md5(value)::uuid;'],
    ['test/sql/api/admin/delete_user.test.ts', 'soft: nothing signs in'],
  ),
  sample(
    'a new password needs no current one',
    'sql/api/account/update_user.sql',
    [
      "if coalesce(password, '') = '' then return auth_lib.refusal('current_password_required');",
      "if coalesce(password, '') = '' then return null;",
    ],
    ['test/flows/current_password.test.ts', 'without the current password'],
  ),
  sample(
    'remembered consent counts for every scope',
    'sql/api/oauth/get_authorization.sql',
    ['and auth_lib.consent_pairs((a).scopes, (a).resources) <@ o.pairs))', '))'],
    ['test/sql/api/oauth/get_authorization.test.ts', 'remembered consent does not count'],
  ),
  sample(
    'remembered consent for a resource counts for this server',
    'sql/api/oauth/get_authorization.sql',
    ['and auth_lib.consent_pairs((a).scopes, (a).resources) <@ o.pairs', 'and (a).scopes <@ o.scopes'],
    ['test/sql/api/oauth/get_authorization.test.ts', 'remembered consent for a resource does not count'],
  ),
  sample(
    'a code is shown again to any session of its user',
    'sql/api/oauth/get_authorization.sql',
    [
      "if v_row.status = 'approved' and not (v_fits and auth_lib.is_recent_enough(v_row, v_session)) then",
      'if false then',
    ],
    ['test/sql/api/oauth/get_authorization.test.ts', 'a code that was approved with a second factor'],
  ),
  sample(
    'any text is the hash of a password',
    'sql/migrations/0001-accounts.sql',
    ['constraint passwords_hash_check check (hash ~', "constraint passwords_hash_check check (hash <> '' or hash ~"],
    ['test/sql/lib/foreign_hash.test.ts', 'no table accepts a hash of another form'],
  ),
  sample(
    'a pause after wrong passwords lasts three hours',
    'sql/lib/attempt.sql',
    [
      "auth_lib.trusted_instant(a.failing_since, a.failing_since) > auth_lib.clock() - interval '1 hour'",
      "auth_lib.trusted_instant(a.failing_since, a.failing_since) > auth_lib.clock() - interval '3 hours'",
    ],
    ['test/security/failure_counts.test.ts', 'the hour starts with the first failure'],
  ),
  sample(
    'the page promises another limit of wrong passwords',
    'docs/operating.md',
    ["100, then an hour's pause", "10, then an hour's pause"],
    [SECURITY_PAGES, 'docs/operating.md documents the default'],
  ),
  sample(
    'the page leaves the number of sessions out',
    'docs/sessions.md',
    ['| only the most recently used session can be refreshed |', '| see the settings |'],
    [SECURITY_PAGES, 'docs/sessions.md documents every limit'],
  ),
  sample(
    'the page names another level for a mailed link',
    'docs/mfa.md',
    ['`email_change` | `aal1` |', '`email_change` | `aal2` |'],
    [SECURITY_PAGES, 'docs/mfa.md documents the level'],
  ),
  sample(
    'the page does not say when a session of a provider ends',
    'docs/sso.md',
    ['ends at `SessionNotOnOrAfter`', 'ends'],
    [SECURITY_PAGES, 'docs/sso.md and docs/oauth-server.md document'],
  ),
  sample(
    'any text is a cursor',
    'sql/lib/search.sql',
    ["select case when cursor !~ '^(", "select case when false and cursor !~ '^("],
    ['test/sql/api/admin/find_audit.test.ts', 'administrators only, and only our cursors'],
  ),
  sample(
    'an outage is a fault of the gateway',
    'gateway/database/faults.ts',
    ['  if (isOutage(error)) {', '  if (isOutage(error) && false) {'],
    ['test/flows/outage.test.ts', 'no connection: every route returns 503'],
  ),
  sample(
    'a repeated header is accepted',
    'gateway/server/framing.ts',
    ['if (seen.has(name)) return BAD_REQUEST;', ''],
    ['test/gateway/server/framing.test.ts', 'refuses a repeated Host'],
  ),
];
