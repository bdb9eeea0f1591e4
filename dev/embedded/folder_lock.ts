// Allows one Postern per data folder. A lock file names the process that uses the folder. The lock of a killed
// process is ignored.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../core/terminal/errors.ts';
import { isRunning } from './cluster.ts';
import { createFileOnce, withDiskErrors } from './folder.ts';

interface LockOwner {
  pid: number;
  /** Start time of the process, to detect another process with the same id. */
  born: string;
  /** URL of the process, set after it has started. */
  url: string;
}

export interface FolderLock {
  /** Stores the URL. If `start` is run again in this folder, its error message contains the URL. */
  announce(url: string): void;
  release(): void;
}

/** Returns the start time of a process; '' if it is unknown. */
function readProcessStart(pid: number): string {
  const stat = `/proc/${pid}/stat`;
  if (existsSync(stat)) {
    // The name in parentheses may contain spaces. The 20th field after it is the start time in ticks since boot.
    const text = readFileSync(stat, 'utf8');
    const ticks = text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks}`;
  }
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** Returns the command line of a process; '' if it cannot be read. */
export function readProcessCommand(pid: number): string {
  const path = `/proc/${pid}/cmdline`;
  if (existsSync(path)) return readFileSync(path, 'utf8').replaceAll('\0', ' ');
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

const LOCK_FILE = /^owner\.(\d+)\.json$/;

/**
 * Locks the folder. Throws an error that names the owner if a running process owns the folder. Lock files are numbered. To
 * take over from a dead process, a start creates the file with the next number, which only one start can create. An
 * owner does not delete its own file, so that no number is reused. The next owner deletes it.
 */
export function lockFolder(path: string): FolderLock {
  for (;;) {
    const numbers = readdirSync(path)
      .map((name) => Number(LOCK_FILE.exec(name)?.[1]))
      .filter((number) => !Number.isNaN(number));
    const last = Math.max(0, ...numbers);
    const owner = last === 0 ? null : readOwner(join(path, `owner.${last}.json`));
    if (owner !== null && isRunning(owner.pid) && readProcessStart(owner.pid) === owner.born) {
      throw new CommandError(
        owner.url === ''
          ? `Postern is already starting from ${path} (process ${owner.pid}).`
          : `Postern already runs from ${path}: ${owner.url} (process ${owner.pid}). Stop it there with Ctrl-C, ` +
              'or set SVC_DATA_DIR and PORT to run a second one.',
      );
    }
    const mine = join(path, `owner.${last + 1}.json`);
    const me: LockOwner = { pid: process.pid, born: readProcessStart(process.pid), url: '' };
    if (!withDiskErrors(path, () => createFileOnce(mine, JSON.stringify(me)))) continue;
    for (const number of numbers) rmSync(join(path, `owner.${number}.json`), { force: true });
    const rewrite = (to: LockOwner) => {
      writeFileSync(`${mine}.new`, JSON.stringify(to), { mode: 0o600 });
      renameSync(`${mine}.new`, mine);
    };
    return {
      announce: (url) => rewrite({ ...me, url }),
      release: () => rewrite({ ...me, born: 'ended' }),
    };
  }
}

function readOwner(path: string): LockOwner | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LockOwner;
  } catch (error) {
    // A newer lock has just replaced the file, or a crash of the machine left it empty.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
