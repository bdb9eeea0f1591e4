// Turns a taken message into what is sent: derives its link and code, and fills in its template.
import type { KeyRing } from '../../core/keys/ring.ts';
import { confirmationUrl } from '../../core/link.ts';
import { errorFields, type Logger } from '../../core/log.ts';
import type { Settings } from '../../core/settings/table.ts';
import { OwnUrl, parseTemplate, RenderFault } from '../../core/template/template.ts';
import type { Outgoing } from '../senders.ts';
import { textOfHtml } from './html_text.ts';
import { isMailKind, MAIL_KINDS, type MailKind, type MailKindName } from './kinds.ts';
import { builtIn, type MailTemplate, readTemplate, type TemplateSource } from './mail_template.ts';
import type { TemplateFiles } from './template_files.ts';

/** Templates of the table that are kept ready: all kinds in a few languages. */
const MOST_KNOWN = 200;

/** The slice of the settings that mails depend on. */
export type ComposeSettings = Pick<
  Settings,
  | 'site_url'
  | 'api_external_url'
  | Extract<keyof Settings, `mailer_urlpaths_${string}`>
  | Extract<keyof Settings, `mailer_subjects_${string}`>
>;

/** What auth_api.lease_message() answers when there is something to send. */
export interface TakenMessage {
  message: {
    id: string;
    kind: string;
    channel: string;
    to: string;
    attempt: number;
    /** Seconds until it may leave. */
    wait?: number;
    base_url: string;
    redirect_to: string;
    /** What a notification tells. */
    details?: Readonly<Record<string, unknown>> | null;
    created_at: string;
  };
  token: { id: string; generation: number; key_id: number; digits: number; purpose: string; pkce: boolean } | null;
  /** Where a hook sends it: the user, and the token of the other side of a change of address. */
  person?: object;
  other?: TakenMessage['token'];
  user: { email: string; new_email: string; phone: string; data: Record<string, unknown> };
  /** The operator's template in the best language that there is. */
  template?: ({ locale: string } & TemplateSource) | null;
}

/** Makes the mail of a taken message. The same message gives the same mail on every retry. */
export function createCompose(o: {
  settings: ComposeSettings;
  ring: KeyRing;
  files: Pick<TemplateFiles, 'get'>;
  log: Logger;
}): (taken: TakenMessage) => Promise<Outgoing> {
  const ofTable = createTableTemplates();
  return async (taken) => {
    const kind = kindOf(taken);
    const sources = [
      { source: 'a URL or file', find: () => o.files.get(kind) },
      { source: 'the table', find: () => ofTable(taken.template) },
    ];
    for (const { source, find } of sources) {
      try {
        const template = await find();
        if (template) return composeMail(taken, o.settings, o.ring, template);
      } catch (error) {
        // Whatever is wrong with it, the mail goes out.
        const fields = { kind, source, locale: taken.template?.locale, error: errorFields(error) };
        o.log.error(fields, 'a mail template cannot be used; the next one is');
      }
    }
    try {
      return composeMail(taken, o.settings, o.ring, builtIn(kind));
    } catch (error) {
      // The settings' subject is all that an operator has written of this one.
      if (!(error instanceof RenderFault)) throw error;
      const fields = { kind, source: `SVC_${MAIL_KINDS[kind].subject.toUpperCase()}`, error: errorFields(error) };
      o.log.error(fields, 'a subject cannot be used; the heading of the mail is');
      const subject = parseTemplate(MAIL_KINDS[kind].heading, 'line');
      return composeMail(taken, o.settings, o.ring, { ...builtIn(kind), subject });
    }
  };
}

/** Templates of the table, read when they have changed. */
function createTableTemplates(): (source: TakenMessage['template']) => MailTemplate | null {
  const known = new Map<string, MailTemplate>();
  return (source) => {
    if (!source) return null;
    const key = JSON.stringify([source.subject, source.html, source.text]);
    let template = known.get(key);
    if (!template) {
      template = readTemplate(source);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(key, template);
    }
    return template;
  };
}

function kindOf({ message }: TakenMessage): MailKindName {
  if (!isMailKind(message.kind)) throw new Error(`there is no mail of kind ${message.kind}`);
  return message.kind;
}

/** A mail of this template. */
export function composeMail(
  taken: TakenMessage,
  settings: ComposeSettings,
  ring: KeyRing,
  template = builtIn(kindOf(taken)),
): Outgoing {
  const { message } = taken;
  const kind: MailKind = MAIL_KINDS[kindOf(taken)];
  const secrets = secretsOf(taken, kind, settings, ring);
  const values = valuesOf(taken, kind, settings, secrets);
  const html = template.html.render(values);
  return {
    id: message.id,
    kind: message.kind,
    channel: message.channel,
    to: message.to,
    subject: (template.subject ?? parseTemplate(settings[kind.subject], 'line')).render(values),
    html,
    text: template.text?.render(values) ?? textOfHtml(html),
    link: secrets.link,
    code: secrets.code,
    created_at: message.created_at,
  };
}

interface Secrets {
  code: string;
  hash: string;
  link: string;
}

/** The code and the link of a message, derived from the ids of its token. */
function secretsOf(
  { message, token }: TakenMessage,
  kind: MailKind,
  settings: ComposeSettings,
  ring: KeyRing,
): Secrets {
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
  const link = confirmationUrl({
    base_url: message.base_url || settings.api_external_url,
    path: settings[kind.path],
    token: hash,
    type: token.purpose,
    redirect_to: message.redirect_to,
  });
  return { code, hash, link };
}

/** What a template can print. */
function valuesOf(
  { message, user }: TakenMessage,
  kind: MailKind,
  settings: Pick<ComposeSettings, 'site_url'>,
  { code, hash, link }: Secrets,
): Record<string, unknown> {
  return {
    SiteURL: new OwnUrl(settings.site_url),
    Email: user.email,
    NewEmail: user.new_email,
    Phone: user.phone,
    SendingTo: message.to,
    Token: code,
    TokenHash: hash,
    ConfirmationURL: new OwnUrl(link),
    RedirectTo: new OwnUrl(message.redirect_to),
    Data: user.data,
    ...Object.fromEntries(kind.details.map((name) => [name, message.details?.[name] ?? ''])),
  };
}
