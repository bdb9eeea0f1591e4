// npm run mutate: applies one mutation at a time to a copy of the source tree and checks that the named test fails. An
// interrupted run can resume (--again starts over). Other arguments are names of groups.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MUTATIONS } from './list.ts';
import { findMutatedText, type Mutation } from './mutation.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TIMEOUT_MS = 120_000;

type Verdict = 'caught' | string;

const files = git('ls-files', '--cached', '--others', '--exclude-standard')
  .split('\n')
  .filter((file) => existsSync(join(root, file)) && lstatSync(join(root, file)).isFile());
const digest = createHash('sha256');
for (const file of files) digest.update(file).update(readFileSync(join(root, file)));
const memory = join(tmpdir(), `postern-mutations-${digest.digest('hex').slice(0, 16)}.json`);
if (process.argv.includes('--again')) rmSync(memory, { force: true });
const known: Record<string, Verdict> = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : {};

const groups = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const wanted = MUTATIONS.filter(({ group }) => groups.length === 0 || groups.includes(group));
const copy = mkdtempSync(join(tmpdir(), 'postern-mutations-'));
try {
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const mutation of wanted) {
    const name = `${mutation.file}: ${mutation.breaks}`;
    known[name] ??= judge(mutation);
    // Stores only detected mutations, so that a repaired test runs again.
    const shown = Object.fromEntries(Object.entries(known).filter(([, verdict]) => verdict === 'caught'));
    writeFileSync(memory, JSON.stringify(shown));
    const cells = [mutation.group.padEnd(28), mutation.breaks.padEnd(48), mutation.fails.padEnd(6)];
    console.log(`${cells.join('')} ${known[name]}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
const missed = wanted.filter(({ file, breaks }) => known[`${file}: ${breaks}`] !== 'caught').length;
console.log(`\n${wanted.length - missed} caught, ${missed} not`);
process.exit(missed === 0 ? 0 : 1);

function judge(mutation: Mutation): Verdict {
  const path = join(copy, mutation.file);
  const source = readFileSync(path, 'utf8');
  const found = findMutatedText(source, mutation.from);
  if (found === undefined) return 'the text to change does not occur exactly once';
  writeFileSync(path, source.slice(0, found.start) + mutation.to + source.slice(found.end));
  try {
    const { stdout, stderr } = spawnSync(process.execPath, [mutation.test], {
      cwd: copy,
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    const failed = [...`${stdout}${stderr}`.matchAll(/FAIL\s+"(.*?)"/g)].map(([, name]) => name ?? '');
    if (failed.some((name) => name.startsWith(mutation.fails))) return 'caught';
    return failed.length > 0 ? `only others failed: ${failed.join(', ')}` : 'MISSED';
  } finally {
    writeFileSync(path, source);
  }
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
