// Caches the data folder of a first `postern start` for tests of later starts. Creating and migrating the database
// takes more than half of a first start. The first test file that needs the folder creates it; the others copy it. All
// copies have the same secrets and the same system identifier.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { changeOwner, findServerAccount } from '../../../dev/embedded/binaries.ts';
import { readPostmaster } from '../../../dev/embedded/cluster.ts';
import { isServerOf } from '../../../dev/embedded/postgres.ts';
import { copyFolder, DATA_FOLDERS_VARIABLE } from '../database/data_folders.ts';
import { runCli } from './process.ts';

/**
 * Copies the cached data folder to a new path. Does nothing if test/run.ts has not set a cache folder. The first start
 * of the test then creates the data folder.
 */
export async function copyStartedFolder(data_dir: string): Promise<void> {
  const seeds = process.env[DATA_FOLDERS_VARIABLE];
  if (seeds === undefined) return;
  const seed = join(seeds, 'started');
  if (!existsSync(seed)) await createStartedFolder(seed);
  copyFolder(seed, data_dir);
}

/** Creates the cached folder atomically. Two processes that create it concurrently both use the first one. */
async function createStartedFolder(seed: string): Promise<void> {
  const making = mkdtempSync(`${seed}.`);
  changeOwner(findServerAccount(), making);
  const data_dir = join(making, 'started');
  mkdirSync(data_dir);
  const start = runCli(['start'], { cwd: making, env: { PORT: '0', SVC_INBOX_PORT: '0', SVC_DATA_DIR: data_dir } });
  try {
    await start.until(/Stop +Ctrl-C/);
    const code = await start.stop();
    if (code !== 0) throw new Error(`postern start ended with ${code}: ${start.stdout}${start.stderr}`);
    // A later start must find only its own log lines.
    for (const name of readdirSync(data_dir)) if (name.endsWith('.log')) rmSync(join(data_dir, name));
    renameSync(data_dir, seed);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await start.stop('SIGKILL');
    rmSync(making, { recursive: true, force: true });
  }
}

/**
 * Stops the Postgres server that a killed `postern start` left running. Checks the process, because a process id may be
 * reused within a run.
 */
export function stopLeftoverServer(data_dir: string): void {
  const data = join(data_dir, 'data');
  const left = readPostmaster(data)?.pid;
  if (left !== undefined && isServerOf(left, data) === 'yes') process.kill(left, 'SIGQUIT');
}
