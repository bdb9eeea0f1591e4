// Reading a request's body over hyper-express: data comes whether somebody waits for it or not, so reading pauses instead.
import type { BodyBudget } from './body_budget.ts';
import { BodyAborted, BodyTooLarge } from './body_faults.ts';
import type { RawResponse } from './hyper_types.ts';

export interface BodyReader {
  /** Whether the whole body has arrived (a request without one has it from the start). */
  readonly received: boolean;
  /** The whole body; rejects with BodyTooLarge or BodyAborted. */
  read(limit: number): Promise<Buffer>;
  /** Called once the request is over: the client has gone, was too slow, or has been answered. */
  abort(): void;
  /** Lets what is left flow, to be dropped behind an answer on a connection that stays. */
  release(): void;
}

/** What is kept of a body before anybody asks for it. */
const EARLY_BYTES = 64 * 1024;

interface Reading {
  /** What Content-Length says, 0 where there is no body. */
  length: number;
  bodies: BodyBudget;
  /** Called at its end. */
  done: () => void;
}

export function createBodyReader(raw: RawResponse, { length, bodies, done }: Reading): BodyReader {
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
      fail(new BodyTooLarge(limit));
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
      // The native side takes its memory back when this returns.
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
        // Known too long: refused before it is read.
        if (length > asked) {
          pause();
          fail(new BodyTooLarge(asked));
          return;
        }
        check();
        if (!fault) resume();
      });
      return promise;
    },
    abort() {
      if (!received) fail(new BodyAborted());
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
