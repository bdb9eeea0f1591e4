// Reads a response body up to a maximum length, so that an endless body cannot fill the memory.

/** Thrown if the body exceeds the maximum length. The rest was not read. */
export class BodyTooLongError extends Error {
  readonly code = 'body_too_long';
}

/** Reads the body. If it is too long, throws, or with `beginning` returns the chunks that fit into `most` bytes. */
export async function readLimitedBytes(answer: Response, most: number, beginning = false): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > most && beginning) break;
    if (size > most) throw new BodyTooLongError('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function readLimitedText(answer: Response, most: number, beginning = false): Promise<string> {
  return (await readLimitedBytes(answer, most, beginning)).toString('utf8');
}
