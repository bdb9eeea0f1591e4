// Downloads: into a new file, or into the answer as base64.
import { open, unlink } from 'node:fs/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { clientError } from './platform.ts';
import type { Progress } from './progress.ts';

/** The bytes of a download; JSON is parsed by the client and written out again. A broken stream throws a client's error. */
async function* chunksOf(value: unknown, signal: AbortSignal, progress: Progress): AsyncGenerator<Uint8Array> {
  if (!(value instanceof ReadableStream)) {
    yield Buffer.from(JSON.stringify(value) ?? '');
    return;
  }
  let bytes = 0;
  try {
    for await (const chunk of value as NodeStream<Uint8Array>) {
      bytes += chunk.byteLength;
      progress.step(bytes, undefined, 'bytes');
      yield chunk;
    }
  } catch (error) {
    throw clientError(error, signal);
  }
}

/** Writes a download into a new file only: a tool must not overwrite what is there. Nor does it leave half of one. */
export async function save(value: unknown, path: string, signal: AbortSignal, progress: Progress) {
  const file = await open(path, 'wx').catch(async (error: unknown) => {
    if (value instanceof ReadableStream) await value.cancel();
    throw error;
  });
  try {
    await file.writeFile(chunksOf(value, signal, progress));
    const { size } = await file.stat();
    await file.close();
    return { savedTo: path, bytes: size };
  } catch (error) {
    await file.close();
    await unlink(path);
    throw error;
  }
}

/** A download as base64; half of one is of no use, so a large one is an error. */
export async function inline(value: unknown, most: number, signal: AbortSignal, progress: Progress) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(value, signal, progress)) {
    size += chunk.byteLength;
    if (size > most)
      throw new RangeError(`the download is larger than ${most} bytes; give saveTo, or raise maxChars and --max-bytes`);
    chunks.push(chunk);
  }
  return { base64: Buffer.concat(chunks).toString('base64'), bytes: size };
}
