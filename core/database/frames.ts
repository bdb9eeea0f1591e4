// Reads and builds the Postgres protocol messages (type, length, body) that start a session.

/** Asks the server whether it supports TLS. */
export const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
export const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);

const HEAD = 5;

/** Returns a function that appends a chunk of the stream and returns the messages that are complete. */
export function createFrameReader(): (chunk: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole: Buffer[] = [];
    while (rest.length >= HEAD) {
      const size = 1 + rest.readUInt32BE(1);
      if (rest.length < size) break;
      whole.push(rest.subarray(0, size));
      rest = rest.subarray(size);
    }
    return whole;
  };
}

/** Builds a simple query without parameters. */
export function buildQueryMessage(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(HEAD);
  head.write('Q');
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

/** Returns the values of a DataRow as text. Null becomes ''. */
export function parseDataRow(frame: Buffer): string[] {
  const values: string[] = [];
  let at = HEAD + 2;
  for (let count = frame.readUInt16BE(HEAD); count > 0; count -= 1) {
    const size = Math.max(frame.readInt32BE(at), 0);
    values.push(frame.toString('utf8', at + 4, at + 4 + size));
    at += 4 + size;
  }
  return values;
}

/** Returns SQLSTATE and message of an ErrorResponse. */
export function parseErrorFrame(frame: Buffer): { code: string; message: string } {
  const fields = frame.toString('utf8', HEAD).split('\0');
  const field = (type: string): string => fields.find((one) => one.startsWith(type))?.slice(1) ?? '';
  return { code: field('C'), message: field('M') };
}
