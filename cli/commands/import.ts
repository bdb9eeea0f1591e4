// postern import: imports users from a file (docs/importing.md) or from a GoTrue database
// (docs/coming-from-supabase.md).
import type { Command } from 'commander';
import { withAdmin } from '../admin/admin_functions.ts';
import { addGotrueCommand } from '../import_gotrue.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment } from '../settings.ts';

interface FileOptions {
  apply?: true;
  yes?: true;
  rejected?: string;
  summary?: true;
  json?: true;
}

export function addCommand(root: Command, run: Runner): void {
  const command = root.command('import').description('Import users from another system.');
  addGotrueCommand(command, run);
  addFileCommand(command, run, 'csv', 'Import users from a CSV file whose first line names the columns.');
  addFileCommand(command, run, 'json', 'Import users from a JSON file: an array of objects, or one object per line.');
}

function addFileCommand(command: Command, run: Runner, form: 'csv' | 'json', description: string): void {
  command
    .command(form)
    .description(`${description} Without --apply, only report what would happen.`)
    .argument('<file>', 'file to import')
    .option('--apply', 'import the users; without it nothing is written')
    .option('--yes', 'skip the confirmation')
    .option(
      '--rejected <file>',
      'write rejected users to this file; default: beside the imported file, with --apply only',
    )
    .option('--summary', 'print the number of rejected users instead of a line for each')
    .option('--json', 'print the result as JSON')
    .action((file: string, own: FileOptions) =>
      run(async (options) => {
        const { importUsers } = await import('../../import/users.ts');
        const settings = await readAdminSettings(readCommandEnvironment(options));
        return importUsers({
          asAdmin: (work) => withAdmin(settings, work),
          form,
          file,
          apply: own.apply === true,
          yes: own.yes === true,
          json: own.json === true,
          summary: own.summary === true,
          rejected: own.rejected,
        });
      })(),
    );
}
