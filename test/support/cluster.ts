// The Postgres server a test run uses: TEST_DATABASE_URL, else a container where Docker answers, else embedded Postgres.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { basename, join } from 'node:path';
import { findAccount, giveTo } from '../../dev/embedded/binaries.ts';
import { alive, initCluster, readPostmaster, SUPERUSER, startCluster } from '../../dev/embedded/cluster.ts';
import { isServerOf } from '../../dev/embedded/postgres.ts';
import { freePort } from '../../gateway/server/ports.ts';
import { FOLDERS, QUICK_FOLDER } from './folders.ts';
import { layData, type Programs, type Template } from './seed.ts';

/** The variable by which test/run.ts tells its children where the shared server is. */
export const CLUSTER_VARIABLE = 'POSTERN_TEST_CLUSTER';

/** What a test process must know of a server; it crosses from the runner to its children as a JSON file. */
export interface ServerFacts {
  source: 'TEST_DATABASE_URL' | 'docker' | 'embedded';
  superuser_url: string;
  /** The server's log, or '' where it cannot be read. */
  log_file: string;
}

export interface TestCluster extends ServerFacts {
  stop(): Promise<void>;
}

/** Whoever starts next removes what a process that was killed has left. */
export const FOLDER_PREFIX = 'postern-test-';

const MOUNTS = '/proc/self/mounts';

// Lost data does not matter here; locks, visibility and constraints are not affected by these. For tables that were never
// analyzed the planner guesses at sizes that make it start parallel workers, which took half the time of all the tests in SQL.
// Autovacuum comes at moments of its own, freezes and counts rows, and is chance in a test: who needs statistics analyzes.
// Thousands of connections are opened, and each takes its password through as many rounds of hashing as scram_iterations says.
export const FAST_SETTINGS: Record<string, string> = {
  fsync: 'off',
  full_page_writes: 'off',
  // For doctor, which warns of the two.
  'postern.throwaway': 'on',
  max_connections: '300',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  max_parallel_workers_per_gather: '0',
  autovacuum: 'off',
  scram_iterations: '1',
  log_line_prefix: '%m [%p] %q%u@%d %e ',
};

/** The programs that npm brings. */
export const EMBEDDED: Programs = {
  name: 'embedded',
  initialize: (data, password) => initCluster({ data, password, durable: false }),
  start: (o) => startCluster({ ...o, settings: FAST_SETTINGS }),
};

/**
 * The password of every login role, the same in each process of a run, of parallel runs on one shared server, and on another port
 * once the data is copied.
 */
export function rolePassword(facts: ServerFacts): string {
  const { username, password } = new URL(facts.superuser_url);
  return createHash('sha256').update(`login roles of ${username} ${password}`).digest('hex');
}

export interface ClusterOptions {
  /** Those of postgresql.conf, over the fast defaults. */
  settings?: Record<string, string>;
  /** makeTemplate() of db.ts, where databases will be cloned there: their template may then be there already. */
  template?: Template;
}

/** Starts an embedded server of its own. */
export async function createCluster(options: ClusterOptions = {}): Promise<TestCluster> {
  removeAbandoned();
  const folder = mkdtempSync(join(QUICK_FOLDER, `${FOLDER_PREFIX}${process.pid}-`));
  giveTo(findAccount(), folder);
  const data = join(folder, 'data');
  const log_file = join(folder, 'postgres.log');
  const password = await layData(EMBEDDED, data, options.template);
  const settings = { ...FAST_SETTINGS, ...options.settings };
  const cluster = await startCluster({ data, port: await freePort(), log_file, settings });
  // The runner or test file may end by process.exit(): then at least the server goes.
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

/** Servers of runs that were killed: their folder carries the id of a process that is gone. */
export function removeAbandoned(): void {
  const me = process.getuid?.() ?? 0;
  for (const folder of FOLDERS.flatMap((place) => readdirSync(place).map((name) => join(place, name)))) {
    const pid = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(basename(folder))?.[1];
    if (pid === undefined || alive(Number(pid))) continue;
    // Another user's run is theirs; and another sweep may just have been faster.
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

/** A folder in which a file system is mounted cannot be removed, and every later run would end with that. */
function unmountWithin(folder: string): void {
  if (!existsSync(MOUNTS)) return; // no Linux
  const mounted = readFileSync(MOUNTS, 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path === folder || path.startsWith(`${folder}/`));
  for (const path of mounted.reverse()) spawnSync('umount', ['-l', path]);
}

/** The server of a whole run: the first of these that answers. */
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

/** The server for this test process: the runner's, or one of its own that goes when the process ends. */
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
