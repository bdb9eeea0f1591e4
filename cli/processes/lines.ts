// Forwards the output of a process line by line, so that lines of several processes are not interleaved.
import type { Readable } from 'node:stream';

/** Maximum line length in bytes. Longer lines are forwarded in parts. */
const LONGEST_LINE = 1024 * 1024;
const LINE_FEED = 0x0a;

export function forwardLines(stream: Readable, pass: (lines: string) => void): void {
  let rest: Buffer[] = [];
  let waiting = 0;
  const give = (last: Buffer): void => {
    pass(Buffer.concat([...rest, last]).toString());
    rest = [];
    waiting = 0;
  };
  stream.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) give(chunk.subarray(0, end));
    const left = chunk.subarray(end);
    if (left.length > 0) rest.push(left);
    waiting += left.length;
    if (waiting > LONGEST_LINE) give(Buffer.alloc(0));
  });
  stream.on('end', () => {
    if (waiting > 0) give(Buffer.from('\n'));
  });
}
