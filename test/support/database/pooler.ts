// Runs Debian's PgBouncer in front of a Postgres server.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeOwner, findServerAccount } from '../../../dev/embedded/binaries.ts';
import { findFreePort } from '../../../gateway/server/ports.ts';
import { untilListening } from '../processes/listening.ts';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

export interface Pooler {
  port: number;
  /** Returns PgBouncer's log, also after PgBouncer has stopped. */
  log(): string;
  stop(): Promise<void>;
  /** Sends SIGKILL. Clients lose their connections without notice. */
  kill(): Promise<void>;
}

export interface PoolerOptions {
  host: string;
  port: string;
  mode: 'transaction' | 'session';
  /** Passwords by user name. */
  users: Record<string, string>;
  /** Maximum number of server connections per user and database. */
  pool_size?: number;
  /** Startup parameters that PgBouncer ignores instead of rejecting the connection (docs/hooks.md). */
  ignores?: readonly string[];
  /** Lines of pgbouncer.ini that override the defaults. */
  settings?: string;
  /** Port of PgBouncer; by default a free port. */
  listen_port?: number;
}

export function hasPooler(): boolean {
  return poolerVersion() !== null;
}

/** Returns the major and minor version of PgBouncer; null if it is not installed. */
export function poolerVersion(): readonly [number, number] | null {
  if (PROGRAM === undefined) return null;
  const { status, stdout } = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return status === 0 ? [Number(major), Number(minor)] : null;
}

export async function startPooler(o: PoolerOptions): Promise<Pooler> {
  const port = o.listen_port ?? (await findFreePort());
  const folder = mkdtempSync(join(tmpdir(), 'postern-pooler-'));
  const account = findServerAccount();
  const [users, config, log] = ['users.txt', 'pgbouncer.ini', 'pgbouncer.log'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const lines = Object.entries(o.users).map(([user, password]) => `"${user}" "${password}"\n`);
  writeFileSync(users, lines.join(''), { mode: 0o600 });
  writeFileSync(
    config,
    `[databases]\n* = host=${o.host} port=${o.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}
auth_type = scram-sha-256\nauth_file = ${users}\npool_mode = ${o.mode}\nunix_socket_dir =\nlogfile = ${log}
default_pool_size = ${o.pool_size ?? 20}\nmax_client_conn = 1000\nserver_login_retry = 1\n${o.ignores ? `ignore_startup_parameters = ${o.ignores.join(', ')}\n` : ''}${o.settings ?? ''}`,
  );
  for (const path of [folder, users, config]) changeOwner(account, path);
  const child = spawn(PROGRAM ?? '', ['-q', config], {
    stdio: 'ignore',
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  });
  const atExit = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', atExit);
  const logged = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
  try {
    // Waits for the log line, because another process may own the port.
    await untilListening(child, () => logged().includes('process up'), logged);
  } catch (error) {
    atExit();
    process.off('exit', atExit);
    throw error;
  }
  let kept = '';
  return {
    port,
    log: () => logged() || kept,
    kill: () => endProcess(child, 'SIGKILL'),
    stop: async () => {
      await endProcess(child, 'SIGTERM');
      kept = logged();
      process.off('exit', atExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
