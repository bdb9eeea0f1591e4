// Stored sequences of the takeover model that once violated an invariant, one per line: the violation, the seed, the
// settings and the steps.
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SequenceStep } from './state.ts';
import type { SettingsMode } from './system.ts';

export interface Sequence {
  mode: SettingsMode;
  steps: SequenceStep[];
}

/** A violation with the shortest sequence that causes it, and the seed. The seed is 0 for a handwritten sequence. */
export interface Counterexample {
  fault: string;
  seed: number;
  sequence: Sequence;
}

const FILE = fileURLToPath(new URL('counterexamples.jsonl', import.meta.url));

interface StoredLine {
  fault: string;
  seed: number;
  mode: SettingsMode;
  steps: [string, number, boolean][];
}

export function readCounterexamples(): Counterexample[] {
  const written = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return written.map((text) => {
    const { fault, seed, mode, steps } = JSON.parse(text) as StoredLine;
    return { fault, seed, sequence: { mode, steps: steps.map(([name, n, pkce]) => ({ do: name, n, pkce })) } };
  });
}

/** Stores a counterexample unless one with the same violation is already stored. */
export function storeCounterexample({ fault, seed, sequence: { mode, steps } }: Counterexample): void {
  if (readCounterexamples().some((one) => one.fault === fault)) return;
  const line: StoredLine = { fault, seed, mode, steps: steps.map((step) => [step.do, step.n, step.pkce]) };
  appendFileSync(FILE, `${JSON.stringify(line)}\n`);
}
