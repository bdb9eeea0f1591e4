// Where tests keep what nobody reads after them. Every database is some thousand small files, made and removed again: on a disk
// its journal takes as much time as Postgres does.
import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/** A run takes less than one of them. */
const ROOM = 4 * 1024 ** 3;

function inMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { type, bavail, bsize } = statfsSync(MEMORY);
  return type === TMPFS && bavail * bsize >= ROOM && freemem() >= ROOM;
}

/** In memory where there is room for it. Programs may not be allowed to run from there. */
export const QUICK_FOLDER = inMemory() ? MEMORY : tmpdir();

/** Wherever a run may have left something: the next one may find less room than it did. */
export const FOLDERS: readonly string[] = [...new Set([tmpdir(), ...(existsSync(MEMORY) ? [MEMORY] : [])])];
