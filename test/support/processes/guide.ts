// Runs the code blocks of a guide in order, as a reader pastes them: each in a shell with the variables of the earlier
// blocks. Addresses are replaced by those of the test, and `docker compose` runs the commands of docker-compose.yml on
// this machine.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { type Block, blocksOf } from '../../house/blocks.ts';
import { type Kit, type Ran, run } from './kit.ts';

export interface Guide {
  /** Runs the next block, which must contain this text, and returns its output. */
  next(part: string, o?: { input?: string | (() => Promise<string>) }): Promise<Ran>;
  /** Skips the next block, because the test itself does its work. */
  skip(text: string): void;
  /** Returns the block that contains this text. */
  text(part: string): string;
  /** Returns the blocks that were not run. */
  left(): string[];
}

export interface GuideOptions {
  /** Working directory of shell blocks. */
  folder: string;
  /** Rewrites a block before it runs. */
  place(text: string): string;
  env: Record<string, string>;
  /** Runners for blocks in languages other than sh. */
  languages?: Record<string, (block: Block, text: string) => Promise<Ran>>;
}

export function openGuide(file: string, o: GuideOptions): Guide {
  const blocks = blocksOf(file);
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
      return run('bash', ['-c', script], { cwd: o.folder, env: o.env, input });
    },
    skip: (text) => void taken(text),
    text: (part) => blocks.find(({ text }) => text.includes(part))?.text ?? '',
    left: () => blocks.slice(at).map(({ line, text }) => `${file}:${line} ${text}`),
  };
}

/**
 * Creates a folder for PATH with a `docker` that supports the commands of the guides, and an `npx` that runs this
 * tree's postern.
 */
export function programs(kit: Kit): string {
  const folder = join(kit.folder, 'bin');
  if (existsSync(folder)) return folder;
  mkdirSync(folder);
  const cli = Object.entries(kit.environment('cli')).map(([name, value]) => `export ${name}='${value}'`);
  const postern = `exec '${process.execPath}' '${resolve('cli/postern.mjs')}'`;
  write(
    join(folder, 'docker'),
    `case "$*" in
'compose up -d --wait') exit 0 ;;
'compose run --rm -T cli '*) shift 5; cd /; export SVC_SECURITY_BCRYPT_COST=4; ${cli.join('; ')}; ${postern} "$@" ;;
'compose exec postgres psql -U postgres -d postern') exec psql -X '${kit.superuser_url}' ;;
esac
echo "docker is not told of: $*" >&2; exit 64\n`,
  );
  write(join(folder, 'npx'), `[ "$1" = postern ] || exit 64; shift; ${postern} "$@"\n`);
  return folder;
}

/** Returns a PATH in which `npx postern` is this tree's; its script is stored in a folder. */
export function pathWithPostern(folder: string): string {
  write(
    join(folder, 'npx'),
    `[ "$1" = postern ] || exit 64; shift; exec '${process.execPath}' '${resolve('cli/postern.mjs')}' "$@"\n`,
  );
  return [folder, dirname(process.execPath), process.env.PATH].join(delimiter);
}

function write(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}`);
  chmodSync(path, 0o755);
}

/** Saves a block whose first line is its file name, such as `// client.mjs`. */
export function saveBlock(folder: string): (block: Block, text: string) => Promise<Ran> {
  return (block, text) => {
    const [, name] = /^\/\/ ([\w.]+)\n/.exec(text) ?? [];
    if (name === undefined) throw new Error(`${block.file}:${block.line} does not say which file it is`);
    writeFileSync(join(folder, name), text);
    return Promise.resolve({ code: 0, stdout: readFileSync(join(folder, name), 'utf8'), stderr: '' });
  };
}

/** Runs a SQL block in psql. Each block gets a new session: no block depends on the session state of an earlier one. */
export function runSqlBlock(url: string, cwd = resolve('.')): (block: Block, text: string) => Promise<Ran> {
  return (_, text) => run('psql', ['-X', '-v', 'ON_ERROR_STOP=1', '-P', 'pager=off', url], { cwd, input: text });
}
