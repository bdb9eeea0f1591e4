// Creates a hot standby of an embedded server with the programs of the npm package. The data folder is copied between
// pg_backup_start and pg_backup_stop, and the standby streams WAL from the start of the backup.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeOwner, findServerAccount } from '../../../dev/embedded/binaries.ts';
import { freePort, isRunning, startCluster } from '../../../dev/embedded/cluster.ts';
import { findChildProcesses } from '../../faults/server.ts';
import { FAST_FOLDER } from '../processes/folders.ts';
import { FAST_SETTINGS, type ServerFacts } from './cluster.ts';
import { openRenamingPool } from './db.ts';

export interface StandbyServer {
  port: number;
  /** Returns the URL with host and port replaced by those of the standby. */
  at(url: string): string;
  /** Runs a statement on the standby as superuser. */
  run(statement: string): Promise<Record<string, unknown>[]>;
  log(): string;
  /** Resolves when the standby has replayed all WAL that the primary had written at the time of the call. */
  caughtUp(): Promise<void>;
  /** Sends SIGSTOP (freeze) or SIGCONT (thaw) to all processes of the standby. */
  freeze(): void;
  thaw(): void;
  /** Sends SIGKILL to all processes of the standby. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates and starts a standby of a server on this machine. */
export async function createStandby(
  of: ServerFacts,
  o: { settings?: Record<string, string> } = {},
): Promise<StandbyServer> {
  const folder = mkdtempSync(join(FAST_FOLDER, `postern-test-${process.pid}-`));
  changeOwner(findServerAccount(), folder);
  const data = join(folder, 'data');
  const log_file = join(folder, 'postgres.log');
  const primary = openRenamingPool(of.superuser_url, 1);
  await copyPrimary(primary, data);
  const from = new URL(of.superuser_url);
  const conninfo = `host=${from.hostname} port=${from.port} user=${from.username} password=${from.password}`;
  const settings = { ...FAST_SETTINGS, ...o.settings, primary_conninfo: conninfo };
  const port = await freePort();
  let cluster = await startCluster({ data, port, log_file, settings });
  const at = (url: string): string => {
    const moved = new URL(url);
    moved.port = String(port);
    return moved.href;
  };
  const own = openRenamingPool(at(of.superuser_url), 1);
  const processes = (): number[] => [cluster.pid, ...findChildProcesses(cluster.pid)];
  const signal = (name: NodeJS.Signals, pids = processes()): void => {
    for (const pid of pids) if (isRunning(pid)) process.kill(pid, name);
  };
  const atExit = (): void => {
    signal('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', atExit);
  return {
    port,
    at,
    run: (statement) => own.unsafe(statement),
    log: () => readFileSync(log_file, 'utf8'),
    async caughtUp() {
      const [row] = await primary`select pg_current_wal_flush_lsn()::text as lsn`;
      for (;;) {
        const [replayed] = await own`select pg_last_wal_replay_lsn() >= ${row?.lsn}::text::pg_lsn as all`;
        if (replayed?.all === true) return;
        await sleep(5);
      }
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async kill() {
      const pids = processes();
      signal('SIGKILL', pids);
      // A server does not start while a process of the killed server uses its shared memory. The wait is bounded,
      // because an ended process that nobody reaps still counts as running but uses no shared memory.
      for (let look = 0; look < 1_000 && pids.some(isRunning); look += 1) await sleep(5);
    },
    async start() {
      cluster = await startCluster({ data, port, log_file, settings });
    },
    async stop() {
      await Promise.all([own.end({ timeout: 1 }), primary.end({ timeout: 1 })]);
      signal('SIGCONT');
      await cluster.stop();
      process.off('exit', atExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function copyPrimary(primary: ReturnType<typeof openRenamingPool>, data: string): Promise<void> {
  await primary`select pg_backup_start('standby', true)`;
  const [row] = await primary`show data_directory`;
  const left_out = /[/\\](postmaster\.(pid|opts)|pg_replslot[/\\].+|pg_stat_tmp[/\\].+)$/;
  cpSync(String(row?.data_directory), data, { recursive: true, filter: (path) => !left_out.test(path) });
  const [label] = await primary`select labelfile from pg_backup_stop(false)`;
  writeFileSync(join(data, 'backup_label'), String(label?.labelfile));
  writeFileSync(join(data, 'standby.signal'), '');
  const account = findServerAccount();
  for (const name of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
    changeOwner(account, join(data, name));
}
