// Uploads from a path, for runtimes with a file system.
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * Opens a file as a Blob that is read while it is sent, and again for a retry.
 * @example
 * const requestBody = await fromPath('build/cache.tgz');
 */
export async function fromPath(path: string | URL): Promise<Blob> {
  const facts = await stat(path);
  if (!facts.isFile()) throw new TypeError(`${path} is not a file`);
  return openAsBlob(path);
}
