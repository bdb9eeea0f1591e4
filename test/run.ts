// npm test: runs the test files on one Postgres server, four more at a time than there are cores, and ends with `N
// passed, N failed`. A file that starts programs runs if something that it depends on has changed (runner/choose.ts).
// `--all` runs every file, as CI does; a file that is named runs too. Arguments are parts of paths: `npm test --
// test/sql`. `--cpu` prints the cost of each file. A process runs one file after another; a file that leaves changed
// state behind fails. A file can set options in its first lines: `// runner: alone timeout=300 when=cli`.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findAccount, giveTo } from '../dev/embedded/binaries.ts';
import { readPostmaster } from '../dev/embedded/cluster.ts';
import { changedFiles, choose } from './runner/choose.ts';
import { type FileOptions, isGood, readFileOptions } from './runner/judge.ts';
import { runPlan } from './runner/plan.ts';
import { endAll, type Outcome } from './runner/process.ts';
import {
  CLUSTER_VARIABLE,
  FOLDER_PREFIX,
  removeAbandoned,
  startServer,
  type TestCluster,
} from './support/database/cluster.ts';
import { SEEDS_VARIABLE } from './support/database/seed.ts';
import { neverSeen, SEEN_VARIABLE } from './support/database/seen.ts';
import { QUICK_FOLDER } from './support/processes/folders.ts';
import { type Leak, LOGGED_VARIABLE, readLogged } from './support/processes/logged.ts';
import { longestFirst } from './support/processes/longest.ts';
import { costTable, keepSeconds, lastSeconds, SPENT_VARIABLE, spentByServer } from './support/processes/spent.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
export const FOLDERS = ['test', 'sdk/test', 'sdk/mcp/test', 'sdk/migrate/test'];
/** The timeout only ends a file that hangs: it must not fail a good test on a slow machine. */
const TIMEOUT_S = 240;
const CACHE = join(root, 'node_modules', '.cache', 'postern-tests');
const LAST_SECONDS = join(CACHE, 'seconds.json');

/**
 * Returns the test files below the folders that match a filter, without fixtures. Long tests are returned only if a
 * filter names them.
 */
export function findTests(folders: string[], filters: string[]): string[] {
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const left_out = [
        'fixtures',
        'node_modules',
        ...(filters.some((filter) => filter.includes('/long')) ? [] : ['long']),
      ];
      if (entry.isDirectory() && !left_out.includes(entry.name)) visit(path);
      if (entry.isFile() && entry.name.endsWith('.test.ts')) found.push(relative(root, path));
    }
  };
  for (const folder of folders) if (existsSync(join(root, folder))) visit(join(root, folder));
  return found.filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter))).sort();
}

function report(outcome: Outcome): void {
  const { file, passed, failed, faults, output, seconds } = outcome;
  const good = isGood(outcome);
  if (!good) process.stdout.write(`\n${output.trimEnd()}\n`);
  for (const fault of faults) console.log(`  ${file}: ${fault}`);
  console.log(`${good ? 'ok  ' : 'FAIL'} ${file}  ${passed}/${passed + failed}  ${seconds.toFixed(1)} s`);
}

const withWishes = (file: string, default_timeout_s: number): FileOptions & { file: string } => ({
  file,
  ...readFileOptions(readFileSync(join(root, file), 'utf8'), default_timeout_s),
});

/**
 * Prints the results and returns the number of failures. `unseen` are documented errors that no test received. `leaks` are
 * secrets that a log line contained.
 */
