// npm run mutate: applies one mutation at a time to a copy of the source tree and checks that the named test fails. An
// interrupted run resumes (--again runs all mutations). Other arguments are names of groups. `--rows` runs the
// mutations of the security tables, or of the rows whose ids follow. The run records in tools/evidence/detected.json
// which mutations of the tables were detected. `--minutes 4` ends the run after four minutes. `--help` prints the
// options.
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
import { parseArgs } from 'node:util';
import { DETECTED_FILE, findMutations, mutationName, readLastDetectionDays } from '../../tools/evidence/document.ts';
import { TABLES } from '../../tools/evidence/tables.ts';
import { MUTATIONS } from './list.ts';
import { findMutatedText, type Mutation } from './mutation.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TIMEOUT_MS = 240_000;
/** Start of the verdict on a mutation whose test neither passed nor reported a failure, for example at a time-out. */
const UNFINISHED = 'the test did not finish';

type Verdict = 'caught' | string;

const { values, positionals: names } = parseArgs({
  options: {
    again: { type: 'boolean', default: false },
    rows: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '1440' },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
if (values.help) {
  console.log('usage: npm run mutate -- [--again] [--minutes 4] [--rows [ROW …] | GROUP …]');
  process.exit();
}
const files = runGit('ls-files', '--cached', '--others', '--exclude-standard')
  .split('\n')
  .filter((file) => existsSync(join(root, file)) && lstatSync(join(root, file)).isFile())
  .filter((file) => file !== DETECTED_FILE);
const digest = createHash('sha256');
for (const file of files) digest.update(file).update(readFileSync(join(root, file)));
const memory = join(tmpdir(), `postern-mutations-${digest.digest('hex').slice(0, 16)}.json`);
if (values.again) rmSync(memory, { force: true });
const known: Record<string, Verdict> = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : {};

const wanted = values.rows
  ? selectMutations(names)
  : MUTATIONS.filter(({ group }) => names.length === 0 || names.includes(group));
if (wanted.length === 0) throw new Error(`no mutation belongs to ${names.join(', ')}`);
const copy = mkdtempSync(join(tmpdir(), 'postern-mutations-'));
const end = Date.now() + Number(values.minutes) * 60_000;
let left = 0;
try {
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  // Tests that list the files of the repository need an index.
  runGit('init', '--quiet', copy);
  runGit('-C', copy, 'add', '--all');
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const mutation of wanted) {
    const name = mutationName(mutation);
    if (known[name] === undefined && Date.now() > end) {
      left += 1;
      continue;
    }
    known[name] ??= runMutation(mutation);
    // Stores only detected mutations, so that a repaired test runs again.
    const shown = Object.fromEntries(Object.entries(known).filter(([, verdict]) => verdict === 'caught'));
    writeFileSync(memory, JSON.stringify(shown));
    const cells = [mutation.group.padEnd(28), mutation.breaks.padEnd(48), mutation.fails.padEnd(6)];
    console.log(`${cells.join('')} ${known[name]}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
const caught = wanted.filter((mutation) => known[mutationName(mutation)] === 'caught').length;
const missed = wanted.length - left - caught;
recordDetected();
console.log(`\n${caught} caught, ${missed} not${left > 0 ? `, ${left} not run` : ''}`);
process.exitCode = missed + left === 0 ? 0 : 1;

/** Returns the mutations of these rows, or of all rows; those of one test file follow each other. */
function selectMutations(ids: readonly string[]): Mutation[] {
  const rows = TABLES.flatMap(({ groups }) => groups.flatMap((group) => group.rows));
  const chosen = rows.filter(({ id }) => ids.length === 0 || ids.includes(id));
  return [...new Set(chosen.flatMap(findMutations))].sort((one, other) => one.test.localeCompare(other.test));
}

/** Writes the day on which each mutation of a row was last detected. A mutation that survived has none. */
function recordDetected(): void {
  const detected = readLastDetectionDays();
  const of_rows = new Set(selectMutations([]));
  const today = new Date().toISOString().slice(0, 10);
  for (const mutation of wanted.filter((one) => of_rows.has(one))) {
    const name = mutationName(mutation);
    if (known[name] === 'caught') detected[name] = today;
    else if (known[name] !== undefined && !known[name].startsWith(UNFINISHED)) delete detected[name];
  }
  const sorted = Object.fromEntries(Object.entries(detected).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(join(root, DETECTED_FILE), `${JSON.stringify(sorted, null, 2)}\n`);
}

function runMutation(mutation: Mutation): Verdict {
  const path = join(copy, mutation.file);
  const source = readFileSync(path, 'utf8');
  const found = findMutatedText(source, mutation.from);
  if (found === undefined) return 'the text to change does not occur exactly once';
  writeFileSync(path, source.slice(0, found.start) + mutation.to + source.slice(found.end));
  try {
    const { stdout, stderr, status, signal } = spawnSync(process.execPath, [mutation.test], {
      cwd: copy,
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    const failed = [...`${stdout}${stderr}`.matchAll(/FAIL\s+"(.*?)"/g)].map(([, name]) => name ?? '');
    if (failed.some((name) => name.startsWith(mutation.fails))) return 'caught';
    if (failed.length > 0) return `only others failed: ${failed.join(', ')}`;
    const [, total, passed] = /Total: +(\d+)\s+Passed: +(\d+)/.exec(stdout) ?? [];
    if (total !== passed) return `${UNFINISHED} (${passed} of ${total} passed)`;
    return status === 0 ? 'MISSED' : `${UNFINISHED} (${signal ?? `exit code ${status}`})`;
  } finally {
    writeFileSync(path, source);
  }
}

function runGit(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
