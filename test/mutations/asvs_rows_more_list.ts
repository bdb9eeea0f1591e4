// Mutations of rules that the table of OWASP ASVS names: rights, tokens, OAuth, keys and logs.
import type { Mutation } from './mutation.ts';

const row = (
  breaks: string,
  file: string,
  [from, to]: readonly [from: string, to: string],
  [test, fails]: readonly [test: string, fails: string],
): Mutation => ({ group: 'further rows of ASVS', breaks, file, from, to, test, fails });

export const MORE_ASVS_ROW_MUTATIONS: readonly Mutation[] = [
  row(
    'a refresh counts as a sign-in',
    'sql/lib/authorization.sql',
    ['select greatest((session).created_at, (', 'select greatest((session).created_at, (session).refreshed_at, ('],
    ['test/sql/api/oauth/decide_authorization.test.ts', 'max_age wants a new sign-in'],
  ),
  row(
    'one permitted resource of a request permits the others',
    'sql/lib/oauth_scope.sql',
    [
      'elsif v_allowed is not null and not auth_lib.covers_resources(v_allowed, resources) then',
      'elsif v_allowed is not null and not exists (select from unnest(resources) as r (uri) where auth_lib.covers_resources(v_allowed, array[r.uri])) then',
    ],
    ['test/sql/api/oauth/start_authorization.test.ts', 'scopes of the app, and the lists of a client'],
  ),
  row(
    'a claim of clients is not documented',
    'docs/oauth-server.md',
    ['| `email`, `phone` | only with the scope', '| `email` | only with the scope'],
    ['test/house/security_pages.test.ts', 'docs/administration.md and docs/oauth-server.md document'],
  ),
  row(
    'support reads metadata',
    'sql/lib/caller.sql',
    [
      "return case when auth_lib.has_admin_right(claims, settings, 'list') then v_shown",
      'return case when true then v_shown',
    ],
    ['test/sql/api/admin/rights.test.ts', 'support and auditors see what the table says'],
  ),
  row(
    'a client reads the address without its scope',
    'sql/lib/caller.sql',
    [
      "v_email boolean := 'email' = any (v_scopes) and person.email_confirmed_at is not null;",
      'v_email boolean := true;',
    ],
    ['test/security/client_tokens.test.ts', 'GET /user shows a client the members of its scopes'],
  ),
  row(
    'a user sets app_metadata',
    'sql/lib/address_change.sql',
    ['elsif app_metadata is not null and (person.aud', 'elsif false and (person.aud'],
    ['test/security/own_rights.test.ts', 'rejects app_metadata in PUT /user'],
  ),
  row(
    'the user of a request is its session',
    'sql/contract.sql',
    [
      "true)::pg_catalog.jsonb operator(pg_catalog.->>) 'sub' end",
      "true)::pg_catalog.jsonb operator(pg_catalog.->>) 'session_id' end",
    ],
    ['test/flows/row_level_security.test.ts', 'two users see, change and write'],
  ),
  row(
    'a token brings its own key',
    'gateway/http/jwt.ts',
    [
      'const key = chooseKey(readHeader(token), await keys(), methods);',
      "const own = parseJsonObject(Buffer.from(token.split('.')[0] ?? '', 'base64url'))?.jwk as { k?: string } | undefined; const key = own?.k ? createSymmetricKey(Buffer.from(own.k, 'base64url'), '', false) : chooseKey(readHeader(token), await keys(), methods);",
    ],
    ['test/gateway/http/jwt.test.ts', 'headers that name keys elsewhere'],
  ),
  row(
    'a callback opens a session though a challenge was sent',
    'sql/api/provider/finish_provider_flow.sql',
    ['if flow.code_challenge is null then delete from auth.flow_states', 'if true then delete from auth.flow_states'],
    ['test/flows/providers/attacks.test.ts', 'a flow with a challenge gives only a code'],
  ),
  row(
    'every sign-in asks for a further scope',
    'gateway/providers/oauth2.ts',
    [
      "const scope = [...provider.scopes.split(' '), ...extra]",
      "const scope = [...provider.scopes.split(' '), 'repo', ...extra]",
    ],
    ['test/flows/providers/attacks.test.ts', 'without scopes requests only e-mail and name'],
  ),
  row(
    'a code of the OAuth server lives for hours',
    'sql/lib/authorization.sql',
    ["'oauth_server_code_ttl')::double precision, 60)", "'oauth_server_code_ttl')::double precision, 6000)"],
    ['test/sql/api/oauth/exchange_authorization.test.ts', 'a code does not outlive its minute'],
  ),
  row(
    'a code of a sign-in is valid for ever',
    'sql/api/session/exchange_code.sql',
    ['elsif auth_lib.clock() > least(v_expires, v_flow.session_not_after) then', 'elsif false then'],
    ['test/sql/api/session/exchange_code.test.ts', 'the lifetime of a code starts at the click'],
  ),
  row(
    'any number of clients registers itself',
    'sql/api/oauth/register_oauth_client.sql',
    ['if auth_lib.client_limit_reached(settings) then', 'if false then'],
    ['test/sql/api/oauth/register_oauth_client.test.ts', 'open registration: device redirects only'],
  ),
  row(
    'a client that registered itself names a scope of the installation',
    'sql/api/oauth/register_oauth_client.sql',
    ['v_new.scopes := auth_lib.built_in_among(v_new.scopes);', ''],
    ['test/security/attack_oauth.test.ts', 'a client that registered itself gets none of the installation'],
  ),
  row(
    'nothing warns of a client that registered itself',
    'gateway/pages/oauth/consent.js',
    ["return make('p', { class: 'badge warn' }, words.consent.unverified);", 'return null;'],
    ['test/browser/oauth_consent.test.ts', 'a client’s name cannot harm: markup'],
  ),
  row(
    'every client counts as verified',
    'sql/lib/authorization.sql',
    ["'verified', (c).registration_type = 'manual' or", "'verified', true or"],
    ['test/browser/oauth_consent.test.ts', 'a client’s name cannot harm: markup'],
  ),
  row(
    'a client chooses how it authenticates',
    'sql/lib/oauth_client.sql',
    [
      "if c.id is not null and proof ->> 'method' = c.token_endpoint_auth_method and (case c.token_endpoint_auth_method when 'none' then true",
      "if c.id is not null and (case proof ->> 'method' when 'none' then true",
    ],
    ['test/flows/oauth/protocol.test.ts', 'a client authenticates by Basic, form and JSON'],
  ),
  row(
    'anybody pushes a request of a client',
    'sql/api/oauth/push_authorization.sql',
    ['v_refused jsonb := auth_lib.authenticate_client(v_client, proof);', 'v_refused jsonb;'],
    ['test/flows/oauth/pushed.test.ts', 'a push answers every fault'],
  ),
  row(
    'a client gets scopes that it may not have',
    'sql/lib/oauth_scope.sql',
    [
      'where case when (c).scopes is not null then s.name = any ((c).scopes) else',
      'where case when (c).scopes is not null then true else',
    ],
    ['test/sql/api/oauth/start_authorization.test.ts', 'scopes of the app, and the lists'],
  ),
  row(
    'an identity is found by its address alone',
    'sql/lib/external_sign_in.sql',
    [
      'return case when v_owner is not null then array[v_owner] else (',
      'return case when false then array[v_owner] else (',
    ],
    ['test/flows/providers/sign_in.test.ts', 'T100a'],
  ),
  row(
    'the consents of all users are listed',
    'sql/lib/authorization.sql',
    [
      'where n.user_id = grants_json.user_id and n.revoked_at is null union all',
      'where n.revoked_at is null union all',
    ],
    ['test/sql/api/oauth/list_grants.test.ts', 'lists the approved clients'],
  ),
  row(
    'a user cannot narrow a consent',
    'sql/api/oauth/decide_authorization.sql',
    [
      'v_scopes := case when scopes is null then v_row.scopes else',
      'v_scopes := case when true then v_row.scopes else',
    ],
    ['test/sql/api/oauth/decide_authorization.test.ts', 'approving fewer scopes narrows'],
  ),
  row(
    'a secret has no documented rotation',
    'docs/rotating-keys.md',
    ['| `SVC_SMS_TEST_OTP` |', '| SMS codes of tests |'],
    ['test/house/secrets.test.ts', 'every secret setting has exactly one row'],
  ),
  row(
    'a file that seals secrets is not listed',
    'docs/cryptography.md',
    [
      '| a sub-key of `SVC_SECURITY_PEPPER` | `core/keys/ring.ts`, `sql/lib/value.sql`, `sql/lib/token.sql` |',
      '| a sub-key of `SVC_SECURITY_PEPPER` | `core/keys/ring.ts`, `sql/lib/value.sql`, `sql/lib/session.sql` |',
    ],
    ['test/house/cryptography.test.ts', 'docs/cryptography.md lists each file'],
  ),
  row(
    'an algorithm is not listed',
    'docs/cryptography.md',
    ['| AES-256-GCM with a random 96-bit IV,', '| AES with a random 96-bit IV,'],
    ['test/house/cryptography.test.ts', 'docs/cryptography.md names each algorithm'],
  ),
  row(
    'only the newest key unseals',
    'core/keys/ring.ts',
    [
      'const keys = ring.get(bytes.readUInt8(1));',
      'const keys = bytes.readUInt8(1) === sealingId ? ring.get(sealingId) : undefined;',
    ],
    ['test/security/key_rotation.test.ts', 'two-step rotation of the ring'],
  ),
  row(
    'only the signing key verifies',
    'gateway/http/jwt.ts',
    [
      'if (key && key.alg === alg) return key;',
      'if (key && key.alg === alg && (key === table.signing || key === table.secret)) return key;',
    ],
    ['test/flows/asymmetric_keys.test.ts', 'rotation: tokens of the older key'],
  ),
  row(
    'no password counts as leaked',
    'gateway/pipeline/leak_check.ts',
    [
      'const leaked = await find(passwordDigest(password));',
      'const leaked = (await find(passwordDigest(password))) && false;',
    ],
    ['test/flows/leaked_passwords.test.ts', 'POST /signup, POST /admin/generate_link and POST /admin/users refuse'],
  ),
  row(
    'the digest of another text is searched for',
    'gateway/pipeline/leak_check.ts',
    [
      'const leaked = await find(passwordDigest(password));',
      'const leaked = await find(passwordDigest(password.toUpperCase()));',
    ],
    ['test/gateway/pipeline/leak_check.test.ts', 'the service is asked for five digits'],
  ),
  row(
    'entries of the audit log are not written into the log',
    'worker/audit_log_copier.ts',
    [
      "for (const event of events) log.info({ component: 'audit', auth_audit_event: event }, 'audit_event');",
      'void events;',
    ],
    ['test/worker/audit_log_copier.test.ts', '20.1: entries are lines'],
  ),
  row(
    'the log holds what clients send',
    'gateway/pipeline/redact.ts',
    ["return SECRETS.reduce((left, pattern) => left.replace(pattern, '***'), text);", 'return text;'],
    ['test/security/logged_requests.test.ts', 'a secret is not logged: in each parameter of a query'],
  ),
  row(
    'the log holds a token in place of a request id',
    'gateway/pipeline/redact.ts',
    ['if (!/eyJ|@|%40/.test(id)) return id;', "if (id !== '') return id;"],
    ['test/security/logged_requests.test.ts', 'a secret is not logged: in each header'],
  ),
  row(
    'a copied refresh token is not recorded',
    'sql/api/session/refresh_session.sql',
    [`perform auth_lib.audit(v_user, '{token_revoked}', '{"reason": "reuse"}', client);`, ''],
    ['test/sql/api/session/refresh_session.test.ts', 'the parent after the interval, or with interval 0'],
  ),
  row(
    'refusals are not counted',
    'gateway/pipeline/request_observer.ts',
    ["if (error_code !== undefined) telemetry.count('refusals', { error_code, 'http.route': route });", ''],
    ['test/gateway/pipeline/watch.test.ts', 'F-20: counts a refusal by its limit'],
  ),
  row(
    'an unexpected error is logged without its cause',
    'gateway/pipeline/request_log.ts',
    [
      'const cause = thrown instanceof ApiError ? thrown.cause : thrown;',
      'const cause = thrown instanceof ApiError ? thrown.cause : undefined;',
    ],
    ['test/gateway/pipeline/request_log.test.ts', 'distinguishes a fault of this code from a database error'],
  ),
  row(
    'an unexpected error ends the request without a response',
    'gateway/pipeline/request_log.ts',
    ['thrown = error; const asked', 'if (isInternalError(error)) throw error; thrown = error; const asked'],
    ['test/security/gateway_refusals.test.ts', 'an unexpected SQL error returns only the generic body'],
  ),
  row(
    'a file that writes is not listed',
    'docs/telemetry.md',
    ['| `cli/commands/report.ts` |', '| the report |'],
    ['test/house/outputs.test.ts', 'the table of docs/telemetry.md lists all source files'],
  ),
  row(
    'a line break of a client starts a line',
    'core/log.ts',
    ['write: (lines) => stream.write(lines),', "write: (lines) => stream.write(lines.replaceAll('\\\\n', '\\n')),"],
    ['test/core/log.test.ts', 'a line is one JSON object with time, level and msg'],
  ),
  row(
    'the worker deletes audit entries',
    'sql/grants.sql',
    [
      'grant usage on schema auth_api to auth_worker;',
      'grant usage on schema auth_api to auth_worker; grant select, delete on auth.audit_log to auth_worker;',
    ],
    ['test/house/privileges.test.ts', 'gateway and admin have no relation'],
  ),
  row(
    'a request without a captcha passes',
    'gateway/pipeline/captcha.ts',
    ["if (response === '') throw refuse('captcha_missing');", ''],
    ['test/gateway/pipeline/captcha.test.ts', 'T99: required on these routes'],
  ),
  row(
    'a password is compared in lower case',
    'sql/lib/password.sql',
    ['select extensions.crypt(password, case', 'select extensions.crypt(lower(password), case'],
    ['test/sql/api/account/sign_in_with_password.test.ts', 'a password is compared as it was sent'],
  ),
  row(
    'a password has 63 bytes at most',
    'sql/lib/password.sql',
    ['octet_length(password) > 72', 'octet_length(password) > 63'],
    ['test/sql/api/account/sign_up.test.ts', 'a password of 72 bytes'],
  ),
  row(
    'the audience of a request is that of its token',
    'sql/lib/caller.sql',
    ["nullif(audience, ''),", ''],
    ['test/security/audiences.test.ts', 'rejects audiences other than'],
  ),
  row(
    'an old session administers',
    'sql/lib/caller.sql',
    [
      "elsif auth_lib.check_session_age(v_session, settings) is not null then return auth_lib.refusal('admin_session_expired');",
      '',
    ],
    ['test/sql/lib/check_admin.test.ts', 'past not_after, the time box'],
  ),
  row(
    'the MAC of a refresh token is shorter',
    'core/keys/ring.ts',
    ['const REFRESH_MAC_BYTES = 18;', 'const REFRESH_MAC_BYTES = 12;'],
    ['test/core/keys/ring.test.ts', 'a refresh token is 80 base64url'],
  ),
  row(
    'the MAC of a link is shorter',
    'core/keys/ring.ts',
    ['const LINK_MAC_BYTES = 11;', 'const LINK_MAC_BYTES = 8;'],
    ['test/core/keys/ring.test.ts', 'a link token is 56 hex digits'],
  ),
  row(
    'a key of another curve signs',
    'core/keys/jwt_key_check.ts',
    ['|| (needs.crv && jwk.crv !== needs.crv)', ''],
    ['test/core/keys/strength.test.ts', 'refuses a secret under 256 bits'],
  ),
  row(
    'a challenge has 32 bits',
    'sql/lib/passkey.sql',
    [
      'select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))',
      'select substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 4)',
    ],
    ['test/sql/api/passkey/start_passkey_sign_in.test.ts', 'the options are the same for every caller'],
  ),
];
