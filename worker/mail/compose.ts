// Turns a taken message into what is sent: derives its link and code, chooses and fills in the template.
import { readFileSync } from 'node:fs';
import type { KeyRing } from '../../core/keys/ring.ts';
import { confirmationUrl } from '../../core/link.ts';
import type { Outgoing } from '../senders.ts';
import { renderHtml, renderLine } from './template.ts';

/** The slice of the settings that mails depend on. */
export interface ComposeSettings {
  site_url: string;
  api_external_url: string;
  mailer_urlpaths_invite: string;
  mailer_urlpaths_confirmation: string;
  mailer_urlpaths_recovery: string;
  mailer_urlpaths_email_change: string;
  mailer_subjects_invite: string;
  mailer_subjects_confirmation: string;
  mailer_subjects_recovery: string;
  mailer_subjects_magic_link: string;
  mailer_subjects_email_change: string;
  mailer_subjects_reauthentication: string;
}

/** What auth_api.take_message() answers when there is something to send. */
export interface TakenMessage {
  message: {
    id: string;
    kind: string;
    channel: string;
    to: string;
    attempt: number;
    base_url: string;
    redirect_to: string;
    locale: string | null;
    created_at: string;
  };
  token: { id: string; generation: number; key_id: number; digits: number; purpose: string; pkce: boolean } | null;
  user: { email: string; new_email: string; phone: string; data: Record<string, unknown> };
}

interface MailKind {
  template: string;
  subject: keyof ComposeSettings;
  /** null: the mail has a code and no link. */
  path: keyof ComposeSettings | null;
}

const MAIL_KINDS: Record<string, MailKind> = {
  confirmation: {
    template: template('confirmation'),
    subject: 'mailer_subjects_confirmation',
    path: 'mailer_urlpaths_confirmation',
  },
  invite: {
    template: template('invite'),
    subject: 'mailer_subjects_invite',
    path: 'mailer_urlpaths_invite',
  },
  recovery: {
    template: template('recovery'),
    subject: 'mailer_subjects_recovery',
    path: 'mailer_urlpaths_recovery',
  },
  // Magic links have no path setting of their own.
  magic_link: {
    template: template('magic_link'),
    subject: 'mailer_subjects_magic_link',
    path: 'mailer_urlpaths_recovery',
  },
  email_change: {
    template: template('email_change'),
    subject: 'mailer_subjects_email_change',
    path: 'mailer_urlpaths_email_change',
  },
  reauthentication: {
    template: template('reauthentication'),
    subject: 'mailer_subjects_reauthentication',
    path: null,
  },
};

/** The mail of a taken message. The same message gives the same mail on every retry. */
export function composeMail(taken: TakenMessage, settings: ComposeSettings, ring: KeyRing): Outgoing {
  const { message, token, user } = taken;
  const kind = MAIL_KINDS[message.kind];
  if (!kind) throw new Error(`there is no mail of kind ${message.kind}`);
  if (!token) throw new Error(`a mail of kind ${message.kind} needs a token`);
  const code = ring.code({
    key_id: token.key_id,
    token_id: token.id,
    generation: token.generation,
    digits: token.digits,
  });
  const hash = `${token.pkce ? 'pkce_' : ''}${ring.sealLinkWith(token.id, token.key_id)}`;
  const link = kind.path
    ? confirmationUrl({
        base_url: message.base_url || settings.api_external_url,
        path: settings[kind.path],
        token: hash,
        type: token.purpose,
        redirect_to: message.redirect_to,
      })
    : '';
  const values = {
    SiteURL: settings.site_url,
    Email: user.email,
    NewEmail: user.new_email,
    SendingTo: message.to,
    Token: code,
    TokenHash: kind.path ? hash : '',
    ConfirmationURL: link,
    RedirectTo: message.redirect_to,
    Data: user.data,
  };
  return {
    id: message.id,
    kind: message.kind,
    channel: message.channel,
    to: message.to,
    subject: renderLine(settings[kind.subject], values),
    html: renderHtml(kind.template, values),
    code,
    text: link ? `Link: ${link}\nCode: ${code}` : `Code: ${code}`,
    created_at: message.created_at,
  };
}

function template(name: string): string {
  return readFileSync(new URL(`./templates/${name}.html`, import.meta.url), 'utf8');
}
