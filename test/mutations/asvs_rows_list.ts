// Mutations of rules that the table of OWASP ASVS names: validation, authentication and sessions.
import type { Mutation } from './mutation.ts';

const row = (
  breaks: string,
  file: string,
  [from, to]: readonly [from: string, to: string],
  [test, fails]: readonly [test: string, fails: string],
): Mutation => ({ group: 'rows of ASVS', breaks, file, from, to, test, fails });

export const ASVS_ROW_MUTATIONS: readonly Mutation[] = [
  row(
    'a member of a body is not documented',
    'docs/api.md',
    [
      '| `email` | string |  | | `phone` | string |  | | `password` | string |  | | `data` | object |  | | `channel` | string |  |',
      '| `email` | string |  | | `phone` | string |  | | `data` | object |  | | `channel` | string |  |',
    ],
    ['test/house/api_document.test.ts', 'docs/api.md documents each member'],
  ),
  row(
    'a rule of two parameters is not documented',
    'docs/errors.md',
    ['| `pkce_pair_required` |', '| pkce_pair_required |'],
    ['test/house/errors_document.test.ts', 'every row of both tables is in the document'],
  ),
  row(
    'a member of another type is passed on',
    'gateway/http/body.ts',
    [`if (!FITS[kind](member)) throw refuse(error, \`"\${name}" must be \${ARTICLE[kind]}\`);`, ''],
    ['test/security/bad_input.test.ts', 'POST /signup: returns 400 bad_json for a member'],
  ),
  row(
    'entries of a list have any type',
    'gateway/http/body.ts',
    ["Array.isArray(value) && value.every((entry) => typeof entry === 'string')", 'Array.isArray(value)'],
    ['test/gateway/http/body.test.ts', 'top level and members of a wrong type'],
  ),
  row(
    'a parameter that cannot be stored counts as absent',
    'gateway/http/query.ts',
    ["else if (shape[name] !== 'lenient')", "else if (shape[name] === 'object')"],
    ['test/security/bad_input.test.ts', 'returns 400 validation_failed for NUL'],
  ),
  row(
    'any text is an address',
    'sql/lib/identity.sql',
    ["then auth_lib.refusal('email_invalid')", 'then null'],
    ['test/sql/api/account/sign_up.test.ts', 'the checks answer in supabase/auth’s order'],
  ),
  row(
    'a public client has a secret',
    'sql/lib/client_metadata.sql',
    ["elsif v_type <> '' and v_method <> '' and (v_type = 'public') <> (v_method = 'none') then", 'elsif false then'],
    ['test/sql/lib/oauth_client.test.ts', 'a client’s type and method follow from each other'],
  ),
  row(
    'a digest of a link is accepted beside an address',
    'sql/lib/confirmation.sql',
    ["elsif not v_code and (v_email or v_phone or coalesce(redirect_to, '') <> '') then", 'elsif false then'],
    ['test/flows/codes.test.ts', 'T57 '],
  ),
  row(
    'an authorization is decided before its page was opened',
    'sql/api/oauth/decide_authorization.sql',
    ['or v_row.user_id is distinct from v_user.id', 'or v_row.user_id <> v_user.id'],
    ['test/sql/api/oauth/decide_authorization.test.ts', 'refuses every decision before'],
  ),
  row(
    'a quota of mails allows one more',
    'sql/lib/limit.sql',
    ['and q.used >= auth_lib.quota_size(rate)', 'and q.used > auth_lib.quota_size(rate)'],
    ['test/security/mail_limits.test.ts', 'N: allows N mails'],
  ),
  row(
    'a bucket without a token refuses nothing',
    'sql/api/service/count_request.sql',
    ['if not found then', 'if false then'],
    ['test/security/client_limits_refill.test.ts', 'sixteen clients of one /48'],
  ),
  row(
    'no route counts its requests',
    'gateway/pipeline/limits.ts',
    ['if (name === undefined || key === null) return;', 'if (name !== undefined || key === null) return;'],
    ['test/security/client_limits.test.ts', 'otp: allows a burst'],
  ),
  row(
    'a mail does not count against its mailbox',
    'sql/lib/limit.sql',
    [
      'then auth_lib.mailbox_messages_left(a, v_sms, settings) - 1 end',
      'then auth_lib.mailbox_messages_left(a, v_sms, settings) end',
    ],
    ['test/security/message_bombs.test.ts', 'every sending route, tried'],
  ),
  row(
    'a raised error keeps what was written',
    'sql/lib/refusal.sql',
    ['raise exception using errcode', 'raise warning using errcode'],
    ['test/security/refusals.test.ts', 'an error of the mail quota after writes'],
  ),
  row(
    'a new password is not stored',
    'sql/api/account/update_user.sql',
    ['perform auth_lib.set_password(v_user.id, v_hash), auth_lib.cut_access(', 'perform auth_lib.cut_access('],
    ['test/flows/update_user.test.ts', 'a new password: the current session stays'],
  ),
  row(
    'a password is shown as it is typed',
    'gateway/pages/oauth/sign_in.js',
    ["id: 'password', type: 'password',", "id: 'password', type: 'text',"],
    ['test/gateway/pages/password_fields.test.ts', 'every password field has the type password'],
  ),
  row(
    'the console shows a password as it is typed',
    'console/pages/sign_in.ts',
    ['type="password"', 'type="text"'],
    ['test/gateway/pages/password_fields.test.ts', 'every password field has the type password'],
  ),
  row(
    'a password expires after a year',
    'sql/api/account/sign_in_with_password.sql',
    [
      'v_stored := auth_lib.stored_hash(v_user.id);',
      "select p.hash into v_stored from auth.passwords as p where p.user_id = v_user.id and p.updated_at > auth_lib.clock() - interval '1 year';",
    ],
    ['test/sql/api/account/sign_in_with_password.test.ts', 'a password does not expire'],
  ),
  row(
    'a new installation has a user',
    'sql/migrations/0001-accounts.sql',
    [
      'create table auth.passwords (',
      `insert into auth.users (id, aud, role, created_at, updated_at) select gen_random_uuid(), 'authenticated', 'admin', now(), now(); create table auth.passwords (`,
    ],
    ['test/security/default_accounts.test.ts', 'a new installation has no user'],
  ),
  row(
    'a published secret signs tokens',
    'core/keys/published_secrets.ts',
    ['return known || PLACEHOLDER.test(text) ? PRINTED : null;', 'return PLACEHOLDER.test(text) ? PRINTED : null;'],
    ['test/core/settings/weak_secrets.test.ts', 'a short or published JWT secret'],
  ),
  row(
    'the link of an invitation is valid for ever',
    'sql/lib/token.sql',
    [
      'return case when v_token.kind = any (kinds) and v_token.expires_at >= auth_lib.clock() then v_token end;',
      'return case when v_token.kind = any (kinds) then v_token end;',
    ],
    ['test/flows/lifetimes.test.ts', 'a link too, and at its end'],
  ),
  row(
    'an invited user has a password that everybody knows',
    'sql/api/admin/invite_user.sql',
    [
      "perform auth_lib.audit(auth_lib.admin_actor(claims), '{user_invited}',",
      "perform auth_lib.set_password(v_user.id, auth_lib.bcrypt('correct horse battery', null, 4)); perform auth_lib.audit(auth_lib.admin_actor(claims), '{user_invited}',",
    ],
    ['test/sql/api/admin/invite_user.test.ts', 'T94 '],
  ),
  row(
    'a password has a hint',
    'sql/schema.sql',
    ['create table auth.passwords (', 'create table auth.passwords ( password_hint text,'],
    ['test/house/security_pages.test.ts', 'no route and no column has a security question'],
  ),
  row(
    'user codes of devices come from a predictable generator',
    'core/keys/ring.ts',
    ['USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]', 'USER_CODE_LETTERS[Math.floor(Math.random() * 20)]'],
    ['test/house/randomness.test.ts', 'only pauses and the order of hosts'],
  ),
  row(
    'the ids of tokens come from a predictable generator',
    'sql/lib/value.sql',
    ['select (left(gen_random_uuid()::text, 32)', 'select (left(md5(random()::text)::uuid::text, 32)'],
    ['test/house/randomness.test.ts', 'no SQL function uses a predictable generator'],
  ),
  row(
    'every authenticator app has the same secret',
    'gateway/factors/secret.ts',
    ["randomBytes(BYTES).toString('hex')", "Buffer.alloc(BYTES, randomBytes.name).toString('hex')"],
    ['test/flows/factors/totp.test.ts', 'enrolment returns a QR code'],
  ),
  row(
    'a code has one digit less',
    'core/keys/ring.ts',
    ['String(value % 10n ** BigInt(digits))', 'String(value % 10n ** BigInt(digits - 1))'],
    ['test/core/keys/ring.test.ts', 'codes keep leading zeros'],
  ),
  row(
    'a setting shortens codes to four digits',
    'core/settings/reading.ts',
    ['(count >= 6 && count <= 10 ? count : 6)', '(count >= 4 && count <= 10 ? count : 6)'],
    ['test/core/settings/reading.test.ts', 'codes have at least six digits'],
  ),
  row(
    'nobody hears of a new password',
    'sql/lib/notification.sql',
    ['if not auth_lib.sends_notification(kind, settings) or v_to is null then', 'if true then'],
    ['test/sql/lib/notification.test.ts', 'a new password: the user'],
  ),
  row(
    'only the new address hears that it has changed',
    'sql/lib/notification.sql',
    ['v_to text := coalesce(to_address, case', 'v_to text := coalesce(null, case'],
    ['test/sql/lib/notification.test.ts', 'a new e-mail address: the former one'],
  ),
  row(
    'a lost factor stays',
    'sql/api/factor/unenroll_factor.sql',
    ['v_user := auth_lib.delete_factor(v_factor);', 'v_user := auth_lib.lock_user(v_user.id);'],
    ['test/sql/api/factor/unenroll_factor.test.ts', 'lowers sessions that it had raised'],
  ),
  row(
    'a lost passkey stays',
    'sql/api/admin/delete_user_passkey.sql',
    ['delete from auth.passkeys as p where', 'perform from auth.passkeys as p where'],
    ['test/sql/api/admin/delete_user_passkey.test.ts', 'deletes one, and the log names its user'],
  ),
  row(
    'the time of an authenticator app may differ by an hour',
    'sql/api/factor/verify_factor.sql',
    ['generate_series(v_now - 1, v_now + 1)', 'generate_series(v_now - 120, v_now + 120)'],
    ['test/sql/lib/totp.test.ts', 'one step of drift either way'],
  ),
  row(
    'a challenge is valid for any factor',
    'sql/lib/verification.sql',
    [
      'where c.user_id = (factor).user_id and c.id = auth_lib.uuid_or_null(challenge_id) and c.factor_id = (factor).id;',
      'where c.id = auth_lib.uuid_or_null(challenge_id);',
    ],
    ['test/flows/passkeys/cross_use.test.ts', 'the challenge of another user’s factor'],
  ),
  row(
    'an assertion signs in again',
    'sql/api/sso/finish_saml_flow.sql',
    ['if not found then return auth_lib.audit_sso_refusal(', 'if false then return auth_lib.audit_sso_refusal('],
    ['test/sql/api/sso/finish_saml_flow.test.ts', 'an assertion signs in once'],
  ),
  row(
    'the MAC of a refresh token is not verified',
    'core/keys/ring.ts',
    ["if (!timingSafeEqual(tag, bytes.subarray(body.length))) return { ok: false, reason: 'unknown' };", 'void tag;'],
    ['test/core/keys/ring.test.ts', 'rejects a refresh token with any character changed'],
  ),
  row(
    'a refresh token is valid for a session of another user',
    'sql/api/session/refresh_session.sql',
    [
      'where s.user_id = refresh_session.user_id and s.id = session_id for no key update;',
      'where s.id = session_id for no key update;',
    ],
    ['test/flows/refresh.test.ts', 'forged, of another user'],
  ),
  row(
    'a refresh token outlives its session',
    'sql/api/session/refresh_session.sql',
    ['elsif not found or v_session.revoked_at is not null then', 'elsif not found then'],
    ['test/sql/api/session/refresh_session.test.ts', 'unknown session, of another user, signed out'],
  ),
  row(
    'a decision is made again',
    'sql/api/oauth/decide_authorization.sql',
    [
      "elsif v_row.status not in ('pending', case action when 'approve' then 'approved' else 'denied' end) then",
      'elsif false then',
    ],
    ['test/security/oauth_model.test.ts', 'random sequences break no invariant'],
  ),
  row(
    'a new password ends no session',
    'sql/lib/access.sql',
    [
      'if reason is not null then perform auth_lib.revoke_sessions(',
      "if reason <> 'password' then perform auth_lib.revoke_sessions(",
    ],
    ['test/flows/update_user.test.ts', 'a new password: the current session stays'],
  ),
  row(
    'no button signs out of the console',
    'console/pages/frame.ts',
    ['aria-label="Sign out of the console" onClick=', 'aria-label="Sign out of the console" data-none='],
    ['test/browser/console_sign_in.test.ts', 'at a production gateway, support signs in'],
  ),
  row(
    'an administrator ends no session of a user',
    'sql/api/admin/end_sessions.sql',
    [
      "perform auth_lib.cut_access(v_user.id, null, case when session_id is null then 'admin' end);",
      'perform auth_lib.cut_access(v_user.id, null, null);',
    ],
    ['test/sql/api/admin/end_sessions.test.ts', 'all sessions; those that had ended'],
  ),
  row(
    'only the first user of a batch is signed out',
    'sql/api/admin/end_every_session.sql',
    [
      "revoked_reason = 'admin' where s.user_id = any (v_users) and s.revoked_at is null",
      "revoked_reason = 'admin' where s.user_id = v_users[1] and s.revoked_at is null",
    ],
    ['test/sql/api/admin/end_every_session.test.ts', 'batches by user id'],
  ),
  row(
    'a session goes on after the end that the provider set',
    'sql/lib/access.sql',
    ['when auth_lib.clock() > (session).not_after or auth_lib.clock() >', 'when auth_lib.clock() >'],
    ['test/sql/api/session/refresh_session.test.ts', 'the limits of a session count from its start'],
  ),
  row(
    'a session of a client outlives the consent',
    'sql/lib/oauth_client.sql',
    [
      "set revoked_at = auth_lib.clock(), revoked_reason = 'grant' where",
      "set revoked_at = auth_lib.clock(), revoked_reason = 'grant' where false and",
    ],
    ['test/sql/api/oauth/revoke_grant.test.ts', 'ends the client’s sessions and codes'],
  ),
  row(
    'a session of any age is approved',
    'sql/lib/authorization.sql',
    [
      "and (' ' || coalesce((a).wishes ->> 'prompt', '') || ' ' like '% login %' or",
      "and (' ' || coalesce((a).wishes ->> 'prompt', '') || ' ' like '% login %' and",
    ],
    ['test/sql/api/oauth/decide_authorization.test.ts', 'max_age wants a new sign-in'],
  ),
  row(
    'opening a link signs in though a button was wanted',
    'gateway/steps/links.ts',
    [
      'if (!settings.mailer_confirm_page || isButtonRequest(request)) return undefined;',
      'if (settings.mailer_confirm_page || isButtonRequest(request)) return undefined;',
    ],
    ['test/flows/confirm_page.test.ts', 'a scanner that opens the link'],
  ),
];
