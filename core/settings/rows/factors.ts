// Settings of second factors.
import { bool, duration, float, int, optionalDuration, text } from '../row.ts';

export const FACTORS = {
  mfa_totp_enroll_enabled: bool(true, 'Users may enroll authenticator apps as second factors (docs/mfa.md).'),
  mfa_totp_verify_enabled: bool(true, 'Enrolled authenticator apps may be used.'),
  mfa_phone_enroll_enabled: bool(false, 'Users may enroll phone numbers as second factors.'),
  mfa_phone_verify_enabled: bool(false, 'Enrolled phone numbers may be used.'),
  mfa_web_authn_enroll_enabled: bool(false, 'Users may enroll authenticators as second factors (docs/passkeys.md).'),
  mfa_web_authn_verify_enabled: bool(false, 'Enrolled authenticators may be used.'),
  mfa_recovery_codes_enroll_enabled: bool(true, 'Users with a second factor may generate ten recovery codes.'),
  mfa_recovery_codes_verify_enabled: bool(true, 'Recovery codes may be used.'),
  mfa_challenge_expiry_duration: duration(300, 'Lifetime of a challenge; values below 300 count as 300.'),
  mfa_challenge_same_ip: bool(
    true,
    "A challenge must be answered from the address that requested it. Set false if clients' addresses change between two requests.",
  ),
  mfa_factor_expiry_duration: duration(
    300,
    'Time after which an unverified factor may be replaced by the next enrollment; values below 300 count as 300.',
  ),
  mfa_max_enrolled_factors: int(10, 'Maximum number of factors of one user, verified or not.', { min: 1, max: 1000 }),
  mfa_max_verified_factors: int(10, 'Maximum number of verified factors of one user.', { min: 1, max: 1000 }),
  mfa_rate_limit_challenge_and_verify: float(15, 'Challenges, and answers to them, per client and minute.', { min: 0 }),
  mfa_phone_otp_length: int(6, "Digits of a phone factor's code; values outside 6 to 10 count as 6."),
  mfa_phone_max_frequency: duration(60, 'Minimum interval between two codes to a phone factor.', {
    zero_is_default: true,
  }),
  mfa_phone_template: text(
    'Your code is {{ .Code }}',
    "Text of an SMS with a phone factor's code; `{{ .Code }}` is filled in.",
  ),
  sessions_allow_low_aal: optionalDuration("Maximum age of a session that has not verified its user's second factor."),
} as const;
