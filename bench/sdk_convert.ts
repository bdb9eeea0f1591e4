// Cost of checking and converting a parsed response, compared with JSON.parse: lenient, strict and without checks.
import { check, newTrial } from '../sdk/runtime/check.ts';
import { planOf } from '../sdk/runtime/plan.ts';
import type { Schema } from '../sdk/runtime/schema.ts';
import { turn } from '../sdk/runtime/turn.ts';
import { make, when } from '../sdk/test/support/bodies.ts';
import { type Fact, type FactSchema, readFacts } from '../sdk/test/support/facts.ts';

/** Times in microseconds for the response of an operation. */
export interface Costs {
  operation: string;
  bytes: number;
  parse: number;
  lenient: number;
  strict: number;
  off: number;
}

/**
 * Returns the median time of a run of each task in microseconds, over `rounds` rounds of `repeats` runs. Each round
 * runs every task, so that other load affects all tasks.
 */
function medianTimes(work: (() => unknown)[], rounds: number, repeats: number): number[] {
  const times = work.map((): number[] => []);
  for (let at = 0; at < rounds; at++) {
    for (const [index, run] of work.entries()) {
      const start = performance.now();
      for (let again = 0; again < repeats; again++) run();
      times[index]!.push((performance.now() - start) / repeats);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]! * 1000);
}

const bytesOf = (value: unknown) => JSON.stringify(value).length;
const full = (schema: FactSchema, branch: number) => make(schema, { full: true, branch }).wire;

/**
 * Returns a generated response of about `size` bytes with all members of the operation's schema. A list is filled up
 * to that size; each element uses the next branch of unions. If no list reaches half the size, the response is repeated
 * in an array.
 */
function buildResponse(schema: FactSchema, size: number): { text: string; listed: boolean } {
  const first = full(schema, 0);
  const grown = listPaths(first).map((path) => growList(schema, path, size));
  const largest = grown.sort((a, b) => b.length - a.length)[0];
  if (largest && largest.length > size / 2) return { text: largest, listed: false };
  const count = Math.max(1, Math.round(size / bytesOf(first)));
  return { text: JSON.stringify(Array.from({ length: count }, (_, branch) => full(schema, branch))), listed: true };
}

/** Returns the names of the members that are non-empty lists. Returns [undefined] if the response itself is a list. */
function listPaths(value: unknown): (string | undefined)[] {
  if (Array.isArray(value)) return [undefined];
  return Object.entries(value ?? {})
    .filter(([, member]) => Array.isArray(member) && member.length)
    .map(([name]) => name);
}

function growList(schema: FactSchema, name: string | undefined, size: number): string {
  const listOf = (value: unknown) =>
    (name === undefined ? value : (value as Record<string, unknown> | null)?.[name]) as unknown[] | undefined;
  const whole = full(schema, 0);
  const items: unknown[] = [];
  for (let bytes = 0, branch = 0; bytes < size && items.length < size; branch++) {
    // If this branch of the response has no list at this name, use the first branch.
    const found = listOf(full(schema, branch));
    const [item] = (Array.isArray(found) && found.length ? found : listOf(whole)) ?? [];
    items.push(item);
    bytes += bytesOf(item) + 1;
  }
  return JSON.stringify(name === undefined ? items : { ...(whole as object), [name]: items });
}

function measureOperation(operation: string, { schema, text }: Job, rounds: number): Costs {
  const plan = planOf(schema, false);
  const value = JSON.parse(text) as unknown;
  const read = (exact: boolean) => () => {
    check(plan, value, newTrial(false, exact));
    return turn(plan, value);
  };
  const work = [() => JSON.parse(text) as unknown, read(false), read(true), () => turn(plan, value)];
  const [parse, lenient, strict, off] = medianTimes(work, rounds, 5) as [number, number, number, number];
  return { operation, bytes: text.length, parse, lenient, strict, off };
}

interface Job {
  schema: Schema;
  text: string;
}

/** Creates the job for the first response of an operation that has a schema; undefined if none has. */
async function createJob({ functionName, responses }: Fact, size: number): Promise<Job | undefined> {
  const { answers } = (await import(`../sdk/generated/schemas/${functionName}.ts`)) as {
    answers: Record<string, Schema | null>;
  };
  const [status, schema] = Object.entries(answers).find(([, answer]) => answer) ?? [];
  const described = status === undefined ? undefined : responses[status]?.schema;
  if (!schema || !described) return undefined;
  const { text, listed } = buildResponse(described, size);
  let at = 0;
  // Make all timestamps different, because an engine may cache the last one that it parsed.
  const apart = text.replaceAll(when, () => new Date(Date.parse(when) + ++at * 987_654_321).toISOString());
  return { schema: listed ? { type: 'array', items: schema } : schema, text: apart };
}

/** Returns the costs of every operation with a JSON response, the most expensive relative to JSON.parse first. */
export async function measureAllCosts(size = 8192): Promise<Costs[]> {
  const jobs = new Map<string, Job>();
  for (const fact of readFacts()) {
    const job = await createJob(fact, size);
    if (job) jobs.set(fact.functionName, job);
  }
  const dearest = (costs: Iterable<Costs>) => [...costs].sort((a, b) => b.lenient / b.parse - a.lenient / a.parse);
  const found = new Map([...jobs].map(([operation, job]) => [operation, measureOperation(operation, job, 40)]));
  // Measure the most expensive operations again with more rounds, because some only look expensive due to a pause of
  // the machine.
  for (const { operation } of dearest(found.values()).slice(0, 20)) {
    found.set(operation, measureOperation(operation, jobs.get(operation)!, 300));
  }
  return dearest(found.values());
}
