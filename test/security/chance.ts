// Reproducible random choices (mulberry32) from a seed that is printed.
import { randomInt } from 'node:crypto';

/** Returns POSTERN_TEST_SEED or a new seed. */
export function seedOf(): number {
  return Number(process.env.POSTERN_TEST_SEED ?? randomInt(2 ** 31));
}

/** Creates a function that returns integers below its argument; the sequence depends only on the seed. */
export function chooser(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
