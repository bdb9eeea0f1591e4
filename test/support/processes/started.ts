// Reusable data folder after a first `postern start`, for tests of later starts. Creating and migrating the database
// takes more than half of a first start. In a run of several files the first that needs the folder creates it and the
// others copy it. All copies have the same secrets and the same system identifier.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findAccount, giveTo } from '../../../dev/embedded/binaries.ts';
import { readPostmaster } from '../../../dev/embedded/cluster.ts';
import { isServerOf } from '../../../dev/embedded/postgres.ts';
import { copyFolder, SEEDS_VARIABLE } from '../database/seed.ts';
import { runCli } from './process.ts';

/**
 * Copies the folder to a path where no start has run yet. Does nothing if a file runs by itself: its own start is the
 * first.
 */
export async function copyStarted(data_dir: string): Promise<void> {
  const seeds = process.env[SEEDS_VARIABLE];
  if (seeds === undefined) return;
  const seed = join(seeds, 'started');
  if (!existsSync(seed)) await makeStarted(seed);
  copyFolder(seed, data_dir);
}

/** Creates the seed atomically. If two processes create it at once, both use the first. */
async function makeStarted(seed: string): Promise<void> {
  const making = mkdtempSync(`${seed}.`);
  giveTo(findAccount(), making);
  const data_dir = join(making, 'started');
  mkdirSync(data_dir);
  const start = runCli(['start'], { cwd: making, env: { PORT: '0', SVC_INBOX_PORT: '0', SVC_DATA_DIR: data_dir } });
  try {
    await start.until(/Stop +Ctrl-C/, 60_000);
    const code = await start.stop();
    if (code !== 0) throw new Error(`postern start ended with ${code}: ${start.stdout}${start.stderr}`);
    // Each start has only its own log lines.
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
 * Stops the server that a killed start has left. Process ids are reused within a run, so the pid may belong to another
 * process.
 */
export function endLeftServer(data_dir: string): void {
  const data = join(data_dir, 'data');
  const left = readPostmaster(data)?.pid;
  if (left !== undefined && isServerOf(left, data) === 'yes') process.kill(left, 'SIGQUIT');
}
