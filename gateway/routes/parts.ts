// What rows of the route table share: body members, arguments, and slices of the settings.
import type { Notification } from '../../core/settings/rows/mail_templates.ts';
import type { BodyShape } from '../http/body.ts';

export const PKCE = { code_challenge: 'string', code_challenge_method: 'string' } as const satisfies BodyShape;
/** Arguments of a function that sends a link to whom an address belongs in an audience. */
export const LINK_ARGS = { audience: 'audience', link: 'link', settings: 'settings', client: 'client' } as const;
export const SESSION_SETTINGS = ['jwt_exp', 'jwt_issuer', 'sessions_allow_low_aal', 'hooks'] as const;
export const SMS_SETTINGS = [
  'sms_autoconfirm',
  'sms_max_frequency',
  'sms_otp_exp',
  'sms_otp_length',
  'sms_provider',
  'sms_ready',
  'sms_test_otp',
  'sms_test_otp_valid_until',
  'rate_limit_sms_sent',
  'rate_limit_sms_per_address',
  'external_phone_enabled',
] as const;
export const MAIL_SETTINGS = [
  'smtp_max_frequency',
  'rate_limit_email_sent',
  'rate_limit_email_per_address',
  'unknown_address_rows',
  'mailer_otp_length',
  'mailer_otp_exp',
  'sealing_key_id',
] as const;
export const PASSWORD_SETTINGS = [
  'password_min_length',
  'password_required_characters',
  'security_bcrypt_cost',
] as const;
export const AUDIENCE_SETTINGS = ['jwt_aud', 'jwt_admin_roles'] as const;
export const SIGN_UP_SETTINGS = [
  ...AUDIENCE_SETTINGS,
  'jwt_default_group_name',
  'disable_signup',
  'mailer_autoconfirm',
  'external_email_enabled',
  'hooks',
] as const;

/** What check_admin reads. */
export const ADMIN_SETTINGS = [
  'jwt_admin_roles',
  'security_strict_sessions',
  'sessions_timebox',
  'sessions_inactivity_timeout',
] as const;
/** What a confirmation of a change of e-mail depends on. */
export const CHANGE_SETTINGS = ['mailer_autoconfirm', 'mailer_secure_email_change_enabled'] as const;
/** What a notification about an event depends on. */
export const notifies = <const N extends Notification>(...kinds: readonly N[]) =>
  [...kinds.map((kind) => `mailer_notifications_${kind}_enabled` as const), 'rate_limit_email_sent'] as const;
/** What it depends on whose account somebody is whom a provider names, and what becomes of it. */
export const ARRIVAL_SETTINGS = [
  ...AUDIENCE_SETTINGS,
  ...SESSION_SETTINGS,
  ...MAIL_SETTINGS,
  'jwt_default_group_name',
  'disable_signup',
  'mailer_autoconfirm',
  'mailer_allow_unverified_email_sign_ins',
  'experimental_provider_linking_domains',
  'experimental_providers_with_own_linking_domain',
  ...notifies('identity_linked', 'new_device'),
] as const;
