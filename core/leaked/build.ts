// Builds the binary list of leaked passwords from range files.
import { open, rename, rm } from 'node:fs/promises';
import { readRangeFile } from './list.ts';
import { DIGEST_BYTES, parseRange, RANGE_COUNT, rangePrefixOfNumber } from './range.ts';

/** Number of ranges that are written at once. */
const BATCH = 256;

/**
 * Writes the digests with at least `min_count` leaks of all ranges in a folder to a file. Returns the number of
 * digests. The file appears when it is complete. Tests set `ranges` to a smaller number.
 */
export async function buildLeakedList(o: {
  folder: string;
  to: string;
  min_count: number;
  ranges?: number;
}): Promise<number> {
  const { folder, to, min_count, ranges = RANGE_COUNT } = o;
  const part = `${to}.part`;
  const file = await open(part, 'w');
  let bytes = 0;
  try {
    for (let start = 0; start < ranges; start += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, ranges - start) }, (_, at) => start + at);
      const parsed = await Promise.all(
        numbers.map(async (number) => {
          const prefix = rangePrefixOfNumber(number);
          return parseRange(prefix, await readRangeFile(folder, prefix), min_count);
        }),
      );
      const batch = Buffer.concat(parsed);
      await file.writeFile(batch);
      bytes += batch.length;
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(part, { force: true });
    throw error;
  }
  await file.close();
  await rename(part, to);
  return bytes / DIGEST_BYTES;
}
