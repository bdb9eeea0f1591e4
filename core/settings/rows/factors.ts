// Settings of second factors.
import { bool, duration, float, int, optionalDuration, text } from '../row.ts';

export const FACTORS = {
  mfa_totp_enroll_enabled: bool(true, 'Users may enrol authenticator apps as second factors (docs/mfa.md).'),
  mfa_totp_verify_enabled: bool(true, 'Authenticator apps that are enrolled may be used.'),
  mfa_phone_enroll_enabled: bool(false, 'Users may enrol phone numbers as second factors.'),
  mfa_phone_verify_enabled: bool(false, 'Phone numbers that are enrolled may be used.'),
  mfa_web_authn_enroll_enabled: bool(false, 'Users may enrol authenticators as second factors (docs/passkeys.md).'),
  mfa_web_authn_verify_enabled: bool(false, 'Authenticators that are enrolled may be used.'),
  mfa_recovery_codes_enroll_enabled: bool(true, 'Users with a second factor may have ten recovery codes made.'),
  mfa_recovery_codes_verify_enabled: bool(true, 'Recovery codes may be used.'),
  mfa_challenge_expiry_duration: duration(300, 'How long a challenge may be answered; below 300 counts as 300.'),
  mfa_challenge_same_ip: bool(
    true,
    "A challenge is answered from the address that asked for it. Off where clients' addresses change between two requests.",
  ),
  mfa_factor_expiry_duration: duration(
    300,
    'After this a factor that nobody has verified makes room for the next enrolment; below 300 counts as 300.',
  ),
  mfa_max_enrolled_factors: int(10, 'Factors of one user, verified or not.', { min: 1, max: 1000 }),
  mfa_max_verified_factors: int(10, 'Verified factors of one user.', { min: 1, max: 1000 }),
  mfa_rate_limit_challenge_and_verify: float(15, 'Challenges, and answers to them, per client and minute.', { min: 0 }),
  mfa_phone_otp_length: int(6, "Digits of a phone factor's code; outside 6 to 10 counts as 6."),
  mfa_phone_max_frequency: duration(60, 'Pause between two codes to a phone factor.', { zero_is_default: true }),
  mfa_phone_template: text(
    'Your code is {{ .Code }}',
    "Text of an SMS with a phone factor's code; `{{ .Code }}` is filled in.",
  ),
  sessions_allow_low_aal: optionalDuration(
    'A session of a user with a second factor that has not proven it ends this long after it began.',
  ),
} as const;
