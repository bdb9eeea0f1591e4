// postern export: all users to a file, which postern import reads: docs/importing.md.
import type { Command } from 'commander';
import { asAdmin } from '../admin/surface.ts';
import type { Runner } from '../runner.ts';
import { environmentOf, readAdminSettings } from '../settings.ts';

interface ExportOptions {
  withPasswordHashes?: true;
  json?: true;
}

/** Adds it to the root command. */
export function add(root: Command, run: Runner): void {
  const command = root.command('export').description('write all users to a file, which import reads');
  addFile(command, run, 'csv', 'write all users to a CSV file');
  addFile(command, run, 'json', 'write all users to a JSON file, a list with a user a line');
}

function addFile(command: Command, run: Runner, form: 'csv' | 'json', description: string): void {
  command
    .command(form)
    .description(`${description}, which only you may read`)
    .argument('<file>', 'a file that is not there yet')
    .option('--with-password-hashes', 'their password hashes too: whoever has them can guess passwords')
    .option('--json', 'the result as JSON')
    .action((file: string, own: ExportOptions) =>
      run(async (options) => {
        const { exportUsers } = await import('../../import/export.ts');
        const settings = await readAdminSettings(environmentOf(options));
        return exportUsers({
          asAdmin: (work) => asAdmin(settings, work),
          form,
          file,
          with_password_hashes: own.withPasswordHashes === true,
          json: own.json === true,
        });
      })(),
    );
}