function summarize(
  outcomes: Outcome[],
  { unseen, leaks, lines }: { unseen: readonly string[]; leaks: readonly Leak[]; lines: number },
): number {
  const slow = outcomes.filter((o) => o.seconds >= 5).sort((a, b) => b.seconds - a.seconds);
  if (slow.length > 0) {
    console.log('\nslow files');
    for (const o of slow.slice(0, 15)) console.log(`${o.seconds.toFixed(1).padStart(7)} s  ${o.file}`);
  }
  const bad = outcomes.filter((o) => !isGood(o));
  if (bad.length > 0) console.log('\nfailed files');
  for (const o of bad) console.log(`  ${o.file}${o.faults.map((fault) => `: ${fault}`).join('')}`);
  for (const o of outcomes) for (const [line] of o.output.matchAll(/^(?:cannot run|not run): .*$/gm)) console.log(line);
  if (unseen.length > 0) console.log('\nin the comment of a function (Errors: …), and seen by no test');
  for (const line of unseen) console.log(`  auth_api.${line}`);
  if (leaks.length > 0) console.log(`\nin the ${lines} log lines of this run`);
  for (const { what, line } of leaks.slice(0, 20)) console.log(`  ${what}: ${line}`);
  const passed = outcomes.reduce((sum, o) => sum + o.passed, 0);
  // A file that broke without a failed assertion counts as one failure, so that the closing line never lies.
  const failed = outcomes.reduce(
    (sum, o) => sum + (o.failed || (o.faults.length > 0 ? 1 : 0)),
    unseen.length + leaks.length,
  );
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed;
}

async function main(args: string[]): Promise<number> {
  const options = { in: FOLDERS, timeout_s: TIMEOUT_S, cpu: false, all: false };
  const filters: string[] = [];
  for (const arg of args) {
    const [name, value = ''] = arg.split('=');
    if (name === '--in') options.in = value.split(',');
    else if (name === '--timeout') options.timeout_s = Number(value);
    else if (name === '--cpu') options.cpu = true;
    else if (name === '--all') options.all = true;
    else filters.push(arg.replace(/^\.\//, ''));
  }
  const found = findTests(options.in, filters).map((file) => withWishes(file, options.timeout_s));
  const files = options.all || filters.length > 0 ? found : choose(found, changedFiles(root));
  if (files.length === 0) {
    const none =
      found.length === 0
        ? `no test file matches ${filters.join(' ')}`
        : `none of ${found.length} test files is about what has changed: --all takes them`;
    console.log(`${none}\n\n0 passed, 1 failed`);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), `postern-run-${process.pid}-`));
  const seeds = mkdtempSync(join(QUICK_FOLDER, `${FOLDER_PREFIX}${process.pid}-`));
  giveTo(findAccount(), seeds);
  let server: TestCluster | undefined;
  const seen = join(folder, 'seen');
  const spent = join(folder, 'spent');
  const logged = join(folder, 'logged');
  for (const path of [seen, spent, logged]) mkdirSync(path);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NO_COLOR: '1',
    // Reading and stripping TypeScript takes half the time of a process that does little else.
    NODE_COMPILE_CACHE: join(CACHE, 'compiled'),
    POSTERN_TEST_PACKED: join(folder, 'packed'),
    [SEEN_VARIABLE]: seen,
    [SPENT_VARIABLE]: spent,
    [LOGGED_VARIABLE]: logged,
    [SEEDS_VARIABLE]: seeds,
  };
  try {
    if (!env[CLUSTER_VARIABLE]) {
      server = await startServer((line) => console.log(line));
      const { stop: _, ...facts } = server;
      env[CLUSTER_VARIABLE] = join(folder, 'server.json');
      writeFileSync(env[CLUSTER_VARIABLE], JSON.stringify(facts), { mode: 0o600 });
      console.log(`${files.length} test files, database: ${server.source}`);
    }
    const left = found.length - files.length;
    if (left > 0) console.log(`${left} more are about what has not changed: npm run test:all takes them too`);
    console.log();
    const outcomes = await runPlan(longestFirst(files, lastSeconds(LAST_SECONDS)), env, report);
    keepSeconds(LAST_SECONDS, outcomes);
    if (options.cpu) {
      const postmaster = server?.source === 'embedded' && readPostmaster(join(dirname(server.log_file), 'data'));
      console.log(`\n${costTable(outcomes, postmaster ? spentByServer(postmaster.pid) : null).join('\n')}`);
    }
    // Only a complete run must receive every documented error.
    const whole = filters.length === 0 && options.in === FOLDERS;
    return summarize(outcomes, { unseen: whole ? neverSeen(seen) : [], ...readLogged(logged) }) === 0 ? 0 : 1;
  } finally {
    await server?.stop();
    removeAbandoned();
    for (const path of [folder, seeds]) rmSync(path, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      endAll();
      process.exit(1);
    });
  }
  const code = await main(process.argv.slice(2));
  // Exit after the output is written: a slow reader of the pipe would lose the last line.
  process.stdout.write('', () => process.exit(code));
}
