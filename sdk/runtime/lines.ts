// Cuts a streamed answer into the texts of its entries.
import { Cutter } from './cutter.ts';
import { clientError } from './failure.ts';

/** Yields each entry's text as it comes; leaving the loop early cancels the stream. */
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
    // Cancelling a stream that broke rejects with the error that is already on its way to the caller.
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}

/** The same for a text that is there as a whole. */
export function entriesOf(text: string): string[] {
  const cutter = new Cutter();
  return [...cutter.push(text), ...cutter.end()];
}

/** Yields what `read` makes of each entry; a stream that breaks rejects with the error of a call. */
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

/** Yields the items of a list. Without validation an answer may be anything; what is no list is the one item there is. */
export async function* eachItem(value: unknown): AsyncGenerator<unknown, void, undefined> {
  if (Array.isArray(value)) yield* value;
  else if (value !== undefined && value !== null) yield value;
}
