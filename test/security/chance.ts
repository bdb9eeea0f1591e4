// Chance that can be repeated: a seed that is printed, and choices that follow from it (mulberry32).
import { randomInt } from 'node:crypto';

/** POSTERN_TEST_SEED, or a new one. */
export function seedOf(): number {
  return Number(process.env.POSTERN_TEST_SEED ?? randomInt(2 ** 31));
}

/** A function that answers whole numbers below its argument, the same for the same seed. */
export function chooser(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
