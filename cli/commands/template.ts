// postern template: lists, shows, checks, sets and removes mail templates, and prints or sends a sample mail.
import { Argument, type Command, Option } from 'commander';
import { jsonObject } from '../../core/json_object.ts';
import { mailServers } from '../../core/mail_servers.ts';
import { maskedUrl } from '../../core/masked_url.ts';
import type { Settings } from '../../core/settings/table.ts';
import { RenderFault } from '../../core/template/template.ts';
import { confirm } from '../../core/terminal/ask.ts';
import { complain, print, printJson, printText, table } from '../../core/terminal/output.ts';
import { Sentence, UsageSentence } from '../../core/terminal/sentence.ts';
import { isMailKind, type MailKindName } from '../../worker/mail/kinds.ts';
import { createMailSender } from '../../worker/mail/send.ts';
import { SendFailure } from '../../worker/senders.ts';
import { asAdmin, CHANGING } from '../admin/surface.ts';
import { checkFiles, checkInForce } from '../mail/check.ts';
import { sampleMail } from '../mail/sample.ts';
import {
  type Files,
  inForce,
  KINDS,
  sourceOfFiles,
  storedTemplates,
  understand,
  unknownNames,
} from '../mail/sources.ts';
import type { Runner } from '../runner.ts';
import { environmentOf, readAdminSettings } from '../settings.ts';

const PARTS = ['html', 'text', 'subject'] as const;

interface Common extends Files {
  locale: string;
  json?: true;
}
interface Sample extends Common {
  data: string;
}

/** Adds it to the root command. */
export function add(root: Command, run: Runner): void {
  const template = root.command('template').description('List, show, check, set and preview mail templates.');
  const of = (name: string, description: string): Command =>
    template.command(name).description(description).option('--json', 'print JSON');
  const withKind = (command: Command): Command =>
    command
      .addArgument(new Argument('<kind>', 'mail kind').choices(KINDS))
      .option('--locale <language>', 'language, such as de or de-AT', '');
  const withFiles = (command: Command): Command =>
    command
      .option('--html <file>', 'file with the HTML part')
      .option('--text <file>', 'file with the text part; default: derived from the HTML')
      .option('--subject <template>', 'subject template; default: from the settings');
  const withSample = (command: Command): Command =>
    withFiles(withKind(command)).option('--data <json>', 'user_metadata of the sample user', '{}');
  const settled = (work: (settings: Settings) => Promise<number>): Promise<void> =>
    run(async (options) => work(await readAdminSettings(environmentOf(options))))();

  of('list', 'List mail kinds with the sources of their templates.').action((own: Common) =>
    settled((settings) => listTemplates({ settings, json: own.json === true })),
  );
  withKind(of('show', 'Print the effective template, as a starting point for your own.'))
    .addOption(new Option('--part <part>', 'part to print').choices(PARTS).default('html'))
    .action((kind: string, own: Common & { part: Part }) =>
      settled((settings) => showTemplate({ settings, own, kind: kindOf(kind) })),
    );
  of('check', 'Check templates and report errors with line and column. Without files, check all effective templates.')
    .argument('[file...]', 'template files; .txt is text, any other HTML')
    .action((files: string[], own: Common) =>
      run(async (options) => {
        const faults =
          files.length > 0 ? checkFiles(files) : await checkInForce(await readAdminSettings(environmentOf(options)));
        if (own.json) printJson({ faults });
        else for (const fault of faults) complain(`${fault.where}: ${fault.what}`);
        if (!own.json && faults.length === 0) print('All templates are valid.');
        return faults.some(({ warning }) => !warning) ? 1 : 0;
      })(),
    );
  withFiles(withKind(of('set', 'Set a template. It overrides the built-in one immediately.'))).action(
    (kind: string, own: Common) => settled((settings) => setTemplate({ settings, own, kind: kindOf(kind) })),
  );
  withKind(of('remove', 'Remove a template that was set.'))
    .option('--yes', 'skip the confirmation')
    .action((kind: string, own: Common & { yes?: true }) =>
      settled((settings) => removeTemplate({ settings, own, kind: kindOf(kind), yes: own.yes === true })),
    );
  withSample(of('preview', 'Print a mail with sample values.'))
    .addOption(new Option('--part <part>', 'part to print').choices(PARTS).default('html'))
    .action((kind: string, own: Sample & { part: Part }) =>
      settled((settings) => preview({ settings, own, kind: kindOf(kind) })),
    );
  withSample(of('send-test', 'Send a mail with sample values through the configured mail server.'))
    .requiredOption('--to <address>', 'recipient')
    .action((kind: string, own: Sample & { to: string }) =>
      settled((settings) => sendTest({ settings, own, kind: kindOf(kind) })),
    );
}

type Part = (typeof PARTS)[number];

