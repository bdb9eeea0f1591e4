// Searches a list of leaked passwords on disk: a folder of range files, or a binary file of sorted SHA-1 digests.
import { statSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { containsDigest, DIGEST_BYTES, LeakedListError, parseRange, rangePrefix } from './range.ts';

/** Returns true if the list contains the digest. Rejects if the list cannot be read. */
export type FindLeaked = (digest: Buffer) => Promise<boolean>;

/** Number of digests per read, about a memory page. */
const BLOCK = 200;
/** Number of bytes of a digest from which its position is estimated. */
const GUESS_BYTES = 6;

/**
 * Opens a list and returns its search function. Throws if the path does not exist, or if the length of a binary file is
 * wrong.
 */
export function openLeakedList(path: string, min_count: number): FindLeaked {
  const found = statSync(path);
  if (found.isDirectory()) {
    return async (digest) => {
      const prefix = rangePrefix(digest);
      return containsDigest(parseRange(prefix, await readRangeFile(path, prefix), min_count), digest);
    };
  }
  if (found.size === 0 || found.size % DIGEST_BYTES !== 0) {
    throw new LeakedListError('is no list of leaked passwords: its length is no multiple of 20 bytes');
  }
  return (digest) => findInFile(path, digest);
}

/** Reads the file of a range, which download tools name <prefix>.txt or <prefix>. */
export async function readRangeFile(folder: string, prefix: string): Promise<string> {
  return readFile(join(folder, `${prefix}.txt`), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return readFile(join(folder, prefix), 'utf8');
  });
}

/**
 * Finds a digest by interpolation search. SHA-1 digests are evenly distributed, so a few reads suffice. The file is
 * opened for each search, so that it can be replaced by a rename.
 */
async function findInFile(path: string, digest: Buffer): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    let low = 0;
    let high = size / DIGEST_BYTES;
    let [low_value, high_value] = [0, 256 ** GUESS_BYTES];
    const wanted = digest.readUIntBE(0, GUESS_BYTES);
    while (low < high) {
      const share = high_value > low_value ? (wanted - low_value) / (high_value - low_value) : 0;
      const guess = low + Math.floor(Math.min(1, Math.max(0, share)) * (high - low));
      const start = Math.max(low, Math.min(guess - BLOCK / 2, high - BLOCK));
      const block = Buffer.alloc(Math.min(BLOCK, high - start) * DIGEST_BYTES);
      const { bytesRead } = await file.read(block, 0, block.length, start * DIGEST_BYTES);
      if (bytesRead !== block.length) throw new LeakedListError('the list of leaked passwords ends too early');
      const first = block.subarray(0, DIGEST_BYTES);
      const last = block.subarray(-DIGEST_BYTES);
      if (digest.compare(first) < 0) {
        high = start;
        high_value = first.readUIntBE(0, GUESS_BYTES);
      } else if (digest.compare(last) > 0) {
        low = start + block.length / DIGEST_BYTES;
        low_value = last.readUIntBE(0, GUESS_BYTES);
      } else {
        return containsDigest(block, digest);
      }
    }
    return false;
  } finally {
    await file.close();
  }
}
