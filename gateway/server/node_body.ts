// Reads request bodies over node:http. Never buffers more than the limit.
import type { IncomingMessage } from 'node:http';
import type { BodyBudget } from './body_budget.ts';
import { BodyAbortedError, type BodyRefusedError, BodyTooLargeError } from './body_faults.ts';

interface ReadBodyOptions {
  limit: number;
  bodies: BodyBudget;
  /** Called when reading begins (sends 100 Continue). */
  start: () => void;
  /** Called when the body is complete. */
  end: () => void;
  /** Registers a callback for the end of the request. */
  afterwards: (work: () => void) => void;
}

/** Reads and returns the whole body. */
export function readBody(
  message: IncomingMessage,
  { limit, bodies, start, end, afterwards }: ReadBodyOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Rejects a body whose Content-Length exceeds the limit before it is read and before 100 Continue is sent.
    if (Number(message.headers['content-length'] ?? 0) > limit) {
      reject(new BodyTooLargeError(limit));
      return;
    }
    // A destroyed stream emits no event, not even the end of a complete body.
    if (message.destroyed) {
      reject(new BodyAbortedError());
      return;
    }
    start();
    let chunks: Buffer[] = [];
    let size = 0;
    const giveUp = (why: BodyTooLargeError | BodyRefusedError): void => {
      chunks = [];
      settle();
      reject(why);
    };
    const share = bodies.open(giveUp);
    afterwards(share.release);
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) {
        giveUp(new BodyTooLargeError(limit));
        return;
      }
      chunks.push(chunk);
      share.add(chunk.length);
    };
    const onEnd = (): void => {
      share.complete();
      end();
      settle();
      resolve(Buffer.concat(chunks, size));
    };
    const onGone = (): void => {
      settle();
      reject(new BodyAbortedError());
    };
    const settle = (): void => {
      message.off('data', onData);
      message.off('end', onEnd);
      message.off('close', onGone);
      message.off('error', onGone);
      // Without a listener, a later error of the stream would end the process.
      message.on('error', () => message.destroy());
    };
    message.on('data', onData);
    message.on('end', onEnd);
    message.on('close', onGone);
    message.on('error', onGone);
  });
}
