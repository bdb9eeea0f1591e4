// Answers whose time must not tell whether an address has an account. An account costs work that an unknown address does not,
// or the other way round: rows of a new user, hooks and triggers of the application, a token, a message. So the answer waits
// for the end of a slot that began with the request.
import { setTimeout as sleep } from 'node:timers/promises';

export type Evenly = <T>(work: () => Promise<T>) => Promise<T>;

interface Clock {
  /** Milliseconds. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const SYSTEM: Clock = { now: () => performance.now(), sleep };

/** `slot` is in seconds; with 0 nothing waits. Refusals wait as answers do. */
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
