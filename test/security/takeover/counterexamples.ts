// Sequences that once violated an invariant, one per line: the fault, the seed, the settings and the steps.
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Step } from './state.ts';
import type { Mode } from './system.ts';

/** A sequence: the initial settings and its steps. */
export interface Sequence {
  mode: Mode;
  steps: Step[];
}

/** A fault with the shortest sequence that shows it and its seed; the seed is 0 for a handwritten sequence. */
export interface Counterexample {
  fault: string;
  seed: number;
  sequence: Sequence;
}

const FILE = fileURLToPath(new URL('counterexamples.jsonl', import.meta.url));

interface Line {
  fault: string;
  seed: number;
  mode: Mode;
  steps: [string, number, boolean][];
}

export function readCounterexamples(): Counterexample[] {
  const written = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return written.map((text) => {
    const { fault, seed, mode, steps } = JSON.parse(text) as Line;
    return { fault, seed, sequence: { mode, steps: steps.map(([name, n, pkce]) => ({ do: name, n, pkce })) } };
  });
}

/** Adds a counterexample unless its fault already has one. */
export function keepCounterexample({ fault, seed, sequence: { mode, steps } }: Counterexample): void {
  if (readCounterexamples().some((one) => one.fault === fault)) return;
  const line: Line = { fault, seed, mode, steps: steps.map((step) => [step.do, step.n, step.pkce]) };
  appendFileSync(FILE, `${JSON.stringify(line)}\n`);
}
