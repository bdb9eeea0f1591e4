// postern user index.
import type { Command } from 'commander';
import type { Runner } from '../runner.ts';
import { environmentOf, readAdminSettings } from '../settings.ts';

/** Adds it to the commands for users. */
export function addIndex(user: Command, run: Runner): void {
  user
    .command('index')
    .description('build the index that searches of many users need, beside running traffic')
    .option('--drop', 'drop it')
    .action((own: { drop?: true }) =>
      run(async (options) => {
        // With it comes the driver of migrations, which no other command for users needs.
        const { indexUsers } = await import('../../install/search_index.ts');
        return indexUsers({ settings: await readAdminSettings(environmentOf(options)), drop: own.drop === true });
      })(),
    );
}
