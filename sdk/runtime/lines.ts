// Splits a streamed answer into the texts of its entries.
import { Cutter } from './cutter.ts';
import { clientError } from './failure.ts';

/** Yields each entry's text as it arrives; leaving the loop early cancels the stream. */
export async function* readEntries(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const cutter = new Cutter();
  let ended = false;
  try {
    while (!ended) {
      const chunk = await reader.read();
      ended = chunk.done;
      yield* cutter.push(ended ? decoder.decode() : decoder.decode(chunk.value, { stream: true }));
    }
    yield* cutter.end();
  } finally {
    // Cancelling a broken stream rejects with the error that is already being thrown to the caller.
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}

/** The same for a complete text. */
export function entriesOf(text: string): string[] {
  const cutter = new Cutter();
  return [...cutter.push(text), ...cutter.end()];
}

/** Yields the result of `read` for each entry; a broken stream rejects with a client error. */
export async function* eachEntry(
  body: ReadableStream<Uint8Array>,
  read: (entry: string) => unknown,
  signal: AbortSignal,
): AsyncGenerator<unknown, void, undefined> {
  try {
    for await (const entry of readEntries(body)) yield read(entry);
  } catch (error) {
    throw clientError(error, signal);
  }
}

/**
 * Yields the items of a list. Without validation an answer may have any type; a value that is no list is yielded as the
 * only item.
 */
export async function* eachItem(value: unknown): AsyncGenerator<unknown, void, undefined> {
  if (Array.isArray(value)) yield* value;
  else if (value !== undefined && value !== null) yield value;
}