function kindOf(name: string): MailKindName {
  if (!isMailKind(name)) throw new UsageSentence(`unknown mail kind ${name}`);
  return name;
}

async function listTemplates(o: { settings: Settings; json: boolean }): Promise<number> {
  const stored = await storedTemplates(o.settings);
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
    print(table(['kind', 'language', 'from', 'subject', 'set at'], cells));
  }
  return 0;
}

interface OfKind<T> {
  settings: Settings;
  own: T;
  kind: MailKindName;
}

async function showTemplate({ settings, own, kind }: OfKind<Common & { part: Part }>): Promise<number> {
  const { source, from, locale } = await inForce(settings, kind, own.locale);
  const subject = source.subject || settings[`mailer_subjects_${kind}`];
  if (own.json) printJson({ kind, from, locale, ...source, subject });
  else printText(own.part === 'subject' ? `${subject}\n` : source[own.part]);
  return 0;
}

async function setTemplate({ settings, own, kind }: OfKind<Common>): Promise<number> {
  if (own.html === undefined) throw new UsageSentence('name the HTML file: --html FILE');
  const source = sourceOfFiles({ ...own, html: own.html });
  if (source.html.trim() === '') throw new Sentence(`${own.html} is empty`, { code: 'template' });
  const names = unknownNames(understand(source, own.html), kind);
  const { locale } = await asAdmin(settings, (admin) =>
    admin.call('set_template', { ...CHANGING, kind, locale: own.locale, ...source }),
  );
  if (own.json) printJson({ kind, locale, unknown: names });
  else print(`Set the ${kind} mail for ${String(locale) || 'all languages without their own template'}.`);
  for (const name of names) complain(`warning: ${kind} mails have no .${name}; it prints nothing`);
  const setting = settings[`mailer_templates_${kind}`];
  if (setting !== '') complain(`SVC_MAILER_TEMPLATES_${kind.toUpperCase()} overrides it: ${maskedUrl(setting)}`);
  return 0;
}

async function removeTemplate({ settings, own, kind, yes }: OfKind<Common> & { yes: boolean }): Promise<number> {
  await confirm(`Remove the template of the ${kind} mail?`, yes);
  const given = { kind, locale: own.locale, subject: null, html: null, text: null };
  const { locale } = await asAdmin(settings, (admin) => admin.call('set_template', { ...CHANGING, ...given }));
  if (own.json) printJson({ kind, locale });
  else print(`removed the template of the ${kind} mail`);
  return 0;
}

async function sample({ settings, own, kind }: OfKind<Sample>, to: string) {
  if (own.html === undefined && (own.text !== undefined || own.subject !== undefined)) {
    throw new UsageSentence('--text and --subject need --html FILE');
  }
  const chosen = own.html === undefined ? null : sourceOfFiles({ ...own, html: own.html });
  const { source, from } = chosen
    ? { source: chosen, from: own.html ?? '' }
    : await inForce(settings, kind, own.locale);
  const data = dataOf(own.data);
  try {
    return sampleMail(kind, understand(source, from), { settings, to, data });
  } catch (error) {
    if (error instanceof RenderFault) throw new Sentence(`${from}: ${error.message}`, { code: 'template' });
    throw error;
  }
}

export async function preview(o: OfKind<Sample & { part: Part }>): Promise<number> {
  const { subject, html, text } = await sample(o, 'you@example.org');
  if (o.own.json) printJson({ kind: o.kind, subject, html, text });
  else printText(o.own.part === 'subject' ? `${subject}\n` : { html, text }[o.own.part]);
  return 0;
}

async function sendTest(o: OfKind<Sample & { to: string }>): Promise<number> {
  const { settings, own } = o;
  if (mailServers(settings).length === 0) {
    throw new Sentence('There is no mail server: set SVC_SMTP_HOST or SVC_SMTP_URLS.', { code: 'no_mail_server' });
  }
  const mail = await sample(o, own.to);
  // Mail programs show a Message-ID only once, so each test mail has its own.
  const unique = { ...mail, id: crypto.randomUUID() };
  const send = createMailSender(settings);
  try {
    await send(unique, new AbortController().signal);
  } catch (error) {
    if (error instanceof SendFailure)
      throw new Sentence(`The mail server rejected the mail: ${error.message}`, { code: 'not_sent' });
    throw error;
  } finally {
    send.close();
  }
  if (own.json) printJson({ kind: o.kind, to: own.to, subject: mail.subject });
  else print(`sent the ${o.kind} mail to ${own.to}; its link and code do not work`);
  return 0;
}

function dataOf(text: string): Record<string, unknown> {
  const data = jsonObject(text);
  if (data !== null) return data;
  throw new UsageSentence('--data takes a JSON object, such as {"first_name": "Ada"}');
}
