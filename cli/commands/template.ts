// postern template: lists, shows, checks, sets and removes mail templates, and prints or sends a sample mail.
import { Argument, type Command, Option } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { print, printError, printJson } from '../../core/terminal/output.ts';
import {
  listTemplates,
  PARTS,
  type Part,
  parseMailKind,
  previewTemplate,
  removeTemplate,
  type SampleOptions,
  sendTestMail,
  setTemplate,
  showTemplate,
  type TemplateOptions,
} from '../mail/actions.ts';
import { checkEffectiveTemplates, checkTemplateFiles } from '../mail/check.ts';
import { KINDS } from '../mail/sources.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment } from '../settings.ts';

export function addCommand(root: Command, run: Runner): void {
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
    run(async (options) => work(await readAdminSettings(readCommandEnvironment(options))))();

  of('list', 'List mail kinds with the sources of their templates.').action((own: TemplateOptions) =>
    settled((settings) => listTemplates({ settings, json: own.json === true })),
  );
  withKind(of('show', 'Print the effective template, as a starting point for your own.'))
    .addOption(new Option('--part <part>', 'part to print').choices(PARTS).default('html'))
    .action((kind: string, own: TemplateOptions & { part: Part }) =>
      settled((settings) => showTemplate({ settings, own, kind: parseMailKind(kind) })),
    );
  of('check', 'Check templates and report errors with line and column. Without files, check all effective templates.')
    .argument('[file...]', 'template files; .txt is text, any other HTML')
    .action((files: string[], own: TemplateOptions) =>
      run(async (options) => {
        const faults =
          files.length > 0
            ? checkTemplateFiles(files)
            : await checkEffectiveTemplates(await readAdminSettings(readCommandEnvironment(options)));
        if (own.json) printJson({ faults });
        else for (const fault of faults) printError(`${fault.where}: ${fault.what}`);
        if (!own.json && faults.length === 0) print('All templates are valid.');
        return faults.some(({ warning }) => !warning) ? 1 : 0;
      })(),
    );
  withFiles(withKind(of('set', 'Set a template. It overrides the built-in one immediately.'))).action(
    (kind: string, own: TemplateOptions) =>
      settled((settings) => setTemplate({ settings, own, kind: parseMailKind(kind) })),
  );
  withKind(of('remove', 'Remove a template that was set.'))
    .option('--yes', 'skip the confirmation')
    .action((kind: string, own: TemplateOptions & { yes?: true }) =>
      settled((settings) => removeTemplate({ settings, own, kind: parseMailKind(kind), yes: own.yes === true })),
    );
  withSample(of('preview', 'Print a mail with sample values.'))
    .addOption(new Option('--part <part>', 'part to print').choices(PARTS).default('html'))
    .action((kind: string, own: SampleOptions & { part: Part }) =>
      settled((settings) => previewTemplate({ settings, own, kind: parseMailKind(kind) })),
    );
  withSample(of('send-test', 'Send a mail with sample values through the configured mail server.'))
    .requiredOption('--to <address>', 'recipient')
    .action((kind: string, own: SampleOptions & { to: string }) =>
      settled((settings) => sendTestMail({ settings, own, kind: parseMailKind(kind) })),
    );
}
