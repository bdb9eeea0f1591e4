// Equalizes response times, so that they do not reveal whether an address has an account. The work for known and
// unknown addresses differs. So each response waits until the end of a time slot that began with the request.
import { setTimeout as sleep } from 'node:timers/promises';

export type DelayToSlotEnd = <T>(work: () => Promise<T>) => Promise<T>;

interface DelayClock {
  /** Milliseconds. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const SYSTEM: DelayClock = { now: () => performance.now(), sleep };

/** Creates the function that delays results. `slot` is in seconds; 0 turns it off. Errors are delayed too. */
export function createDelayToSlotEnd(slot: number, clock: DelayClock = SYSTEM): DelayToSlotEnd {
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
