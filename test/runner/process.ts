// The runner's side of a test process: sends one file after another to the process, evaluates the output of each, and
// ends the process.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CPU_TIME_VARIABLE, type CpuTime, recordedCpuTime } from '../support/processes/cpu_time.ts';
import { evaluateOutput, type FileOptions, type FileResult } from './evaluate.ts';
import { killGroup, processesStartedBy } from './groups.ts';
import type { FileOrder, FileReport } from './takes_files.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Size of the young generation in MB. The default of 16 MB causes more garbage collections. */
const YOUNG = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
const ARGS = ['--unhandled-rejections=strict', ...YOUNG, fileURLToPath(new URL('takes_files.ts', import.meta.url))];
/** A process is replaced after this number of files, or above MEMORY_BYTES, because modules stay loaded. */
const FILES = 50;
const MEMORY_BYTES = 600 * 1024 ** 2;
const PATIENCE_MS = 20_000;

export interface FileOutcome extends FileResult {
  file: string;
  output: string;
  seconds: number;
  spent: CpuTime | null;
}

export type PlannedFile = Pick<FileOptions, 'timeout_s' | 'alone'> & { file: string };

const running = new Set<number>();

/** Kills every test process of this run with its process group. */
export function killAllProcesses(): void {
  for (const pid of running) killGroup(pid);
}

/** Returns true if processes of a group other than its leader still run after half a second. */
async function hasLeftoverProcesses(leader: number): Promise<boolean> {
  for (let looks = 0; processesStartedBy(leader).length > 0; looks += 1) {
    if (looks === 25) return true;
    await sleep(20);
  }
  return false;
}

export function startTestProcess(env: NodeJS.ProcessEnv) {
  // A separate process group, so that killing a hanging file also kills the processes that the file started.
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
    // The event 'close' would wait for all processes that share the pipes, also for those left by a file.
    child.on('exit', (code) => setTimeout(() => resolve(code), 20));
  });
  void exited.then(() => running.delete(pid));
  let [files, memory_bytes, ended] = [0, 0, false];
  let last = '';
  /**
   * True if a leftover process was already reported for a file. It is killed with the test process and not reported
   * again.
   */
  let told_left = false;
  let spent_before: CpuTime = { own: 0, waited: 0 };

  /** Waits for the report on the file and for its complete output. Returns the exit code if the process exits first. */
  async function waitForReport(mark: string): Promise<FileReport | number | null> {
    const reported = new Promise<FileReport>((resolve) =>
      child.once('message', (report) => resolve(report as FileReport)),
    );
    const answer = await Promise.race([reported, exited]);
    if (typeof answer !== 'object' || answer === null) return answer;
    const written = new Promise<FileReport>((resolve) => {
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

  /** Returns the CPU time since the previous file; null if it is unknown. */
  function cpuTimeSince(now: CpuTime | null): CpuTime | null {
    if (now === null) return null;
    const before = spent_before;
    spent_before = now;
    return { own: now.own - before.own, waited: now.waited - before.waited };
  }

  return {
    /** Returns true if the process can run another file. */
    takesMore: () => !ended && files < FILES && memory_bytes < MEMORY_BYTES,

    async run({ file, timeout_s, alone }: PlannedFile): Promise<FileOutcome> {
      const started = performance.now();
      output = '';
      files += 1;
      last = file;
      const order: FileOrder = { file, mark: `\u001e${randomBytes(6).toString('hex')}` };
      // An error of send() is ignored, because the exit of the process is reported.
      child.send(order, () => undefined);
      let timed_out = false;
      const timer = setTimeout(() => {
        timed_out = true;
        killGroup(pid);
      }, timeout_s * 1000);
      const answer = await waitForReport(order.mark);
      clearTimeout(timer);
      const report = typeof answer === 'object' ? answer : null;
      if (report === null) ended = true;
      memory_bytes = report?.memory_bytes ?? 0;
      const text = output.replaceAll(order.mark, '');
      const code = report ? report.code : (answer as number | null);
      const verdict = evaluateOutput(text, { code, timed_out, timeout_s });
      // Processes of a file that runs alone are checked after its test process has exited.
      const left = report ? !alone && (await hasLeftoverProcesses(pid)) : killGroup(pid);
      told_left = left;
      if (!timed_out && left) verdict.faults.push('left a process running');
      if (report && !alone && report.left_behind.length > 0) {
        verdict.faults.push(
          `left behind: ${report.left_behind.join(', ')}; put it back, or write // runner: alone in the first lines`,
        );
      }
      const spent = cpuTimeSince(report ? report.spent : recordedCpuTime(env[CPU_TIME_VARIABLE] ?? '', pid));
      return { file, ...verdict, output: text, seconds: (performance.now() - started) / 1000, spent };
    },

    /**
     * Ends the process and all processes that its test files started. Faults found here are reported for the last file.
     */
    async end(): Promise<FileOutcome[]> {
      if (ended) return [];
      ended = true;
      output = '';
      const timer = setTimeout(() => killGroup(pid), PATIENCE_MS);
      child.disconnect();
      const code = await exited;
      clearTimeout(timer);
      const faults = code === 0 ? [] : [`its process ended with code ${code}, after ${files} files`];
      if (killGroup(pid) && !told_left) faults.push('left a process running');
      if (faults.length === 0) return [];
      return [{ file: last, passed: 0, failed: 0, faults, output, seconds: 0, spent: null }];
    },
  };
}
