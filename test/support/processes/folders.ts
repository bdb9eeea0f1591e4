// Folders for temporary files of tests. Every database consists of about a thousand small files that are created and
// removed. On a disk, journaling them takes as much time as Postgres itself.
import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/** Maximum space that a run needs. */
const ROOM = 4 * 1024 ** 3;

function inMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { type, bavail, bsize } = statfsSync(MEMORY);
  return type === TMPFS && bavail * bsize >= ROOM && freemem() >= ROOM;
}

/** Folder for temporary files: in memory if there is room. The mount may forbid executing programs (noexec). */
export const QUICK_FOLDER = inMemory() ? MEMORY : tmpdir();

/** All folders that may contain leftovers: an earlier run may have had more room in memory. */
export const FOLDERS: readonly string[] = [...new Set([tmpdir(), ...(existsSync(MEMORY) ? [MEMORY] : [])])];
