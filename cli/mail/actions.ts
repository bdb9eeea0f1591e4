// Actions of postern template: lists, shows, sets and removes templates, and prints or sends a sample mail.
import { parseJsonObjectOrNull } from '../../core/json_object.ts';
import { findUnknownNames, noValueMessage } from '../../core/mail/check.ts';
import { isMailKind, type MailKindName } from '../../core/mail/kinds.ts';
import { composeSampleMail } from '../../core/mail/sample.ts';
import { createMailSender } from '../../core/mail/send.ts';
import { mailServers } from '../../core/mail_servers.ts';
import { maskUrl } from '../../core/masked_url.ts';
import { SendError } from '../../core/senders.ts';
import type { Settings } from '../../core/settings/table.ts';
import { RenderError } from '../../core/template/template.ts';
import { askConfirmation } from '../../core/terminal/ask.ts';
import { CommandError, UsageError } from '../../core/terminal/errors.ts';
import { formatTable, print, printError, printJson, printText } from '../../core/terminal/output.ts';
import { EFFECTS } from '../../gateway/routes/effects.ts';
import { CHANGING, withAdmin } from '../admin/admin_functions.ts';
import {
  fetchStoredTemplates,
  findEffectiveTemplate,
  KINDS,
  parseTemplateOrThrow,
  readTemplateFiles,
  type TemplateFiles,
} from './sources.ts';

export const PARTS = ['html', 'text', 'subject'] as const;

export interface TemplateOptions extends TemplateFiles {
  locale: string;
  json?: true;
}

export interface SampleOptions extends TemplateOptions {
  data: string;
}

export type Part = (typeof PARTS)[number];

export function parseMailKind(name: string): MailKindName {
  if (!isMailKind(name)) throw new UsageError(`unknown mail kind ${name}`);
  return name;
}

export async function listTemplates(o: { settings: Settings; json: boolean }): Promise<number> {
  const stored = await fetchStoredTemplates(o.settings);
  const rows = KINDS.flatMap((kind) => {
    const setting = o.settings[`mailer_templates_${kind}`];
    const subject = o.settings[`mailer_subjects_${kind}`];
    const own = stored.filter((template) => template.kind === kind);
    const lines = own.map(({ locale, subject: set, updated_at }) => ({
      kind,
      locale,
      from: setting === '' ? 'table' : 'table, overridden by the setting',
      subject: set || subject,
      updated_at,
    }));
    if (setting !== '') return [{ kind, locale: '', from: setting, subject, updated_at: '' }, ...lines];
    const rest = own.some(({ locale }) => locale === '')
      ? []
      : [{ kind, locale: '', from: 'built-in', subject, updated_at: '' }];
    return [...lines, ...rest];
  });
  if (o.json) printJson({ templates: rows });
  else {
    const cells = rows.map((row) => [row.kind, row.locale || 'any', row.from, row.subject, row.updated_at]);
    print(formatTable(['kind', 'language', 'from', 'subject', 'set at'], cells));
  }
  return 0;
}

interface WithMailKind<T> {
  settings: Settings;
  own: T;
  kind: MailKindName;
}

export async function showTemplate({
  settings,
  own,
  kind,
}: WithMailKind<TemplateOptions & { part: Part }>): Promise<number> {
  const { source, from, locale } = await findEffectiveTemplate(settings, kind, own.locale);
  const subject = source.subject || settings[`mailer_subjects_${kind}`];
  if (own.json) printJson({ kind, from, locale, ...source, subject });
  else printText(own.part === 'subject' ? `${subject}\n` : source[own.part]);
  return 0;
}

