// Starts a temporary cluster of Debian's PostgreSQL 15, the oldest supported version, and runs Debian's psql.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeOwner, findServerAccount, spawnAs } from '../../../dev/embedded/binaries.ts';
import { freePort, readPostmaster, stopServer } from '../../../dev/embedded/cluster.ts';
import { FAST_FOLDER } from '../processes/folders.ts';
import type { TestCluster } from './cluster.ts';
import { type CreateTemplate, copyDataFolder, type PostgresPrograms } from './data_folders.ts';

export const DEBIAN_BIN = process.env.POSTERN_DEBIAN_BIN ?? '/usr/lib/postgresql/15/bin';

/** Postgres programs from Debian's package. */
export const DEBIAN: PostgresPrograms = { name: 'debian', initialize: initializeDataFolder, start };

async function initializeDataFolder(data: string, password: string): Promise<void> {
  const account = findServerAccount();
  const password_file = `${data}.pw`;
  writeFileSync(password_file, `${password}\n`, { mode: 0o600 });
  mkdirSync(data, { mode: 0o700 });
  for (const path of [password_file, data]) changeOwner(account, path);
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${password_file}`, '-E', 'UTF8', '-N'];
  const made = spawnAs(account, join(DEBIAN_BIN, 'initdb'), [...initdb, '--locale=C.UTF-8'], data, { stdio: 'ignore' });
  const [code] = await once(made, 'exit');
  rmSync(password_file);
  if (code !== 0) throw new Error(`initdb of ${DEBIAN_BIN} ended with ${code}`);
}

interface StartedServer {
  pid: number;
  ended(): boolean;
  stop(): Promise<void>;
}

async function start(o: {
  data: string;
  port: number;
  log_file: string;
  settings?: Record<string, string>;
}): Promise<StartedServer> {
  const { data, log_file } = o;
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    'postern.throwaway': 'on',
    max_connections: '100',
    shared_buffers: '32MB',
    log_line_prefix: '%m [%p] %q%u@%d %e ',
    ...o.settings,
  };
  const settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', data, '-p', String(o.port), ...settings];
  const log = openSync(log_file, 'a', 0o600);
  const child = spawnAs(findServerAccount(), join(DEBIAN_BIN, 'postgres'), args, data, { stdio: ['ignore', log, log] });
  closeSync(log);
  const pid = child.pid ?? 0;
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  while (readPostmaster(data)?.ready !== true) {
    if (ended()) throw new Error(`PostgreSQL 15 did not start: ${readFileSync(log_file, 'utf8')}`);
    await sleep(10);
  }
  child.unref();
  return { pid, ended, stop: () => stopServer(pid, ended) };
}

/**
 * Starts the cluster. Returns null if Debian's initdb is missing. Pass makeTemplate() of db.ts if databases are cloned
 * on the cluster: the cached data folder then contains the template.
 */
export async function createDebianCluster(
  settings: Record<string, string> = {},
  template?: CreateTemplate,
): Promise<TestCluster | null> {
  if (!existsSync(join(DEBIAN_BIN, 'initdb'))) return null;
  const folder = mkdtempSync(join(FAST_FOLDER, `postern-test-${process.pid}-`));
  changeOwner(findServerAccount(), folder);
  const data = join(folder, 'data');
  const log_file = join(folder, 'postgres.log');
  const password = await copyDataFolder(DEBIAN, data, template);
  const port = await freePort();
  const server = await start({ data, port, log_file, settings });
  const atExit = () => {
    if (!server.ended()) process.kill(server.pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', atExit);
  return {
    source: 'embedded',
    superuser_url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    log_file,
    stop: async () => {
      await server.stop();
      process.off('exit', atExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a script in psql; returns null if psql is missing. */
export function psql(url: string, script: string): { code: number | null; output: string } | null {
  const program = join(DEBIAN_BIN, 'psql');
  if (!existsSync(program)) return null;
  const ran = spawnSync(program, ['-X', '-q', url], { input: script, encoding: 'utf8' });
  return { code: ran.status, output: `${ran.stdout}${ran.stderr}` };
}
