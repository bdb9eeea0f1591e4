// postern template: what mails say. Lists, shows, checks, sets and removes templates, and shows or sends a mail made of one.
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
  const template = root.command('template').description('what mails say: list, look at, check and set templates');
  const of = (name: string, description: string): Command =>
    template.command(name).description(description).option('--json', 'as JSON');
  const withKind = (command: Command): Command =>
    command
      .addArgument(new Argument('<kind>', 'which mail').choices(KINDS))
      .option('--locale <language>', 'of this language, such as de or de-AT', '');
  const withFiles = (command: Command): Command =>
    command
      .option('--html <file>', 'a file with the HTML')
      .option('--text <file>', 'a file with the text beside it; default: made of the HTML')
      .option('--subject <template>', 'the subject; default: that of the settings');
  const withSample = (command: Command): Command =>
    withFiles(withKind(command)).option('--data <json>', 'user_metadata of the one it is for', '{}');
  const settled = (work: (settings: Settings) => Promise<number>): Promise<void> =>
    run(async (options) => work(await readAdminSettings(environmentOf(options))))();

  of('list', 'which mails there are, and where their templates come from').action((own: Common) =>
    settled((settings) => listTemplates({ settings, json: own.json === true })),
  );
  withKind(of('show', 'print the template in force, to begin one’s own with'))
    .addOption(new Option('--part <part>', 'what of it').choices(PARTS).default('html'))
    .action((kind: string, own: Common & { part: Part }) =>
      settled((settings) => showTemplate({ settings, own, kind: kindOf(kind) })),
    );
  of('check', 'find what is not understood, with line and column; without files: every template in force')
    .argument('[file...]', 'templates; one that ends in .txt is text, any other HTML')
    .action((files: string[], own: Common) =>
      run(async (options) => {
        const faults =
          files.length > 0 ? checkFiles(files) : await checkInForce(await readAdminSettings(environmentOf(options)));
        if (own.json) printJson({ faults });
        else for (const fault of faults) complain(`${fault.where}: ${fault.what}`);
        if (!own.json && faults.length === 0) print('every template is understood');
        return faults.some(({ warning }) => !warning) ? 1 : 0;
      })(),
    );
  withFiles(withKind(of('set', 'set a template; it wins over the built-in one at once'))).action(
    (kind: string, own: Common) => settled((settings) => setTemplate({ settings, own, kind: kindOf(kind) })),
  );
  withKind(of('remove', 'remove a template that was set'))
    .option('--yes', 'do not ask')
    .action((kind: string, own: Common & { yes?: true }) =>
      settled((settings) => removeTemplate({ settings, own, kind: kindOf(kind), yes: own.yes === true })),
    );
  withSample(of('preview', 'print a mail with made-up values'))
    .addOption(new Option('--part <part>', 'what of it').choices(PARTS).default('html'))
    .action((kind: string, own: Sample & { part: Part }) =>
      settled((settings) => preview({ settings, own, kind: kindOf(kind) })),
    );
  withSample(of('send-test', 'send a mail with made-up values by the mail server of the settings'))
    .requiredOption('--to <address>', 'whom')
    .action((kind: string, own: Sample & { to: string }) =>
      settled((settings) => sendTest({ settings, own, kind: kindOf(kind) })),
    );
}

type Part = (typeof PARTS)[number];

function kindOf(name: string): MailKindName {
  if (!isMailKind(name)) throw new UsageSentence(`there is no mail of kind ${name}`);
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
      from: setting === '' ? 'table' : 'table, behind the setting',
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
  if (own.html === undefined) throw new UsageSentence('name the file of the HTML: --html FILE');
  const source = sourceOfFiles({ ...own, html: own.html });
  if (source.html.trim() === '') throw new Sentence(`${own.html} is empty`, { code: 'template' });
  const names = unknownNames(understand(source, own.html), kind);
  const { locale } = await asAdmin(settings, (admin) =>
    admin.call('set_template', { ...CHANGING, kind, locale: own.locale, ...source }),
  );
  if (own.json) printJson({ kind, locale, unknown: names });
  else print(`set the ${kind} mail for ${String(locale) || 'every language without one of its own'}`);
  for (const name of names) complain(`no ${kind} mail has .${name}: it prints nothing`);
  const setting = settings[`mailer_templates_${kind}`];
  if (setting !== '') complain(`SVC_MAILER_TEMPLATES_${kind.toUpperCase()} wins over it: ${maskedUrl(setting)}`);
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
    throw new UsageSentence('--text and --subject belong to a template of one’s own: name its HTML too, --html FILE');
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
  // A Message-ID of its own: programs show a mail once that has come before.
  const unique = { ...mail, id: crypto.randomUUID() };
  const send = createMailSender(settings);
  try {
    await send(unique, new AbortController().signal);
  } catch (error) {
    if (error instanceof SendFailure)
      throw new Sentence(`The mail was not taken: ${error.message}`, { code: 'not_sent' });
    throw error;
  } finally {
    send.close();
  }
  if (own.json) printJson({ kind: o.kind, to: own.to, subject: mail.subject });
  else print(`sent the ${o.kind} mail to ${own.to}; its link and code open nothing`);
  return 0;
}

function dataOf(text: string): Record<string, unknown> {
  const data = jsonObject(text);
  if (data !== null) return data;
  throw new UsageSentence('--data takes a JSON object, such as {"first_name": "Ada"}');
}
