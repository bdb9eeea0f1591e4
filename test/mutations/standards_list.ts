// Mutations of rules that the pages of RFC 9700 and NIST SP 800-63B-4 name.
import type { Mutation } from './mutation.ts';

const CLIENT = 'test/sql/lib/oauth_client.test.ts';
const CONFORMANCE = 'test/flows/oauth/conformance.test.ts';
const PAGES = 'test/gateway/pages/oauth.test.ts';
const EXCHANGE = 'test/sql/api/oauth/exchange_authorization.test.ts';
const LIMITS = 'test/security/account_limits.test.ts';
const TOTP = 'test/sql/lib/totp.test.ts';
const REFUSED_PASSKEYS = 'test/flows/passkeys/refusals.test.ts';

const standard = (
  breaks: string,
  file: string,
  [from, to]: readonly [from: string, to: string],
  [test, fails]: readonly [test: string, fails: string],
): Mutation => ({ group: 'standards', breaks, file, from, to, test, fails });

export const STANDARD_MUTATIONS: readonly Mutation[] = [
  standard(
    'a loopback URI matches any other one',
    'sql/lib/oauth_client.sql',
    [
      'where auth_lib.without_loopback_port(r.uri) = auth_lib.without_loopback_port(has_redirect_uri.uri)',
      'where true',
    ],
    [CLIENT, 'a loopback URI matches with any port'],
  ),
  standard(
    'the query of a loopback URI is not compared',
    'sql/lib/oauth_client.sql',
    [
      'where auth_lib.without_loopback_port(r.uri) = auth_lib.without_loopback_port(has_redirect_uri.uri)',
      "where split_part(auth_lib.without_loopback_port(r.uri), '?', 1) = split_part(auth_lib.without_loopback_port(has_redirect_uri.uri), '?', 1)",
    ],
    [CONFORMANCE, 'oidcc-redirect-uri-query-OK'],
  ),
  standard(
    'a client that registered itself gets a redirect without consent',
    'sql/lib/oauth_client.sql',
    ["select (c).registration_type = 'manual' or", 'select true or'],
    ['test/security/attack_oauth.test.ts', 'prompt=none of a client that registered itself'],
  ),
  standard(
    'a client that needs PKCE may leave it out',
    'sql/lib/authorization.sql',
    ["c.require_pkce or v_challenge <> ''", "v_challenge <> ''"],
    [CLIENT, 'a challenge is required, and plain is refused'],
  ),
  standard(
    'any response type is one for a code',
    'sql/lib/authorization.sql',
    ["when request ->> 'response_type' <> 'code'", 'when false'],
    ['test/flows/oauth/protocol.test.ts', 'errors before client and redirect URI are known'],
  ),
  standard(
    'a token for a resource has the audience of the user',
    'sql/lib/oauth_scope.sql',
    [
      "and not 'openid' = any (scopes) then to_jsonb(resources[1])",
      "and not 'openid' = any (scopes) then to_jsonb((person).aud)",
    ],
    ['test/security/attack_oauth_parts.test.ts', 'a token for a resource cannot be exchanged or refreshed'],
  ),
  standard(
    'a client uses every grant type',
    'sql/lib/oauth_client.sql',
    ['select case when not grant_type = any ((c).grant_types)', 'select case when false'],
    ['test/flows/oauth/protocol.test.ts', 'every failure of /oauth/token'],
  ),
  standard(
    'an assertion of a client counts each time',
    'sql/lib/oauth_client.sql',
    [
      'on conflict on constraint oauth_assertions_pkey do nothing;\n  return found;',
      'on conflict on constraint oauth_assertions_pkey do nothing; return true;',
    ],
    ['test/flows/oauth/client_documents.test.ts', 'an assertion counts once'],
  ),
  standard(
    'the pages pass their address on',
    'core/pages/asset.ts',
    ["'Referrer-Policy': 'no-referrer',", "'Referrer-Policy': 'unsafe-url',"],
    [PAGES, 'both pages: no inline script or style'],
  ),
  standard(
    'pages may be framed',
    'core/pages/asset.ts',
    [`"frame-ancestors 'none'"]`, `"frame-ancestors *"]`],
    [PAGES, 'both pages: no inline script or style'],
  ),
  standard(
    'a token in a cookie is read',
    'gateway/http/bearer.ts',
    [
      "exec(request.header('authorization') ?? '')",
      "exec(request.header('authorization') ?? 'Bearer '.concat(String(request.header('cookie'))))",
    ],
    ['test/gateway/http/headers.test.ts', 'bearer tokens'],
  ),
  standard(
    'a malformed bearer header is a fault',
    'gateway/http/bearer.ts',
    ["request.header('authorization') ?? '') ?? [];", "request.header('authorization') ?? '') as string[];"],
    ['test/security/bad_requests.test.ts', 'returns 401 or 403 for malformed bearer headers'],
  ),
  standard(
    'a callback may name any issuer',
    'gateway/steps/provider_callback.ts',
    [
      "if (!fits) throw refuse('oauth_issuer_differs');",
      "if (!fits && iss === '') throw refuse('oauth_issuer_differs');",
    ],
    ['test/flows/providers/faults.test.ts', 'rejects a callback that names another issuer'],
  ),
  standard(
    'a token for a resource opens every route of clients',
    'sql/lib/caller.sql',
    ["(claims ->> 'aud' is distinct from person.aud", '(false'],
    ['test/security/client_tokens.test.ts', 'a token for a resource opens userinfo'],
  ),
  standard(
    'a verifier of a sign-in is not compared',
    'sql/api/session/exchange_code.sql',
    ['or v_flow.code_challenge <> auth_lib.pkce_challenge(code_verifier, v_flow.code_challenge_method)', ''],
    ['test/sql/api/session/exchange_code.test.ts', 'a wrong verifier is rejected'],
  ),
  standard(
    'a code without a verifier is exchanged',
    'sql/api/session/exchange_code.sql',
    ["or coalesce(code_verifier, '') = '' then", 'then'],
    ['test/flows/pkce.test.ts', 'an exchange without its parts'],
  ),
  standard(
    'a sign-out redirects to any address',
    'sql/api/oauth/end_authorized_session.sql',
    ['and post_logout_redirect_uri <> all (v_client.post_logout_redirect_uris) then', 'and false then'],
    ['test/sql/api/oauth/end_authorized_session.test.ts', 'an address that is not registered byte for byte'],
  ),
  standard(
    'the signature of a hint to sign out is not verified',
    'gateway/steps/oauth_logout.ts',
    [
      'await jwt.verifyExpired(id_token_hint).catch(nullIfInvalidToken);',
      "JSON.parse(Buffer.from(id_token_hint.split('.')[1] ?? '', 'base64url').toString());",
    ],
    ['test/flows/oauth/logout.test.ts', 'another site cannot sign anybody out'],
  ),
  standard(
    'redirects have the status 307',
    'gateway/pipeline/redirects.ts',
    ['status: 302 | 303 = 303', 'status: 302 | 303 | 307 = 307'],
    ['test/flows/providers/attacks.test.ts', 'every redirect is 302 or 303'],
  ),
  standard(
    'the first forwarded address counts in front of configured proxies',
    'gateway/http/client_ip.ts',
    ['named ? verified_ip :', 'false ? verified_ip :'],
    ['test/gateway/http/client_ip.test.ts', 'with configured proxies, shows the address'],
  ),
  standard(
    'a hook adds client_id to a token',
    'sql/lib/hook.sql',
    ["where new ? 'client_id' and not old ? 'client_id'", 'where false'],
    [EXCHANGE, 'a hook cannot take client_id'],
  ),
  standard(
    'tokens of providers are stored in plain text',
    'gateway/providers/stored_tokens.ts',
    ['sealed: ring.seal(JSON.stringify(inside), id),', 'sealed: JSON.stringify(inside),'],
    ['test/flows/providers/kept_tokens.test.ts', 'a token is kept from the sign-in on'],
  ),
  standard(
    'a short password is accepted',
    'sql/lib/password.sql',
    ['if octet_length(password) < v_minimum then', 'if false then'],
    ['test/sql/api/account/update_user_password.test.ts', 'the rules: bytes, not characters'],
  ),
  standard(
    'passwords need a digit',
    'sql/lib/password.sql',
    [
      "coalesce(settings -> 'password_required_characters', '[]')",
      `coalesce(settings -> 'password_required_characters', '["0123456789"]')`,
    ],
    ['test/sql/api/account/update_user_password.test.ts', 'the rules: bytes, not characters'],
  ),
  standard(
    'a password without the required characters does not sign in',
    'sql/api/account/sign_in_with_password.sql',
    [
      "  v_reply := auth_lib.sign_in(v_user, 'password',",
      "  if auth_lib.weak_password(password, leaked, settings) is not null then return auth_lib.refusal('invalid_credentials'); end if; v_reply := auth_lib.sign_in(v_user, 'password',",
    ],
    ['test/sql/api/account/sign_in_with_password.test.ts', "a password that violates today's rules"],
  ),
  standard(
    'no password is leaked',
    'gateway/pipeline/leak_check.ts',
    ['      return leaked;\n    } catch', '      return leaked && null;\n    } catch'],
    ['test/flows/leaked_passwords.test.ts', 'auth-js gets AuthWeakPasswordError'],
  ),
  standard(
    'a password is cut after 72 bytes',
    'sql/lib/password.sql',
    ['coalesce(octet_length(password) <= 72 and', 'coalesce('],
    ['test/sql/api/account/sign_in_with_password.test.ts', '72 bytes are compared whole'],
  ),
  standard(
    'the configured cost of bcrypt is ignored',
    'sql/lib/password.sql',
    ["extensions.gen_salt('bf', cost)", "extensions.gen_salt('bf', 4)"],
    ['test/sql/api/account/sign_up.test.ts', 'a password is stored as bcrypt'],
  ),
  standard(
    'a code of an app works again within its step',
    'sql/api/factor/verify_factor.sql',
    ['where s.step > coalesce(used_step, -1) and', 'where'],
    [TOTP, 'rejects a code of the last accepted step'],
  ),
  standard(
    'challenges are the same',
    'sql/lib/passkey.sql',
    ['select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))', "select sha256('x')"],
    [REFUSED_PASSKEYS, 'a recorded answer is invalid for a new challenge'],
  ),
  standard(
    'wrong passwords do not reach a limit',
    'sql/lib/attempt.sql',
    [
      'and a.failures >= own_failures + auth_lib.max_password_failures(settings)',
      'and a.failures >= own_failures + 100000',
    ],
    [LIMITS, 'rejects the 101st password'],
  ),
  standard(
    'the site of a passkey is not verified',
    'gateway/webauthn/verify.ts',
    [
      'expectedRPID: settings.webauthn_rp_id,',
      "expectedRPID: [settings.webauthn_rp_id, 'localhost'] as unknown as string,",
    ],
    ['test/flows/passkeys/cross_use.test.ts', "a credential of the server's former site"],
  ),
  standard(
    'a link or code works again',
    'sql/lib/confirmation.sql',
    [
      'delete from auth.one_time_tokens as t where t.id = token.id;\n  if not found then',
      'perform 1;\n  if false then',
    ],
    ['test/flows/races.test.ts', '100 concurrent uses of one link by GET'],
  ),
  standard(
    'a link is consumed without the button',
    'gateway/pipeline/confirm_page.ts',
    ['return pressed.has(request);', 'return pressed.has(request) || true;'],
    ['test/flows/confirm_page.test.ts', 'a scanner that opens the link repeatedly'],
  ),
  standard(
    'an administrator’s removal of a factor leaves it',
    'sql/api/admin/delete_factor.sql',
    ['v_user := auth_lib.delete_factor(v_factor);', ''],
    ['test/sql/api/admin/delete_factor.test.ts', 'deletes the factor'],
  ),
  standard(
    'a session that ended is live',
    'sql/lib/caller.sql',
    ['if v_session is not null and not exists (', 'if false and not exists ('],
    ['test/flows/sign_up.test.ts', 'with strict sessions a signed-out access token'],
  ),
  standard(
    'the end of another device’s session leaves it',
    'sql/api/session/end_session.sql',
    ["elsif not auth_lib.revoke_session(v_user.id, v_session, 'logout') then", 'elsif false then'],
    ['test/flows/session_ends.test.ts', 'a user lists the devices'],
  ),
];
