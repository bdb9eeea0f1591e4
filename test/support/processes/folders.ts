// Temporary folders of tests. A database consists of about a thousand small files. On a disk, journaling their creation
// and removal takes as much time as Postgres itself, so the folders are in memory if possible.
import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/** Space in bytes that a test run needs at most. */
const ROOM = 4 * 1024 ** 3;

function hasMemoryFolder(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { type, bavail, bsize } = statfsSync(MEMORY);
  return type === TMPFS && bavail * bsize >= ROOM && freemem() >= ROOM;
}

/**
 * Temporary folder in memory if there is room, otherwise on disk. The mount in memory may forbid executing programs
 * (noexec).
 */
export const FAST_FOLDER = hasMemoryFolder() ? MEMORY : tmpdir();

/** All folders that may contain leftovers of earlier runs. */
export const FOLDERS: readonly string[] = [...new Set([tmpdir(), ...(existsSync(MEMORY) ? [MEMORY] : [])])];
