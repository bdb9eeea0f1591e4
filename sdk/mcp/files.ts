// Files of this machine: only those below the folder of --files, and never through a link.

import { randomUUID } from 'node:crypto';
import { constants, openAsBlob } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rename, unlink } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { chunksOf } from './downloads.ts';
import type { Progress } from './progress.ts';

/** A path that tools may not touch. */
export class FileError extends Error {
  override get name(): 'FileError' {
    return 'FileError';
  }
}

/** Returns the place of a path below the folder; throws for a place outside, and for one behind a link. */
async function placeOf(folder: string, path: unknown): Promise<string> {
  if (typeof path !== 'string' || path === '' || path.includes('\0')) throw new FileError('a path must be a text');
  const place = resolve(folder, path);
  if (!place.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    throw new FileError(`${path} is not below the folder of --files`);
  const parent = dirname(place);
  if ((await realpath(parent)) !== parent) throw new FileError(`${path} leads through a link`);
  return place;
}

/** Throws unless the file is a plain one with a single name: a second name may stand outside of the folder. */
function checkFile(path: unknown, facts: { isFile(): boolean; nlink: number }): void {
  if (!facts.isFile()) throw new FileError(`${path} is not a file, or is a link`);
  if (facts.nlink > 1) throw new FileError(`${path} is a file with further names (hard links)`);
}

/** Opens a file for an upload. It is read while it is sent; a file that changes meanwhile breaks the upload. */
export async function readFile(folder: string, path: unknown): Promise<Blob> {
  const place = await placeOf(folder, path);
  checkFile(path, await lstat(place));
  const blob = await openAsBlob(place);
  // The file may have become a link since; what is read later is the file that was opened here or an error.
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const facts = await file.stat();
    checkFile(path, facts);
    if (facts.size !== blob.size) throw new FileError(`${path} is being changed`);
  } finally {
    await file.close();
  }
  return blob;
}

/** Returns where a download goes, and whether it replaces a file there. */
export async function targetOf(folder: string, path: unknown, overwrite: boolean) {
  const place = await placeOf(folder, path);
  const old = await lstat(place).catch(() => undefined);
  if (old && !overwrite) throw new FileError(`${path} exists; give overwrite to replace it`);
  if (old) checkFile(path, old);
  return { place, replaces: old !== undefined };
}

/** Writes a download into a file. What is there is replaced only on request, and only by a whole download. */
export async function saveFile(
  folder: string,
  path: unknown,
  overwrite: boolean,
  value: unknown,
  signal: AbortSignal,
  progress: Progress,
) {
  const { place, replaces } = await targetOf(folder, path, overwrite);
  const part = replaces ? `${place}.${randomUUID()}.part` : place;
  const file = await open(part, 'wx');
  try {
    const bytes = await write(file, chunksOf(value, signal, progress));
    if (replaces) await rename(part, place);
    return { savedTo: place, bytes };
  } catch (error) {
    await unlink(part);
    throw error;
  }
}

async function write(file: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  try {
    await file.writeFile(chunks);
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}
