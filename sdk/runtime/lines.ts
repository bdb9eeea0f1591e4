// Reads a streamed answer as JSON values, one per line.

/** Yields each line's value; leaving the loop early cancels the stream. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let ended = false;
  try {
    while (!ended) {
      const chunk = await reader.read();
      ended = chunk.done;
      rest += ended ? decoder.decode() : decoder.decode(chunk.value, { stream: true });
      const lines = rest.split('\n');
      rest = ended ? '' : (lines.pop() ?? '');
      for (const line of lines) if (line.trim()) yield line;
    }
  } finally {
    // Cancelling a stream that broke rejects with the error that is already on its way to the caller.
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}
