// Reading a request's body over node:http without keeping more of it than the limit.
import type { IncomingMessage } from 'node:http';
import { BodyAborted, BodyTooLarge } from './types.ts';

/** Resolves with the whole body. `start` is called when reading really begins (100-continue). */
export function readBody(message: IncomingMessage, limit: number, start: () => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Known too long: refuse before a byte of it is read, and before the client is told to continue.
    if (Number(message.headers['content-length'] ?? 0) > limit) {
      reject(new BodyTooLarge(limit));
      return;
    }
    // A destroyed stream says nothing more, not even that a complete body has ended.
    if (message.destroyed) {
      reject(new BodyAborted());
      return;
    }
    start();
    let chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) {
        chunks = [];
        settle();
        reject(new BodyTooLarge(limit));
        return;
      }
      chunks.push(chunk);
    };
    const onEnd = (): void => {
      settle();
      resolve(Buffer.concat(chunks, size));
    };
    const onGone = (): void => {
      settle();
      reject(new BodyAborted());
    };
    const settle = (): void => {
      message.off('data', onData);
      message.off('end', onEnd);
      message.off('close', onGone);
      message.off('error', onGone);
      // A later error of a stream that nobody listens to would end the process.
      message.on('error', () => message.destroy());
    };
    message.on('data', onData);
    message.on('end', onEnd);
    message.on('close', onGone);
    message.on('error', onGone);
  });
}
