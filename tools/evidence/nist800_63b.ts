// NIST SP 800-63B-4, Authentication and Authenticator Management: its requirements for a verifier, in our own words.
import type { Row, Table } from './row.ts';

const PASSWORDS: readonly Row[] = [
  {
    id: '3.1.1.1',
    text: 'Passwords are chosen by the user or made at random; there are no hints and no questions.',
    rules: ['docs/api.md', 'sql/schema.sql'],
    tests: [
      'house/security_pages › no route and no column has a security question',
      'house/api_document › docs/api.md is up to date',
    ],
  },
  {
    id: '3.1.1.2 (length)',
    text: 'At least 15 characters if the password is the only factor, 8 beside another; 64 must be possible.',
    status: 'partly',
    settings: ['SVC_PASSWORD_MIN_LENGTH'],
    rules: ['auth_lib.weak_password', 'auth_lib.check_new_password'],
    tests: [
      'sql/api/account/update_user_password › the rules: bytes, not characters',
      'flows/sign_up_and_passwords › T32 and T33 one message',
    ],
    note: 'The default is 6, as in supabase/auth; the setting makes it 15. Both bounds count bytes, so a character outside ASCII counts as two to four: 15 of them may be fewer characters, and of four-byte characters 18 fit. bcrypt holds 72 bytes.',
  },
  {
    id: '3.1.1.2 (composition)',
    text: 'No rules of composition and no expiry.',
    settings: ['SVC_PASSWORD_REQUIRED_CHARACTERS'],
    rules: ['auth_lib.weak_password'],
    tests: [
      'sql/api/account/update_user_password › the rules: bytes, not characters',
      'sql/api/account/sign_in_with_password › a password that violates today',
    ],
    note: 'The setting, which is empty by default, adds rules of composition.',
  },
  {
    id: '3.1.1.2 (blocklist)',
    text: 'Passwords of a list of leaked ones are refused, with the reason.',
    status: 'setting',
    settings: ['SVC_PASSWORD_HIBP_ENABLED'],
    rules: ['gateway/pipeline/leak_check.ts'],
    tests: ['flows/leaked_passwords › auth-js gets AuthWeakPasswordError with the reason'],
  },
  {
    id: '3.1.1.2 (whole)',
    text: 'The whole password is compared, and never cut.',
    rules: ['auth_lib.hash_matches'],
    tests: ['sql/api/account/sign_in_with_password › 72 bytes are compared whole'],
  },
  {
    id: '3.1.1.2 (storage)',
    text: 'Stored salted, by a slow function.',
    settings: ['SVC_SECURITY_BCRYPT_COST'],
    rules: ['auth_lib.bcrypt'],
    tests: [
      'sql/api/account/sign_up › a password is stored as bcrypt of the configured cost',
      'sql/lib/foreign_hash › no table accepts a hash of another form',
    ],
  },
  {
    id: '3.1.1.2 (channel)',
    text: 'Sent over an authenticated, protected channel.',
    status: 'elsewhere',
    rules: ['docs/operating.md'],
    note: 'The proxy of the operator ends TLS.',
  },
];

const OTHER: readonly Row[] = [
  {
    id: '3.1.2',
    text: 'Look-up secrets (recovery codes) work once, are stored as digests, and guesses are limited.',
    status: 'partly',
    rules: ['auth_api.consume_recovery_code', 'auth_lib.recovery_digest'],
    tests: [
      'security/factor_races › one recovery code opens one session',
      'sql/api/factor/consume_recovery_code › wrong codes count',
    ],
    note: 'A code has 80 random bits and is stored as a SHA-256 digest, not as a password hash.',
  },
  {
    id: '3.1.3',
    text: 'Out-of-band codes: 20 bits, 10 minutes, once, bound to the request; e-mail is not used.',
    status: 'partly',
    settings: ['SVC_MAILER_OTP_EXP', 'SVC_SMS_OTP_EXP'],
    rules: ['auth_lib.token_validity', 'auth_lib.attempts_used_up'],
    tests: [
      'flows/lifetimes › a code that replaces an expired one has its whole lifetime',
      'security/account_limits › five wrong attempts invalidate a code but not its link',
    ],
    note: 'SMS codes live a minute by default and mails a day; e-mail is a way to sign in here, as in supabase/auth.',
  },
  {
    id: '3.1.4',
    text: 'One-time passwords (TOTP): a code works once, within its step.',
    rules: ['auth_lib.matching_totp_step'],
    tests: ['sql/lib/totp › rejects a code of the last accepted step', 'sql/lib/totp › one step of drift either way'],
  },
  {
    id: '3.1.7',
    text: 'Cryptographic authenticators (WebAuthn): a fresh challenge, the origin is verified.',
    rules: ['gateway/webauthn/verify.ts', 'auth_lib.new_challenge'],
    tests: [
      'flows/passkeys/refusals › a recorded answer is invalid for a new challenge',
      'flows/passkeys/refusals › a page framed by another site does not sign in',
    ],
  },
  {
    id: '3.2.2',
    text: 'At most 100 consecutive failures for an account, then the authenticator is disabled until it is bound again.',
    status: 'partly',
    settings: ['SVC_SECURITY_MAX_PASSWORD_FAILURES'],
    rules: ['auth_lib.check_password_failures', 'sql/lib/limit.sql'],
    tests: [
      'security/account_limits › rejects the 101st password even if it is right',
      'security/failure_counts › wrong passwords count for the account',
    ],
    note: 'After 100 wrong passwords no password is accepted for an hour, and then 100 more can be tried. The password is not disabled, because anybody could then lock a user out for ever.',
  },
  {
    id: '3.2.5',
    text: 'Resistance to phishing is available.',
    status: 'setting',
    settings: ['SVC_PASSKEY_ENABLED'],
    rules: ['gateway/webauthn/verify.ts'],
    tests: ['flows/passkeys/cross_use › a credential of the server'],
  },
  {
    id: '3.2.7',
    text: 'Replay of an authenticator’s output fails.',
    rules: ['auth_lib.consume_token', 'auth_lib.find_challenge'],
    tests: [
      'flows/races › 100 concurrent uses of one link by GET',
      'security/one_time_races › …: ten uses of its code',
      'flows/factors/webauthn › of 100 parallel answers to one challenge',
    ],
  },
  {
    id: '3.2.8',
    text: 'Authentication needs an action of the user.',
    rules: ['gateway/pipeline/confirm_page.ts'],
    settings: ['SVC_MAILER_CONFIRM_PAGE'],
    status: 'setting',
    tests: ['flows/confirm_page › a scanner that opens the link repeatedly does not consume it'],
    note: 'Without the page a mail scanner that follows a link consumes it.',
  },
];

