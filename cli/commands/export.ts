// postern export: writes all users, except deleted ones, to a file in the format of postern import (docs/importing.md).
import type { Command } from 'commander';
import { withAdmin } from '../admin/admin_functions.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment } from '../settings.ts';

interface ExportOptions {
  withPasswordHashes?: true;
  json?: true;
}

export function addCommand(root: Command, run: Runner): void {
  const command = root.command('export').description('Write all users to a file that import can read.');
  addFileCommand(command, run, 'csv', 'Write all users to a CSV file.');
  addFileCommand(command, run, 'json', 'Write all users to a JSON file: an array with one user per line.');
}

function addFileCommand(command: Command, run: Runner, form: 'csv' | 'json', description: string): void {
  command
    .command(form)
    .description(`${description} Only you can read the file.`)
    .argument('<file>', 'file to create; it must not exist')
    .option('--with-password-hashes', 'include password hashes, which allow offline password guessing')
    .option('--json', 'print the result as JSON')
    .action((file: string, own: ExportOptions) =>
      run(async (options) => {
        const { exportUsers } = await import('../../import/export.ts');
        const settings = await readAdminSettings(readCommandEnvironment(options));
        return exportUsers({
          asAdmin: (work) => withAdmin(settings, work),
          form,
          file,
          with_password_hashes: own.withPasswordHashes === true,
          json: own.json === true,
        });
      })(),
    );
}
