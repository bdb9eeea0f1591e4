// Turns a taken message into what is sent: derives its link and code, and fills in its template.
import type { KeyRing } from '../../core/keys/ring.ts';
import { confirmationUrl } from '../../core/link.ts';
import type { Settings } from '../../core/settings/table.ts';
import type { Outgoing } from '../senders.ts';
import { builtinTemplate } from './builtin.ts';
import { isMailKind, MAIL_KINDS, type MailKind, type MailKindName } from './kinds.ts';
import { renderHtml, renderLine, renderText } from './template.ts';

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

const BUILT_IN = new Map(
  (Object.keys(MAIL_KINDS) as MailKindName[]).map((name) => [name, builtinTemplate(name)] as const),
);

/** The mail of a taken message. The same message gives the same mail on every retry. */
export function composeMail(taken: TakenMessage, settings: ComposeSettings, ring: KeyRing): Outgoing {
  const { message, token, user } = taken;
  const template = isMailKind(message.kind) ? BUILT_IN.get(message.kind) : undefined;
  if (!isMailKind(message.kind) || !template) throw new Error(`there is no mail of kind ${message.kind}`);
  const kind: MailKind = MAIL_KINDS[message.kind];
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
    html: renderHtml(template.html, values),
    text: renderText(template.text, values),
    link,
    code,
    created_at: message.created_at,
  };
}
