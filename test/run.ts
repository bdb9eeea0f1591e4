// npm test: every test file in a process of its own, two more at a time than there are cores, on one Postgres; ends with `N passed, N failed`.
// Arguments are parts of paths: `npm test -- test/sql`; `--cpu` prints what each file cost. A file may say
// `// runner: timeout=300` in its first lines.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPostmaster } from '../cli/embedded/cluster.ts';
import { CLUSTER_VARIABLE, removeAbandoned, startServer, type TestCluster } from './support/cluster.ts';
import { neverSeen, SEEN_VARIABLE } from './support/seen.ts';
import {
  costTable,
  keepSeconds,
  lastSeconds,
  longestFirst,
  SPENT_VARIABLE,
  spentBy,
  spentByServer,
} from './support/spent.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['test', 'sdk/test', 'sdk/mcp/test', 'sdk/migrate/test'];
const TIMEOUT_S = 120;
const CACHE = join(root, 'node_modules', '.cache', 'postern-tests');
const LAST_SECONDS = join(CACHE, 'seconds.json');
const PRELOAD = ['--unhandled-rejections=strict', '--import', new URL('./support/show_hooks.ts', import.meta.url).href];

interface Outcome {
  file: string;
  passed: number;
  failed: number;
  /** What is wrong besides failed assertions. */
  faults: string[];
  output: string;
  seconds: number;
  spent: ReturnType<typeof spentBy>;
}

/** The test files below the folders, without fixtures, that match a filter; those that take long only where one names them. */
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

/** The seconds that a test file asks for in the runner's line. */
export function readTimeout(source: string, default_timeout_s: number): number {
  const line = /^\/\/ runner:(.*)$/m.exec(source.split('\n').slice(0, 6).join('\n'))?.[1] ?? '';
  const timeout = /timeout=(\d+)/.exec(line)?.[1];
  return timeout ? Number(timeout) : default_timeout_s;
}

/** Judges a finished file by what uvu printed: uvu itself exits 0 when a `before` hook threw or nothing ran. */
export function judge(output: string, exit: { code: number | null; timed_out: boolean; timeout_s: number }) {
  const sum = (label: string): number | null => {
    const numbers = [...output.matchAll(new RegExp(`^ {2}${label}: +(\\d+)$`, 'gm'))].map((m) => Number(m[1]));
    return numbers.length === 0 ? null : numbers.reduce((a, b) => a + b, 0);
  };
  const [total, passed, skipped] = [sum('Total'), sum('Passed') ?? 0, sum('Skipped') ?? 0];
  const failed = (total ?? 0) - passed;
  const faults: string[] = [];
  if (exit.timed_out) faults.push(`still running after ${exit.timeout_s} s`);
  else if (total === null)
    faults.push('ended without a summary: does it call test.run(), and does every promise settle?');
  else if (total === 0) faults.push('ran no test');
  else if (exit.code !== 0 && failed === 0) {
    faults.push(`exit code ${exit.code} although every test passed: a promise rejected unhandled?`);
  }
  if (failed > 0 && !output.includes(' FAIL ')) faults.push('a hook threw');
  if (skipped > 0) faults.push(`${skipped} tests are skipped`);
  return { passed, failed, faults };
}

const running = new Set<number>();

function endGroup(pid: number): boolean {
  // One that has ended and only waits for init to notice is not left running.
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,stat='], { encoding: 'utf8' });
  const rows = (stdout ?? '')
    .trim()
    .split(/\n/)
    .map((row) => row.trim().split(/\s+/));
  const left = rows.some(([group, state]) => group === String(pid) && !state?.startsWith('Z'));
  try {
    process.kill(-pid, 'SIGKILL');
    return left || !stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

async function runFile(file: string, env: NodeJS.ProcessEnv, timeout_s: number): Promise<Outcome> {
  const started = performance.now();
  // A group of its own, so that a hanging file goes with everything it started.
  const child = spawn(process.execPath, [...PRELOAD, file], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid ?? 0;
  running.add(pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      output += chunk;
    });
  }
  let timed_out = false;
  const timer = setTimeout(() => {
    timed_out = true;
    endGroup(pid);
  }, timeout_s * 1000);
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(1);
    });
    // Not 'close': a process that the file left behind would hold the pipes open for ever.
    child.on('exit', (exit_code) => setTimeout(() => resolve(exit_code), 20));
  });
  clearTimeout(timer);
  running.delete(pid);
  const verdict = judge(output, { code, timed_out, timeout_s });
  if (!timed_out && endGroup(pid)) verdict.faults.push('left a process running');
  const spent = spentBy(env[SPENT_VARIABLE] ?? '', pid);
  return { file, ...verdict, output, seconds: (performance.now() - started) / 1000, spent };
}

