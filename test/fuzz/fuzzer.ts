// A fuzzer of single functions. Inputs are mutations of the target's seeds and of kept inputs. If coverage guides the
// fuzzer, an input that reaches a branch for the first time is kept.
import { Session } from 'node:inspector/promises';
import { createRandom } from '../security/random.ts';

export interface FuzzTarget {
  readonly name: string;
  /** Part of the URLs of the modules whose coverage is measured. */
  readonly module: string;
  /** Valid initial inputs. */
  readonly seeds: readonly string[];
  /** Words of the format, which random changes would rarely produce. */
  readonly words: readonly string[];
  /** Number of inputs in `npm test`, for a target whose inputs take long. */
  readonly brief?: number;
  /** Processes one input. Throws if the code under test violates its property. */
  check(input: string): void | Promise<void>;
}

export interface Finding {
  target: string;
  input: string;
  message: string;
}

export interface FuzzResult {
  runs: number;
  /** Inputs that reached a new branch, in this run or an earlier one. */
  kept: readonly string[];
  finding: Finding | null;
}

const BATCH = 40;
const LONGEST = 20_000;
const MOST_KEPT = 400;
const ODD = [
  '\0',
  '\ud800',
  '\u2028',
  '\u202e',
  'İ',
  '%00',
  '%',
  '\\',
  '"',
  "'",
  '<',
  '>',
  '\r\n',
  ' ',
  '',
  '🙂',
  '-1',
  '1e400',
];

export interface FuzzOptions {
  seed: number;
  runs?: number;
  until?: number;
  guided?: boolean;
  /** Inputs that earlier runs kept. */
  corpus?: readonly string[];
}

/** Runs a target until its runs or its time are used up, or a check fails. The finding has the shortened input. */
export async function fuzzTarget(target: FuzzTarget, o: FuzzOptions): Promise<FuzzResult> {
  const pick = createRandom(o.seed);
  const corpus = [...new Set([...target.seeds, ...(o.corpus ?? [])])].slice(0, MOST_KEPT);
  const kept = (): string[] => corpus.filter((input) => !target.seeds.includes(input));
  // Coverage is optional, because reading it from V8 takes longer than most checks.
  const coverage = o.guided ? await openCoverage(target.module) : null;
  let runs = 0;
  try {
    for (const input of corpus) if (await findFailure(target, input)) return finishFuzzing(target, input, runs, kept());
    await coverage?.grown();
    while (runs < (o.runs ?? Number.POSITIVE_INFINITY) && Date.now() < (o.until ?? Number.POSITIVE_INFINITY)) {
      const batch = Array.from({ length: BATCH }, () => mutateInput(corpus, target.words, pick));
      for (const input of batch) {
        runs += 1;
        if (await findFailure(target, input)) return finishFuzzing(target, input, runs, kept());
      }
      if (coverage === null || !(await coverage.grown())) continue;
      for (const input of batch) {
        await findFailure(target, input);
        if (corpus.length < MOST_KEPT && (await coverage.reached())) corpus.push(input);
      }
    }
    return { runs, kept: kept(), finding: null };
  } finally {
    await coverage?.close();
  }
}

/** Returns the failure of a check, or null. */
export async function findFailure(target: FuzzTarget, input: string): Promise<Error | null> {
  try {
    await target.check(input);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function finishFuzzing(target: FuzzTarget, input: string, runs: number, kept: string[]): Promise<FuzzResult> {
  const short = await shortenInput(target, input);
  const message = (await findFailure(target, short))?.message ?? 'failed once';
  return { runs, kept, finding: { target: target.name, input: short, message } };
}

/** Removes parts of an input as long as the check still fails. */
async function shortenInput(target: FuzzTarget, input: string): Promise<string> {
  let best = input;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.length; ) {
      const candidate = best.slice(0, at) + best.slice(at + size);
      if (await findFailure(target, candidate)) best = candidate;
      else at += size;
    }
  }
  return best;
}

/** Creates an input from others: cuts, repeats, joins, replaces characters, inserts words of the format. */
function mutateInput(corpus: readonly string[], words: readonly string[], pick: (below: number) => number): string {
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  let text = one(corpus);
  for (let times = 1 + pick(4); times > 0; times -= 1) {
    const at = pick(text.length + 1);
    const end = Math.min(text.length, at + 1 + pick(8));
    const change = pick(8);
    if (change === 0) text = text.slice(0, at) + text.slice(end);
    else if (change === 1) text = text.slice(0, end) + text.slice(at);
    else if (change === 2) text = text.slice(0, at) + one(words) + text.slice(at);
    else if (change === 3) text = text.slice(0, at) + one(words) + text.slice(end);
    else if (change === 4) text = text.slice(0, at) + one(ODD) + text.slice(end);
    else if (change === 5) text = text.slice(0, at) + String.fromCharCode(pick(256)) + text.slice(at + 1);
    else if (change === 6) text = text.slice(0, at) + one(corpus).slice(pick(40));
    else text = text.slice(0, at) + one(words).repeat(1 + pick(200)) + text.slice(at);
  }
  return text.slice(0, LONGEST);
}

interface Coverage {
  /** Returns true if a branch has run for the first time. Only the first call counts branches as known. */
  grown(): Promise<boolean>;
  /** Returns true if a branch has run for the first time, and counts it as known. */
  reached(): Promise<boolean>;
  close(): Promise<void>;
}

/** Watches the branches of the modules whose URL contains a text, by V8's own coverage. */
async function openCoverage(module: string): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const known = new Set<string>();
  /**
   * Returns a key for each function that has run since the last call. The key contains the function's ranges, and
   * whether each has run.
   */
  const taken = async (): Promise<string[]> => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.includes(module))
      .flatMap(({ url, functions }) =>
        // Only whether a range has run is compared, because counts differ between inputs.
        functions
          .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
          .map(
            ({ ranges }) =>
              `${url} ${ranges.map((range) => `${range.startOffset}:${range.endOffset}:${range.count > 0}`)}`,
          ),
      );
  };
  let seeding = true;
  return {
    async grown() {
      const now = await taken();
      const fresh = now.some((branch) => !known.has(branch));
      if (seeding) for (const branch of now) known.add(branch);
      seeding = false;
      return fresh;
    },
    async reached() {
      const fresh = (await taken()).filter((branch) => !known.has(branch));
      for (const branch of fresh) known.add(branch);
      return fresh.length > 0;
    },
    async close() {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}
