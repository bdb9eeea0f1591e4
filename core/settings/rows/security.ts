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
    'Signs access tokens (HS256), as text, not base64. At least 32 bytes, and none that a document prints.',
    {
      required: true,
      made_by: 'npx postern key generate secret',
      secret: true,
    },
  ),
  insecure_jwt_secret: bool(
    false,
    'Start although JWT_SECRET or a key of JWT_KEYS is short or printed in a document: whoever guesses it is administrator.',
  ),
  jwt_exp: duration(3600, 'Life of an access token.', { min: 1, zero_is_default: true, whole: true }),
  jwt_aud: text('authenticated', 'Audience of new users, by which requests find them.'),
  jwt_issuer: text('', 'Claim `iss`; left out when empty.'),
  jwt_key_id: text(
    '',
    'Header `kid` of tokens signed with JWT_SECRET; left out when empty. With JWT_KEYS, a token with another unknown `kid` is refused.',
  ),
  jwt_keys: json(
    'Keys as a JSON array of JWKs, exactly one with `key_ops` that include `sign`. The others only verify; of them the public half is enough.',
    {
      secret: true,
    },
  ),
  jwt_valid_methods: list([], 'Accepted algorithms; default: those of the keys.', {
    default_text: 'derived from the keys',
  }),
  jwt_admin_roles: list(['service_role', 'supabase_admin'], 'Values of the claim `role` that may call the admin API.'),
  security_audiences: list([], 'Audiences that the header `X-JWT-AUD` may name, beside SVC_JWT_AUD; empty: any.', {
    default_text: 'any',
  }),
  jwt_admin_group_name: text('admin', 'Stored role whose users may set app_metadata of their own.', GROUPS),
  jwt_default_group_name: text('authenticated', 'Role of new users.'),

  password_min_length: int(6, 'Shortest password; below 6 counts as 6.', { min: 0, max: 72 }),
  password_required_characters: characterSets(
    'Sets of characters, with `:` between them, of each of which a password needs one.',
  ),

  security_pepper: pepper(
    'Key ring: `id:base64,id:base64`. The first key seals, all open; `0:jwt` is the one derived from JWT_SECRET.',
  ),
  security_hash_concurrency: int(availableParallelism(), 'Passwords hashed at the same time.', {
    min: 1,
    default_text: 'number of processors',
  }),
  hash_wait: duration(
    5,
    'How long a request may wait for its password to be hashed, at most half of API_MAX_REQUEST_DURATION. Clients take turns; ' +
      'who would wait longer, by the measured time of a hash, gets 503 with Retry-After.',
  ),
  security_bcrypt_cost: int(10, 'Cost of password hashes. Below 10 is refused with NODE_ENV=production.', {
    min: 4,
    max: 14,
  }),
  security_strict_sessions: bool(false, 'An access token ends with its session instead of at `exp`.'),
  security_audit_refresh: bool(true, 'Keep an audit entry for each refresh.'),
  security_audit_refused_sign_ins: int(
    20,
    'Refused sign-ins of an account that the audit log records within any hour; later ones are only counted. 0: none.',
    { max: 1000 },
  ),
  security_redirect_same_origin: bool(
    false,
    'Compare `redirect_to` with the scheme and port of SITE_URL too; otherwise any port of its host is allowed.',
  ),
  security_even_answers: duration(
    0.2,
    'Answers of /signup, /otp, /magiclink, /recover and /resend leave at multiples of this after the request came, so that their time does not tell whether an address has an account. More than such a request takes; 0: at once.',
    { max: 5 },
  ),
  security_max_password_failures: int(
    100,
    'Wrong passwords in a row for one account, by all its addresses, before it must wait an hour. For an address without an account the same.',
    {
      min: 1,
    },
  ),
  security_max_code_failures: int(
    30,
    'Wrong codes for one account and hour; beyond it only a code asked for since may be tried, five times.',
    { min: 1, max: 10_000 },
  ),
  security_max_code_failures_per_day: int(
    100,
    'Wrong codes for one account in any 24 hours, over mail and phone together: with codes of six digits a guesser has less than 1 chance in 10,000.',
    { min: 1, max: 10_000 },
  ),
  security_refresh_token_rotation_enabled: bool(false, 'A refresh token used twice ends its session.'),
  security_refresh_token_reuse_interval: duration(
    0,
    'How long, with rotation, the previous refresh token still answers with its successor. Set 10.',
  ),
  security_update_password_require_reauthentication: bool(
    false,
    'A password change needs the nonce of /reauthenticate.',
  ),
  security_sb_forwarded_for_enabled: bool(false, "Take the client's address from the header Sb-Forwarded-For."),
  security_captcha_enabled: bool(
    false,
    "Ask a captcha provider before sign-ups, password sign-ins and requests for messages; an administrator's token is enough.",
  ),
  security_captcha_provider: text('hcaptcha', 'Captcha provider: hcaptcha or turnstile.'),
  security_captcha_secret: text('', "The provider's secret.", { secret: true }),
  security_captcha_timeout: duration(
    10,
    'Deadline of the question to the provider; without an answer the request is refused.',
    {
      zero_is_default: true,
    },
  ),
  security_captcha_url: url(
    "Where tokens are verified instead of at the provider's own address: https, or http on this machine.",
    { safe: true },
  ),

  sessions_timebox: optionalDuration('A session ends this long after it began.'),
  sessions_inactivity_timeout: optionalDuration('A session ends this long after its last refresh.'),
  sessions_single_per_user: bool(
    false,
    'A session can be refreshed only while no other live session of the user (of the same tag, where there are tags) was used later.',
  ),
  sessions_tags: list(
    [],
    'Kinds of devices that count apart: a request that signs in names one in the header `X-Session-Tag`.',
  ),
} as const;
