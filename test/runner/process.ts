// The runner's side of a test process: sends it one file after another, judges the output of each, and ends the
// process.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SPENT_VARIABLE, type Spent, spentBy } from '../support/processes/spent.ts';
import { endGroup, membersStartedBy } from './groups.ts';
import { type FileOptions, judge, type Verdict } from './judge.ts';
import type { Order, Report } from './takes_files.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/**
 * Size of the young generation. With the default of 16 MB, garbage collection took a quarter of the tests' own CPU
 * time.
 */
const YOUNG = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
const ARGS = ['--unhandled-rejections=strict', ...YOUNG, fileURLToPath(new URL('takes_files.ts', import.meta.url))];
/** A process is replaced after this many files or above this memory, because modules stay loaded. */
const FILES = 50;
const MEMORY_BYTES = 600 * 1024 ** 2;
const PATIENCE_MS = 20_000;

export interface Outcome extends Verdict {
  file: string;
  output: string;
  seconds: number;
  spent: Spent | null;
}

export type Planned = Pick<FileOptions, 'timeout_s' | 'alone'> & { file: string };

const running = new Set<number>();

/** Kills every test process of this run and the processes that its files started. */
export function endAll(): void {
  for (const pid of running) endGroup(pid);
}

/**
 * Returns true if processes of a group other than its leader still run after half a second. Processes that are shutting
 * down need a moment.
 */
async function leavesRunning(leader: number): Promise<boolean> {
  for (let looks = 0; membersStartedBy(leader).length > 0; looks += 1) {
    if (looks === 25) return true;
    await sleep(20);
  }
  return false;
}

/** Starts a test process. */
export function startProcess(env: NodeJS.ProcessEnv) {
  // Its own process group, so that killing a hanging file also kills everything that it started.
  const child = spawn(process.execPath, ARGS, {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const pid = child.pid ?? 0;
  running.add(pid);
  let output = '';
  /** Last characters of each stream. */
  const tail = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8');
    child[name]?.on('data', (chunk: string) => {
      output += chunk;
      tail[name] = (tail[name] + chunk).slice(-100);
      child.emit('said');
    });
  }
  const exited = new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(1);
    });
    // Not 'close': a process left behind by a file would hold the pipes open forever.
    child.on('exit', (code) => setTimeout(() => resolve(code), 20));
  });
  void exited.then(() => running.delete(pid));
  let [files, memory_bytes, ended] = [0, 0, false];
  let last = '';
  /**
   * True if a leftover process was already reported for a file. It is killed with this process, so do not report it
   * again.
   */
  let told_left = false;
  let spent_before: Spent = { own: 0, waited: 0 };

  /** Waits for the report on the file and its complete output. Returns the exit code if the process exits first. */
  async function finished(mark: string): Promise<Report | number | null> {
    const reported = new Promise<Report>((resolve) => child.once('message', (report) => resolve(report as Report)));
    const answer = await Promise.race([reported, exited]);
    if (typeof answer !== 'object' || answer === null) return answer;
    const written = new Promise<Report>((resolve) => {
      const look = (): void => {
        if (tail.stdout.endsWith(mark) && tail.stderr.endsWith(mark)) resolve(answer);
      };
      child.on('said', look);
      look();
    });
    const complete = await Promise.race([written, exited]);
    child.removeAllListeners('said');
    return complete;
  }

  /** Returns the CPU time since the previous file. */
  function spentSince(now: Spent | null): Spent | null {
    if (now === null) return null;
    const before = spent_before;
    spent_before = now;
    return { own: now.own - before.own, waited: now.waited - before.waited };
  }

  return {
    /** Returns true if the process can run another file. */
    takesMore: () => !ended && files < FILES && memory_bytes < MEMORY_BYTES,

    /** Runs one file. */
    async run({ file, timeout_s, alone }: Planned): Promise<Outcome> {
      const started = performance.now();
      output = '';
      files += 1;
      last = file;
      const order: Order = { file, mark: `\u001e${randomBytes(6).toString('hex')}` };
      // If the process has just exited, the exit reports it.
      child.send(order, () => undefined);
      let timed_out = false;
      const timer = setTimeout(() => {
        timed_out = true;
        endGroup(pid);
      }, timeout_s * 1000);
      const answer = await finished(order.mark);
      clearTimeout(timer);
      const report = typeof answer === 'object' ? answer : null;
      if (report === null) ended = true;
      memory_bytes = report?.memory_bytes ?? 0;
      const text = output.replaceAll(order.mark, '');
      const code = report ? report.code : (answer as number | null);
      const verdict = judge(text, { code, timed_out, timeout_s });
      // Processes of a file that runs alone are checked after its process has exited.
      const left = report ? !alone && (await leavesRunning(pid)) : endGroup(pid);
      told_left = left;
      if (!timed_out && left) verdict.faults.push('left a process running');
      if (report && !alone && report.left_behind.length > 0) {
        verdict.faults.push(
          `left behind: ${report.left_behind.join(', ')}; put it back, or write // runner: alone in the first lines`,
        );
      }
      const spent = spentSince(report ? report.spent : spentBy(env[SPENT_VARIABLE] ?? '', pid));
      return { file, ...verdict, output: text, seconds: (performance.now() - started) / 1000, spent };
    },

    /** Ends the process and all processes that its files started. Faults found here are reported for the last file. */
    async end(): Promise<Outcome[]> {
      if (ended) return [];
      ended = true;
      output = '';
      const timer = setTimeout(() => endGroup(pid), PATIENCE_MS);
      child.disconnect();
      const code = await exited;
      clearTimeout(timer);
      const faults = code === 0 ? [] : [`its process ended with code ${code}, after ${files} files`];
      if (endGroup(pid) && !told_left) faults.push('left a process running');
      if (faults.length === 0) return [];
      return [{ file: last, passed: 0, failed: 0, faults, output, seconds: 0, spent: null }];
    },
  };
}