export async function setTemplate({ settings, own, kind }: WithMailKind<TemplateOptions>): Promise<number> {
  if (own.html === undefined) throw new UsageError('name the HTML file: --html FILE');
  const source = readTemplateFiles({ ...own, html: own.html });
  if (source.html.trim() === '') throw new CommandError(`${own.html} is empty`, { code: 'template' });
  const names = findUnknownNames(parseTemplateOrThrow(source, own.html), kind);
  const { locale } = await withAdmin(settings, (admin) =>
    admin.call('set_template', { ...CHANGING, kind, locale: own.locale, ...source }),
  );
  if (own.json) printJson({ kind, locale, unknown: names });
  else print(`Set the ${kind} mail for ${String(locale) || 'all languages without their own template'}.`);
  for (const name of names) printError(`warning: ${noValueMessage(kind, name)}`);
  const setting = settings[`mailer_templates_${kind}`];
  if (setting !== '') printError(`SVC_MAILER_TEMPLATES_${kind.toUpperCase()} overrides it: ${maskUrl(setting)}`);
  return 0;
}

export async function removeTemplate({
  settings,
  own,
  kind,
  yes,
}: WithMailKind<TemplateOptions> & { yes: boolean }): Promise<number> {
  await askConfirmation(
    `Remove the template of the ${kind} mail?`,
    yes,
    EFFECTS['DELETE /admin/templates/{kind}/{locale}'],
  );
  const given = { kind, locale: own.locale, subject: null, html: null, text: null };
  const { locale } = await withAdmin(settings, (admin) => admin.call('set_template', { ...CHANGING, ...given }));
  if (own.json) printJson({ kind, locale });
  else print(`removed the template of the ${kind} mail`);
  return 0;
}

async function renderSample({ settings, own, kind }: WithMailKind<SampleOptions>, to: string) {
  if (own.html === undefined && (own.text !== undefined || own.subject !== undefined)) {
    throw new UsageError('--text and --subject need --html FILE');
  }
  const chosen = own.html === undefined ? null : readTemplateFiles({ ...own, html: own.html });
  const { source, from } = chosen
    ? { source: chosen, from: own.html ?? '' }
    : await findEffectiveTemplate(settings, kind, own.locale);
  const data = parseSampleData(own.data);
  try {
    return composeSampleMail(kind, parseTemplateOrThrow(source, from), { settings, to, data });
  } catch (error) {
    if (error instanceof RenderError) throw new CommandError(`${from}: ${error.message}`, { code: 'template' });
    throw error;
  }
}

export async function previewTemplate(o: WithMailKind<SampleOptions & { part: Part }>): Promise<number> {
  const { subject, html, text } = await renderSample(o, 'you@example.org');
  if (o.own.json) printJson({ kind: o.kind, subject, html, text });
  else printText(o.own.part === 'subject' ? `${subject}\n` : { html, text }[o.own.part]);
  return 0;
}

export async function sendTestMail(o: WithMailKind<SampleOptions & { to: string }>): Promise<number> {
  const { settings, own } = o;
  if (mailServers(settings).length === 0) {
    throw new CommandError('There is no mail server: set SVC_SMTP_HOST or SVC_SMTP_URLS.', { code: 'no_mail_server' });
  }
  const mail = await renderSample(o, own.to);
  // Each test mail has its own Message-ID, because mail clients show a Message-ID only once.
  const unique = { ...mail, id: crypto.randomUUID() };
  const send = createMailSender(settings);
  try {
    await send(unique, new AbortController().signal);
  } catch (error) {
    if (error instanceof SendError)
      throw new CommandError(`The mail server rejected the mail: ${error.message}`, { code: 'not_sent' });
    throw error;
  } finally {
    send.close();
  }
  if (own.json) printJson({ kind: o.kind, to: own.to, subject: mail.subject });
  else print(`sent the ${o.kind} mail to ${own.to}; its link and code do not work`);
  return 0;
}

function parseSampleData(text: string): Record<string, unknown> {
  const data = parseJsonObjectOrNull(text);
  if (data !== null) return data;
  throw new UsageError('--data takes a JSON object, such as {"first_name": "Ada"}');
}
