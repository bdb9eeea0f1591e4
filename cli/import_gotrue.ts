// postern import gotrue: its options. The work is loaded when it is asked for.
import { type Command, Option } from 'commander';
import type { Own } from '../import/gotrue/work.ts';
import type { Runner } from './runner.ts';
import { environmentOf, readDatabaseSettings, readKeySettings } from './settings.ts';

/** Adds it to `postern import`. */
export function addGotrue(parent: Command, run: Runner): void {
  parent
    .command('gotrue')
    .description(
      'take over the database of GoTrue (supabase/auth), in place or from elsewhere; without --apply only say what would happen, row by row',
    )
    .addOption(new Option('--apply', 'do it, or go on after an interruption').conflicts(['revert', 'commit']))
    .addOption(new Option('--revert', 'take it back: the database is as it was before').conflicts(['commit']))
    .option('--commit', 'keep it: drop what the way back takes')
    .addOption(
      new Option(
        '--rows <file>',
        'write the rows that do not come as they are into a file, a line of JSON each; - is the output',
      ).conflicts(['apply', 'revert', 'commit']),
    )
    .addOption(
      new Option('--summary', 'how many rows do not come as they are and why, without naming each').conflicts([
        'apply',
        'revert',
        'commit',
        'rows',
      ]),
    )
    .option('--from <url>', 'the database of GoTrue, where it is another one than ours; it is only read')
    .addOption(
      new Option(
        '--follow',
        'with --from: fetch what changes there until you stop it, so that --apply has little left to fetch',
      ).conflicts(['apply', 'revert', 'commit', 'rows', 'summary']),
    )
    .option('--every <seconds>', 'with --follow: the pause between two rounds; default: 10')
    .option('--yes', 'do not ask')
    .action((own: Own) =>
      run(async (options) => {
        const { importGotrue } = await import('../import/gotrue/work.ts');
        const environment = environmentOf(options);
        return importGotrue({
          settings: readDatabaseSettings(environment),
          keys: await readKeySettings(environment),
          decryption_keys: environment.values.GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS ?? '',
          own,
        });
      })(),
    );
}
