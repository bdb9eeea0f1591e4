// Local files: only those below the folder of --files, and never through a link.

import { randomUUID } from 'node:crypto';
import { constants, openAsBlob } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { platform } from 'node:process';
import { chunksOf } from './downloads.ts';
import type { Progress } from './progress.ts';

/** A path that tools may not use. */
export class FileError extends Error {
  override get name(): 'FileError' {
    return 'FileError';
  }
}

/** Resolves a path; throws if it is not below the folder. */
function placeOf(folder: string, path: unknown): string {
  if (typeof path !== 'string' || path === '' || path.includes('\0'))
    throw new FileError('a file path must be a string that is not empty');
  const place = resolve(folder, path);
  if (!place.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    throw new FileError(`${path} is not below the folder of --files`);
  return place;
}

// Linux can address an open file by its descriptor; other systems only by its path, which another program can replace.
const named = ({ fd }: FileHandle, path: string) => (platform === 'linux' ? `/proc/self/fd/${fd}` : path);

/**
 * Runs `use` with the location of a path below the folder, and with the name to access it by. On Linux the parent
 * folder is held open, so that no link can replace it between the check and the use. Throws if the path leads through a
 * link.
 */
async function below<T>(folder: string, path: unknown, use: (name: string, place: string) => Promise<T>): Promise<T> {
  const place = placeOf(folder, path);
  const parent = dirname(place);
  const check = (found: string) => {
    if (found !== parent) throw new FileError(`${path} leads through a link`);
  };
  if (platform !== 'linux') {
    check(await realpath(parent));
    return use(place, place);
  }
  const held = await open(parent, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const name = named(held, parent);
    check(await readlink(name));
    return await use(join(name, basename(place)), place);
  } finally {
    await held.close();
  }
}

/** Throws unless the file is a regular one with a single name: a second hard link may be outside the folder. */
function checkFile(path: unknown, facts: { isFile(): boolean; nlink: number }): void {
  if (!facts.isFile()) throw new FileError(`${path} is not a file, or is a link`);
  if (facts.nlink > 1) throw new FileError(`${path} has more than one name (hard links)`);
}

export interface Upload {
  blob: Blob;
  /** Ends the reading; the file stays open until then. */
  close(): Promise<void>;
}

/** Opens a file for an upload. It is read while it is sent; if it changes meanwhile, the upload fails. */
export function readFile(folder: string, path: unknown): Promise<Upload> {
  return below(folder, path, async (name) => {
    // Before opening: opening a pipe or a device can have side effects.
    checkFile(path, await lstat(name));
    const file = await open(name, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const facts = await file.stat();
      checkFile(path, facts);
      const blob = await openAsBlob(named(file, name));
      if (facts.size !== blob.size) throw new FileError(`${path} is being changed`);
      return { blob, close: () => file.close() };
    } catch (error) {
      await file.close();
      throw error;
    }
  });
}

/** Returns true if a download replaces a file; throws if it may not be written there. */
async function replaces(name: string, path: unknown, overwrite: boolean): Promise<boolean> {
  const old = await lstat(name).catch(() => undefined);
  if (old && !overwrite) throw new FileError(`${path} exists; set overwrite to true to replace it`);
  if (old) checkFile(path, old);
  return old !== undefined;
}

/** Throws if a download could not be saved under this path. */
export async function checkTarget(folder: string, path: unknown, overwrite: boolean): Promise<void> {
  await below(folder, path, (name) => replaces(name, path, overwrite));
}

/** Writes a download into a file. An existing file is replaced only on request, and only by a complete download. */
export function saveFile(
  folder: string,
  path: unknown,
  overwrite: boolean,
  value: unknown,
  signal: AbortSignal,
  progress: Progress,
) {
  return below(folder, path, async (name, place) => {
    const old = await replaces(name, path, overwrite);
    const part = old ? `${name}.${randomUUID()}.part` : name;
    const file = await open(part, 'wx');
    try {
      const bytes = await write(file, chunksOf(value, signal, progress));
      if (old) await rename(part, name);
      return { savedTo: place, bytes };
    } catch (error) {
      await unlink(part);
      throw error;
    }
  });
}

async function write(file: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  try {
    await file.writeFile(chunks);
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}
