// Limits the memory of all request bodies together. Small bodies are not counted: the number of connections limits
// them. When the budget is exceeded, the largest body still arriving is refused, so that a flood of large bodies does
// not keep smaller ones out.
import { BodyRefusedError } from './body_faults.ts';

/** Bodies up to this size are not counted. Typical ones have a few hundred bytes. */
const SMALL_BYTES = 16 * 1024;

export interface BodyBudget {
  /** Registers a body that is about to be read. `refuse` discards what has arrived. */
  open(refuse: (why: BodyRefusedError) => void): BodyShare;
}

export interface BodyShare {
  /** Reports more bytes. May refuse bodies, this one included. */
  add(bytes: number): void;
  /** Reports a complete body, which is no longer refused. */
  complete(): void;
  /** Frees the memory at the end of the request. */
  release(): void;
}

interface Body {
  bytes: number;
  refuse: (why: BodyRefusedError) => void;
}

export function createBodyBudget(most_bytes: number): BodyBudget {
  /** Large bodies that are still arriving. */
  const coming = new Set<Body>();
  /** Bytes of all large bodies whose requests are in progress. */
  let held = 0;

  const refuseLargest = (): void => {
    let largest: Body | undefined;
    for (const body of coming) if (body.bytes > (largest?.bytes ?? 0)) largest = body;
    if (largest === undefined) return;
    const { refuse } = largest;
    release(largest);
    refuse(new BodyRefusedError());
  };
  const release = (body: Body): void => {
    if (body.bytes > SMALL_BYTES) held -= body.bytes;
    body.bytes = 0;
    coming.delete(body);
  };

  return {
    open(refuse) {
      const body: Body = { bytes: 0, refuse };
      return {
        add(bytes) {
          const was_small = body.bytes <= SMALL_BYTES;
          body.bytes += bytes;
          if (body.bytes <= SMALL_BYTES) return;
          held += was_small ? body.bytes : bytes;
          coming.add(body);
          if (held > most_bytes) refuseLargest();
        },
        complete: () => void coming.delete(body),
        release: () => release(body),
      };
    },
  };
}
