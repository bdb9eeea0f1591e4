// A model of account ownership and access, driven by fast-check. An attacker, a victim, an administrator and two
// organizations take random actions; then the attacker uses all credentials. takeover/invariants.ts and
// takeover/tables.ts have the invariants. `npm run test:takeover` runs many sequences; takeover_model.test.ts runs a
// few, and all stored counterexamples.
import fc from 'fast-check';
import { ADMINISTRATOR_ACTIONS } from './takeover/administrator.ts';
import { ATTACKER_ACTIONS } from './takeover/attacker.ts';
import type { Counterexample, Sequence } from './takeover/counterexamples.ts';
import { useAllCredentials } from './takeover/holdings.ts';
import { INTRUDER_ACTIONS } from './takeover/intruder.ts';
import { checkAddresses, checkRows, checkStoredCredentials, checkVictimCanSignIn } from './takeover/invariants.ts';
import type { ModelOperation } from './takeover/operation.ts';
import { checkOrganizations, ORGANIZATION_ACTIONS } from './takeover/organization.ts';
import { createInitialState, type ModelState, type SequenceStep } from './takeover/state.ts';
import type { SettingsMode, SystemUnderTest } from './takeover/system.ts';
import { VICTIM_ACTIONS } from './takeover/victim.ts';

export const MODEL_OPERATIONS: Readonly<Record<string, ModelOperation>> = {
  ...ATTACKER_ACTIONS,
  ...INTRUDER_ACTIONS,
  ...VICTIM_ACTIONS,
  ...ADMINISTRATOR_ACTIONS,
  ...ORGANIZATION_ACTIONS,
};

const stepOf = (names: readonly string[]): fc.Arbitrary<SequenceStep> =>
  fc.record({ do: fc.constantFrom(...names), n: fc.nat(5), pkce: fc.boolean() });

const among = (pattern: RegExp): fc.Arbitrary<SequenceStep> =>
  stepOf(Object.keys(MODEL_OPERATIONS).filter((name) => pattern.test(name)));

const some = (steps: fc.Arbitrary<SequenceStep>, maxLength: number): fc.Arbitrary<SequenceStep[]> =>
  fc.array(steps, { maxLength, size: 'max' });
/** A step that most sequences contain. Shrinking may remove it. */
const one = (steps: fc.Arbitrary<SequenceStep>): fc.Arbitrary<SequenceStep[]> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: fc.constant<SequenceStep[]>([]) },
    { weight: 15, arbitrary: steps.map((step) => [step]) },
  );
const parts = (...all: fc.Arbitrary<SequenceStep[]>[]): fc.Arbitrary<SequenceStep[]> =>
  fc.tuple(...all).map((lists) => lists.flat());

const anything = among(/./);
const attacker = among(/^attacker/);
const victim = among(/^victim/);
const administrator = among(/^(administrator|operator|people)/);
const prepares = among(
  /^attacker('s organization| (signs (up|in)|begins|leads|unlinks|asks|registers|enrols|confirms|sets|merges))/,
);
const proves = among(/^victim (gets in|signs (up|in)|opens|recovers)/);
const copies = among(/copies/);
const begins = among(/^attacker (begins|asks for a change|signs in with an identity|registers|enrols)/);
const organization = among(/organization/);
const cuts = among(
  /^victim (sets|recovers|signs out|ends|enrols|unlinks|merges)|^administrator (bans|sets|ends (the|one) session)/,
);

/**
 * Four scenarios: an account is prepared before its owner signs up; tokens are copied and the owner notices;
 * organizations use the same addresses; any actions.
 */
export const SEQUENCES: fc.Arbitrary<Sequence> = fc.record({
  mode: fc.constantFrom<SettingsMode>(
    'default',
    'unverified sign-ins',
    'default',
    'unverified sign-ins',
    'autoconfirm',
  ),
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
    {
      weight: 2,
      arbitrary: parts(some(organization, 4), one(proves), some(organization, 6), some(attacker, 2)),
    },
    { weight: 2, arbitrary: parts(some(anything, 6), one(proves), some(anything, 5)) },
  ),
});

/** Runs a sequence on new accounts. Skips steps whose precondition is false. */
export async function runSequence(system: SystemUnderTest, { mode, steps }: Sequence): Promise<ModelState> {
  const w = createInitialState(system, mode);
  for (const step of steps) {
    const operation = MODEL_OPERATIONS[step.do];
    if (operation === undefined) throw new Error(`there is no operation "${step.do}"`);
    if (!operation.when(w)) continue;
    w.now += 1;
    w.played.push(step);
    await operation.run(w, step);
  }
  w.now += 1;
  await checkAddresses(w);
  await checkRows(w);
  await useAllCredentials(w);
  await checkAddresses(w);
  for (const [account, hers] of w.hers) await checkStoredCredentials(w, account, hers);
  await checkRows(w);
  await checkVictimCanSignIn(w);
  await checkOrganizations(w);
  return w;
}

/** Formats a sequence as readable text. */
export function formatSequence({ mode, steps }: Sequence): string {
  return [
    `   with settings: ${mode}`,
    ...steps.map((step, at) => `   ${at + 1}. ${step.do} (${step.n}${step.pkce ? ', with a challenge' : ''})`),
  ].join('\n');
}

/**
 * Runs random sequences from a seed. Ignores the violations in `known`. Shrinks each new one, adds it to `known` and
 * returns it.
 */
export async function exploreRandomly(
  system: SystemUnderTest,
  o: { seed: number; sequences: number; known: Set<string> },
): Promise<Counterexample[]> {
  const found: Counterexample[] = [];
  const { known } = o;
  let last: string[] = [];
  const property = fc.asyncProperty(SEQUENCES, async (sequence) => {
    const { faults } = await runSequence(system, sequence);
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
    const { played, faults } = await runSequence(system, sequence);
    if (faults.size === 0)
      throw new Error(`seed ${o.seed}: ${last.join('; ')} does not come again:\n${formatSequence(sequence)}`, {
        cause: result.errorInstance,
      });
    // A concurrent exploration may have found the violation meanwhile.
    for (const fault of [...faults].filter((one) => !known.has(one))) {
      known.add(fault);
      found.push({ fault, seed: o.seed, sequence: { mode: sequence.mode, steps: played } });
    }
  }
  return found;
}
