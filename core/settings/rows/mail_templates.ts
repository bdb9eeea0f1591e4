// Settings of mail content: subjects, templates, and enabled notifications.
import { bool, duration, int, type Row, text } from '../row.ts';

const template = (kind: string) =>
  text(
    '',
    `Template of the ${kind} mail: a URL, a path relative to SITE_URL, or \`file:\` and a path (docs/templates.md).`,
  );
const subject = (kind: string, initial: string) => text(initial, `Subject of the ${kind} mail, a template.`);

/** Kinds of notifications about an account, with their default subjects. */
const NOTIFICATIONS = {
  password_changed: 'Your password has been changed',
  email_changed: 'Your e-mail address has been changed',
  phone_changed: 'Your phone number has been changed',
  identity_linked: 'A new way to sign in has been added',
  identity_unlinked: 'A way to sign in has been removed',
  mfa_factor_enrolled: 'A second factor has been added',
  mfa_factor_unenrolled: 'A second factor has been removed',
  new_device: 'New sign-in to your account',
  repeated_sign_up: 'You already have an account',
  account_merged: 'Two accounts have been merged',
  oauth_grant: 'An app has been given access to your account',
} as const;

type Notification = keyof typeof NOTIFICATIONS;

type NotificationRows = Record<`mailer_notifications_${Notification}_enabled`, Row<boolean>> &
  Record<`mailer_${'subjects' | 'templates'}_${Notification}_notification`, Row<string>>;

const WHEN: Readonly<Record<string, string>> = {
  new_device: 'a sign-in comes from a new device or network',
  repeated_sign_up: 'somebody signs up with the confirmed address of an account. The response does not change',
  account_merged: 'an account was merged into another one; at every confirmed address of both',
  oauth_grant: 'an OAuth client gets access to an account, or more of it',
};

const notifications = Object.fromEntries(
  Object.entries(NOTIFICATIONS).flatMap(([kind, initial]) => {
    const name = kind.replaceAll('_', ' ');
    const when = WHEN[kind] ?? name;
    return [
      [`mailer_notifications_${kind}_enabled`, bool(false, `Notify users by mail: ${when}.`)],
      [`mailer_subjects_${kind}_notification`, subject(`"${name}"`, initial)],
      [`mailer_templates_${kind}_notification`, template(`"${name}"`)],
    ];
  }),
);

export const MAIL_TEMPLATES = {
  mailer_subjects_invite: subject('invite', 'You have been invited'),
  mailer_subjects_confirmation: subject('confirmation', 'Confirm Your Signup'),
  mailer_subjects_recovery: subject('recovery', 'Reset Your Password'),
  mailer_subjects_magic_link: subject('magic link', 'Your Magic Link'),
  mailer_subjects_email_change: subject('email change', 'Confirm Email Change'),
  mailer_subjects_reauthentication: subject('reauthentication', 'Confirm reauthentication'),
  mailer_templates_invite: template('invite'),
  mailer_templates_confirmation: template('confirmation'),
  mailer_templates_recovery: template('recovery'),
  mailer_templates_magic_link: template('magic link'),
  mailer_templates_email_change: template('email change'),
  mailer_templates_reauthentication: template('reauthentication'),
  ...(notifications as NotificationRows),
  mailer_default_locale: text(
    'en',
    'Language of mails whose template has no language. The built-in mails are English.',
  ),
  mailer_template_max_size: int(1_000_000, 'Maximum size of a template from a URL or file, in bytes.', { min: 1 }),
  mailer_template_max_age: duration(
    600,
    'Time for which a template from a URL or file is used before it is read again.',
  ),
  mailer_template_retry_interval: duration(10, 'Pause after a template could not be read.'),
  mailer_template_reloading_enabled: bool(false, 'Reload templates in the background, so that no mail waits for one.'),
  mailer_template_reloading_max_idle: duration(
    1200,
    'The background does not reload a template that no mail has used for this time.',
  ),
} as const;
