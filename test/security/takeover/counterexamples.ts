// Stored sequences of the takeover model that once violated an invariant, one per line: the violation, the seed, the
// settings and the steps.
import { fileURLToPath } from 'node:url';
import { appendStored, readStored, type StoredCounterexample } from '../model.ts';
import type { SequenceStep } from './state.ts';
import type { SettingsMode } from './system.ts';

export interface Sequence {
  mode: SettingsMode;
  steps: SequenceStep[];
}

/** A violation with a shortened sequence that causes it, and the seed. The seed is 0 for a handwritten sequence. */
export interface Counterexample {
  fault: string;
  seed: number;
  sequence: Sequence;
}

const FILE = fileURLToPath(new URL('counterexamples.jsonl', import.meta.url));

interface StoredLine extends StoredCounterexample {
  mode: SettingsMode;
  steps: [string, number, boolean][];
}

export function readCounterexamples(): Counterexample[] {
  return readStored<StoredLine>(FILE).map(({ fault, seed, mode, steps }) => ({
    fault,
    seed,
    sequence: { mode, steps: steps.map(([name, n, pkce]) => ({ do: name, n, pkce })) },
  }));
}

/** Stores a counterexample unless one with the same violation is already stored. */
export function storeCounterexample({ fault, seed, sequence: { mode, steps } }: Counterexample): void {
  if (readCounterexamples().some((one) => one.fault === fault)) return;
  const line: StoredLine = { fault, seed, mode, steps: steps.map((step) => [step.do, step.n, step.pkce]) };
  appendStored(FILE, line);
}
