// postern version: prints the release of this program.
import type { Command } from 'commander';
import { RELEASE } from '../../core/database/release.ts';
import { print } from '../../core/terminal/output.ts';
import type { Runner } from '../runner.ts';

export function addCommand(root: Command, run: Runner): void {
  root
    .command('version')
    .description('Print the release.')
    .action(
      run(async () => {
        return versionCommand(print);
      }),
    );
}

function versionCommand(print: (line: string) => void): number {
  print(`postern ${RELEASE.version}`);
  return 0;
}
