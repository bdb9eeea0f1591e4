// postern user index: builds or drops the search index.
import type { Command } from 'commander';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment } from '../settings.ts';

export function addIndexCommand(user: Command, run: Runner): void {
  user
    .command('index')
    .description('Build the index for searches in large user tables, without blocking traffic.')
    .option('--drop', 'drop the index')
    .action((own: { drop?: true }) =>
      run(async (options) => {
        // Loaded on demand, because it loads the migration driver, which no other user command needs.
        const { indexUsers } = await import('../../install/search_index.ts');
        return indexUsers({
          settings: await readAdminSettings(readCommandEnvironment(options)),
          drop: own.drop === true,
        });
      })(),
    );
}
