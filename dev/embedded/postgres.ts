// The embedded database of `postern start`. Locks the folder, cleans up after a killed run, starts Postgres, and
// enables logins.
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { parseDatabaseUrl, postgresOptions, withoutSessionAttributes } from '../../core/database/url.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { findFreePort, isPortInUse } from '../../gateway/server/ports.ts';
import { findBinaries } from './binaries.ts';
import {
  type Cluster,
  initCluster,
  isRunning,
  readPostmaster,
  SUPERUSER,
  startCluster,
  stopServer,
} from './cluster.ts';
import {
  checkPostgresVersion,
  createDataFolder,
  type DataFolder,
  readSecrets,
  type Secrets,
  withDiskErrors,
} from './folder.ts';
import { type FolderLock, lockFolder, readProcessCommand } from './folder_lock.ts';
import type { EmbeddedRole } from './settings.ts';

/** Default port. If it is taken, another port is used. */
const USUAL_PORT = 54329;
export const DATABASE = 'postern';
const LOG_KEPT_BYTES = 16 * 1024 * 1024;

export interface EmbeddedPostgres {
  secrets: Secrets;
  lock: FolderLock;
  cluster: Cluster;
  /** Returns the URL of a login role, or of the superuser for migrate. */
  url: (role: EmbeddedRole) => string;
  /** Sets the passwords of the login roles from the secrets file. Call it after migrate. */
  openRoles(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the database of a data folder. Creates it on the first start. `before` runs after the folder is locked and
 * may throw.
 */
export async function startEmbedded(
  folder: DataFolder,
  o: { role_prefix: string; before?: () => Promise<void> },
): Promise<EmbeddedPostgres> {
  const { major } = await findBinaries();
  createDataFolder(folder);
  const lock = lockFolder(folder.path);
  try {
    await o.before?.();
    checkPostgresVersion(folder, major);
    const secrets = readSecrets(folder);
    await removeLeftovers(folder);
    if (!existsSync(folder.data)) {
      await initCluster({ data: folder.data, password: secrets.superuser_password, durable: true });
    }
    const cluster = await startClusterOnFreePort(folder);
    try {
      return await openStartedCluster(folder, { secrets, lock, cluster }, o.role_prefix);
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startClusterOnFreePort(folder: DataFolder): Promise<Cluster> {
  withDiskErrors(folder.path, () => {
    if (existsSync(folder.postgres_log) && statSync(folder.postgres_log).size > LOG_KEPT_BYTES) {
      renameSync(folder.postgres_log, `${folder.postgres_log}.1`);
    }
  });
  for (let attempt = 1; ; attempt += 1) {
    const port = (await isPortInUse(USUAL_PORT, '127.0.0.1')) ? await findFreePort() : USUAL_PORT;
    try {
      return await startCluster({ data: folder.data, port, log_file: folder.postgres_log });
    } catch (error) {
      // Retries, because backends of a killed server may still be running, or the port was taken after the check.
      const passing = error instanceof CommandError && /shared memory block|port chosen/.test(error.message);
      if (!passing || attempt === 20) throw error;
      await sleep(250);
    }
  }
}

async function openStartedCluster(
  folder: DataFolder,
  made: Pick<EmbeddedPostgres, 'secrets' | 'lock' | 'cluster'>,
  prefix: string,
): Promise<EmbeddedPostgres> {
  const { secrets, lock, cluster } = made;
  const address = (user: string, password: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${cluster.port}/${database}`;
  const asSuperuser = async (work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> => {
    const url = address(SUPERUSER, secrets.superuser_password, 'postgres');
    const options = postgresOptions(parseDatabaseUrl(url, {}), { application_name: 'postern start', max: 1 });
    const sql = withoutSessionAttributes(() => postgres({ ...options, onnotice: () => undefined }));
    try {
      await work(sql);
    } finally {
      await sql.end({ timeout: 1 });
    }
  };
  await asSuperuser(async (sql) => {
    const [found] = await sql`select 1 from pg_database where datname = ${DATABASE}`;
    if (found === undefined) await sql.unsafe(`create database ${DATABASE}`);
  }).catch((error: unknown) => {
    if (!isWrongPassword(error)) throw error;
    throw new CommandError(
      `${folder.secrets_file} does not belong to the database beside it: Postgres rejects its password.`,
    );
  });
  return {
    secrets,
    lock,
    cluster,
    url: (role) =>
      role === 'migrate'
        ? address(SUPERUSER, secrets.superuser_password, DATABASE)
        : address(`${prefix}_${role}`, secrets.role_passwords[role], DATABASE),
    openRoles: async () => {
      await asSuperuser(async (sql) => {
        for (const [role, password] of Object.entries(secrets.role_passwords)) {
          await sql.unsafe(`alter role ${prefix}_${role} login password '${password}'`);
        }
      });
    },
    stop: async () => {
      await cluster.stop();
      lock.release();
    },
  };
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '28P01' || error.code === '28000');
}

/**
 * Cleans up after a killed run: removes incomplete files, stops a server that is still running, and removes a
 * postmaster.pid with the id of another program.
 */
async function removeLeftovers(folder: DataFolder): Promise<void> {
  for (const name of readdirSync(folder.path)) {
    // Incomplete folders and files of a killed start.
    if (/^(data|secrets\.json|owner\.\d+\.json)\.\d+\./.test(name)) {
      rmSync(join(folder.path, name), { recursive: true, force: true });
    }
  }
  const postmaster = readPostmaster(folder.data);
  if (postmaster === null || !isRunning(postmaster.pid)) return;
  const verdict = isServerOf(postmaster.pid, folder.data);
  if (verdict === 'yes') {
    await stopServer(postmaster.pid);
  } else if (verdict === 'no') {
    // Another process has this id. Remove the file, because Postgres checks only that the process exists and would
    // refuse to start.
    rmSync(join(folder.data, 'postmaster.pid'), { force: true });
  } else {
    throw new CommandError(
      `Process ${postmaster.pid} may be a Postgres that still uses ${folder.data}. Stop it, or restart the machine.`,
    );
  }
}

/**
 * Checks whether the process is the server of the data folder. Returns `unknown` if that cannot be determined, because
 * removing the pid file of a running server would corrupt the data.
 */
export function isServerOf(pid: number, data: string): 'yes' | 'no' | 'unknown' {
  if (existsSync('/proc/self/cwd')) {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data) ? 'yes' : 'no';
    } catch (error) {
      // The process has just ended, or belongs to another operating-system user, so it is not the server.
      if (['ENOENT', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return 'no';
      throw error;
    }
  }
  const command = readProcessCommand(pid);
  if (command.includes(data)) return 'yes';
  return command === '' || command.includes('postgres') ? 'unknown' : 'no';
}

/**
 * Returns a message about a server that has ended. It says that the disk is full if the end of the log says so.
 * Otherwise it names the log's path.
 */
export function explainServerEnd(folder: DataFolder): string {
  const log = existsSync(folder.postgres_log) ? readFileSync(folder.postgres_log, 'utf8').slice(-8192) : '';
  if (/No space left on device/i.test(log)) {
    return `The disk of ${folder.path} is full and Postgres has stopped. Free some space and start again; nothing is lost.`;
  }
  return `The embedded Postgres has stopped unexpectedly; the end of ${folder.postgres_log} says why.`;
}
