// Turns a taken message into what is sent: derives its link and code, and fills in its template.
import type { KeyRing } from '../../core/keys/ring.ts';
import { confirmationUrl } from '../../core/link.ts';
import type { Settings } from '../../core/settings/table.ts';
import { OwnUrl, parseTemplate } from '../../core/template/template.ts';
import type { Outgoing } from '../senders.ts';
import { textOfHtml } from './html_text.ts';
import { isMailKind, MAIL_KINDS, type MailKind } from './kinds.ts';
import { builtIn, type MailTemplate } from './mail_template.ts';

/** The slice of the settings that mails depend on. */
export type ComposeSettings = Pick<
  Settings,
  | 'site_url'
  | 'api_external_url'
  | Extract<keyof Settings, `mailer_urlpaths_${string}`>
  | Extract<keyof Settings, `mailer_subjects_${string}`>
>;

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

/** The mail of a taken message. The same message gives the same mail on every retry. */
export function composeMail(
  taken: TakenMessage,
  settings: ComposeSettings,
  ring: KeyRing,
  template?: MailTemplate,
): Outgoing {
  const { message, token, user } = taken;
  if (!isMailKind(message.kind)) throw new Error(`there is no mail of kind ${message.kind}`);
  if (!token) throw new Error(`a mail of kind ${message.kind} needs a token`);
  const kind: MailKind = MAIL_KINDS[message.kind];
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
    SiteURL: new OwnUrl(settings.site_url),
    Email: user.email,
    NewEmail: user.new_email,
    SendingTo: message.to,
    Token: code,
    TokenHash: kind.path ? hash : '',
    ConfirmationURL: new OwnUrl(link),
    RedirectTo: new OwnUrl(message.redirect_to),
    Data: user.data,
  };
  const { subject, html, text } = template ?? builtIn(message.kind);
  const rendered = html.render(values);
  return {
    id: message.id,
    kind: message.kind,
    channel: message.channel,
    to: message.to,
    subject: (subject ?? parseTemplate(settings[kind.subject], 'line')).render(values),
    html: rendered,
    text: text?.render(values) ?? textOfHtml(rendered),
    link,
    code,
    created_at: message.created_at,
  };
}
