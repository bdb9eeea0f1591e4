// Settings of tokens, passwords, sessions and protections.
import { availableParallelism } from 'node:os';
import { bool, characterSets, duration, int, json, list, optionalDuration, pepper, text, url } from '../row.ts';

export const CAPTCHA_PROVIDERS = ['hcaptcha', 'turnstile'] as const;

const GROUPS = {
  deprecated: 'groups in tokens are an inherited feature that a later release may drop; this one keeps them',
} as const;

export const SECURITY = {
  jwt_secret: text(
    '',
    'Secret that signs access tokens (HS256), as text, not base64. At least 32 bytes; secrets printed in public documents are refused.',
    {
      required: true,
      made_by: 'npx postern key generate secret',
      secret: true,
    },
  ),
  insecure_jwt_secret: bool(
    false,
    'Start even if JWT_SECRET or a key of JWT_KEYS is short or printed in a public document. Anybody who guesses the key has the rights of an administrator.',
  ),
  jwt_exp: duration(3600, 'Lifetime of an access token.', { min: 1, zero_is_default: true, whole: true }),
  jwt_aud: text('authenticated', 'Audience of new users. Requests find only users of their audience.'),
  jwt_issuer: text('', 'Claim `iss`; empty: omitted.'),
  jwt_key_id: text(
    '',
    'Header `kid` of tokens signed with JWT_SECRET; empty: omitted. With JWT_KEYS, a token with an unknown `kid` is refused.',
  ),
  jwt_keys: json(
    'Keys as a JSON array of JWKs, exactly one with `key_ops` that include `sign`. The other keys only verify, so their public part is sufficient.',
    {
      secret: true,
    },
  ),
  jwt_valid_methods: list([], 'Accepted algorithms; default: those of the keys.', {
    default_text: 'derived from the keys',
  }),
  jwt_admin_roles: list(['service_role', 'supabase_admin'], 'Values of the claim `role` that may call the admin API.'),
  jwt_support_roles: list(
    [],
    'Values of the claim `role` with the rights of support in the admin API (docs/administration.md#roles).',
    { default_text: 'none' },
  ),
  jwt_auditor_roles: list([], 'Values of the claim `role` that may only read in the admin API.', {
    default_text: 'none',
  }),
  security_audiences: list(
    [],
    'Audiences that the header `X-JWT-AUD` may name, in addition to SVC_JWT_AUD; empty: any.',
    {
      default_text: 'any',
    },
  ),
  jwt_admin_group_name: text('admin', 'Role whose users may set their own app_metadata.', GROUPS),
  jwt_default_group_name: text('authenticated', 'Role of new users.'),

  password_min_length: int(6, 'Minimum length of a password; values below 6 count as 6.', { min: 0, max: 72 }),
  password_required_characters: characterSets(
    'Character sets separated by `:`; a password needs a character of each set.',
  ),
  password_hibp_enabled: bool(
    false,
    'Compare new passwords, and passwords at sign-in, with leaked ones: at the Pwned Passwords service or in a file.',
  ),
  password_hibp_fail_closed: bool(
    false,
    'Refuse a new password with 503 if it cannot be compared with leaked ones. false: it is accepted, with a warning at most once a minute. Sign-ins are never refused for this reason.',
  ),
  password_hibp_user_agent: text('', 'Header User-Agent of requests to the service.', {
    default_text: '`postern/<release>`',
  }),
  password_hibp_timeout: duration(2, 'Timeout of a request to the service.', { min: 0.1, max: 5 }),
  password_hibp_url: url('Address of the service, for a mirror in your own network: https, or http on this machine.', {
    safe: true,
    default_text: '`https://api.pwnedpasswords.com`',
  }),
  password_hibp_file_path: text(
    '',
    'List of leaked passwords on disk, used instead of the service: a folder of range files, or the file that `npx postern password list build` writes.',
  ),
  password_hibp_min_count: int(
    1,
    'Number of leaks from which on a password counts as leaked. A file that was built with --min-count has a number of its own.',
    {
      min: 1,
    },
  ),
  password_hibp_at_sign_in: bool(
    true,
    'Also compare the password of a sign-in, while it is hashed. With a leaked password the sign-in succeeds, and the response has `weak_password`.',
  ),
  password_hibp_require_change: bool(
    false,
    'Refuse a sign-in with a leaked password and send the mail of /recover to its confirmed address.',
  ),
  password_hibp_cache_prefixes: int(
    2_000,
    'Ranges of the service that each process keeps in memory for a day, about 20 kB each.',
    { min: 0, max: 100_000 },
  ),

  security_pepper: pepper(
    'Key ring: `id:base64,id:base64`. The first key seals, all keys unseal; `0:jwt` is the key derived from JWT_SECRET.',
  ),
  security_hash_concurrency: int(availableParallelism(), 'Maximum number of passwords hashed at the same time.', {
    min: 1,
    default_text: 'number of processors',
  }),
  hash_wait: duration(
    5,
    'Maximum time in the hash queue, at most half of API_MAX_REQUEST_DURATION. The queue alternates between clients. ' +
      'A request whose estimated wait is longer gets 503 with Retry-After.',
  ),
  security_bcrypt_cost: int(
    10,
    'bcrypt cost of password hashes. Values below 10 are refused with NODE_ENV=production.',
    {
      min: 4,
      max: 14,
    },
  ),
  security_strict_sessions: bool(
    false,
    'An access token is refused once its session has ended, and not only after `exp`.',
  ),
  security_audit_refresh: bool(true, 'Record an audit entry for each refresh.'),
  security_audit_refused_sign_ins: int(
    20,
    'Maximum number of refused sign-ins of an account that the audit log records within any hour. Further ones are only counted. 0: none.',
    { max: 1000 },
  ),
  security_redirect_same_origin: bool(
    false,
    'Compare `redirect_to` also with the scheme and the port of SITE_URL. false: any port of its host is allowed.',
  ),
  security_even_answers: duration(
    0.2,
    'Responses of /signup, /otp, /magiclink, /recover and /resend, and errors of POST /verify, are sent at multiples of this time after the request, so that their duration does not reveal whether an address has an account. Set it longer than such a request takes; 0: at once.',
    { max: 5 },
  ),
  security_max_password_failures: int(
    100,
    'Consecutive wrong passwords for one account, over all its addresses, before it is locked for an hour. The same limit applies to an address without an account.',
    {
      min: 1,
    },
  ),
  security_max_code_failures: int(
    30,
    'Maximum number of wrong codes for one account in an hour. Beyond it, only a code that is requested afterwards is accepted, with five attempts.',
    { min: 1, max: 10_000 },
  ),
  security_max_code_failures_per_day: int(
    100,
    "Wrong codes for one account in any 24 hours, mail and phone together. With six-digit codes an attacker's chance is below 1 in 10,000.",
    { min: 1, max: 10_000 },
  ),
  security_refresh_token_rotation_enabled: bool(false, 'A refresh token that is used twice ends its session.'),
  security_refresh_token_reuse_interval: duration(
    0,
    'With rotation: time during which the previous refresh token still returns its successor. The recommended value is 10.',
  ),
  security_update_password_require_reauthentication: bool(
    false,
    'A password change needs the nonce of /reauthenticate.',
  ),
  security_update_password_require_current_password: bool(
    false,
    'A password change needs `current_password`, except in the session of a recovery and for a user without a password.',
  ),
  security_account_merging_enabled: bool(
    false,
    'Users may merge another account of theirs into the current one with `POST /user/merge`. Needs the hook MERGE_USERS.',
  ),
  security_account_merging_max_age: duration(
    600,
    'Maximum age of the sign-ins to the two accounts of a merge. The session of an anonymous user may have any age.',
    { min: 1 },
  ),
  security_sb_forwarded_for_enabled: bool(false, "Take the client's address from the header Sb-Forwarded-For."),
  security_captcha_enabled: bool(
    false,
    "Verify a captcha before sign-ups, password sign-ins and requests for messages. An administrator's token replaces it.",
  ),
  security_captcha_provider: text('hcaptcha', 'Captcha provider: hcaptcha or turnstile.'),
  security_captcha_secret: text('', "The provider's secret.", { secret: true }),
  security_captcha_timeout: duration(
    10,
    'Timeout of the request to the provider; without a response the request is refused.',
    {
      zero_is_default: true,
    },
  ),
  security_captcha_url: url("URL that verifies tokens instead of the provider's own: https, or http on this machine.", {
    safe: true,
  }),

  sessions_timebox: optionalDuration('A session ends this long after it began.'),
  sessions_inactivity_timeout: optionalDuration('A session ends this long after its last refresh.'),
  sessions_single_per_user: bool(
    false,
    'Only the most recently used live session of a user (of each tag, if there are tags) can be refreshed.',
  ),
  sessions_tags: list(
    [],
    'Kinds of sessions that are counted separately. A sign-in names its kind in the header `X-Session-Tag`.',
  ),
} as const;
