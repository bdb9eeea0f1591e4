// The Postgres server of a test run: TEST_DATABASE_URL, or a container if Docker is available, or embedded Postgres.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { basename, join } from 'node:path';
import { findAccount, giveTo } from '../../../dev/embedded/binaries.ts';
import { alive, initCluster, readPostmaster, SUPERUSER, startCluster } from '../../../dev/embedded/cluster.ts';
import { isServerOf } from '../../../dev/embedded/postgres.ts';
import { freePort } from '../../../gateway/server/ports.ts';
import { FOLDERS, QUICK_FOLDER } from '../processes/folders.ts';
import { copyData, type Programs, type Template } from './seed.ts';

/** Variable with which test/run.ts passes the shared server to its child processes. */
export const CLUSTER_VARIABLE = 'POSTERN_TEST_CLUSTER';

/** Facts about a server that a test process needs; passed from the runner to its children as a JSON file. */
export interface ServerFacts {
  source: 'TEST_DATABASE_URL' | 'docker' | 'embedded';
  superuser_url: string;
  /** Path of the server's log; '' if it cannot be read. */
  log_file: string;
}

export interface TestCluster extends ServerFacts {
  stop(): Promise<void>;
}

/** Prefix of temporary folders. The next run removes those of killed processes. */
export const FOLDER_PREFIX = 'postern-test-';

const MOUNTS = '/proc/self/mounts';

// Settings for speed. Durability is not needed; locks, visibility and constraints do not depend on it. The planner
// overestimates tables without statistics and would start parallel workers, which took half the time of all SQL tests.
// Autovacuum would freeze and count rows at random moments: tests that need statistics run ANALYZE. Tests open
// thousands of connections, each of which hashes its password scram_iterations times.
export const FAST_SETTINGS: Record<string, string> = {
  fsync: 'off',
  full_page_writes: 'off',
  // Makes doctor accept that fsync and full_page_writes are off.
  'postern.throwaway': 'on',
  max_connections: '300',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  max_parallel_workers_per_gather: '0',
  autovacuum: 'off',
  scram_iterations: '1',
  log_line_prefix: '%m [%p] %q%u@%d %e ',
};

/** The programs in the npm package. */
export const EMBEDDED: Programs = {
  name: 'embedded',
  initialize: (data, password) => initCluster({ data, password, durable: false }),
  start: (o) => startCluster({ ...o, settings: FAST_SETTINGS }),
};

/**
 * Returns the password of all login roles. It is the same in each process of a run, in parallel runs on one shared
 * server, and for a copy of the data on another port.
 */
export function rolePassword(facts: ServerFacts): string {
  const { username, password } = new URL(facts.superuser_url);
  return createHash('sha256').update(`login roles of ${username} ${password}`).digest('hex');
}

export interface ClusterOptions {
  /** Settings of postgresql.conf that override FAST_SETTINGS. */
  settings?: Record<string, string>;
  /**
   * makeTemplate() of db.ts, for a server on which databases are cloned. The copied data folder may already contain the
   * template.
   */
  template?: Template;
}

/** Starts a separate embedded server. */
export async function createCluster(options: ClusterOptions = {}): Promise<TestCluster> {
  removeAbandoned();
  const folder = mkdtempSync(join(QUICK_FOLDER, `${FOLDER_PREFIX}${process.pid}-`));
  giveTo(findAccount(), folder);
  const data = join(folder, 'data');
  const log_file = join(folder, 'postgres.log');
  const password = await copyData(EMBEDDED, data, options.template);
  const settings = { ...FAST_SETTINGS, ...options.settings };
  const cluster = await startCluster({ data, port: await freePort(), log_file, settings });
  // The process may end with process.exit(), without a call of stop().
  const atExit = () => {
    if (alive(cluster.pid)) process.kill(cluster.pid, 'SIGQUIT');
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

/** Removes the servers of killed runs: folders whose name contains the id of a process that no longer exists. */
export function removeAbandoned(): void {
  const me = process.getuid?.() ?? 0;
  for (const folder of FOLDERS.flatMap((place) => readdirSync(place).map((name) => join(place, name)))) {
    const pid = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(basename(folder))?.[1];
    if (pid === undefined || alive(Number(pid))) continue;
    // Skip folders of other users, and folders that another run has just removed.
    const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
    if (owner === undefined || (me !== 0 && owner !== me)) continue;
    const data = join(folder, 'data');
    const postmaster = readPostmaster(data);
    if (postmaster !== null && alive(postmaster.pid) && isServerOf(postmaster.pid, data) === 'yes') {
      process.kill(postmaster.pid, 'SIGQUIT');
    }
    unmountWithin(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Unmounts file systems below a folder. Otherwise it could not be removed, and every later run would fail on it. */
function unmountWithin(folder: string): void {
  if (!existsSync(MOUNTS)) return; // not Linux
  const mounted = readFileSync(MOUNTS, 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path === folder || path.startsWith(`${folder}/`));
  for (const path of mounted.reverse()) spawnSync('umount', ['-l', path]);
}

/** Starts the server of a run: the first available of the three. */
export async function startServer(log: (line: string) => void = () => undefined): Promise<TestCluster> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    return { source: 'TEST_DATABASE_URL', superuser_url: given, log_file: '', stop: async () => undefined };
  }
  if (await dockerAnswers()) {
    try {
      return await startContainer();
    } catch (error) {
      log(`Docker answers but the container does not start (${(error as Error).message}); using embedded Postgres`);
    }
  }
  return createCluster();
}

async function dockerAnswers(): Promise<boolean> {
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
  const folder = mkdtempSync(join(QUICK_FOLDER, `${FOLDER_PREFIX}${process.pid}-`));
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

/** Returns the server of this test process: the runner's, or its own, which is stopped when the process ends. */
export function currentServer(): Promise<ServerFacts> {
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