const LIFECYCLE: readonly Row[] = [
  {
    id: '4.1',
    text: 'Adding an authenticator needs the level that the account has, and its owner is notified.',
    status: 'setting',
    settings: ['SVC_MAILER_NOTIFICATIONS_MFA_FACTOR_ENROLLED_ENABLED'],
    rules: ['auth_lib.check_aal'],
    tests: [
      'flows/factors/totp › a session of aal1 cannot change sign-in methods once there is a factor',
      'flows/factors/totp › an unverified factor can be verified by aal2 only',
      'flows/factors/totp › a right code verifies the factor and raises the session',
    ],
    note: 'The level is always needed; the setting is about the notification.',
  },
  {
    id: '4.2',
    text: 'Recovery does not weaken the account: it proves the address, and the second factor stays.',
    rules: ['auth_lib.check_aal', 'auth_lib.check_user_update', 'auth_lib.assign_ownership_by_mail'],
    tests: [
      'flows/factors/totp › a session of aal1 cannot change sign-in methods once there is a factor',
      'sql/lib/factor › the owner of a confirmed account who recovers it keeps the factor',
      'security/takeover_model › some hundred random sequences violate no invariant',
    ],
  },
  {
    id: '4.3',
    text: 'A lost authenticator can be removed, also by an administrator.',
    rules: ['auth_api.delete_factor', 'auth_api.delete_user_passkey'],
    tests: ['sql/api/admin/delete_factor › deletes the factor, lowers sessions to aal1'],
  },
  {
    id: '4.5',
    text: 'Removal of an authenticator ends what it had opened.',
    rules: ['auth_lib.delete_factor'],
    tests: ['flows/factors/totp › sessions raised by a factor are aal1 again when it is removed'],
  },
];

const SESSIONS: readonly Row[] = [
  {
    id: '5.1',
    text: 'Secrets of a session are random, protected, and end with it.',
    rules: ['core/keys/ring.ts', 'auth_api.refresh_session'],
    tests: [
      'core/keys/ring › a refresh token is 80 base64url characters',
      'security/canary › no table holds a secret',
      'core/keys/ring › rejects a refresh token with any character changed',
      'sql/api/session/refresh_session › unknown session, of another user, signed out',
    ],
  },
  {
    id: '5.1.2',
    text: 'Access tokens outlive the session for a bounded time only.',
    settings: ['SVC_JWT_EXP', 'SVC_SECURITY_STRICT_SESSIONS'],
    rules: ['auth_lib.check_session_live'],
    tests: ['flows/sign_up › with strict sessions a signed-out access token is invalid at once'],
  },
  {
    id: '5.2',
    text: 'Reauthentication after a maximum time and after inactivity: 30 days at AAL1; 24 hours and 1 hour at AAL2.',
    status: 'setting',
    settings: ['SVC_SESSIONS_TIMEBOX', 'SVC_SESSIONS_INACTIVITY_TIMEOUT'],
    rules: ['auth_lib.check_session_age'],
    tests: ['flows/lifetimes › the time box ends a session that was just refreshed'],
    note: 'One limit applies to the sessions of both levels.',
  },
  {
    id: '5.1 (logoff)',
    text: 'Users can end their sessions.',
    rules: ['auth_api.get_sessions', 'auth_api.end_session'],
    tests: ['flows/session_ends › a user lists the devices and ends the session of one'],
  },
];

export const NIST800_63B: Table = {
  file: 'docs/security-nist-800-63b.md',
  title: 'NIST SP 800-63B-4',
  about:
    'This page lists what NIST SP 800-63B-4 (Authentication and Authenticator Management) requires of a verifier, by section, and how Postern meets each requirement.',
  column: 'requirement',
  groups: [
    { title: 'Passwords', rows: PASSWORDS },
    { title: 'Other authenticators', rows: OTHER },
    { title: 'Binding, recovery, loss', rows: LIFECYCLE },
    { title: 'Sessions', rows: SESSIONS },
  ],
};
