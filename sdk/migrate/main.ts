// The command line: files, and whether to write them.
import { existsSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../runtime/version.ts';
import { filesBelow, moved } from './files.ts';
import { from, to } from './names.ts';

const help = `Usage: platform-migrate [--dry-run] [PATH…]

Moves code from ${from} to ${to}: imports, names and the dependency in package.json.
Lists by file and line what you have to change by hand. PATH is a file or a folder (default: the current folder).

  --dry-run   report the changes without writing them
  --help, --version
`;

/** Runs the command and returns its exit code: 1 if a file cannot be parsed, 2 for a usage error. */
export function main(args: string[], folder: string, say: (line: string) => void): number {
  let given: ReturnType<typeof read>;
  try {
    given = read(args);
  } catch (error) {
    say(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    return 2;
  }
  const { values, positionals } = given;
  if (values.help || values.version) {
    say(values.help ? help : version);
    return 0;
  }
  const paths = (positionals.length ? positionals : ['.']).map((path) => resolve(folder, path));
  const absent = paths.find((path) => !existsSync(path));
  if (absent) {
    say(`no such file or folder: ${absent}`);
    return 2;
  }
  return moveAll(paths.flatMap(filesBelow), folder, values['dry-run'] === true, say);
}

function read(args: string[]) {
  const flag = { type: 'boolean' } as const;
  return parseArgs({
    args,
    options: { 'dry-run': flag, help: { ...flag, short: 'h' }, version: flag },
    allowPositionals: true,
  });
}

function moveAll(files: readonly string[], folder: string, dry: boolean, say: (line: string) => void): number {
  let changed = 0;
  let left = 0;
  let unread = 0;
  for (const file of files) {
    const name = relative(folder, file) || file;
    let outcome: ReturnType<typeof moved>;
    try {
      outcome = moved(file, version);
    } catch (error) {
      unread++;
      say(`${name}: cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      continue;
    }
    if (!outcome) continue;
    const { source, code, remarks } = outcome;
    if (code !== source) {
      changed++;
      if (!dry) writeFileSync(file, code);
      say(`${name}: ${dry ? 'would be changed' : 'changed'}`);
    }
    left += remarks.length;
    for (const { line, text } of remarks) say(`${name}:${line}: ${text}`);
  }
  say(
    `${changed} files ${dry ? 'would be changed' : 'changed'}, ${left} places to look at, ${unread} files that cannot be read`,
  );
  return unread ? 1 : 0;
}
