// Mail kinds as data: the settings of subject and link path, and the texts of the built-in template.
import type { Settings } from '../settings/table.ts';

export interface MailKind {
  /** Name of the setting with the subject. */
  subject: keyof Settings & `mailer_subjects_${string}`;
  /** Name of the setting with the path of the link; null if the mail has no link. */
  path: (keyof Settings & `mailer_urlpaths_${string}`) | null;
  /** True if the mail has a code. */
  code: boolean;
  /** Members of the message's details that the template can print. */
  details: readonly string[];
  heading: string;
  /** Text in the template language. */
  paragraph: string;
  button: string;
}

/** Members that are the same for all notifications, because these mails have no link and no code. */
const NOTIFICATION = { path: null, code: false, button: '' } as const;

export const MAIL_KINDS = {
  confirmation: {
    subject: 'mailer_subjects_confirmation',
    path: 'mailer_urlpaths_confirmation',
    code: true,
    details: ['Provider'],
    heading: 'Confirm your address',
    paragraph:
      '{{ if .Provider }}Somebody, most likely you, signed in with {{ .Provider }} and named {{ .Email }}. If it was not you, do nothing: confirming would let that account of {{ .Provider }} sign in.{{ else }}Somebody, most likely you, signed up with {{ .Email }}. If it was not you, do nothing: nobody can use the account until it is confirmed.{{ end }}',
    button: 'Confirm address',
  },
  invite: {
    subject: 'mailer_subjects_invite',
    path: 'mailer_urlpaths_invite',
    code: true,
    details: [],
    heading: 'You are invited',
    paragraph: 'An account is waiting for you at {{ .SiteURL }}. If you did not expect this, do nothing.',
    button: 'Accept invitation',
  },
  recovery: {
    subject: 'mailer_subjects_recovery',
    path: 'mailer_urlpaths_recovery',
    code: true,
    details: [],
    heading: 'Choose a new password',
    paragraph:
      'Somebody, most likely you, asked for a new password for {{ .Email }}. If it was not you, do nothing: the password stays as it is.',
    button: 'Choose new password',
  },
  // Uses the link path of recovery mails, because supabase/auth has no path setting for magic links.
  magic_link: {
    subject: 'mailer_subjects_magic_link',
    path: 'mailer_urlpaths_recovery',
    code: true,
    details: [],
    heading: 'Your sign-in link',
    paragraph:
      'It works once and for a limited time. Anyone who has this mail can sign in as {{ .Email }}, so do not forward it.',
    button: 'Sign in',
  },
  email_change: {
    subject: 'mailer_subjects_email_change',
    path: 'mailer_urlpaths_email_change',
    code: true,
    details: [],
    heading: 'Confirm your new address',
    paragraph:
      'The address of your account is to change {{ if .Email }}from {{ .Email }} {{ end }}to {{ .NewEmail }}. If you did not ask for that, do nothing: the address stays as it is.',
    button: 'Confirm change',
  },
  reauthentication: {
    subject: 'mailer_subjects_reauthentication',
    path: null,
    code: true,
    details: [],
    heading: 'Your verification code',
    paragraph: 'It shows that it is you who wants to change something. Nobody else should ask you for it.',
    button: '',
  },
  password_changed_notification: {
    ...NOTIFICATION,
    subject: 'mailer_subjects_password_changed_notification',
    details: [],
    heading: 'Your password has been changed',
    paragraph:
      'The password of {{ .Email }} has been changed. If it was not you, choose a new password at {{ .SiteURL }} at once.',
  },
  email_changed_notification: {
    ...NOTIFICATION,
    subject: 'mailer_subjects_email_changed_notification',
    details: ['OldEmail'],
    heading: 'Your address has been changed',
    paragraph:
      'The account of {{ .OldEmail }} now has the address {{ .Email }}. If it was not you, contact the operator of {{ .SiteURL }}.',
  },
  phone_changed_notification: {
    ...NOTIFICATION,
    subject: 'mailer_subjects_phone_changed_notification',
    details: ['OldPhone', 'Phone'],
    heading: 'Your phone number has been changed',
    paragraph:
      'The number of {{ .Email }} is now {{ .Phone }}{{ if .OldPhone }}, no longer {{ .OldPhone }}{{ end }}. If it was not you, choose a new password at {{ .SiteURL }} at once.',
  },
  identity_linked_notification: {
    ...NOTIFICATION,
    subject: 'mailer_subjects_identity_linked_notification',
    details: ['Provider'],
    heading: 'A new way to sign in',
    paragraph:
      '{{ .Email }} can now sign in with {{ .Provider }} as well. If it was not you, choose a new password at {{ .SiteURL }} at once.',
  },
  identity_unlinked_notification: {
    ...NOTIFICATION,
    subject: 'mailer_subjects_identity_unlinked_notification',
    details: ['Provider'],
    heading: 'A way to sign in was removed',
    paragraph:
      '{{ .Email }} can no longer sign in with {{ .Provider }}. If it was not you, choose a new password at {{ .SiteURL }} at once.',
  },
  mfa_factor_enrolled_notification: {
    ...NOTIFICATION,
    subject: 'mailer_subjects_mfa_factor_enrolled_notification',
    details: ['FactorType'],
    heading: 'A second factor was added',
    paragraph:
      '{{ .Email }} now has another second factor to sign in with: {{ .FactorType }}. If it was not you, choose a new password at {{ .SiteURL }} at once.',
  },
  mfa_factor_unenrolled_notification: {
    ...NOTIFICATION,
    subject: 'mailer_subjects_mfa_factor_unenrolled_notification',
    details: ['FactorType'],
    heading: 'A second factor was removed',
    paragraph:
      '{{ .Email }} can no longer use this second factor: {{ .FactorType }}. If it was not you, choose a new password at {{ .SiteURL }} at once.',
  },
  new_device_notification: {
    ...NOTIFICATION,
    subject: 'mailer_subjects_new_device_notification',
    details: ['Device', 'IPAddress', 'Time'],
    heading: 'A new sign-in',
    paragraph:
      'Somebody signed in as {{ .Email }} from somewhere new: {{ if .Device }}{{ .Device }}, {{ end }}{{ .IPAddress }}, on {{ slice .Time 0 10 }} at {{ slice .Time 11 16 }} UTC. If it was not you, choose a new password at {{ .SiteURL }} at once.',
  },
  repeated_sign_up_notification: {
    ...NOTIFICATION,
    subject: 'mailer_subjects_repeated_sign_up_notification',
    details: [],
    heading: 'You already have an account',
    paragraph:
      'Somebody, most likely you, tried to sign up at {{ .SiteURL }} with {{ .Email }}. This address already has an account: sign in, or ask for a new password there if you have forgotten yours. If it was not you, do nothing: your account stays as it is.',
  },
  account_merged_notification: {
    ...NOTIFICATION,
    subject: 'mailer_subjects_account_merged_notification',
    details: ['MergedEmail'],
    heading: 'Two accounts have been merged',
    paragraph:
      '{{ if .MergedEmail }}The account of {{ .MergedEmail }}{{ else }}Another account{{ end }} has been merged into {{ if .Email }}the account of {{ .Email }}{{ else }}another one{{ end }} and no longer exists by itself. If it was not you, contact the operator of {{ .SiteURL }} at once.',
  },
  oauth_grant_notification: {
    ...NOTIFICATION,
    subject: 'mailer_subjects_oauth_grant_notification',
    details: ['Client', 'Host', 'Scopes'],
    heading: 'An app has access to your account',
    paragraph:
      'An app that calls itself {{ .Client }}, at {{ .Host }}, was given access to the account of {{ .Email }}: {{ .Scopes }}. If it was not you, take the access back at {{ .SiteURL }} and choose a new password at once.',
  },
} as const satisfies Record<string, MailKind>;

/** Variables of every template. Some mail kinds have further ones, which are in `details`. */
export const COMMON_VARIABLES = [
  'SiteURL',
  'Email',
  'SendingTo',
  'Data',
  'NewEmail',
  'Phone',
  'Token',
  'TokenHash',
  'ConfirmationURL',
  'RedirectTo',
] as const;

export type MailKindName = keyof typeof MAIL_KINDS;

export function isMailKind(name: string): name is MailKindName {
  return Object.hasOwn(MAIL_KINDS, name);
}
