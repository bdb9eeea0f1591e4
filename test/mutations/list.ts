// All mutations: those of this file and of the other lists. Each has a change, and the test that must then fail.
import { ADMINISTRATION_MUTATIONS } from './administration_list.ts';
import { ASVS_ROW_MUTATIONS } from './asvs_rows_list.ts';
import { MORE_ASVS_ROW_MUTATIONS } from './asvs_rows_more_list.ts';
import { CONSENT_MUTATIONS } from './consent_list.ts';
import { EXTERNAL_MUTATIONS } from './external_list.ts';
import { FACTOR_MUTATIONS } from './factors_list.ts';
import { HOOK_MUTATIONS } from './hooks_list.ts';
import { IMPORT_MUTATIONS } from './import_list.ts';
import { MESSAGE_MUTATIONS } from './messages_list.ts';
import type { Mutation } from './mutation.ts';
import { OAUTH_MUTATIONS } from './oauth_list.ts';
import { PASSKEY_MUTATIONS } from './passkeys_list.ts';
import { PROVIDER_MUTATIONS } from './providers_list.ts';
import { RULE_MUTATIONS } from './rules_list.ts';
import { SAMPLE_MUTATIONS } from './sample_list.ts';
import { INVARIANT_MUTATIONS } from './security_tables_invariants_list.ts';
import { SECURITY_TABLE_MUTATIONS } from './security_tables_list.ts';
import { MORE_SECURITY_TABLE_MUTATIONS } from './security_tables_more_list.ts';
import { SECURITY_RULE_MUTATIONS } from './security_tables_rules_list.ts';
import { VULNERABILITY_MUTATIONS } from './security_tables_vulnerabilities_list.ts';
import { SESSION_MUTATIONS } from './sessions_list.ts';
import { SSO_MUTATIONS } from './sso_list.ts';
import { STANDARD_MUTATIONS } from './standards_list.ts';
import { TEXT_MUTATIONS } from './texts_list.ts';
import { WEB3_MUTATIONS } from './web3_list.ts';

