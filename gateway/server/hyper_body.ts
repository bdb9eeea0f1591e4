// Reads request bodies over hyper-express. Data arrives even before the application reads it, so the connection is
// paused if necessary.
import type { BodyBudget } from './body_budget.ts';
import { BodyAbortedError, BodyTooLargeError } from './body_faults.ts';
import type { RawResponse } from './hyper_types.ts';

export interface BodyReader {
  /** True if the whole body has arrived or there is none. */
  readonly received: boolean;
  /** Returns the whole body. Rejects with BodyTooLargeError, BodyAbortedError or BodyRefusedError. */
  read(limit: number): Promise<Buffer>;
  /**
   * Rejects an incomplete body and frees its memory. Called at the end of the request: after the response, a disconnect
   * or a timeout.
   */
  abort(): void;
  /** Discards the rest of the body. Called if the connection stays open after the response. */
  release(): void;
}

/** Maximum number of bytes that are buffered before the body is read. */
const EARLY_BYTES = 64 * 1024;

interface BodyReaderOptions {
  /** Content-Length in bytes; 0 if there is no body. */
  length: number;
  bodies: BodyBudget;
  /** Called at the end of the body. */
  done: () => void;
}

export function createBodyReader(raw: RawResponse, { length, bodies, done }: BodyReaderOptions): BodyReader {
  let chunks: Buffer[] = [];
  let size = 0;
  let limit: number | undefined;
  let received = length === 0;
  let paused = false;
  let dropped = false;
  let fault: Error | undefined;
  let settle: { resolve(body: Buffer): void; reject(error: Error): void } | undefined;
  let promise: Promise<Buffer> | undefined;

  const pause = (): void => {
    if (!paused && !received) raw.pause();
    paused = true;
  };
  const resume = (): void => {
    if (paused && !received) raw.resume();
    paused = false;
  };
  const fail = (error: Error): void => {
    fault ??= error;
    chunks = [];
    settle?.reject(fault);
  };
  const check = (): void => {
    if (fault) settle?.reject(fault);
    else if (limit !== undefined && size > limit) {
      pause();
      fail(new BodyTooLargeError(limit));
    } else if (received) settle?.resolve(Buffer.concat(chunks, size));
  };

  const share = bodies.open((why) => {
    pause();
    fail(why);
  });

  if (!received) {
    raw.onData((chunk, last) => {
      if (last) received = true;
      if (last) done();
      if (fault || dropped) return;
      size += chunk.byteLength;
      // Copy the chunk, because the native code reuses its memory after this callback.
      chunks.push(Buffer.copyBytesFrom(new Uint8Array(chunk)));
      share.add(chunk.byteLength);
      if (last) share.complete();
      if (fault) return;
      if (limit === undefined && size > EARLY_BYTES) pause();
      check();
    });
  }

  return {
    get received() {
      return received;
    },
    read(asked) {
      promise ??= new Promise<Buffer>((resolve, reject) => {
        settle = { resolve, reject };
        limit = asked;
        // Rejects a body whose Content-Length exceeds the limit without reading it.
        if (length > asked) {
          pause();
          fail(new BodyTooLargeError(asked));
          return;
        }
        check();
        if (!fault) resume();
      });
      return promise;
    },
    abort() {
      if (!received) fail(new BodyAbortedError());
      share.release();
    },
    release() {
      if (received) return;
      dropped = true;
      chunks = [];
      share.release();
      resume();
    },
  };
}
