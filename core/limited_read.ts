// Reads what a server answers, up to a length: no more is held of an answer that has no end.

/** An answer is longer than it may be; the rest of it was not read. */
export class TooLong extends Error {}

/** `beginning`: of one that is too long what came before the limit, instead of an error. */
export async function limitedBytes(answer: Response, most: number, beginning = false): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > most && beginning) break;
    if (size > most) throw new TooLong('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function limitedText(answer: Response, most: number, beginning = false): Promise<string> {
  return (await limitedBytes(answer, most, beginning)).toString('utf8');
}
