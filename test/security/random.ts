// Reproducible random numbers (mulberry32) from a printed seed.
import { randomInt } from 'node:crypto';

/** Returns the seed in POSTERN_TEST_SEED, or a new seed. */
export function readSeed(): number {
  return Number(process.env.POSTERN_TEST_SEED ?? randomInt(2 ** 31));
}

/**
 * Returns a function that returns a random integer from 0 to its argument minus 1. The sequence depends only on the
 * seed.
 */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
