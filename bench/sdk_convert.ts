// What reading an answer costs beside JSON.parse: lenient, strict and without checks.
import { check, newTrial } from '../sdk/runtime/check.ts';
import { planOf } from '../sdk/runtime/plan.ts';
import type { Schema } from '../sdk/runtime/schema.ts';
import { turn } from '../sdk/runtime/turn.ts';
import { make } from '../sdk/test/support/bodies.ts';
import { readFacts } from '../sdk/test/support/facts.ts';

/** Times of one operation's answer, in microseconds. */
export interface Costs {
  operation: string;
  bytes: number;
  parse: number;
  lenient: number;
  strict: number;
  off: number;
}

/** Medians of `rounds` runs of each, taken in turns so that a busy machine slows all alike. */
function medians(work: (() => unknown)[], rounds: number): number[] {
  const times = work.map((): number[] => []);
  for (let at = 0; at < rounds; at++) {
    for (const [index, run] of work.entries()) {
      const start = performance.now();
      for (let again = 0; again < 20; again++) run();
      times[index]!.push((performance.now() - start) / 20);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]! * 1000);
}

/** An answer of about `size` bytes made from the facts: the list in it repeats. */
function answerOf(functionName: string, size: number): string {
  const fact = readFacts().find((found) => found.functionName === functionName)!;
  const value = make(fact.responses['200']!.schema!, { full: true, branch: 0 }).wire as Record<string, unknown>;
  const [name, list] = Object.entries(value).find(([, member]) => Array.isArray(member))!;
  const [item] = list as unknown[];
  const bytes = JSON.stringify(item).length;
  const count = Math.max(1, Math.round(size / bytes));
  return JSON.stringify({ ...value, [name]: Array.from({ length: count }, () => item) });
}

export async function costsOf(functionName: string, size = 8192): Promise<Costs> {
  const { answers } = (await import(`../sdk/generated/schemas/${functionName}.ts`)) as {
    answers: Record<string, Schema | null>;
  };
  const plan = planOf(answers['200']!, false);
  const text = answerOf(functionName, size);
  const value = JSON.parse(text) as unknown;
  const read = (exact: boolean) => () => {
    const trial = newTrial(false, exact);
    check(plan, value, trial);
    return turn(plan, value);
  };
  const work = [() => JSON.parse(text) as unknown, read(false), read(true), () => turn(plan, value)];
  const [parse, lenient, strict, off] = medians(work, 300) as [number, number, number, number];
  return { operation: functionName, bytes: text.length, parse, lenient, strict, off };
}
