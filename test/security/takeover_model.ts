// A model of account ownership and access, driven by fast-check. An attacker, a victim and an administrator take random
// actions; then the attacker tries everything that he holds. The invariants are the functions of takeover/invariants.ts
// and the queries of takeover/tables.ts. `npm run test:takeover` plays many sequences; takeover_model.test.ts plays a
// few, and every counterexample found so far (takeover/counterexamples.jsonl).
import fc from 'fast-check';
import { ADMINISTRATOR } from './takeover/administrator.ts';
import { ATTACKER } from './takeover/attacker.ts';
import type { Counterexample, Sequence } from './takeover/counterexamples.ts';
import { tryEverything } from './takeover/holdings.ts';
import { INTRUDER } from './takeover/intruder.ts';
import { checkAddresses, checkContent, checkRows, checkWayIn } from './takeover/invariants.ts';
import type { Operation } from './takeover/operation.ts';
import { newWorld, type Step, type World } from './takeover/state.ts';
import type { Mode, System } from './takeover/system.ts';
import { VICTIM } from './takeover/victim.ts';

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  ...ATTACKER,
  ...INTRUDER,
  ...VICTIM,
  ...ADMINISTRATOR,
};

const stepOf = (names: readonly string[]): fc.Arbitrary<Step> =>
  fc.record({ do: fc.constantFrom(...names), n: fc.nat(5), pkce: fc.boolean() });

const among = (pattern: RegExp): fc.Arbitrary<Step> =>
  stepOf(Object.keys(OPERATIONS).filter((name) => pattern.test(name)));

const some = (steps: fc.Arbitrary<Step>, maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(steps, { maxLength, size: 'max' });
/** A step that is nearly always present; shrinking may omit it. */
const one = (steps: fc.Arbitrary<Step>): fc.Arbitrary<Step[]> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: fc.constant<Step[]>([]) },
    { weight: 15, arbitrary: steps.map((step) => [step]) },
  );
const parts = (...all: fc.Arbitrary<Step[]>[]): fc.Arbitrary<Step[]> => fc.tuple(...all).map((lists) => lists.flat());

const anything = among(/./);
const attacker = among(/^attacker/);
const victim = among(/^victim/);
const administrator = among(/^(administrator|operator|people)/);
const prepares = among(/^attacker (signs (up|in)|begins|leads|unlinks|asks|registers|enrols|confirms|sets|merges)/);
const proves = among(/^victim (gets in|signs (up|in)|opens|recovers)/);
const copies = among(/copies/);
const begins = among(/^attacker (begins|asks for a change|signs in with an identity|registers|enrols)/);
const cuts = among(
  /^victim (sets|recovers|signs out|ends|enrols|unlinks|merges)|^administrator (bans|sets|ends (the|one) session)/,
);

/**
 * Three scenarios: the account is prepared before its owner comes, tokens are copied and the owner notices, or
 * anything.
 */
export const sequences: fc.Arbitrary<Sequence> = fc.record({
  mode: fc.constantFrom<Mode>('default', 'unverified sign-ins', 'default', 'unverified sign-ins', 'autoconfirm'),
  steps: fc.oneof(
    {
      weight: 3,
      arbitrary: parts(
        some(administrator, 1),
        one(prepares),
        some(prepares, 5),
        some(administrator, 2),
        one(proves),
        some(anything, 3),
      ),
    },
    {
      weight: 4,
      arbitrary: parts(
        some(prepares, 1),
        one(proves),
        some(victim, 2),
        one(copies),
        one(begins),
        some(begins, 2),
        one(cuts),
        some(victim, 1),
        some(attacker, 2),
      ),
    },
    { weight: 2, arbitrary: parts(some(anything, 6), one(proves), some(anything, 5)) },
  ),
});

/** Plays a sequence in its own world. Skips steps whose precondition is false. */
export async function play(system: System, { mode, steps }: Sequence): Promise<World> {
  const w = newWorld(system, mode);
  for (const step of steps) {
    const operation = OPERATIONS[step.do];
    if (operation === undefined) throw new Error(`there is no operation "${step.do}"`);
    if (!operation.when(w)) continue;
    w.now += 1;
    w.played.push(step);
    await operation.run(w, step);
  }
  w.now += 1;
  await checkAddresses(w);
  await checkRows(w);
  await tryEverything(w);
  await checkAddresses(w);
  for (const [account, hers] of w.hers) await checkContent(w, account, hers);
  await checkRows(w);
  await checkWayIn(w);
  return w;
}

/** Renders a sequence for people. */
export function lines({ mode, steps }: Sequence): string {
  return [
    `   with settings: ${mode}`,
    ...steps.map((step, at) => `   ${at + 1}. ${step.do} (${step.n}${step.pkce ? ', with a challenge' : ''})`),
  ].join('\n');
}

/**
 * Plays random sequences from a seed. Ignores the faults in `known`. Shrinks each new one, adds it to `known` and
 * returns it.
 */
export async function explore(
  system: System,
  o: { seed: number; sequences: number; known: Set<string> },
): Promise<Counterexample[]> {
  const found: Counterexample[] = [];
  const { known } = o;
  let last: string[] = [];
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const { faults } = await play(system, sequence);
    const fresh = [...faults].filter((fault) => !known.has(fault));
    if (fresh.length === 0) return;
    last = fresh;
    throw new Error(fresh.join('; '));
  });
  const result = await fc.check(property, { seed: o.seed, numRuns: o.sequences });
  if (result.failed) {
    const [sequence] = result.counterexample ?? [];
    if (sequence === undefined)
      throw new Error(`the exploration of seed ${o.seed} has failed`, { cause: result.errorInstance });
    const { played, faults } = await play(system, sequence);
    if (faults.size === 0)
      throw new Error(`seed ${o.seed}: ${last.join('; ')} does not come again:\n${lines(sequence)}`, {
        cause: result.errorInstance,
      });
    // Another exploration may have found one of them meanwhile.
    for (const fault of [...faults].filter((one) => !known.has(one))) {
      known.add(fault);
      found.push({ fault, seed: o.seed, sequence: { mode: sequence.mode, steps: played } });
    }
  }
  return found;
}
