// postern password: creates the list of leaked passwords for SVC_PASSWORD_HIBP_FILE_PATH.
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { buildLeakedList } from '../../core/leaked/build.ts';
import { LeakedListError } from '../../core/leaked/range.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { print, printJson } from '../../core/terminal/output.ts';
import type { Runner } from '../runner.ts';

const FILE = 'leaked-passwords.bin';

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a number of at least 1.');
  return Number(text);
}

export function addCommand(root: Command, run: Runner): void {
  const password = root.command('password').description('Make a list of leaked passwords.');
  const list = password.command('list').description('Make the file for SVC_PASSWORD_HIBP_FILE_PATH.');
  list
    .command('build <folder>')
    .description('Build the file from the 1,048,576 range files of Pwned Passwords in a folder.')
    .option('--to <file>', 'file to write', FILE)
    .option('--min-count <number>', 'leave out passwords with fewer leaks', parseCount, 1)
    .option('--json', 'print JSON')
    .action((folder: string, own: { to: string; minCount: number; json?: true }) =>
      run(async () => {
        const to = resolve(own.to);
        const digests = await buildLeakedList({ folder, to, min_count: own.minCount }).catch(throwCommandError);
        if (own.json) printJson({ file: to, passwords: digests });
        else print(`${digests} passwords in ${to}\nSet SVC_PASSWORD_HIBP_FILE_PATH=${to}`);
        return 0;
      })(),
    );
}

/** Throws a CommandError for a LeakedListError or a missing file, otherwise the error itself. */
function throwCommandError(error: unknown): never {
  const { code, path } = Object(error) as NodeJS.ErrnoException;
  const reason = error instanceof LeakedListError ? error.message : `there is no ${path}`;
  if (!(error instanceof LeakedListError) && !(code === 'ENOENT' && path)) throw error;
  throw new CommandError(`The list cannot be built: ${reason}.`, { code: 'leaked_list' });
}
