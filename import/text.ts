// Reads a UTF-8 file in chunks, without its byte order mark.
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { CommandError } from '../core/terminal/errors.ts';

const PIECE = 64 * 1024;

/**
 * Maximum size of a user, in characters of JSON or bytes of CSV. In a longer text, a quote or brace is probably not
 * closed.
 */
export const MAX_USER_LENGTH = 1024 * 1024;

export async function* readTextChunks(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  try {
    for await (const piece of createReadStream(file, { highWaterMark: PIECE })) {
      const text = decoder.decode(piece as Buffer, { stream: true });
      if (text !== '') yield text;
      lines += countLines(text);
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw fileError(file, `is not UTF-8, at line ${lines} or soon after it: save it as UTF-8`);
    if (code === 'ENOENT') throw fileError(file, 'is not there');
    if (code === 'EACCES' || code === 'EISDIR') throw fileError(file, 'cannot be read');
    throw error;
  }
}

export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Returns the error for a file that cannot be read any further. */
export function fileError(file: string, what: string): CommandError {
  return new CommandError(`${basename(file)} ${what}.`, { code: 'unreadable_file' });
}

/** Parses JSON. Returns null if it is invalid. */
export function parseJsonOrNull(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}
