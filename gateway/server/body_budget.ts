// Limits the total memory of request bodies. Small bodies are not counted, because the number of connections limits
// them. If the budget is exceeded, the largest incomplete body is rejected, so that large bodies do not block smaller
// ones.
import { BodyRefusedError } from './body_faults.ts';

/** Maximum size in bytes of a body that is not counted. Typical bodies have a few hundred bytes. */
const SMALL_BYTES = 16 * 1024;

export interface BodyBudget {
  /** Registers a body before it is read. `refuse` must discard the bytes received so far. */
  open(refuse: (why: BodyRefusedError) => void): BudgetedBody;
}

export interface BudgetedBody {
  /** Reports received bytes. May reject bodies, including this one. */
  add(bytes: number): void;
  /** Reports that the body is complete. It is then no longer rejected. */
  complete(): void;
  /** Ends the registration at the end of the request and returns its bytes to the budget. */
  release(): void;
}

interface RegisteredBody {
  bytes: number;
  refuse: (why: BodyRefusedError) => void;
}

export function createBodyBudget(most_bytes: number): BodyBudget {
  /** Large bodies that are incomplete. */
  const coming = new Set<RegisteredBody>();
  /** Total size in bytes of the large bodies of running requests. */
  let held = 0;

  const refuseLargest = (): void => {
    let largest: RegisteredBody | undefined;
    for (const body of coming) if (body.bytes > (largest?.bytes ?? 0)) largest = body;
    if (largest === undefined) return;
    const { refuse } = largest;
    release(largest);
    refuse(new BodyRefusedError());
  };
  const release = (body: RegisteredBody): void => {
    if (body.bytes > SMALL_BYTES) held -= body.bytes;
    body.bytes = 0;
    coming.delete(body);
  };

  return {
    open(refuse) {
      const body: RegisteredBody = { bytes: 0, refuse };
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
