// Mutations of further rules that the tables of past vulnerabilities and of invariants name.
import type { Mutation } from './mutation.ts';

const row = (
  breaks: string,
  file: string,
  [from, to]: readonly [from: string, to: string],
  [test, fails]: readonly [test: string, fails: string],
): Mutation => ({ group: 'rules of the security rows', breaks, file, from, to, test, fails });

export const SECURITY_RULE_MUTATIONS: readonly Mutation[] = [
  row(
    'a code is exchanged by all parallel requests',
    'sql/api/session/exchange_code.sql',
    [
      'delete from auth.flow_states as f where f.id = v_flow.id; if not found then return auth_lib.refuse_code(auth_code, code_verifier, client); end if;',
      'delete from auth.flow_states as f where f.id = v_flow.id;',
    ],
    ['test/sql/api/session/exchange_code.test.ts', 'if two find the code concurrently'],
  ),
  row(
    'a client’s code is exchanged by all parallel requests',
    'sql/api/oauth/exchange_authorization.sql',
    [
      'delete from auth.oauth_authorizations as a where a.id = v_row.id; if not found then return auth_lib.refuse_authorization(authorization_id, code_verifier, v_client, client); end if;',
      'delete from auth.oauth_authorizations as a where a.id = v_row.id;',
    ],
    ['test/sql/api/oauth/exchange_authorization.test.ts', 'of 100 parallel exchanges one gets a session'],
  ),
  row(
    'no ban has an effect',
    'sql/lib/ownership.sql',
    ['select coalesce((person).banned_until > auth_lib.clock(), false) or', 'select false or'],
    ['test/flows/bans.test.ts', 'every route of a user rejects a token issued before'],
  ),
  row(
    'the user of a token is not checked',
    'sql/lib/caller.sql',
    [
      "return auth_lib.refusal('client_token'); end if; return auth_lib.check_bearer(claims, person, settings);",
      "return auth_lib.refusal('client_token'); end if; return null;",
    ],
    ['test/flows/bans.test.ts', 'every route of a user rejects a token issued before'],
  ),
  row(
    'a factor of another user is found',
    'sql/lib/verification.sql',
    [
      'where f.user_id = find_factor.user_id and f.id = auth_lib.path_uuid(factor_id)',
      'where f.id = auth_lib.path_uuid(factor_id)',
    ],
    ['test/sql/api/factor/unenroll_factor.test.ts', 'a verified one requires aal2'],
  ),
  row(
    'under autoconfirm the address changes at once',
    'sql/lib/address_change.sql',
    [
      "if (person).is_anonymous and auth_lib.autoconfirms('email', settings) then update",
      "if auth_lib.autoconfirms('email', settings) then update",
    ],
    ['test/flows/email_change.test.ts', 'autoconfirm: the change still needs mails'],
  ),
  row(
    'the keys of any issuer sign ID tokens',
    'gateway/providers/id_tokens.ts',
    ['const trusted = keys_of(issuer);', 'const trusted = keys_of(issuer) ?? issuer;'],
    ['test/flows/id_tokens/attacks.test.ts', 'a well-formed token of an attacker’s own issuer'],
  ),
  row(
    'the signature of an ID token is not verified',
    'gateway/providers/id_tokens.ts',
    [
      'const { payload, protectedHeader } = await jwtVerify(token,',
      'const { payload, protectedHeader } = await (async (..._: unknown[]) => ({ payload: decodeJwt(token), protectedHeader: decodeProtectedHeader(token) as { alg: string } }))(token,',
    ],
    ['test/flows/id_tokens/attacks.test.ts', 'rejects a missing signature'],
  ),
  row(
    'an address that a provider has not verified finds an account',
    'sql/lib/external_sign_in.sql',
    [
      'v_verified text[] := auth_lib.profile_emails(profile, true); v_ids',
      'v_verified text[] := auth_lib.profile_emails(profile, false); v_ids',
    ],
    ['test/flows/providers/accounts.test.ts', 'T103: an address that the provider has not verified'],
  ),
  row(
    'discovery offers plain challenges',
    'gateway/oauth/metadata.ts',
    ["settings.oauth_server_plain_pkce_enabled ? ['S256', 'plain'] : ['S256'],", "['S256', 'plain'],"],
    ['test/flows/oauth/conformance.test.ts', 'oidcc-config'],
  ),
  row(
    'a target that is not allowed is used',
    'gateway/http/redirect.ts',
    [
      'if (referer && allows(referer)) return referer; return settings.site_url;',
      'if (referer && allows(referer)) return referer; return candidate || settings.site_url;',
    ],
    ['test/flows/follow_link.test.ts', 'a target that is not allowed falls back'],
  ),
  row(
    'the end of a grant leaves its sessions',
    'sql/lib/authorization.sql',
    [
      'perform auth_lib.end_client_access(v_client.id, person.id); perform auth_lib.audit(actor,',
      'perform auth_lib.audit(actor,',
    ],
    ['test/sql/api/oauth/revoke_grant.test.ts', 'ends the client'],
  ),
  row(
    'a refresh gives any scope',
    'sql/api/session/refresh_session.sql',
    ["if scope <> '' or resources <> '[]' then v_refused", 'if false then v_refused'],
    ['test/sql/api/oauth/exchange_authorization.test.ts', 'refreshing narrows scope and resource'],
  ),
  row(
    'a disabled provider signs in',
    'gateway/providers/config.ts',
    ["if (!config.enabled) return refuse('provider_disabled');", ''],
    ['test/flows/providers/faults.test.ts', 'a provider that was disabled during the flow'],
  ),
  row(
    'a segment of a token has characters outside of base64url',
    'gateway/http/jwt.ts',
    ['if (!segments.every((segment) => /^[A-Za-z0-9_-]*$/.test(segment)))', 'if (false)'],
    ['test/gateway/http/jwt.test.ts', 'shape: three segments and a JSON header'],
  ),
  row(
    'a link never expires',
    'sql/lib/token.sql',
    [
      'return case when v_token.kind = any (kinds) and v_token.expires_at >= auth_lib.clock() then v_token end;',
      'return case when v_token.kind = any (kinds) and v_token.expires_at is not null then v_token end;',
    ],
    ['test/sql/api/verify/verify_token.test.ts', 'expires strictly after its time'],
  ),
  row(
    'a secret of eight characters starts a server',
    'core/keys/published_secrets.ts',
    ['const STRONG_BYTES = 32;', 'const STRONG_BYTES = 8;'],
    ['test/core/settings/weak_secrets.test.ts', 'a short or published JWT secret'],
  ),
  row(
    'a used ID token is accepted',
    'sql/api/provider/sign_in_with_id_token.sql',
    [
      "elsif auth_lib.is_id_token_used(token, settings) then return auth_lib.refusal('id_token_consumed'); end if;",
      'end if;',
    ],
    ['test/flows/id_tokens/attacks.test.ts', 'a token works once in any encoding'],
  ),
  row(
    'wrong passwords are not counted',
    'sql/lib/attempt.sql',
    ['then a.failures + 1 else 1 end,', 'then a.failures else 1 end,'],
    ['test/security/failure_counts.test.ts', 'wrong passwords count for the account'],
  ),
  row(
    'a provider opens a session for an unconfirmed address',
    'sql/lib/external_sign_in.sql',
    [
      "return v_sent; end if; return auth_lib.refusal('provider_email_unverified', provider, provider);",
      "return v_sent; end if; return jsonb_build_object('user_id', person.id, 'actions', '[\"login\"]'::jsonb);",
    ],
    ['test/flows/providers/accounts.test.ts', 'an unverified address gets a mail'],
  ),
  row(
    'a bucket is never reset',
    'sql/api/service/count_request.sql',
    [
      "when auth_lib.trusted_instant(l.created_at, l.created_at) <= v_old then 'infinity'",
      "when false then 'infinity'",
    ],
    ['test/sql/api/service/count_request.test.ts', 'an hour after its creation'],
  ),
  row(
    'a token has more than three segments',
    'gateway/http/jwt.ts',
    ['if (segments.length !== 3)', 'if (segments.length < 3)'],
    ['test/gateway/http/jwt.test.ts', 'shape: three segments and a JSON header'],
  ),
  row(
    'a soft deletion leaves passkeys',
    'sql/lib/user.sql',
    [
      'delete from auth.passwords as p where p.user_id = v_id; perform auth_lib.delete_passkeys(v_id);',
      'delete from auth.passwords as p where p.user_id = v_id;',
    ],
    ['test/sql/api/admin/delete_user.test.ts', 'soft: a tombstone with digests'],
  ),
  row(
    'a factor raises all sessions of the user',
    'sql/lib/verification.sql',
    [
      'where s.user_id = (person).id and s.id = auth_lib.claimed_session(claims) and s.revoked_at is null and auth_lib.check_session_age',
      'where s.user_id = (person).id and s.revoked_at is null and auth_lib.check_session_age',
    ],
    ['test/flows/factors/totp.test.ts', 'a right code verifies the factor'],
  ),
  row(
    'invalid settings start a server',
    'core/settings/reading.ts',
    ['if (problems.length > 0) throw new SettingsError(problems);', ''],
    ['test/core/settings/reading.test.ts', 'names everything missing'],
  ),
  row(
    'a challenge without a method, or the reverse, is none',
    'sql/lib/token.sql',
    [
      "when (p.challenge = '') <> (p.method = '') then auth_lib.refusal('pkce_pair_required') when p.challenge = '' then null",
      "when p.challenge = '' or p.method = '' then null",
    ],
    ['test/sql/refusals.test.ts', 'the parameters of PKCE'],
  ),
  row(
    'a shortened signature is valid',
    'gateway/http/hs256.ts',
    [
      'return given.length === expected.length && timingSafeEqual(given, expected);',
      'return given.length <= expected.length && timingSafeEqual(given, expected.subarray(0, given.length));',
    ],
    ['test/gateway/http/jwt.test.ts', 'rejects a token that is truncated or extended'],
  ),
  row(
    'a provider of another linking domain finds an account by its address',
    'sql/lib/external_sign_in.sql',
    [
      'and auth_lib.linking_domain(i.provider, settings) = auth_lib.linking_domain(find_accounts_of_identity.provider, settings)) as f) end;',
      ') as f) end;',
    ],
    [
      'test/security/linking_domains.test.ts',
      'a provider in another linking domain and the victim lead to two accounts',
    ],
  ),
];
