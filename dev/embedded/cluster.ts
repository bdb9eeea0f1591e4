// Creates, starts and stops a Postgres server in a data folder. Does not install Postern.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../../core/terminal/errors.ts';
import { changeOwner, findBinaries, findServerAccount, spawnAs } from './binaries.ts';

export { findFreePort as freePort } from '../../gateway/server/ports.ts';

export const SUPERUSER = 'postgres';

export interface ClusterOptions {
  /** The data folder (`show data_directory`). */
  data: string;
  port: number;
  log_file: string;
  settings?: Record<string, string>;
  /** Timeout in milliseconds until the server accepts connections. Crash recovery can be slow. */
  start_timeout_ms?: number;
}

export interface Cluster {
  readonly data: string;
  readonly port: number;
  readonly pid: number;
  readonly log_file: string;
  /** Resolves when the server has ended. */
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

const BASE_SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // No Unix socket, because socket paths are limited to about 100 characters.
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Returns the end of a log file for messages about a failed start. */
function readLogTail(path: string, lines = 4): string {
  if (!existsSync(path)) return '';
  const text = readFileSync(path, 'utf8').trimEnd().split('\n');
  return text
    .slice(-lines)
    .map((line) => line.trim())
    .join(' | ');
}

async function waitForExit(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code] = await once(child, 'exit');
  return code as number | null;
}

/**
 * Creates the data folder atomically, so that a killed or failed run leaves no incomplete one. Without `durable`, for
 * tests, it skips syncs and checksums and uses one SCRAM iteration, because 4096 would slow down every connection.
 */
export async function initCluster(options: { data: string; password: string; durable: boolean }): Promise<void> {
  const binaries = await findBinaries();
  const account = findServerAccount();
  const staging = `${options.data}.${process.pid}.new`;
  const password_file = join(staging, 'pw');
  mkdirSync(join(staging, 'data'), { recursive: true });
  try {
    writeFileSync(password_file, `${options.password}\n`, { mode: 0o600 });
    for (const path of [staging, join(staging, 'data'), password_file]) changeOwner(account, path);
    const child = spawnAs(
      account,
      binaries.initdb,
      [
        `--pgdata=${join(staging, 'data')}`,
        `--username=${SUPERUSER}`,
        '--auth=scram-sha-256',
        `--pwfile=${password_file}`,
        // The builtin locale provider sorts the same on every machine.
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(options.durable ? [] : ['--no-sync', '--no-data-checksums', '--set=scram_iterations=1']),
      ],
      join(staging, 'data'),
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', (chunk: string) => {
        output += chunk;
      });
    }
    const code = await waitForExit(child);
    if (code !== 0) throw new CommandError(explainFailure(output, options.data));
    // Keep the folder if another start has created it first.
    if (!existsSync(options.data)) renameSync(join(staging, 'data'), options.data);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Converts output of initdb or the server to an error message. */
export function explainFailure(output: string, data: string): string {
  if (/no space left on device|disk full|ENOSPC/i.test(output)) {
    return `The disk is full: Postgres cannot write to ${data}. Free some space and start again; nothing is lost.`;
  }
  if (/could not bind .* address|Address already in use/i.test(output)) {
    return `The port chosen for the embedded Postgres was taken by another program. Start again.`;
  }
  const fault = output
    .split('\n')
    .filter((line) => /error|fatal|panic|permission|denied|cannot/i.test(line))
    .at(-1);
  return `The embedded Postgres did not start in ${data}: ${(fault ?? output.trim().slice(-300)) || 'it said nothing'}`;
}

/**
 * Starts the server and waits until it accepts connections. Throws a CommandError if it ends or is not ready in time.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const binaries = await findBinaries();
  const settings = { ...BASE_SETTINGS, ...options.settings };
  const args = ['-D', options.data, '-p', String(options.port)];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  mkdirSync(dirname(options.log_file), { recursive: true });
  const from = existsSync(options.log_file) ? readFileSync(options.log_file).length : 0;
  const log = openSync(options.log_file, 'a', 0o600);
  let child: ChildProcess;
  try {
    child = spawnAs(findServerAccount(), binaries.postgres, args, options.data, { stdio: ['ignore', log, log] });
  } finally {
    closeSync(log);
  }
  const ended = waitForExit(child);
  const pid = child.pid;
  if (pid === undefined) {
    const [error] = await once(child, 'error');
    throw new CommandError(`The embedded Postgres did not start: ${(error as Error).message}`);
  }
  const deadline = Date.now() + (options.start_timeout_ms ?? 60_000);
  while (!isReady(options.data, pid)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new CommandError(explainFailure(readFileSync(options.log_file).subarray(from).toString(), options.data));
    }
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      throw new CommandError(
        `The embedded Postgres was not ready in time. Its log ends with: ${readLogTail(options.log_file)}`,
      );
    }
    await sleep(10);
  }
  // The server must not keep the event loop of this process alive.
  child.unref();
  const stop = () => stopServer(pid, () => child.exitCode !== null || child.signalCode !== null);
  return { data: options.data, port: options.port, pid, log_file: options.log_file, ended, stop };
}

/** Reads postmaster.pid; null if the file does not exist. */
export function readPostmaster(data: string): { pid: number; port: number; ready: boolean } | null {
  const path = join(data, 'postmaster.pid');
  if (!existsSync(path)) return null;
  const lines = readFileSync(path, 'utf8').split('\n');
  return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

function isReady(data: string, pid: number): boolean {
  const postmaster = readPostmaster(data);
  return postmaster !== null && postmaster.pid === pid && postmaster.ready;
}

/** Returns true if a process with this id exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Stops the server: fast shutdown (SIGINT), then after 10 s immediate shutdown (SIGQUIT), which requires crash
 * recovery. Throws a CommandError if it still runs 5 s later.
 */
export async function stopServer(pid: number, ended: () => boolean = () => !isRunning(pid)): Promise<void> {
  for (const [signal, patience_ms] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (ended()) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    const deadline = Date.now() + patience_ms;
    while (!ended() && Date.now() < deadline) await sleep(10);
  }
  if (!ended()) throw new CommandError(`Postgres (process ${pid}) does not stop. Kill it.`);
}
