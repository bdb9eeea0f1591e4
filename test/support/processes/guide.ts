// Runs the code blocks of a guide in order, each in a shell with the variables of the earlier blocks. Replaces
// addresses by those of the test. A script named `docker` stands for the `docker compose` commands of the guides.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { type Block, readBlocks } from '../../house/blocks.ts';
import { type ComposeStack, type ProgramResult, runProgram } from './compose_stack.ts';

export interface Guide {
  /** Runs the next block and returns its output. Throws if the block does not contain `part`. */
  next(part: string, o?: { input?: string | (() => Promise<string>) }): Promise<ProgramResult>;
  /** Skips the next block, which must contain `text`. */
  skip(text: string): void;
  /** Returns the block that contains `part`. */
  text(part: string): string;
  /** Returns the blocks that have not run. */
  left(): string[];
}

export interface GuideOptions {
  folder: string;
  /** Rewrites a block before it runs. */
  place(text: string): string;
  env: Record<string, string>;
  languages?: Record<string, (block: Block, text: string) => Promise<ProgramResult>>;
}

export function openGuide(file: string, o: GuideOptions): Guide {
  const blocks = readBlocks(file);
  const state = join(o.folder, '.guide');
  writeFileSync(state, '');
  let at = 0;
  const taken = (part: string): Block => {
    const block = blocks[at];
    if (!block?.text.includes(part)) throw new Error(`${file}: block ${at + 1} does not hold ${part}:\n${block?.text}`);
    at += 1;
    return block;
  };
  return {
    async next(part, { input = '' } = {}) {
      const block = taken(part);
      const text = o.place(block.text);
      const other = o.languages?.[block.language];
      if (other) return other(block, text);
      if (block.language !== 'sh') throw new Error(`${file}:${block.line}: nothing runs ${block.language}`);
      const script = `set -a -o pipefail; source '${state}'; set -e; ${text}\nexport -p > '${state}'; echo "cd '$PWD'" >> '${state}'`;
      return runProgram('bash', ['-c', script], { cwd: o.folder, env: o.env, input });
    },
    skip: (text) => void taken(text),
    text: (part) => blocks.find(({ text }) => text.includes(part))?.text ?? '',
    left: () => blocks.slice(at).map(({ line, text }) => `${file}:${line} ${text}`),
  };
}

/**
 * Creates a folder for PATH with a `docker` that supports the guides' commands, and an `npx` that runs postern from
 * this source tree.
 */
export function createGuidePrograms(kit: ComposeStack): string {
  const folder = join(kit.folder, 'bin');
  if (existsSync(folder)) return folder;
  mkdirSync(folder);
  const cli = Object.entries(kit.environment('cli')).map(([name, value]) => `export ${name}='${value}'`);
  const postern = `exec '${process.execPath}' '${resolve('cli/postern.mjs')}'`;
  writeScript(
    join(folder, 'docker'),
    `case "$*" in
'compose up -d --wait') exit 0 ;;
'compose run --rm -T cli '*) shift 5; cd /; export SVC_SECURITY_BCRYPT_COST=4; ${cli.join('; ')}; ${postern} "$@" ;;
'compose exec postgres psql -U postgres -d postern') exec psql -X '${kit.superuser_url}' ;;
esac
echo "docker is not told of: $*" >&2; exit 64\n`,
  );
  writeScript(join(folder, 'npx'), `[ "$1" = postern ] || exit 64; shift; ${postern} "$@"\n`);
  return folder;
}

/** Returns a PATH in which `npx postern` runs this source tree. */
export function pathWithPostern(folder: string): string {
  writeScript(
    join(folder, 'npx'),
    `[ "$1" = postern ] || exit 64; shift; exec '${process.execPath}' '${resolve('cli/postern.mjs')}' "$@"\n`,
  );
  return [folder, dirname(process.execPath), process.env.PATH].join(delimiter);
}

function writeScript(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}`);
  chmodSync(path, 0o755);
}

/** Saves a block as a file. The block's first line is a comment with the file name, such as `// client.mjs`. */
export function saveBlock(folder: string): (block: Block, text: string) => Promise<ProgramResult> {
  return (block, text) => {
    const [, name] = /^\/\/ ([\w.]+)\n/.exec(text) ?? [];
    if (name === undefined) throw new Error(`${block.file}:${block.line} does not say which file it is`);
    writeFileSync(join(folder, name), text);
    return Promise.resolve({ code: 0, stdout: readFileSync(join(folder, name), 'utf8'), stderr: '' });
  };
}

/** Runs a SQL block in a new psql session. */
export function runSqlBlock(url: string, cwd = resolve('.')): (block: Block, text: string) => Promise<ProgramResult> {
  return (_, text) => runProgram('psql', ['-X', '-v', 'ON_ERROR_STOP=1', '-P', 'pager=off', url], { cwd, input: text });
}
