// The data folder of `postern start` as a first start leaves it. Making the database and migrating it takes more than half of what a
// first start costs: in a run of several files the first who asks makes one, the others copy it. It is for tests whose subject is
// not the first start. All copies have the same secrets and the same system identifier.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findAccount, giveTo } from '../../dev/embedded/binaries.ts';
import { readPostmaster } from '../../dev/embedded/cluster.ts';
import { isServerOf } from '../../dev/embedded/postgres.ts';
import { runCli } from './process.ts';
import { copyFolder, SEEDS_VARIABLE } from './seed.ts';

/** Lays it where no start has been yet. A file that is run by itself lays nothing: its start is the first. */
export async function layStarted(data_dir: string): Promise<void> {
  const seeds = process.env[SEEDS_VARIABLE];
  if (seeds === undefined) return;
  const seed = join(seeds, 'started');
  if (!existsSync(seed)) await makeStarted(seed);
  copyFolder(seed, data_dir);
}

/** Whole or not at all: two who make one at once end with that of the first. */
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
    // Of each start there are its own lines.
    for (const name of readdirSync(data_dir)) if (name.endsWith('.log')) rmSync(join(data_dir, name));
    renameSync(data_dir, seed);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await start.stop('SIGKILL');
    rmSync(making, { recursive: true, force: true });
  }
}

/** Ends the server that a killed start has left. In a run the numbers of processes come round: one may be somebody else's by now. */
export function endLeftServer(data_dir: string): void {
  const data = join(data_dir, 'data');
  const left = readPostmaster(data)?.pid;
  if (left !== undefined && isServerOf(left, data) === 'yes') process.kill(left, 'SIGQUIT');
}
