// Ranges of a list of leaked passwords, in the format of the Pwned Passwords service. A range has the SHA-1 digests
// with the same first five hexadecimal digits. Each line has the other 35 digits, a colon and the number of leaks.
import { createHash } from 'node:crypto';

/** Thrown for a list that cannot be used. The message never names a range. */
export class LeakedListError extends Error {
  readonly code = 'leaked_list';
}

/** Length of a SHA-1 digest in bytes. */
export const DIGEST_BYTES = 20;
/** Number of hexadecimal digits of a range's prefix, and number of ranges. */
export const PREFIX_DIGITS = 5;
export const RANGE_COUNT = 16 ** PREFIX_DIGITS;

/** Returns the SHA-1 digest of a password's UTF-8 bytes. */
export const passwordDigest = (password: string): Buffer => createHash('sha1').update(password, 'utf8').digest();

/** Returns the prefix of a digest's range: five hexadecimal digits in upper case. */
export const rangePrefix = (digest: Buffer): string =>
  digest.toString('hex', 0, 3).slice(0, PREFIX_DIGITS).toUpperCase();

/** Returns the prefix of the range with a number. */
export const rangePrefixOfNumber = (number: number): string =>
  number.toString(16).toUpperCase().padStart(PREFIX_DIGITS, '0');

const LINE = /^([0-9A-Fa-f]{35}):(\d{1,15})$/;

/**
 * Returns the sorted digests of a range with at least `min_count` leaks, concatenated. Skips lines with count 0,
 * which are padding. Throws if a line is malformed, or if there is no line, because every range of the full list has
 * some.
 */
export function parseRange(prefix: string, text: string, min_count: number): Buffer {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  if (lines.length === 0) throw new LeakedListError('a range is empty');
  const digests: Buffer[] = [];
  for (const line of lines) {
    const [, suffix, count] = LINE.exec(line) ?? [];
    if (suffix === undefined) throw new LeakedListError('a range has a line that is no row');
    if (Number(count) >= Math.max(1, min_count)) digests.push(Buffer.from(prefix + suffix, 'hex'));
  }
  return Buffer.concat(digests.sort(Buffer.compare));
}

/** Returns true if the sorted digests contain a digest. */
export function containsDigest(digests: Buffer, digest: Buffer): boolean {
  let low = 0;
  let high = digests.length / DIGEST_BYTES - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = digests.compare(digest, 0, DIGEST_BYTES, middle * DIGEST_BYTES, (middle + 1) * DIGEST_BYTES);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
