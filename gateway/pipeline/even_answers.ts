// Response times that do not show whether an address has an account. A known address causes other work than an unknown one: a
// new user, hooks, triggers of the application, a token, a message. So the response waits for the end of a slot that began with
// the request.
import { setTimeout as sleep } from 'node:timers/promises';

export type Evenly = <T>(work: () => Promise<T>) => Promise<T>;

interface Clock {
  /** Milliseconds. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const SYSTEM: Clock = { now: () => performance.now(), sleep };

/** `slot` is in seconds; 0 turns waiting off. Errors wait too. */
export function createEvenly(slot: number, clock: Clock = SYSTEM): Evenly {
  if (slot === 0) return (work) => work();
  const slot_ms = slot * 1_000;
  return async (work) => {
    const began = clock.now();
    try {
      return await work();
    } finally {
      const took = clock.now() - began;
      await clock.sleep(Math.ceil(took / slot_ms) * slot_ms - took);
    }
  };
}
