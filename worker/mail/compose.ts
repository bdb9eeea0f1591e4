// Composes a mail from a leased message: derives its link and code, and renders its template.
import type { KeyRing } from '../../core/keys/ring.ts';
import { confirmationUrl } from '../../core/link.ts';
import { errorFields, type Logger } from '../../core/log.ts';
import type { Settings } from '../../core/settings/table.ts';
import { OwnUrl, parseTemplate, RenderError } from '../../core/template/template.ts';
import type { Outgoing } from '../senders.ts';
import { textOfHtml } from './html_text.ts';
import { isMailKind, MAIL_KINDS, type MailKind, type MailKindName } from './kinds.ts';
import { builtIn, type MailTemplate, readTemplate, type TemplateSource } from './mail_template.ts';
import { type Source, useTemplate } from './precedence.ts';
import type { TemplateFiles } from './template_files.ts';

/** Maximum number of parsed templates from the table in the cache: all kinds in a few languages. */
const MOST_KNOWN = 200;

/** Settings that mails depend on. */
export type ComposeSettings = Pick<
  Settings,
  | 'site_url'
  | 'api_external_url'
  | Extract<keyof Settings, `mailer_urlpaths_${string}`>
  | Extract<keyof Settings, `mailer_subjects_${string}`>
>;

/** Result of auth_api.lease_message() when there is a message to send. */
export interface TakenMessage {
  message: {
    id: string;
    kind: string;
    channel: string;
    to: string;
    attempt: number;
    /** Seconds before the message may leave. */
    wait?: number;
    base_url: string;
    redirect_to: string;
    /** Details of a notification, such as the changed address. */
    details?: Readonly<Record<string, unknown>> | null;
    created_at: string;
  };
  token: { id: string; generation: number; key_id: number; digits: number; purpose: string; pkce: boolean } | null;
  /** Only if a hook sends the message: the user, and the token of the other address in a change of address. */
  person?: object;
  other?: TakenMessage['token'];
  user: { email: string; new_email: string; phone: string; data: Record<string, unknown> };
  /** The operator's template in the best available language. */
  template?: ({ locale: string } & TemplateSource) | null;
}

/** Creates the function that composes mails. Every retry of a message yields the same mail. */
export function createCompose(o: {
  settings: ComposeSettings;
  ring: KeyRing;
  files: Pick<TemplateFiles, 'get'>;
  log: Logger;
}): (taken: TakenMessage) => Promise<Outgoing> {
  const ofTable = createTableTemplates();
  return async (taken) => {
    const kind = kindOf(taken);
    const compose = (template: MailTemplate): Outgoing => composeMail(taken, o.settings, o.ring, template);
    const composeBuiltIn = (template: MailTemplate): Outgoing => {
      try {
        return compose(template);
      } catch (error) {
        // The built-in template failed with the operator's subject: use the built-in subject too.
        if (!(error instanceof RenderError)) throw error;
        const fields = { kind, source: `SVC_${MAIL_KINDS[kind].subject.toUpperCase()}`, error: errorFields(error) };
        o.log.error(fields, 'a subject cannot be used; the heading of the mail is');
        return compose({ ...template, subject: parseTemplate(MAIL_KINDS[kind].heading, 'line') });
      }
    };
    return useTemplate(
      { setting: () => o.files.get(kind), table: () => ofTable(taken.template), built_in: () => builtIn(kind) },
      (template, source) => (source === 'built_in' ? composeBuiltIn(template) : compose(template)),
      // An invalid template must not stop the mail: the next fallback is used.
      (error, source) => {
        const fields = {
          kind,
          source: SOURCE_NAMES[source],
          locale: taken.template?.locale,
          error: errorFields(error),
        };
        o.log.error(fields, 'a mail template cannot be used; the next one is');
      },
    );
  };
}

/** Sources as the log names them. */
const SOURCE_NAMES: Readonly<Record<Source, string>> = {
  setting: 'a URL or file',
  table: 'the table',
  built_in: 'built in',
};

/** Parses templates of the table and caches them until they change. */
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

/** Renders a mail from a template. */
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

/** Derives the code and the link of a message from the ids of its token. */
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

/** Returns the values that a template can print. */
function valuesOf(
  { message, user }: TakenMessage,
  kind: MailKind,
  settings: Pick<ComposeSettings, 'site_url'>,
  { code, hash, link }: Secrets,
): Record<string, unknown> {
  return {
    SiteURL: new OwnUrl(settings.site_url),
    // The details have the address of a user that was merged into this one after the message was queued.
    Email: message.details?.Email ?? user.email,
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
