// Provides the Postgres server of a test run: TEST_DATABASE_URL if set, otherwise a Docker container, otherwise
// embedded Postgres.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { basename, join } from 'node:path';
import { changeOwner, findServerAccount } from '../../../dev/embedded/binaries.ts';
import { initCluster, isRunning, readPostmaster, SUPERUSER, startCluster } from '../../../dev/embedded/cluster.ts';
import { isServerOf } from '../../../dev/embedded/postgres.ts';
import { findFreePort } from '../../../gateway/server/ports.ts';
import { FAST_FOLDER, FOLDERS } from '../processes/folders.ts';
import { type CreateTemplate, copyDataFolder, type PostgresPrograms } from './data_folders.ts';

/** Environment variable with which test/run.ts passes the path of the ServerFacts file to child processes. */
export const CLUSTER_VARIABLE = 'POSTERN_TEST_CLUSTER';

/** Server properties that test processes need. The runner passes them to child processes in a JSON file. */
export interface ServerFacts {
  source: 'TEST_DATABASE_URL' | 'docker' | 'embedded';
  superuser_url: string;
  /** Path of the server log; '' if the test process cannot read the log. */
  log_file: string;
}

export interface TestCluster extends ServerFacts {
  stop(): Promise<void>;
}

/** Name prefix of temporary folders. The next run deletes the folders of killed processes. */
export const FOLDER_PREFIX = 'postern-test-';

const MOUNTS = '/proc/self/mounts';

// Server settings for speed. Tests do not need durability, and locks, visibility and constraints do not depend on it.
// Parallel workers are off, because without statistics the planner starts them needlessly, which took half the time of
// all SQL tests. Autovacuum is off, because it would change plans at random moments; tests that need statistics run
// ANALYZE. A low scram_iterations makes the thousands of connections cheap.
export const FAST_SETTINGS: Record<string, string> = {
  fsync: 'off',
  full_page_writes: 'off',
  // Makes `postern doctor` accept fsync = off and full_page_writes = off.
  'postern.throwaway': 'on',
  max_connections: '300',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  max_parallel_workers_per_gather: '0',
  autovacuum: 'off',
  scram_iterations: '1',
  log_line_prefix: '%m [%p] %q%u@%d %e ',
};

/** Postgres programs from the npm package. */
export const EMBEDDED: PostgresPrograms = {
  name: 'embedded',
  initialize: (data, password) => initCluster({ data, password, durable: false }),
  start: (o) => startCluster({ ...o, settings: FAST_SETTINGS }),
};

/**
 * Returns the password of all login roles. All processes of a run, parallel runs on one server, and copies of a data
 * folder use the same password.
 */
export function rolePassword(facts: ServerFacts): string {
  const { username, password } = new URL(facts.superuser_url);
  return createHash('sha256').update(`login roles of ${username} ${password}`).digest('hex');
}

export interface ClusterOptions {
  settings?: Record<string, string>;
  /**
   * makeTemplate() of db.ts. If set, the cached data folder contains the migrated template, from which databases are
   * cloned.
   */
  template?: CreateTemplate;
}

/** Starts a separate embedded server. */
export async function createCluster(options: ClusterOptions = {}): Promise<TestCluster> {
  removeAbandonedServers();
  const folder = mkdtempSync(join(FAST_FOLDER, `${FOLDER_PREFIX}${process.pid}-`));
  changeOwner(findServerAccount(), folder);
  const data = join(folder, 'data');
  const log_file = join(folder, 'postgres.log');
  const password = await copyDataFolder(EMBEDDED, data, options.template);
  const settings = { ...FAST_SETTINGS, ...options.settings };
  const cluster = await startCluster({ data, port: await findFreePort(), log_file, settings });
  // Stops the server if the process calls process.exit() without stop().
  const atExit = () => {
    if (isRunning(cluster.pid)) process.kill(cluster.pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', atExit);
  return {
    source: 'embedded',
    superuser_url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${cluster.port}/postgres`,
    log_file,
    stop: async () => {
      await cluster.stop();
      process.off('exit', atExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Deletes the servers of killed runs. A folder name contains the id of its process. */
export function removeAbandonedServers(): void {
  const me = process.getuid?.() ?? 0;
  for (const folder of FOLDERS.flatMap((place) => readdirSync(place).map((name) => join(place, name)))) {
    const pid = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(basename(folder))?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    // Skips folders that a parallel run has just deleted and, unless run by root, folders of other users.
    const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
    if (owner === undefined || (me !== 0 && owner !== me)) continue;
    const data = join(folder, 'data');
    const postmaster = readPostmaster(data);
    if (postmaster !== null && isRunning(postmaster.pid) && isServerOf(postmaster.pid, data) === 'yes') {
      process.kill(postmaster.pid, 'SIGQUIT');
    }
    unmountWithin(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Unmounts file systems at and below a folder. A mounted folder could not be deleted, and later runs would fail. */
function unmountWithin(folder: string): void {
  if (!existsSync(MOUNTS)) return; // not Linux
  const mounted = readFileSync(MOUNTS, 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path === folder || path.startsWith(`${folder}/`));
  for (const path of mounted.reverse()) spawnSync('umount', ['-l', path]);
}

/** Starts the server of a run from the first available source: TEST_DATABASE_URL, Docker, embedded. */
export async function startServer(log: (line: string) => void = () => undefined): Promise<TestCluster> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    return { source: 'TEST_DATABASE_URL', superuser_url: given, log_file: '', stop: async () => undefined };
  }
  if (await isDockerAvailable()) {
    try {
      return await startContainer();
    } catch (error) {
      log(`Docker answers but the container does not start (${(error as Error).message}); using embedded Postgres`);
    }
  }
  return createCluster();
}

async function isDockerAvailable(): Promise<boolean> {
  const socket = '/var/run/docker.sock';
  if (process.env.DOCKER_HOST) return true;
  if (!existsSync(socket)) return false;
  return new Promise((resolve) => {
    const ping = request({ socketPath: socket, path: '/_ping', timeout: 1000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.on('timeout', () => ping.destroy(new Error('no answer')));
    ping.on('error', () => resolve(false));
    ping.end();
  });
}

async function startContainer(): Promise<TestCluster> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const folder = mkdtempSync(join(FAST_FOLDER, `${FOLDER_PREFIX}${process.pid}-`));
  const log_file = join(folder, 'postgres.log');
  writeFileSync(log_file, '');
  const flags = Object.entries(FAST_SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const container = await new PostgreSqlContainer('postgres:18')
    .withUsername(SUPERUSER)
    .withDatabase('postgres')
    .withCommand(['postgres', ...flags])
    .withLogConsumer((stream) => {
      stream.on('data', (chunk: Buffer) => writeFileSync(log_file, chunk, { flag: 'a' }));
    })
    .start();
  return {
    source: 'docker',
    superuser_url: container.getConnectionUri(),
    log_file,
    stop: async () => {
      await container.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let own: Promise<ServerFacts> | undefined;

/** Returns the server of this test process: the runner's server, or a server that stops with this process. */
export function findCurrentServer(): Promise<ServerFacts> {
  const file = process.env[CLUSTER_VARIABLE];
  if (file) return Promise.resolve(JSON.parse(readFileSync(file, 'utf8')) as ServerFacts);
  own ??= startOwnServer();
  return own;
}

async function startOwnServer(): Promise<ServerFacts> {
  const server = await startServer();
  process.once('beforeExit', () => {
    server.stop().catch((error: unknown) => {
      process.exitCode = 1;
      throw error;
    });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return server;
}
