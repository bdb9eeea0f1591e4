// Runs the CLI as a separate process, isolated from this machine's settings.
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isPortInUse } from '../../../gateway/server/ports.ts';
import { FAST_FOLDER } from './folders.ts';
import { keepLogFiles, keepLogLinesOf } from './log_lines.ts';

const MAIN = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url));

export interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Resolves with the first match in stdout or stderr. Rejects if the process exits first or the time is over. */
  until(pattern: RegExp, patience_ms?: number): Promise<RegExpExecArray>;
  /** Sends a signal and returns the exit code; null if a signal ended the process. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  readonly exited: Promise<number | null>;
}

export interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Entry point (cli/main.ts) of another source tree. */
  main?: string;
  input?: string;
}

/** Returns an environment without this machine's settings and with a cheap bcrypt cost. */
export function cleanEnv(env: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    HOME,
    SVC_SECURITY_BCRYPT_COST: '4',
    SVC_SECURITY_EVEN_ANSWERS: '0',
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
    ...env,
  };
}

/**
 * A data folder that does not exist. Otherwise a command could use an embedded database in the working directory, such
 * as the database of `npm start`.
 */
const NO_DATA = { SVC_DATA_DIR: join(tmpdir(), `postern-absent-${process.pid}`) };

/** Returns an environment in which a command uses no embedded database of its working directory. */
export const environmentWithoutData = (env: Record<string, string> = {}): NodeJS.ProcessEnv =>
  cleanEnv({ ...NO_DATA, ...env });

/**
 * Starts `postern …`. The default working directory is the folder for temporary files, in which there is no .env file.
 */
export function runCli(args: string[], options: RunOptions = {}): Running {
  const child = spawn(process.execPath, [options.main ?? MAIN, ...args], {
    cwd: options.cwd ?? tmpdir(),
    env: options.cwd === undefined ? environmentWithoutData(options.env) : cleanEnv(options.env),
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
  child.stdin?.end(options.input);
  return collectOutput(child);
}

/** Collects a process's output. Returns functions that wait for output and for the exit. */
export function collectOutput(child: ChildProcessByStdio<Writable | null, Readable, Readable>): Running {
  keepLogLinesOf(child);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8');
    child[name].on('data', (chunk: string) => {
      output[name] += chunk;
    });
  }
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    pid: child.pid ?? 0,
    get stdout() {
      return output.stdout;
    },
    get stderr() {
      return output.stderr;
    },
    exited,
    until: async (pattern, patience_ms = 180_000) => {
      const deadline = Date.now() + patience_ms;
      for (;;) {
        const match = pattern.exec(output.stdout) ?? pattern.exec(output.stderr);
        if (match !== null) return match;
        if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
          throw new Error(`${pattern} did not come; exit ${child.exitCode}\n${output.stdout}\n${output.stderr}`);
        }
        await sleep(10);
      }
    },
    stop: (signal = 'SIGINT') => {
      child.kill(signal);
      return exited;
    },
  };
}

/** Runs a command to its end and returns exit code and output. */
export async function runToEnd(args: string[], options: RunOptions = {}) {
  const running = runCli(args, options);
  const code = await running.exited;
  return { code, stdout: running.stdout, stderr: running.stderr };
}

/** Creates a temporary folder that only the current user can enter. Set `on_disk` if programs run from the folder. */
export function temporaryFolder(o: { on_disk?: boolean } = {}): { path: string; remove: () => void } {
  const path = mkdtempSync(join(o.on_disk ? tmpdir() : FAST_FOLDER, 'postern-cli-'));
  const remove = (): void => {
    keepLogFiles(path);
    rmSync(path, { recursive: true, force: true });
  };
  return { path, remove };
}

/** Posts JSON and returns status and body. */
export async function postJson(url: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

export interface Message {
  to: string;
  subject: string;
  text: string;
  link: string;
  code: string;
}

/**
 * Waits for a message to an address in the inbox of `postern start` and returns the newest. Pass `kind` if the address
 * has earlier messages.
 */
export async function messageTo(running: Pick<Running, 'until'>, to: string, kind = ''): Promise<Message> {
  const [, inbox = ''] = await running.until(/Inbox +(http:\S+?)\/? /);
  const response = await fetch(`${inbox}/messages?${new URLSearchParams({ to, search: kind, wait: '30' })}`);
  const { messages } = (await response.json()) as { messages: Message[] };
  const [newest] = messages;
  if (newest === undefined) throw new Error(`no message to ${to} in ${inbox}`);
  return newest;
}

/** Returns a free port outside the ephemeral range, for a server that binds the port again after a restart. */
export async function findNonEphemeralPort(): Promise<number> {
  for (let tried = 0; tried < 100; tried += 1) {
    const port = 12_000 + randomInt(10_000) * 2;
    if (!(await isPortInUse(port, '127.0.0.1')) && !(await isPortInUse(port + 1, '127.0.0.1'))) return port;
  }
  throw new Error('no free port was found');
}
