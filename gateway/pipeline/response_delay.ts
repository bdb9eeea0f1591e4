// Equalizes response times, so that they do not reveal whether an address has an account. The work for known and
// unknown addresses differs. Therefore each response waits until the end of a time slot. The first slot begins with the
// request.
import { setTimeout as sleep } from 'node:timers/promises';

/** Delays the outcome of `work`. `all` (the default) delays results and errors, `errors` delays only errors. */
export type DelayToSlotEnd = <T>(work: () => Promise<T>, delayed?: 'all' | 'errors') => Promise<T>;

interface DelayClock {
  /** Milliseconds. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const SYSTEM: DelayClock = { now: () => performance.now(), sleep };

/** Creates the function that delays results. `slot` is in seconds; 0 turns the delay off. */
export function createSlotDelay(slot: number, clock: DelayClock = SYSTEM): DelayToSlotEnd {
  if (slot === 0) return (work) => work();
  const slot_ms = slot * 1_000;
  return async (work, delayed = 'all') => {
    const began = clock.now();
    let waits = true;
    try {
      const done = await work();
      waits = delayed === 'all';
      return done;
    } finally {
      const took = clock.now() - began;
      if (waits) await clock.sleep(Math.ceil(took / slot_ms) * slot_ms - took);
    }
  };
}
