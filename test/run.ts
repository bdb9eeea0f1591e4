// npm test: runs the test files on one Postgres server, four more at a time than there are cores. Arguments are parts
// of paths: `npm test -- test/sql`. A file that names its dependencies (`when=`) runs only if one of them has changed
// (runner/choose.ts), if an argument names the file, or with `--all`. `--cpu` prints the CPU time of each file. A
// process runs several files. A file that leaves changed state in its process fails. A file can set options in its
// first lines: `// runner: alone timeout=900 when=cli`.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changeOwner, findServerAccount } from '../dev/embedded/binaries.ts';
import { readPostmaster } from '../dev/embedded/cluster.ts';
import { changedFiles, selectFiles } from './runner/choose.ts';
import { type FileOptions, hasPassed, readFileOptions } from './runner/evaluate.ts';
import { runPlannedFiles } from './runner/plan.ts';
import { type FileOutcome, killAllProcesses } from './runner/process.ts';
import {
  CLUSTER_VARIABLE,
  FOLDER_PREFIX,
  removeAbandonedServers,
  startServer,
  type TestCluster,
} from './support/database/cluster.ts';
import { DATA_FOLDERS_VARIABLE } from './support/database/data_folders.ts';
import { SEEN_ERRORS_VARIABLE, unseenErrors } from './support/database/seen_errors.ts';
import {
  CPU_TIME_VARIABLE,
  formatCostTable,
  readDurations,
  serverCpuSeconds,
  storeDurations,
} from './support/processes/cpu_time.ts';
import { FAST_FOLDER } from './support/processes/folders.ts';
import { type Leak, LOGGED_VARIABLE, searchLogs } from './support/processes/log_lines.ts';
import { sortLongestFirst } from './support/processes/longest.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
export const FOLDERS = ['test', 'sdk/test', 'sdk/mcp/test', 'sdk/migrate/test'];
/** Default timeout of a test file in seconds. Only a file that hangs takes so long, even on a slow machine. */
const TIMEOUT_S = 600;
const CACHE = join(root, 'node_modules', '.cache', 'postern-tests');
const LAST_SECONDS = join(CACHE, 'seconds.json');

/**
 * Returns the test files below the folders that match a filter, without fixtures. Skips folders named `long` unless a
 * filter contains `/long`.
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

function printOutcome(outcome: FileOutcome): void {
  const { file, passed, failed, faults, output, seconds } = outcome;
  const good = hasPassed(outcome);
  if (!good) process.stdout.write(`\n${output.trimEnd()}\n`);
  for (const fault of faults) console.log(`  ${file}: ${fault}`);
  console.log(`${good ? 'ok  ' : 'FAIL'} ${file}  ${passed}/${passed + failed}  ${seconds.toFixed(1)} s`);
}

const withWishes = (file: string, default_timeout_s: number): FileOptions & { file: string } => ({
  file,
  ...readFileOptions(readFileSync(join(root, file), 'utf8'), default_timeout_s),
});

/**
 * Prints the results and returns the number of failures. `unseen` are documented errors that no test received. `leaks`
 * are secrets that a log line contained.
 */
function summarize(
  outcomes: FileOutcome[],
  { unseen, leaks, lines }: { unseen: readonly string[]; leaks: readonly Leak[]; lines: number },
): number {
  const slow = outcomes.filter((o) => o.seconds >= 5).sort((a, b) => b.seconds - a.seconds);
  if (slow.length > 0) {
    console.log('\nslow files');
    for (const o of slow.slice(0, 15)) console.log(`${o.seconds.toFixed(1).padStart(7)} s  ${o.file}`);
  }
  const bad = outcomes.filter((o) => !hasPassed(o));
  if (bad.length > 0) console.log('\nfailed files');
  for (const o of bad) console.log(`  ${o.file}${o.faults.map((fault) => `: ${fault}`).join('')}`);
  for (const o of outcomes) for (const [line] of o.output.matchAll(/^(?:cannot run|not run): .*$/gm)) console.log(line);
  if (unseen.length > 0) console.log('\nin the comment of a function (Errors: …), and seen by no test');
  for (const line of unseen) console.log(`  auth_api.${line}`);
  if (leaks.length > 0) console.log(`\nin the ${lines} log lines of this run`);
  for (const { what, line } of leaks.slice(0, 20)) console.log(`  ${what}: ${line}`);
  const passed = outcomes.reduce((sum, o) => sum + o.passed, 0);
  // A file that failed without a failed assertion counts as one failure.
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
  const files = options.all || filters.length > 0 ? found : selectFiles(found, changedFiles(root));
  if (files.length === 0) {
    const none =
      found.length === 0
        ? `no test file matches ${filters.join(' ')}`
        : `none of ${found.length} test files is about what has changed: --all takes them`;
    console.log(`${none}\n\n0 passed, 1 failed`);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), `postern-run-${process.pid}-`));
  const seeds = mkdtempSync(join(FAST_FOLDER, `${FOLDER_PREFIX}${process.pid}-`));
  changeOwner(findServerAccount(), seeds);
  let server: TestCluster | undefined;
  const seen = join(folder, 'seen');
  const spent = join(folder, 'spent');
  const logged = join(folder, 'logged');
  for (const path of [seen, spent, logged]) mkdirSync(path);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NO_COLOR: '1',
    // Without this cache, each process would strip types and compile modules again.
    NODE_COMPILE_CACHE: join(CACHE, 'compiled'),
    POSTERN_TEST_PACKED: join(folder, 'packed'),
    [SEEN_ERRORS_VARIABLE]: seen,
    [CPU_TIME_VARIABLE]: spent,
    [LOGGED_VARIABLE]: logged,
    [DATA_FOLDERS_VARIABLE]: seeds,
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
    const outcomes = await runPlannedFiles(sortLongestFirst(files, readDurations(LAST_SECONDS)), env, printOutcome);
    storeDurations(LAST_SECONDS, outcomes);
    if (options.cpu) {
      const postmaster = server?.source === 'embedded' && readPostmaster(join(dirname(server.log_file), 'data'));
      console.log(`\n${formatCostTable(outcomes, postmaster ? serverCpuSeconds(postmaster.pid) : null).join('\n')}`);
    }
    // Only a complete run must receive every documented error.
    const whole = filters.length === 0 && options.in === FOLDERS;
    return summarize(outcomes, { unseen: whole ? unseenErrors(seen) : [], ...searchLogs(logged) }) === 0 ? 0 : 1;
  } finally {
    await server?.stop();
    removeAbandonedServers();
    for (const path of [folder, seeds]) rmSync(path, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      killAllProcesses();
      process.exit(1);
    });
  }
  const code = await main(process.argv.slice(2));
  // Exits after the output is written, because a slow reader of the pipe would lose the last line.
  process.stdout.write('', () => process.exit(code));
}
