// A durable Postgres server (fsync on) that tests kill, freeze, restart, copy and promote.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeOwner, findBinaries, findServerAccount, spawnAs } from '../../dev/embedded/binaries.ts';
import { freePort, readPostmaster, SUPERUSER } from '../../dev/embedded/cluster.ts';
import { EMBEDDED, removeAbandonedServers, type ServerFacts } from '../support/database/cluster.ts';
import { copyDataFolder } from '../support/database/data_folders.ts';
import { makeTemplate } from '../support/database/db.ts';
import { DEBIAN, DEBIAN_BIN } from '../support/database/debian.ts';
import { FAST_FOLDER } from '../support/processes/folders.ts';
import { untilTrue } from './with_timeout.ts';

export interface FaultServer extends ServerFacts {
  readonly data: string;
  readonly port: number;
  /** Process id of the running postmaster. */
  readonly pid: number;
  readonly running: boolean;
  /** True if the recovery process is running. */
  readonly recovering: boolean;
  /** Sends SIGKILL to all processes of the server. */
  kill(): Promise<void>;
  /** Stops the server like pg_ctl. After `immediate`, unlike after `fast`, the next start runs crash recovery. */
  halt(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts the server again with its data and port. Resolves when it accepts connections. */
  start(): Promise<void>;
  /** Sends SIGSTOP to all processes of the server. Connections stay open without responses. */
  freeze(): void;
  thaw(): void;
  /** Adds lines to postgresql.conf, which take effect at the next start or pg_reload_conf(). */
  configure(lines: string): void;
  /** Runs a program of Debian's PostgreSQL as the server's system account. Returns the output. */
  run(program: string, args: string[]): Promise<string>;
  /** Stops the server and deletes its folder. */
  stop(): Promise<void>;
}

export interface FaultServerOptions {
  settings?: Record<string, string>;
  /** Uses Debian's PostgreSQL 15. Standbys need its pg_basebackup, which embedded Postgres lacks. */
  debian?: boolean;
  /** Data folder that another program has created, such as pg_basebackup. */
  copy_of?: { server: FaultServer; data: string };
  /** Folder of the data folder and the log, owned by the server's system account. */
  folder?: string;
}

const BASE: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  log_line_prefix: '%m [%p] %q%u@%d %e ',
};

export const hasDebian = (): boolean => existsSync(join(DEBIAN_BIN, 'pg_basebackup'));

/** Timeout in ms of a start, which may include crash recovery. */
const START_MS = 60_000;

const account = findServerAccount();

export async function createFaultServer(o: FaultServerOptions = {}): Promise<FaultServer> {
  removeAbandonedServers();
  const folder = o.folder ?? createOwnedFolder();
  const data = o.copy_of?.data ?? join(folder, 'data');
  const log_file = join(folder, 'postgres.log');
  const debian = o.debian ?? o.copy_of !== undefined;
  const password = o.copy_of
    ? new URL(o.copy_of.server.superuser_url).password
    : await copyDataFolder(debian ? DEBIAN : EMBEDDED, data, makeTemplate);
  const program = debian ? join(DEBIAN_BIN, 'postgres') : (await findBinaries()).postgres;
  const port = await freePort();
  const settings = Object.entries({ ...BASE, ...o.settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess | undefined;
  const ended = (): boolean => child === undefined || child.exitCode !== null || child.signalCode !== null;
  let stopped = false;

  const start = async (): Promise<void> => {
    const deadline = Date.now() + START_MS;
    for (;;) {
      // A fault that timed out still runs. It must not start a server that nothing would stop.
      if (stopped) throw new Error('the server has been stopped for good');
      const log = openSync(log_file, 'a', 0o600);
      child = spawnAs(account, program, ['-D', data, '-p', String(port), ...settings], data, {
        stdio: ['ignore', log, log],
      });
      child.unref();
      while (!ended() && !isReady(data, child.pid) && Date.now() < deadline) await sleep(5);
      if (!ended() && isReady(data, child.pid)) return;
      // Shared memory and the lock file of the killed server may take a moment to disappear.
      if (Date.now() > deadline)
        throw new Error(`the server does not start: ${readFileSync(log_file, 'utf8').slice(-2000)}`);
      await sleep(50);
    }
  };
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const pid of ended() ? [] : [child?.pid ?? 0, ...findChildProcesses(child?.pid ?? 0)]) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (ended() || child === undefined) return;
    if (signal === 'SIGKILL') signalAll('SIGKILL');
    else child.kill(signal);
    // The server process does not keep the event loop alive, so its end is polled.
    await untilTrue(`the server's end by ${signal}`, ended, { every_ms: 5 });
  };
  const atExit = (): void => {
    signalAll('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', atExit);
  await start();
  return {
    source: 'embedded',
    superuser_url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
    log_file,
    data,
    port,
    get pid() {
      return child?.pid ?? 0;
    },
    get running() {
      return !ended();
    },
    get recovering() {
      return findChildProcesses(child?.pid ?? 0, /^postgres: startup/).length > 0;
    },
    start,
    kill: () => end('SIGKILL'),
    halt: (mode) => end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    configure: (lines) => appendFileSync(join(data, 'postgresql.conf'), `\n${lines}\n`),
    run: (name, args) => runAs(join(DEBIAN_BIN, name), args, data),
    async stop() {
      stopped = true;
      signalAll('SIGCONT');
      await end('SIGQUIT');
      process.off('exit', atExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a hot standby that streams from a server, with Debian's programs. */
export async function createStandby(
  of: FaultServer,
  o: { name: string; port?: number; settings?: Record<string, string> },
): Promise<FaultServer> {
  const folder = createOwnedFolder();
  const data = join(folder, 'data');
  const from = new URL(of.superuser_url);
  from.searchParams.set('application_name', o.name);
  // Port to stream from, such as that of a proxy; by default the server's port.
  if (o.port) from.port = String(o.port);
  await of.run('pg_basebackup', ['-D', data, '-d', from.href, '-R', '-X', 'stream', '-c', 'fast']);
  return createFaultServer({ folder, copy_of: { server: of, data }, ...(o.settings ? { settings: o.settings } : {}) });
}

function createOwnedFolder(): string {
  const folder = mkdtempSync(join(FAST_FOLDER, `postern-test-${process.pid}-`));
  changeOwner(account, folder);
  return folder;
}

async function runAs(program: string, args: string[], data: string): Promise<string> {
  const child = spawnAs(account, program, args, data, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`);
  return output;
}

function isReady(data: string, pid: number | undefined): boolean {
  const postmaster = readPostmaster(data);
  return postmaster !== null && postmaster.pid === pid && postmaster.ready;
}

/**
 * Returns the ids of a server's child processes whose title matches. Each is a session leader, so signals to the
 * server's process group do not reach them.
 */
export function findChildProcesses(parent: number, title = /(?:)/): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return [...stdout.matchAll(/^ *(\d+) +(\d+) +(.*)$/gm)]
    .filter(([, , ppid, args = '']) => Number(ppid) === parent && title.test(args))
    .map(([, pid]) => Number(pid));
}
