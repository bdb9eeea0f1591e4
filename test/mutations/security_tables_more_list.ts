// Further mutations of rules that only the security tables name.
import type { Mutation } from './mutation.ts';

const NONCE = 'test/sql/api/account/update_user_password.test.ts';
const COUNTS = 'test/security/statement_counts.test.ts';

const row = (
  breaks: string,
  file: string,
  [from, to]: readonly [from: string, to: string],
  [test, fails]: readonly [test: string, fails: string],
): Mutation => ({ group: 'further security rows', breaks, file, from, to, test, fails });

export const MORE_SECURITY_TABLE_MUTATIONS: readonly Mutation[] = [
  row(
    'a sign-in is not recorded',
    'sql/lib/session.sql',
    [
      "perform auth_lib.audit(person, actions, coalesce(traits, '{}') || jsonb_build_object('session_id', v_session.id), client || jsonb_build_object('login_method', method));",
      '',
    ],
    ['test/sql/api/account/sign_in_with_password.test.ts', 'the right password: a session, the audit row'],
  ),
  row(
    'a refused sign-in is not recorded',
    'sql/lib/attempt.sql',
    ['if refused is null or v_key is null', 'if true or v_key is null'],
    ['test/security/refused_sign_ins.test.ts', 'each failed sign-in of an account is recorded'],
  ),
  row(
    'each name of a list of scopes is looked up',
    'sql/lib/oauth_scope.sql',
    [
      'return case when v_names <@ v_allowed then v_names end;',
      'for place in 1 .. cardinality(v_names) loop perform from auth.oauth_clients; end loop; return case when v_names <@ v_allowed then v_names end;',
    ],
    [COUNTS, 'unknown names and long lists cost no more'],
  ),
  row(
    'a query of any length reaches the database',
    'gateway/steps/provider_redirect.ts',
    ['const LONGEST_QUERY = 8_192;', 'const LONGEST_QUERY = 8_192_000;'],
    [COUNTS, 'unknown names and long lists cost no more'],
  ),
  row(
    'an access token lives a minute longer than configured',
    'sql/lib/session.sql',
    [
      "select coalesce(nullif((settings ->> 'jwt_exp')::bigint, 0), 3600)",
      "select coalesce(nullif((settings ->> 'jwt_exp')::bigint, 0), 3600) + 60",
    ],
    ['test/flows/follow_link.test.ts', 'the access token: exact header and claims'],
  ),
  row(
    'a client that must push gets a page for any request',
    'sql/api/oauth/start_authorization.sql',
    ['case when v_client.require_pushed', 'case when false'],
    ['test/sql/api/oauth/push_authorization.test.ts', 'a client that must push gets no page'],
  ),
  row(
    'a code that is compared with those of several accounts counts once',
    'sql/lib/attempt.sql',
    ['case v_asked when 0 then compared end', 'case v_asked when 0 then least(compared, 1) end'],
    ['test/security/guess_bound.test.ts', 'F-25: an attempt at the codes of several accounts'],
  ),
  row(
    'any nonce is right',
    'sql/api/account/update_user.sql',
    [
      "settings)).user_id is distinct from (person).id then return auth_lib.refusal('nonce_invalid');",
      "settings)).user_id is null and false then return auth_lib.refusal('nonce_invalid');",
    ],
    [NONCE, 'the nonce: required by the setting'],
  ),
  row(
    'a code is valid for ever',
    'sql/lib/token.sql',
    [
      "where t.address = match_code.address and t.kind = any (kinds) and t.attempts < 5 and coalesce(t.expires_at, 'infinity') >= auth_lib.clock()",
      'where t.address = match_code.address and t.kind = any (kinds) and t.attempts < 5',
    ],
    [NONCE, 'the nonce: for this user and purpose, until it expires'],
  ),
  row(
    'the host of a target is compared only as it is parsed',
    'gateway/http/redirect.ts',
    ['(host === siteHost || host === site.hostname)', '(host === siteHost || true)'],
    ['test/gateway/http/redirect.test.ts', 'rejects targets that only look like the host'],
  ),
  row(
    'a listed host need not be in canonical form',
    'gateway/http/redirect.ts',
    ['if (web && (host !== url.hostname || !HOST_NAME.test(host))) return false;', ''],
    ['test/gateway/http/allow_list.test.ts', 'a wide pattern does not let numbers or escapes match as a host'],
  ),
  row(
    'a question mark matches a separator',
    'core/glob.ts',
    ['steps.push({ passes: within, many: false });', 'steps.push({ passes: reaches, many: false });'],
    ['test/gateway/http/allow_list.test.ts', 'every other character is literal'],
  ),
  row(
    'an IPv6 client has no wider network',
    'gateway/http/client_ip.ts',
    ["return key.endsWith('/64') ?", "return key.endsWith('/63') ?"],
    ['test/gateway/http/client_ip.test.ts', 'an IPv6 client also counts against the bucket of its /48'],
  ),
  row(
    'an unreadable header has no limit',
    'gateway/http/client_ip.ts',
    ['if (next === null) return peer;', "if (next === null) return '';"],
    ['test/gateway/http/client_ip.test.ts', 'a missing or unreadable header means the connection'],
  ),
  row(
    'an expired token is verified',
    'gateway/http/jwt.ts',
    ['const fresh = await open(token); checkTokenTimes(fresh, now());', 'const fresh = await open(token);'],
    ['test/gateway/http/jwt.test.ts', 'exp and nbf: no leeway'],
  ),
  row(
    'a cached token does not expire',
    'gateway/http/jwt.ts',
    ['if (known) return checkTokenTimes(known, now());', 'if (known) return known.claims;'],
    ['test/gateway/http/jwt_memory.test.ts', 'cached tokens expire on time'],
  ),
  row(
    'a session that was revoked administers',
    'sql/lib/caller.sql',
    [
      "if v_session.id is null or v_session.revoked_at is not null then return auth_lib.refusal('session_not_found'); elsif auth_lib.check_session_age",
      "if v_session.id is null then return auth_lib.refusal('session_not_found'); elsif auth_lib.check_session_age",
    ],
    ['test/sql/lib/check_admin.test.ts', 'signed out, reused, ended by an administrator'],
  ),
  row(
    'a revoked role administers',
    'sql/lib/caller.sql',
    ['v_own := auth_lib.rights_of(v_user.role, settings);', 'v_own := v_rights;'],
    ['test/sql/lib/check_admin.test.ts', 'a revoked role rejects an administrator at once'],
  ),
  row(
    'every right is held by every role',
    'sql/lib/caller.sql',
    ['elsif not (needed = any (v_rights) and needed = any (v_own)) then', 'elsif false then'],
    ['test/sql/api/admin/rights.test.ts', 'every function refuses a role without its right'],
  ),
  row(
    'a ban does not expire',
    'sql/lib/ownership.sql',
    [
      'select coalesce((person).banned_until > auth_lib.clock(), false)',
      'select coalesce((person).banned_until is not null, false)',
    ],
    ['test/flows/bans.test.ts', 'a ban expires by itself'],
  ),
  row(
    'a banned user signs in by the password',
    'sql/lib/attempt.sql',
    [
      "return case when person.banned_until > auth_lib.clock() then auth_lib.refusal('banned_at_login')",
      "return case when false then auth_lib.refusal('banned_at_login')",
    ],
    ['test/sql/api/account/sign_in_with_password.test.ts', 'reports banned and unconfirmed only after the right'],
  ),
  row(
    'a quota of zero is the default one',
    'sql/lib/limit.sql',
    ["select coalesce((rate ->> 'count')::integer, 30)", "select coalesce(nullif((rate ->> 'count')::integer, 0), 30)"],
    ['test/security/mail_limits.test.ts', '0 rejects every mail'],
  ),
  row(
    'another network is no new device',
    'sql/lib/notification.sql',
    ['and (s.ip <<= v_net or s.ip is null and v_ip is null)', ''],
    ['test/sql/lib/notification.test.ts', 'a new device: another browser or another network'],
  ),
  row(
    'the grant of a client stays',
    'sql/api/oauth/revoke_grant.sql',
    [
      'return coalesce(v_refused, auth_lib.end_grant(v_user, v_user, client_id, client));',
      "return coalesce(v_refused, '{}');",
    ],
    ['test/sql/api/oauth/revoke_grant.test.ts', 'ends the client'],
  ),
  row(
    'the time of a line is not of RFC 3339',
    'core/log.ts',
    ['new Date().toISOString()}"`,', 'Date.now()}"`,'],
    ['test/core/log.test.ts', 'a line is one JSON object with time, level and msg'],
  ),
  row(
    'metadata name an endpoint that does not exist',
    'gateway/oauth/metadata.ts',
    ['/oauth/introspect`,', '/oauth/introspection`,'],
    ['test/flows/oauth/clients.test.ts', 'discovery is the same at its three places'],
  ),
  row(
    'a code lives an hour longer',
    'sql/lib/limit.sql',
    ['select make_interval(secs => case when address', 'select make_interval(secs => 3600 + case when address'],
    ['test/flows/lifetimes.test.ts', 'a code that replaces an expired one'],
  ),
  row(
    'only messages to known addresses are spaced',
    'sql/lib/limit.sql',
    [
      '- 1 end where a.digest = any (v_spaced || v_boxes);',
      '- 1 end where a.digest = any (v_spaced || v_boxes) and not v_unknown;',
    ],
    ['test/security/enumeration.test.ts', 'POST /recover, twice, returns the same for'],
  ),
  row(
    'only wrong passwords of known addresses are counted',
    'sql/lib/attempt.sql',
    [
      "values (auth_lib.attempt_digest('password', counter_key), 1, auth_lib.clock(), unknown, auth_lib.clock()) on conflict",
      "select auth_lib.attempt_digest('password', counter_key), 1, auth_lib.clock(), unknown, auth_lib.clock() where not unknown on conflict",
    ],
    ['test/security/account_limits.test.ts', 'rejects the 101st password'],
  ),
  row(
    'any text is the hash of a pending password',
    'sql/migrations/0001-accounts.sql',
    [
      'constraint pending_passwords_hash_check check (hash ~',
      "constraint pending_passwords_hash_check check (hash <> '' or hash ~",
    ],
    ['test/sql/lib/foreign_hash.test.ts', 'no table accepts a hash of another form'],
  ),
  row(
    'a new installation skips the steps of an upgrade',
    'install/migrate/migrate.ts',
    ['if (online.length > 0) {', 'if (online.length > 0 && found.state !== null) {'],
    ['test/install/migrate_killed.test.ts', 'an empty database gets the schema'],
  ),
];
