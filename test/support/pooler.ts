// A PgBouncer of Debian's package before a server, for the tests of what a pooler changes.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findAccount, giveTo } from '../../cli/embedded/binaries.ts';
import { freePort, portInUse } from '../../cli/embedded/ports.ts';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

export interface Pooler {
  port: number;
  /** What it logged; still known when it has stopped. */
  log(): string;
  stop(): Promise<void>;
  /** SIGKILL: its clients are cut off without a word. */
  kill(): Promise<void>;
}

export interface PoolerOptions {
  /** Of the server behind it. */
  host: string;
  port: string;
  mode: 'transaction' | 'session';
  /** Passwords by user. */
  users: Record<string, string>;
  /** Connections to the server per user and database. */
  pool_size?: number;
  /** Where it listens; a free port by default. */
  listen_port?: number;
}

/** Whether the package is installed. */
export function hasPooler(): boolean {
  return PROGRAM !== undefined && spawnSync(PROGRAM, ['--version']).status === 0;
}

/** Starts it on a free port. */
export async function startPooler(o: PoolerOptions): Promise<Pooler> {
  const port = o.listen_port ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'postern-pooler-'));
  const account = findAccount();
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
default_pool_size = ${o.pool_size ?? 20}\nmax_client_conn = 1000\nserver_login_retry = 1\n`,
  );
  for (const path of [folder, users, config]) giveTo(account, path);
  const child = spawn(PROGRAM ?? '', ['-q', config], {
    stdio: 'ignore',
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  });
  const atExit = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', atExit);
  for (let look = 0; look < 200 && !(await portInUse(port, '127.0.0.1')); look += 1) await sleep(20);
  let kept = '';
  return {
    port,
    log: () => (existsSync(log) ? readFileSync(log, 'utf8') : kept),
    kill: () => end(child, 'SIGKILL'),
    stop: async () => {
      await end(child, 'SIGTERM');
      kept = existsSync(log) ? readFileSync(log, 'utf8') : '';
      process.off('exit', atExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
