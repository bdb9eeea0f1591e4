// Property-based models: replays the stored counterexamples of a model, then checks random sequences. A new
// counterexample is shrunk and stored beside the test file, one per line with its seed.
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { readSeed } from './random.ts';

/** Maximum time in ms for fast-check to simplify a counterexample, and the same again for removeSteps(). */
const SHRINK_MS = 15_000;

/** Violation and seed of a stored counterexample. The sequence is in further members. */
export interface StoredCounterexample {
  fault: string;
  seed: number;
}

/** Reads the counterexamples of a file. A file that does not exist has none. */
export function readStored<T extends StoredCounterexample>(file: string): T[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as T);
}

/** Appends a counterexample to a file. */
export function appendStored(file: string, line: StoredCounterexample): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** A stored sequence of a model. A file may contain several models. */
export interface StoredSequence extends StoredCounterexample {
  model: string;
  sequence: unknown;
}

/** Returns the path of the counterexamples that belong to the test file with the URL `of`. */
const fileOf = (of: string): string => fileURLToPath(of).replace(/(\.test)?\.ts$/, '.counterexamples.jsonl');

/** One line that says what was violated. */
const faultOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 200) ?? '';

interface ModelName {
  /** URL of the test file: `import.meta.url`. */
  of: string;
  /** Distinguishes the models of a test file. */
  name: string;
  /** File of counterexamples. The default is beside the test file. */
  file?: string;
}

export interface Model<T> extends ModelName {
  sequences: fc.Arbitrary<T>;
  /** Runs one sequence from a clean state. Throws an error if the sequence violates an invariant. */
  run(sequence: T): Promise<void>;
  numRuns: number;
  /** Sequences that run first. They count among `numRuns`. */
  examples?: readonly T[];
  /** The default is POSTERN_TEST_SEED, or a new seed. */
  seed?: number;
}

/** Returns an arbitrary for lists of steps. A shortened counterexample may have fewer steps than `least`. */
export function stepsArbitrary<T>(
  step: fc.Arbitrary<T>,
  least: number,
  most: number,
): fc.Arbitrary<T[]> & { shorten: true } {
  return Object.assign(fc.array(step, { minLength: least, maxLength: most }), { shorten: true as const });
}

/** Stores a counterexample of a model. */
export function storeSequence(
  { of, name, file = fileOf(of) }: ModelName,
  { error, seed, sequence }: { error: unknown; seed: number; sequence: unknown },
): void {
  appendStored(file, { model: name, fault: faultOf(error), seed, sequence } as StoredSequence);
}

/** Runs the stored counterexamples of a model. Returns the ones that violate an invariant. */
export async function replayModel<T>(model: ModelName & Pick<Model<T>, 'run'>): Promise<string[]> {
  const { of, name, run, file = fileOf(of) } = model;
  const broken: string[] = [];
  for (const stored of readStored<StoredSequence>(file)) {
    if (stored.model !== name) continue;
    try {
      await run(stored.sequence as T);
    } catch (error) {
      broken.push(`${faultOf(error)}: ${JSON.stringify(stored.sequence)}`);
    }
  }
  return broken;
}

/**
 * Checks a model: its stored counterexamples, then `numRuns` random sequences. On a violation, stores a shortened
 * sequence that causes it and throws an error. Returns the seed.
 */
export async function checkModel<T>(checked: Model<T>): Promise<number> {
  const { name, sequences, run, numRuns, examples = [], seed = readSeed() } = checked;
  const broken = await replayModel(checked);
  if (broken.length > 0)
    throw new Error(`stored counterexamples of "${name}" violate an invariant:\n${broken.join('\n')}`);
  let end = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(sequences, async (sequence) => {
    if (Date.now() > end) return;
    try {
      // Runs the sequence as it would be read from the file, because JSON may change values.
      await run(JSON.parse(JSON.stringify(sequence)) as T);
    } catch (error) {
      end = Math.min(end, Date.now() + SHRINK_MS);
      throw error;
    }
  });
  const result = await fc.check(property, { numRuns, seed, examples: examples.map((one) => [one]) });
  if (!result.failed) return seed;
  const [sequence] = result.counterexample ?? [];
  if (sequence === undefined) throw new Error(`"${name}" has no sequence`, { cause: result.errorInstance });
  const error = result.errorInstance;
  const shortest =
    'shorten' in sequences ? await removeSteps(sequence as unknown[], run as Model<unknown>['run']) : sequence;
  storeSequence(checked, { error, seed, sequence: shortest });
  throw new Error(`"${name}" is violated with seed ${seed}: ${faultOf(error)}: ${JSON.stringify(shortest)}`, {
    cause: error,
  });
}

/** Removes the steps without which a sequence still violates an invariant. */
async function removeSteps(sequence: unknown[], run: (sequence: unknown) => Promise<void>): Promise<unknown[]> {
  const end = Date.now() + SHRINK_MS;
  let shortest = sequence;
  for (let size = Math.ceil(sequence.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < shortest.length && Date.now() < end; ) {
      const shorter = shortest.toSpliced(at, size);
      const violates = await run(shorter).then(
        () => false,
        () => true,
      );
      if (violates) shortest = shorter;
      else at += size;
    }
  }
  return shortest;
}
