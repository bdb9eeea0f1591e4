// Cuts a streamed answer into the texts of its entries.
import { Cutter } from './cutter.ts';

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
