// Downloads: their bytes, and the answer with them as base64.
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { clientError } from './platform.ts';
import type { Progress } from './progress.ts';

/**
 * Yields the bytes of a download. JSON is parsed by the client and serialized again. A broken stream throws a client
 * error.
 */
export async function* chunksOf(value: unknown, signal: AbortSignal, progress: Progress): AsyncGenerator<Uint8Array> {
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

/** Returns a download as base64. One above the limit is an error, because half a file is useless. */
export async function inline(value: unknown, most: number, signal: AbortSignal, progress: Progress) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(value, signal, progress)) {
    size += chunk.byteLength;
    if (size > most)
      throw new RangeError(
        `the download is larger than ${most} bytes; raise maxChars and --max-bytes, or save it to a file (--files, saveTo)`,
      );
    chunks.push(chunk);
  }
  return { base64: Buffer.concat(chunks).toString('base64'), bytes: size };
}
