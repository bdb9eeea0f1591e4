// Reusable data folders for the servers of a run. initdb takes ten times as long as a copy, and migrating the template
// for cloned databases even longer. In a run of several files the first that needs a data folder creates it and the
// others copy it. All copies have the same system identifier, which differs from that of the run's own server.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAccount, giveTo } from '../../../dev/embedded/binaries.ts';
import { freePort, SUPERUSER } from '../../../dev/embedded/cluster.ts';

/** Variable with the run's folder for them; without it each server runs initdb. */
export const SEEDS_VARIABLE = 'POSTERN_TEST_SEEDS';

/** Programs that create and run a server. */
export interface Programs {
  /** Name used in file names. */
  name: string;
  /** Runs initdb with this superuser password. */
  initialize(data: string, password: string): Promise<void>;
  start(o: { data: string; port: number; log_file: string }): Promise<{ stop(): Promise<void> }>;
}

/**
 * Creates the template for cloned databases on a server: makeTemplate() of db.ts. Passed as a parameter because db.ts
 * imports this file.
 */
export type Template = (server: { source: 'embedded'; superuser_url: string; log_file: string }) => Promise<void>;

/**
 * Creates the data folder of a new server and returns the superuser's password. With a template, for a server on which
 * databases are cloned, the copy contains the template and the roles.
 */
export async function copyData(programs: Programs, data: string, template?: Template): Promise<string> {
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

/** Creates a seed atomically. If two processes create it at once, both use the first. */
async function makeSeed(programs: Programs, seed: string, template?: Template): Promise<void> {
  const making = `${seed}.${process.pid}.${randomBytes(4).toString('hex')}`;
  mkdirSync(making);
  giveTo(findAccount(), making);
  const data = join(making, 'data');
  try {
    let password = randomBytes(18).toString('hex');
    if (template) {
      password = await copyData(programs, data);
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

/** Copies a folder with owners and permissions. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp ended with ${status}: ${stderr}`);
}
