// postern import: users from a file (docs/importing.md), or a database of GoTrue (docs/coming-from-supabase.md).
import type { Command } from 'commander';
import { asAdmin } from '../admin/surface.ts';
import { addGotrue } from '../import_gotrue.ts';
import type { Runner } from '../runner.ts';
import { environmentOf, readAdminSettings } from '../settings.ts';

interface FileOptions {
  apply?: true;
  yes?: true;
  rejected?: string;
  summary?: true;
  json?: true;
}

/** Adds it to the root command. */
export function add(root: Command, run: Runner): void {
  const command = root.command('import').description('take users over from elsewhere');
  addGotrue(command, run);
  addFile(command, run, 'csv', 'import users from a CSV file whose first line names the columns');
  addFile(command, run, 'json', 'import users from a JSON file: a list of objects, or an object a line');
}

function addFile(command: Command, run: Runner, form: 'csv' | 'json', description: string): void {
  command
    .command(form)
    .description(`${description}; without --apply it only tells what it would do`)
    .argument('<file>', 'the file')
    .option('--apply', 'import; without it nothing is written')
    .option('--yes', 'do not ask')
    .option(
      '--rejected <file>',
      'where rejected users are written; default: beside the file, and nowhere without --apply',
    )
    .option('--summary', 'count the rejected users without naming the line and the fault of each')
    .option('--json', 'the result as JSON')
    .action((file: string, own: FileOptions) =>
      run(async (options) => {
        const { importUsers } = await import('../../import/users.ts');
        const settings = await readAdminSettings(environmentOf(options));
        return importUsers({
          asAdmin: (work) => asAdmin(settings, work),
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
