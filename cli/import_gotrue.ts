// Options of postern import gotrue. The module import/gotrue is loaded when the command runs.
import { type Command, Option } from 'commander';
import type { ImportGotrueOptions } from '../import/gotrue/command.ts';
import type { Runner } from './runner.ts';
import { readCommandEnvironment, readDatabaseSettings, readKeySettings } from './settings.ts';

export function addGotrueCommand(parent: Command, run: Runner): void {
  parent
    .command('gotrue')
    .description(
      'Import the database of GoTrue (supabase/auth), in place or from another database. Without --apply, only report what would happen, row by row.',
    )
    .addOption(new Option('--apply', 'import, or resume after an interruption').conflicts(['revert', 'commit']))
    .addOption(
      new Option('--revert', 'undo the import: restore the database to its state before').conflicts(['commit']),
    )
    .option('--commit', 'keep the import: drop what --revert needs')
    .addOption(
      new Option(
        '--rows <file>',
        'write the rows that are changed or not imported to a file, one JSON object per line; - for standard output',
      ).conflicts(['apply', 'revert', 'commit']),
    )
    .addOption(
      new Option(
        '--summary',
        'count the rows that are changed or not imported, by reason, instead of listing them',
      ).conflicts(['apply', 'revert', 'commit', 'rows']),
    )
    .option('--from <url>', 'URL of the GoTrue database, if it is not this one; it is only read')
    .addOption(
      new Option(
        '--follow',
        'with --from: copy changes until you stop it, so that --apply has little left to copy',
      ).conflicts(['apply', 'revert', 'commit', 'rows', 'summary']),
    )
    .option('--every <seconds>', 'with --follow: seconds between two rounds; default: 10')
    .option('--yes', 'skip the confirmation')
    .action((own: ImportGotrueOptions) =>
      run(async (options) => {
        const { importGotrue } = await import('../import/gotrue/command.ts');
        const environment = readCommandEnvironment(options);
        return importGotrue({
          settings: readDatabaseSettings(environment),
          keys: await readKeySettings(environment),
          decryption_keys: environment.values.GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS ?? '',
          own,
        });
      })(),
    );
}
