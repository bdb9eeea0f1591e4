// Composes a mail from a leased message: derives link and code, and renders the template.
import type { KeyRing } from '../keys/ring.ts';
import { buildConfirmationUrl } from '../link.ts';
import type { OutgoingMessage } from '../senders.ts';
import type { Settings } from '../settings/table.ts';
import { parseTemplate, TrustedUrl } from '../template/template.ts';
import { htmlToText } from './html_text.ts';
import { isMailKind, MAIL_KINDS, type MailKind, type MailKindName } from './kinds.ts';
import { parsedBuiltInTemplate, type TemplateSource } from './mail_template.ts';

/** Settings that are read to compose mails. */
export type ComposeSettings = Pick<
  Settings,
  | 'site_url'
  | 'api_external_url'
  | Extract<keyof Settings, `mailer_urlpaths_${string}`>
  | Extract<keyof Settings, `mailer_subjects_${string}`>
>;

/** Result of auth_api.lease_message() if there is a message to send. */
export interface LeasedMessage {
  message: {
    id: string;
    kind: string;
    channel: string;
    to: string;
    attempt: number;
    /** Seconds to wait before the message is sent. */
    wait?: number;
    base_url: string;
    redirect_to: string;
    /** Further values for the template, such as the former address in a notification of a change. */
    details?: Readonly<Record<string, unknown>> | null;
    created_at: string;
  };
  token: { id: string; generation: number; key_id: number; digits: number; purpose: string; pkce: boolean } | null;
  /** The user, for a hook that sends mails or SMS. Absent if no such hook is configured. */
  person?: object;
  /** For a change of e-mail address, the token of the other address, for the same hook. */
  other?: LeasedMessage['token'];
  user: { email: string; new_email: string; phone: string; data: Record<string, unknown> };
  /** The operator's template in the best available language. */
  template?: ({ locale: string } & TemplateSource) | null;
}

/** Returns the mail kind of a message. Throws if there is no such kind. */
export function readMailKind({ message }: LeasedMessage): MailKindName {
  if (!isMailKind(message.kind)) throw new Error(`there is no mail of kind ${message.kind}`);
  return message.kind;
}

/** Renders a mail from a template. */
export function composeMail(
  taken: LeasedMessage,
  settings: ComposeSettings,
  ring: KeyRing,
  template = parsedBuiltInTemplate(readMailKind(taken)),
): OutgoingMessage {
  const { message } = taken;
  const kind: MailKind = MAIL_KINDS[readMailKind(taken)];
  const secrets = deriveLinkAndCode(taken, kind, settings, ring);
  const values = buildTemplateValues(taken, kind, settings, secrets);
  const html = template.html.render(values);
  return {
    id: message.id,
    kind: message.kind,
    channel: message.channel,
    to: message.to,
    subject: (template.subject ?? parseTemplate(settings[kind.subject], 'line')).render(values),
    html,
    text: template.text?.render(values) ?? htmlToText(html),
    link: secrets.link,
    code: secrets.code,
    created_at: message.created_at,
  };
}

interface LinkAndCode {
  code: string;
  hash: string;
  link: string;
}

/** Derives code and link of a message from the ids of its token. */
function deriveLinkAndCode(
  { message, token }: LeasedMessage,
  kind: MailKind,
  settings: ComposeSettings,
  ring: KeyRing,
): LinkAndCode {
  if (!kind.code) return { code: '', hash: '', link: '' };
  if (!token) throw new Error(`a mail of kind ${message.kind} needs a token`);
  const code = ring.code({
    key_id: token.key_id,
    token_id: token.id,
    generation: token.generation,
    digits: token.digits,
  });
  if (!kind.path) return { code, hash: '', link: '' };
  const hash = `${token.pkce ? 'pkce_' : ''}${ring.sealLinkWith(token.id, token.key_id)}`;
  const link = buildConfirmationUrl({
    base_url: message.base_url || settings.api_external_url,
    path: settings[kind.path],
    token: hash,
    type: token.purpose,
    redirect_to: message.redirect_to,
  });
  return { code, hash, link };
}

/** Returns the values that the template can print. */
function buildTemplateValues(
  { message, user }: LeasedMessage,
  kind: MailKind,
  settings: Pick<ComposeSettings, 'site_url'>,
  { code, hash, link }: LinkAndCode,
): Record<string, unknown> {
  return {
    SiteURL: new TrustedUrl(settings.site_url),
    // If the user was merged after the message was queued, the details have the former address.
    Email: message.details?.Email ?? user.email,
    NewEmail: user.new_email,
    Phone: user.phone,
    SendingTo: message.to,
    Token: code,
    TokenHash: hash,
    ConfirmationURL: new TrustedUrl(link),
    RedirectTo: new TrustedUrl(message.redirect_to),
    Data: user.data,
    ...Object.fromEntries(kind.details.map((name) => [name, message.details?.[name] ?? ''])),
  };
}
