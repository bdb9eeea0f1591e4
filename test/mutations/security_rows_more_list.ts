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

export const FURTHER_SECURITY_ROW_MUTATIONS: readonly Mutation[] = [
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
    ['if refused is null or v_holder is null', 'if true or v_holder is null'],
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
];
