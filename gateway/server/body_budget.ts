// How much memory the bodies of running requests may take together. Small ones are not counted: the number of connections
// bounds them. When there are too many large ones, the largest of those still arriving is refused, so that a flood of large
// bodies does not keep smaller ones out.
import { BodyRefused } from './body_faults.ts';

/** Up to here a body is free; those that clients send have a few hundred bytes. */
const SMALL_BYTES = 16 * 1024;

export interface BodyBudget {
  /** A body that is about to be read; `refuse` gives up what has come of it. */
  open(refuse: (why: BodyRefused) => void): BodyShare;
}

export interface BodyShare {
  /** More of it has come. May refuse bodies, this one among them. */
  add(bytes: number): void;
  /** All has come: it is refused no more. */
  complete(): void;
  /** Its request is over, and its memory free. */
  release(): void;
}

interface Body {
  bytes: number;
  refuse: (why: BodyRefused) => void;
}

export function createBodyBudget(most_bytes: number): BodyBudget {
  /** Large ones that are still on their way. */
  const coming = new Set<Body>();
  /** Bytes of all large ones until their requests are over. */
  let held = 0;

  const refuseLargest = (): void => {
    let largest: Body | undefined;
    for (const body of coming) if (body.bytes > (largest?.bytes ?? 0)) largest = body;
    if (largest === undefined) return;
    const { refuse } = largest;
    release(largest);
    refuse(new BodyRefused());
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
