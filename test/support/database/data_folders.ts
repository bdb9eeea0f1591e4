// Caches data folders for the Postgres servers of a run. initdb takes ten times as long as a copy, and migrating the
// template database even longer. The first test file that needs a data folder creates it; the others copy it. All
// copies have the same system identifier, which differs from that of the run's own server.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeOwner, findServerAccount } from '../../../dev/embedded/binaries.ts';
import { freePort, SUPERUSER } from '../../../dev/embedded/cluster.ts';

/** Environment variable with the folder of the cached data folders. Without it, each server runs initdb. */
export const DATA_FOLDERS_VARIABLE = 'POSTERN_TEST_SEEDS';

export interface PostgresPrograms {
  /** Name in the paths of cached data folders. */
  name: string;
  /** Runs initdb with this superuser password. */
  initialize(data: string, password: string): Promise<void>;
  start(o: { data: string; port: number; log_file: string }): Promise<{ stop(): Promise<void> }>;
}

/**
 * Function makeTemplate() of db.ts, which creates the template database. It is a parameter because db.ts imports this
 * file.
 */
export type CreateTemplate = (server: { source: 'embedded'; superuser_url: string; log_file: string }) => Promise<void>;

/**
 * Creates the data folder of a new server and returns the superuser's password. With a cache and a template function,
 * the data folder contains the template database and the roles.
 */
export async function copyDataFolder(
  programs: PostgresPrograms,
  data: string,
  template?: CreateTemplate,
): Promise<string> {
  const seeds = process.env[DATA_FOLDERS_VARIABLE];
  if (seeds === undefined) {
    const password = randomBytes(18).toString('hex');
    await programs.initialize(data, password);
    return password;
  }
  const seed = join(seeds, template ? `${programs.name}-migrated` : programs.name);
  if (!existsSync(seed)) await createDataFolder(programs, seed, template);
  copyFolder(join(seed, 'data'), data);
  return readFileSync(join(seed, 'password'), 'utf8');
}

/** Creates a cached data folder atomically. Two processes that create it concurrently both use the first one. */
async function createDataFolder(programs: PostgresPrograms, seed: string, template?: CreateTemplate): Promise<void> {
  const making = `${seed}.${process.pid}.${randomBytes(4).toString('hex')}`;
  mkdirSync(making);
  changeOwner(findServerAccount(), making);
  const data = join(making, 'data');
  try {
    let password = randomBytes(18).toString('hex');
    if (template) {
      password = await copyDataFolder(programs, data);
      await withTemporaryServer(programs, { data, password }, template);
    } else await programs.initialize(data, password);
    writeFileSync(join(making, 'password'), password, { mode: 0o600 });
    renameSync(making, seed);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

async function withTemporaryServer(
  programs: PostgresPrograms,
  o: { data: string; password: string },
  work: CreateTemplate,
): Promise<void> {
  const { data, password } = o;
  const port = await freePort();
  const log_file = `${data}.log`;
  const server = await programs.start({ data, port, log_file });
  try {
    const superuser_url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
    await work({ source: 'embedded', superuser_url, log_file });
  } finally {
    await server.stop();
  }
}

export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp ended with ${status}: ${stderr}`);
}