export const MUTATIONS: readonly Mutation[] = [
  {
    group: 'error formats',
    breaks: 'the 2024 format is never chosen',
    file: 'gateway/http/errors.ts',
    from: 'if (wantsErrorFormat2024(request.api_version)) {',
    to: 'if (wantsErrorFormat2024(undefined)) {',
    test: 'test/flows/formats.test.ts',
    fails: 'T1 ',
  },
  {
    group: 'tokens of requests',
    breaks: 'a bad token is 401',
    file: 'gateway/http/errors.ts',
    from: "bad_jwt: [403, 'bad_jwt',",
    to: "bad_jwt: [401, 'bad_jwt',",
    test: 'test/flows/formats.test.ts',
    fails: 'T12 ',
  },
  {
    group: 'lists',
    breaks: 'page is not the first key of a link',
    file: 'gateway/pipeline/reply.ts',
    from: '?page=',
    to: '?x=1&page=',
    test: 'test/flows/formats.test.ts',
    fails: 'T19 ',
  },
  {
    group: 'users on the wire',
    breaks: 'times do not end in Z',
    file: 'core/wire_user.ts',
    from: "const OFFSET = '+00:00'",
    to: "const OFFSET = '+00:0'",
    test: 'test/flows/formats.test.ts',
    fails: 'T23 ',
  },
  {
    group: 'passwords',
    breaks: 'lengths count characters',
    file: 'sql/lib/password.sql',
    from: 'octet_length(password) > 72',
    to: 'length(password) > 72',
    test: 'test/flows/sign_up_and_passwords.test.ts',
    fails: 'T31 ',
  },
  {
    group: 'metadata',
    breaks: 'data may say who somebody is',
    file: 'sql/lib/identity.sql',
    from: "'{sub,email,phone,",
    to: "'{sub,phone,",
    test: 'test/flows/sign_up_and_passwords.test.ts',
    fails: 'T40a ',
  },
  {
    group: 'repeated sign-ups',
    breaks: 'the fake user is the real one',
    file: 'sql/api/account/sign_up.sql',
    from: 'return auth_lib.fake_user(gen_random_uuid(), kind, value, audience, data, settings);',
    to: 'return auth_lib.user_json(person);',
    test: 'test/flows/sign_up_and_passwords.test.ts',
    fails: 'T36 ',
  },
  {
    group: 'take-over before proof',
    breaks: 'a second password voids nothing',
    file: 'sql/api/account/sign_up.sql',
    from: 'and p.hash is not null',
    to: 'and p.hash is null',
    test: 'test/flows/sign_up_and_passwords.test.ts',
    fails: 'T37 ',
  },
  {
    group: 'bans',
    breaks: 'a ban is reported before the password is verified',
    file: 'sql/api/account/sign_in_with_password.sql',
    from: '  v_refused := auth_lib.foreign_hash_request(v_stored, rehashed);\n',
    to: "  if auth_lib.is_banned(v_user) then return auth_lib.refusal('banned_at_login'); end if;\n  v_refused := auth_lib.foreign_hash_request(v_stored, rehashed);\n",
    test: 'test/flows/sign_up_and_passwords.test.ts',
    fails: 'T42 ',
  },
  {
    group: 'sessions after a password',
    breaks: 'other sessions go on',
    file: 'sql/api/account/update_user.sql',
    from: "auth_lib.cut_access(v_user.id, auth_lib.claimed_session(claims), 'password'),",
    to: '',
    test: 'test/flows/sign_up_and_passwords.test.ts',
    fails: 'T46 ',
  },
  {
    group: 'links',
    breaks: 'a magic link leaves the recovery link alive',
    file: 'sql/lib/token.sql',
    from: "where t.id = (link ->> 'id')::uuid;",
    to: "where t.id = (link ->> 'id')::uuid or t.generation > 1;",
    test: 'test/flows/codes.test.ts',
    fails: 'T52 ',
  },
  {
    group: 'codes',
    breaks: 'leading zeros are lost',
    file: 'sql/lib/token.sql',
    from: "(token).digits, '0')",
    to: "1, '0')",
    test: 'test/flows/codes.test.ts',
    fails: 'T50 ',
  },
  {
    group: 'change of email',
    breaks: 'one confirmation is enough',
    file: 'sql/lib/address_change.sql',
    from: "'mailer_secure_email_change_enabled')::boolean, true)",
    to: "'mailer_secure_email_change_enabled')::boolean, true) and false",
    test: 'test/flows/codes.test.ts',
    fails: 'T58 ',
  },
  {
    group: 'redirects',
    breaks: 'a star crosses dots',
    file: 'core/glob.ts',
    from: "const SEPARATORS = new Set(['.', '/']);",
    to: "const SEPARATORS = new Set(['/']);",
    test: 'test/flows/follow_link.test.ts',
    fails: 'T68 ',
  },
  {
    group: 'refresh',
    breaks: 'reuse is refused but nothing is revoked',
    file: 'sql/api/session/refresh_session.sql',
    from: "        perform auth_lib.revoke_session(v_session.user_id, v_session.id, 'reuse');\n",
    to: '',
    test: 'test/flows/sessions.test.ts',
    fails: 'T79 ',
  },
  {
    group: 'sign-out',
    breaks: 'local ends all',
    file: 'sql/api/session/sign_out.sql',
    from: "if v_scope = 'local' and v_session is not null then",
    to: "if v_scope = 'never' then",
    test: 'test/flows/sessions.test.ts',
    fails: 'T84 ',
  },
  {
    group: 'administration',
    breaks: 'an invitation of a confirmed address goes out',
    file: 'sql/api/admin/invite_user.sql',
    from: 'if v_user.email_confirmed_at is not null or v_user.email',
    to: 'if v_user.email',
    test: 'test/flows/administration.test.ts',
    fails: 'T93 ',
  },
  {
    group: 'limits',
    breaks: 'the seconds of a spacing have a fraction',
    file: 'sql/lib/limit.sql',
    from: 'floor(extract(epoch from v_free - v_now))::bigint::text',
    to: 'extract(epoch from v_free - v_now)::text',
    test: 'test/flows/administration.test.ts',
    fails: 'T98 ',
  },
  {
    group: 'deletion',
    breaks: 'a soft deletion keeps the address',
    file: 'sql/lib/user.sql',
    from: '  delete from auth.addresses as a where a.user_id = v_id;\n',
    to: '',
    test: 'test/flows/administration.test.ts',
    fails: 'T108 ',
  },
  {
    group: 'captcha',
    breaks: 'a provider that is away lets everybody in',
    file: 'gateway/pipeline/captcha.ts',
    from: "throw Object.assign(refuse('captcha_unavailable'), { cause: error });",
    to: 'return { success: error !== null, codes: [] };',
    test: 'test/gateway/pipeline/captcha.test.ts',
    fails: 'an unreachable, slow or malformed',
  },
  {
    group: 'captcha',
    breaks: 'any bearer token replaces it',
    file: 'gateway/pipeline/authenticate.ts',
    from: 'if (claims === null || !isServiceToken(claims, settings)) await captcha(request, from.ip);',
    to: 'if (claims === null) await captcha(request, from.ip);',
    test: 'test/gateway/pipeline/captcha.test.ts',
    fails: 'an administrator',
  },
  {
    group: 'SMS',
    breaks: 'an unknown outcome is tried without end',
    file: 'sql/api/worker/finish_message.sql',
    from: "when 'mail' then 3 else 2 end)",
    to: "when 'mail' then 99 else 99 end)",
    test: 'test/sql/api/worker/finish_message.test.ts',
    fails: 'an SMS with an unknown',
  },
  ...MESSAGE_MUTATIONS,
  ...OAUTH_MUTATIONS,
  ...PASSKEY_MUTATIONS,
  ...ADMINISTRATION_MUTATIONS,
  ...WEB3_MUTATIONS,
  ...CONSENT_MUTATIONS,
  ...FACTOR_MUTATIONS,
  ...IMPORT_MUTATIONS,
  ...HOOK_MUTATIONS,
  ...RULE_MUTATIONS,
  ...SECURITY_TABLE_MUTATIONS,
  ...INVARIANT_MUTATIONS,
  ...SECURITY_RULE_MUTATIONS,
  ...VULNERABILITY_MUTATIONS,
  ...MORE_SECURITY_TABLE_MUTATIONS,
  ...ASVS_ROW_MUTATIONS,
  ...MORE_ASVS_ROW_MUTATIONS,
  ...STANDARD_MUTATIONS,
  ...SAMPLE_MUTATIONS,
  ...SESSION_MUTATIONS,
  ...PROVIDER_MUTATIONS,
  ...EXTERNAL_MUTATIONS,
  ...SSO_MUTATIONS,
  ...TEXT_MUTATIONS,
];