function report(outcome: Outcome): void {
  const { file, passed, failed, faults, output, seconds } = outcome;
  const good = failed === 0 && faults.length === 0;
  if (!good) process.stdout.write(`\n${output.trimEnd()}\n`);
  for (const fault of faults) console.log(`  ${file}: ${fault}`);
  console.log(`${good ? 'ok  ' : 'FAIL'} ${file}  ${passed}/${passed + failed}  ${seconds.toFixed(1)} s`);
}

async function runAll(files: string[], env: NodeJS.ProcessEnv, default_timeout_s: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const plan = longestFirst(
    files.map((file) => ({ file, timeout_s: readTimeout(readFileSync(join(root, file), 'utf8'), default_timeout_s) })),
    lastSeconds(LAST_SECONDS),
  );
  const work = async (): Promise<void> => {
    for (let next = plan.shift(); next !== undefined; next = plan.shift()) {
      const outcome = await runFile(next.file, env, next.timeout_s);
      outcomes.push(outcome);
      report(outcome);
    }
  };
  // Two more than there are cores: some file always waits for something.
  await Promise.all(Array.from({ length: cpus().length + 2 }, work));
  return outcomes;
}

/** Prints a run and answers how many failed; unseen are refusals that are listed and that no test was answered. */
function summarize(outcomes: Outcome[], unseen: readonly string[]): number {
  const slow = outcomes.filter((o) => o.seconds >= 5).sort((a, b) => b.seconds - a.seconds);
  if (slow.length > 0) {
    console.log('\nslow files');
    for (const o of slow.slice(0, 15)) console.log(`${o.seconds.toFixed(1).padStart(7)} s  ${o.file}`);
  }
  const bad = outcomes.filter((o) => o.failed > 0 || o.faults.length > 0);
  if (bad.length > 0) console.log('\nfailed files');
  for (const o of bad) console.log(`  ${o.file}${o.faults.map((fault) => `: ${fault}`).join('')}`);
  for (const o of outcomes) for (const [line] of o.output.matchAll(/^(?:cannot run|not run): .*$/gm)) console.log(line);
  if (unseen.length > 0) console.log('\nin the comment of a function (Refuses: …), and seen by no test');
  for (const line of unseen) console.log(`  auth_api.${line}`);
  const passed = outcomes.reduce((sum, o) => sum + o.passed, 0);
  // A file that broke without a failed assertion counts as one failure, so that the closing line never lies.
  const failed = outcomes.reduce((sum, o) => sum + (o.failed || (o.faults.length > 0 ? 1 : 0)), unseen.length);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed;
}

async function main(args: string[]): Promise<number> {
  const options = { in: FOLDERS, timeout_s: TIMEOUT_S, cpu: false };
  const filters: string[] = [];
  for (const arg of args) {
    const [name, value = ''] = arg.split('=');
    if (name === '--in') options.in = value.split(',');
    else if (name === '--timeout') options.timeout_s = Number(value);
    else if (name === '--cpu') options.cpu = true;
    else filters.push(arg.replace(/^\.\//, ''));
  }
  const files = findTests(options.in, filters);
  if (files.length === 0) {
    console.log(`no test file matches ${filters.join(' ')}\n\n0 passed, 1 failed`);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), `postern-run-${process.pid}-`));
  let server: TestCluster | undefined;
  const seen = join(folder, 'seen');
  const spent = join(folder, 'spent');
  for (const path of [seen, spent]) mkdirSync(path);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NO_COLOR: '1',
    // Reading and stripping TypeScript takes half the time of a process that does little else.
    NODE_COMPILE_CACHE: join(CACHE, 'compiled'),
    POSTERN_TEST_PACKED: join(folder, 'packed'),
    [SEEN_VARIABLE]: seen,
    [SPENT_VARIABLE]: spent,
  };
  try {
    if (!env[CLUSTER_VARIABLE]) {
      server = await startServer((line) => console.log(line));
      const { stop: _, ...facts } = server;
      env[CLUSTER_VARIABLE] = join(folder, 'server.json');
      writeFileSync(env[CLUSTER_VARIABLE], JSON.stringify(facts), { mode: 0o600 });
      console.log(`${files.length} test files, database: ${server.source}\n`);
    }
    const outcomes = await runAll(files, env, options.timeout_s);
    keepSeconds(LAST_SECONDS, outcomes);
    if (options.cpu) {
      const postmaster = server?.source === 'embedded' && readPostmaster(join(dirname(server.log_file), 'data'));
      console.log(`\n${costTable(outcomes, postmaster ? spentByServer(postmaster.pid) : null).join('\n')}`);
    }
    // Only everything together has to see every refusal.
    const whole = filters.length === 0 && options.in === FOLDERS;
    return summarize(outcomes, whole ? neverSeen(seen) : []) === 0 ? 0 : 1;
  } finally {
    await server?.stop();
    removeAbandoned();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const pid of running) endGroup(pid);
      process.exit(1);
    });
  }
  const code = await main(process.argv.slice(2));
  // Only when all is written: a pipe that is read slowly would lose the closing line.
  process.stdout.write('', () => process.exit(code));
}
