// A client that sends raw bytes, which may be requests that HTTP libraries refuse to send.
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  text: string;
  /** Status codes of all responses on the connection, in order. */
  statuses: number[];
  /** True if the server closed the connection before the deadline. */
  closed: boolean;
  /** Number of bytes that the kernel accepted. */
  sent: number;
}

const STATUS_LINE = /HTTP\/1\.1 (\d{3})/g;

/**
 * Sends each piece (a number is a pause in ms). Reads until the server closes the connection, the text matches `until`,
 * or `wait_ms` has passed. The default of a minute also suffices for a slow machine.
 */
export async function sendRaw(
  port: number,
  pieces: readonly (string | Buffer | number)[],
  o: { wait_ms?: number; until?: RegExp } = {},
): Promise<RawAnswer> {
  const socket = connect({ port, host: '127.0.0.1' });
  let text = '';
  let closed = false;
  const over = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (o.until?.test(text)) resolve();
    });
    socket.on('end', () => {
      closed = true;
      resolve();
    });
    socket.on('error', () => {
      closed = true; // a reset, or a write after the server's end
    });
    socket.on('close', () => {
      closed = true;
      resolve();
    });
  });
  const sent = { bytes: 0 };
  void sendPieces(socket, pieces, sent);
  const timer = new Promise<void>((resolve) => setTimeout(resolve, o.wait_ms ?? 60_000).unref());
  await Promise.race([over, timer]);
  socket.destroy();
  return { text, closed, sent: sent.bytes, statuses: [...text.matchAll(STATUS_LINE)].map((found) => Number(found[1])) };
}

async function sendPieces(
  socket: Socket,
  pieces: readonly (string | Buffer | number)[],
  sent: { bytes: number },
): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    if (typeof piece === 'number') await new Promise((resolve) => setTimeout(resolve, piece));
    else {
      if (!socket.write(piece)) await untilDrained(socket);
      if (!socket.destroyed) sent.bytes += piece.length;
    }
  }
}

function untilDrained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done);
      socket.off('close', done);
      resolve();
    };
    socket.once('drain', done);
    socket.once('close', done);
  });
}
