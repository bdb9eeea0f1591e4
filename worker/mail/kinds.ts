// Every kind of mail as data: which setting holds its subject and the path of its link, and the words of its built-in form.
import type { Settings } from '../../core/settings/table.ts';

export interface MailKind {
  /** The setting of its subject. */
  subject: keyof Settings & `mailer_subjects_${string}`;
  /** The setting of its link's path; null where a mail has no link. */
  path: (keyof Settings & `mailer_urlpaths_${string}`) | null;
  /** Whether it has a code. */
  code: boolean;
  heading: string;
  /** A template as well. */
  paragraph: string;
  button: string;
}

export const MAIL_KINDS = {
  confirmation: {
    subject: 'mailer_subjects_confirmation',
    path: 'mailer_urlpaths_confirmation',
    code: true,
    heading: 'Confirm your address',
    paragraph:
      'Somebody, most likely you, signed up with {{ .Email }}. If it was not you, do nothing: unconfirmed, the account cannot be used.',
    button: 'Confirm address',
  },
  invite: {
    subject: 'mailer_subjects_invite',
    path: 'mailer_urlpaths_invite',
    code: true,
    heading: 'You are invited',
    paragraph: 'An account is waiting for you at {{ .SiteURL }}. If you did not expect this, do nothing.',
    button: 'Accept invitation',
  },
  recovery: {
    subject: 'mailer_subjects_recovery',
    path: 'mailer_urlpaths_recovery',
    code: true,
    heading: 'Choose a new password',
    paragraph:
      'Somebody, most likely you, asked for a new password for {{ .Email }}. If it was not you, do nothing: the password stays as it is.',
    button: 'Choose new password',
  },
  // Magic links have no path setting of their own.
  magic_link: {
    subject: 'mailer_subjects_magic_link',
    path: 'mailer_urlpaths_recovery',
    code: true,
    heading: 'Your sign-in link',
    paragraph:
      'It works once and for a limited time. Whoever has this mail can sign in as {{ .Email }}, so do not forward it.',
    button: 'Sign in',
  },
  email_change: {
    subject: 'mailer_subjects_email_change',
    path: 'mailer_urlpaths_email_change',
    code: true,
    heading: 'Confirm your new address',
    paragraph:
      'The address of your account is to change {{ if .Email }}from {{ .Email }} {{ end }}to {{ .NewEmail }}. If you did not ask for that, do nothing: the address stays as it is.',
    button: 'Confirm change',
  },
  reauthentication: {
    subject: 'mailer_subjects_reauthentication',
    path: null,
    code: true,
    heading: 'Your verification code',
    paragraph: 'It shows that it is you who wants to change something. Nobody else should ask you for it.',
    button: '',
  },
} as const satisfies Record<string, MailKind>;

export type MailKindName = keyof typeof MAIL_KINDS;

export function isMailKind(name: string): name is MailKindName {
  return Object.hasOwn(MAIL_KINDS, name);
}
