// The data folders of a run's own servers. Making one (initdb) takes ten times what copying it does, and migrating the template
// that its databases are cloned from takes more: in a run of several files the first who needs one makes it, and the others copy it.
// Copies have one system identifier; the run's server, which is none, has another.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAccount, giveTo } from '../../dev/embedded/binaries.ts';
import { freePort, SUPERUSER } from '../../dev/embedded/cluster.ts';

/** Names the folder of a run where they are kept; without it each server makes its own. */
export const SEEDS_VARIABLE = 'POSTERN_TEST_SEEDS';

/** The programs that make and run a server. */
export interface Programs {
  /** A word for file names. */
  name: string;
  /** initdb, with this password of the superuser. */
  initialize(data: string, password: string): Promise<void>;
  start(o: { data: string; port: number; log_file: string }): Promise<{ stop(): Promise<void> }>;
}

/** What makes the template of cloned databases on a server: makeTemplate() of db.ts, which imports this. */
export type Template = (server: { source: 'embedded'; superuser_url: string; log_file: string }) => Promise<void>;

/**
 * Lays the data folder of a server that never ran, and answers the password of its superuser. With a template, for a server where
 * databases will be cloned, the copy brings it, and with it the roles.
 */
export async function layData(programs: Programs, data: string, template?: Template): Promise<string> {
  const seeds = process.env[SEEDS_VARIABLE];
  if (seeds === undefined) {
    const password = randomBytes(18).toString('hex');
    await programs.initialize(data, password);
    return password;
  }
  const seed = join(seeds, template ? `${programs.name}-migrated` : programs.name);
  if (!existsSync(seed)) await makeSeed(programs, seed, template);
  copyFolder(join(seed, 'data'), data);
  return readFileSync(join(seed, 'password'), 'utf8');
}

/** Whole or not at all: two who make one at once end with that of the first. */
async function makeSeed(programs: Programs, seed: string, template?: Template): Promise<void> {
  const making = `${seed}.${process.pid}.${randomBytes(4).toString('hex')}`;
  mkdirSync(making);
  giveTo(findAccount(), making);
  const data = join(making, 'data');
  try {
    let password = randomBytes(18).toString('hex');
    if (template) {
      password = await layData(programs, data);
      await onServer(programs, { data, password }, template);
    } else await programs.initialize(data, password);
    writeFileSync(join(making, 'password'), password, { mode: 0o600 });
    renameSync(making, seed);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

async function onServer(programs: Programs, o: { data: string; password: string }, work: Template): Promise<void> {
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

/** With owners and rights. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp ended with ${status}: ${stderr}`);
}
