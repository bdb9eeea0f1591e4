// Mutations of rules that only the security tables name.
import type { Mutation } from './mutation.ts';

const LEVELS = 'test/flows/row_level_security.test.ts';
const PASSKEY = 'test/sql/api/passkey/sign_in_with_passkey.test.ts';
const UNLINKED = 'test/sql/api/provider/unlink_identity.test.ts';
const ENDED = 'test/flows/session_ends.test.ts';
const RING = 'test/core/keys/ring.test.ts';
const OUTAGE = 'test/flows/outage.test.ts';
const JWT = 'test/gateway/http/jwt.test.ts';
const LIMITS = 'test/security/account_limits.test.ts';
const PROTOCOL = 'test/flows/oauth/protocol.test.ts';

const row = (
  breaks: string,
  file: string,
  [from, to]: readonly [from: string, to: string],
  [test, fails]: readonly [test: string, fails: string],
): Mutation => ({ group: 'security rows', breaks, file, from, to, test, fails });

export const SECURITY_TABLE_MUTATIONS: readonly Mutation[] = [
  row(
    'every token claims the second level',
    'sql/lib/session.sql',
    ["'aal', session.aal,", "'aal', 'aal2',"],
    [LEVELS, 'auth.aal()'],
  ),
  row(
    'every way to sign in counts as a password',
    'sql/lib/session.sql',
    ["jsonb_build_object('method', method,", "jsonb_build_object('method', 'password',"],
    [PASSKEY, 'a session of one factor'],
  ),
  row(
    'the list of providers stays as it was',
    'sql/lib/identity.sql',
    ["    'providers', v_providers));", "    'providers', person.raw_app_meta_data -> 'providers'));"],
    [UNLINKED, 'deletes an identity and recomputes'],
  ),
  row(
    'a sign-out of all sessions revokes none',
    'sql/api/session/sign_out.sql',
    ["then v_session end, 'logout');", 'then v_session end, null);'],
    [ENDED, 'every end of a session'],
  ),
  row(
    'the end of one session has no effect',
    'sql/lib/access.sql',
    ['and s.id = session_id and s.revoked_at is null returning', 'and s.id = session_id and false returning'],
    [ENDED, 'every end of a session'],
  ),
  row(
    'the refresh tokens of all devices are one',
    'core/keys/ring.ts',
    ['uuidToBytes(session_id).copy(body, 18);', 'uuidToBytes(user_id).copy(body, 18);'],
    [ENDED, 'a user lists the devices'],
  ),
  row(
    'a longer refresh token is read',
    'core/keys/ring.ts',
    ['if (!/^[A-Za-z0-9_-]{80}$/.test(token))', 'if (!/^[A-Za-z0-9_-]{80}/.test(token))'],
    [RING, 'rejects a token of any other length'],
  ),
  row(
    'a shorter RSA key signs',
    'core/keys/jwt_key_check.ts',
    ['const LEAST_MODULUS = 2048;', 'const LEAST_MODULUS = 1024;'],
    ['test/core/keys/strength.test.ts', 'refuses a secret under 256 bits'],
  ),
  row(
    'the page gives support the right of an auditor',
    'docs/administration.md',
    ['searches, the audit log, metadata | yes | no | yes |', 'searches, the audit log, metadata | yes | yes | yes |'],
    ['test/sql/api/admin/rights.test.ts', 'the page of the roles documents'],
  ),
  row(
    'a serialization failure is not repeated',
    'core/database/outage.ts',
    ["if (code === '40001' || code === '40P01') return true;", "if (code === '40P01') return true;"],
    [OUTAGE, 'a serialization failure or a deadlock'],
  ),
  row(
    'a refused connection is a fault of the request',
    'core/database/outage.ts',
    ['OUTAGE_CODES.has(code) || OUTAGE_STATES.has(code)', 'OUTAGE_STATES.has(code)'],
    [OUTAGE, 'no connection'],
  ),
  row(
    'the child of a client’s token is one of the user',
    'sql/api/session/refresh_session.sql',
    [
      'return auth_lib.client_session_reply(v_user, v_session, v_client,',
      'return auth_lib.session_reply(v_user, v_session, settings); return auth_lib.client_session_reply(v_user, v_session, v_client,',
    ],
    ['test/security/client_tokens.test.ts', 'the child of a client’s refresh token'],
  ),
  row(
    'a header chooses the id of a session',
    'gateway/pipeline/app.ts',
    [
      "user_agent: request.header('user-agent') ?? null, ...more });",
      "user_agent: null, session_id: request.header('x-session-id'), ...more });",
    ],
    ['test/security/given_ids.test.ts', 'a sign-in takes no id that was given'],
  ),
  row(
    'a deletion leaves the user',
    'sql/lib/hook.sql',
    ['perform auth_lib.run_delete(user_id);', 'perform 1;'],
    ['test/security/random_calls.test.ts', 'only functions that create or delete a user'],
  ),
  row(
    'codes are of another hash function',
    'core/keys/ring.ts',
    ["const hmac = createHmac('sha256', key);", "const hmac = createHmac('sha1', key);"],
    [RING, 'a code is the documented function'],
  ),
  row(
    'every value is sealed with the same initialization vector',
    'core/keys/ring.ts',
    ['const iv = randomBytes(GCM_IV_BYTES);', 'const iv = Buffer.alloc(GCM_IV_BYTES);'],
    [RING, 'a sealed value unseals only for its row'],
  ),
  row(
    'routes of users read no token',
    'gateway/pipeline/authenticate.ts',
    ["if (auth === 'none') return null;", "if (auth !== 'admin') return null;"],
    ['test/flows/formats.test.ts', 'T12 '],
  ),
  row(
    'the signature of an HS256 token is not verified',
    'gateway/http/jwt.ts',
    [
      "(key.verify(token) ? Buffer.from(token.split('.')[1] ?? '', 'base64url') : null)",
      "Buffer.from(token.split('.')[1] ?? '', 'base64url')",
    ],
    [JWT, 'rejects a signature with any character changed'],
  ),
  row(
    'a token of a method that is not configured is verified',
    'gateway/http/jwt.ts',
    ['if (!methods.has(alg)) throw', 'if (false) throw'],
    [JWT, 'alg: none and its spellings'],
  ),
  row(
    'an unknown signing method is configured',
    'core/settings/jwt_checks.ts',
    ['!JWT_ALGORITHMS.some((name) => name === method)', 'method === null'],
    ['test/core/settings/reading.test.ts', 'start-up errors'],
  ),
  row(
    'wrong codes lock an address out that has a pending code',
    'sql/lib/attempt.sql',
    [
      'if v_since is not null and not auth_lib.has_pending_code(address, kinds, v_since, settings) then',
      'if v_since is not null then',
    ],
    [LIMITS, '30 wrong codes without a pending code'],
  ),
  row(
    'wrong attempts at a code are not counted',
    'sql/lib/token.sql',
    [
      'set attempts = t.attempts + 1 where t.id = v_token.id and t.attempts < 5;',
      'set attempts = t.attempts where t.id = v_token.id and t.attempts < 5;',
    ],
    [LIMITS, 'five wrong attempts invalidate a code'],
  ),
  row(
    'the session of a client has no time box',
    'sql/lib/oauth_scope.sql',
    [
      'when auth_lib.clock() > (session).created_at + make_interval(secs =>',
      'when false and auth_lib.clock() > (session).created_at + make_interval(secs =>',
    ],
    ['test/security/attack_oauth.test.ts', 'a client cannot refresh a session past its limits'],
  ),
  row(
    'the metadata announce the fragment',
    'gateway/oauth/metadata.ts',
    ["response_modes_supported: ['query'],", "response_modes_supported: ['query', 'fragment'],"],
    [PROTOCOL, 'responds in the query'],
  ),
  row(
    'an OAuth client gets its code in the fragment',
    'gateway/oauth/answer.ts',
    [
      'redirect_uri : addQueryValues(redirect_uri, values);',
      "redirect_uri : redirect_uri.concat('#', String(new URLSearchParams(values)));",
    ],
    [PROTOCOL, 'responds in the query'],
  ),
  row(
    'responses of the token endpoint are cached',
    'gateway/oauth/answer.ts',
    ["{ 'Cache-Control': 'no-store', Pragma", "{ 'Cache-Control': 'max-age=60', Pragma"],
    [PROTOCOL, 'every failure of /oauth/token'],
  ),
  row(
    'a discovery document of another issuer is stored',
    'sql/api/admin/create_custom_provider.sql',
    ["elsif v_new.provider_type = 'oidc' and", 'elsif false and'],
    ['test/sql/api/admin/create_custom_provider.test.ts', 'rejects a discovery document of another issuer'],
  ),
  row(
    'a digest is SHA-1',
    'sql/lib/value.sql',
    ["extensions.digest(convert_to(value, 'UTF8'), 'sha256')", "extensions.digest(convert_to(value, 'UTF8'), 'sha1')"],
    ['test/sql/api/session/exchange_code.test.ts', 'a session for code and verifier'],
  ),
  row(
    'no month of the audit log is dropped',
    'sql/api/worker/maintain_partitions.sql',
    ["c.relname ~ '^audit_log_\\d{4}_\\d{2}$'", 'false'],
    ['test/sql/api/worker/maintain_partitions.test.ts', 'drops months past the retention'],
  ),
  row(
    'the local part of an address may be quoted',
    'sql/lib/identity.sql',
    ["email !~ ('^[a-zA-Z0-9.!#", 'email !~ (\'^["a-zA-Z0-9.!#'],
    ['test/sql/api/account/sign_up.test.ts', 'the checks answer in'],
  ),
  row(
    'a mail is sent to an address with a quoted local part',
    'core/mail/send.ts',
    ['/^[^\\s\\p{Cc}()<>[\\]:;,"\\\\@]+@', '/^[^\\s\\p{Cc}()<>[\\]:;,]+@'],
    ['test/worker/mail.test.ts', 'one recipient'],
  ),
  row(
    'responses with tokens are cached',
    'gateway/pipeline/reply.ts',
    ["{ ...JSON_TYPE, 'Cache-Control': 'no-store' }", "{ ...JSON_TYPE, 'Cache-Control': 'max-age=60' }"],
    ['test/flows/sign_up.test.ts', 'the bare form'],
  ),
  row(
    'redirects are cached',
    'gateway/pipeline/redirects.ts',
    ["'Cache-Control': 'no-store',", "'Cache-Control': 'max-age=60',"],
    ['test/flows/providers/attacks.test.ts', 'every redirect is 302 or 303'],
  ),
  row(
    'an access token does not expire',
    'sql/lib/session.sql',
    ["'iat', v_iat, 'exp', v_iat + v_exp,", "'iat', v_iat,"],
    ['test/flows/follow_link.test.ts', 'the access token: exact header and claims'],
  ),
  row(
    'refresh tokens are compared until the first difference',
    'core/keys/ring.ts',
    ['if (!timingSafeEqual(tag, bytes.subarray(body.length)))', 'if (!tag.equals(bytes.subarray(body.length)))'],
    ['test/house/secret_comparisons.test.ts', 'secrets are compared in constant time'],
  ),
];
