// Gives the files of a run to test processes, several at once.
import { cpus } from 'node:os';
import { isGood } from './judge.ts';
import { type Outcome, type Planned, startProcess } from './process.ts';

/** How many files run at once: four more than there are cores, as files wait for servers most of their time. */
export function placesAtOnce({ POSTERN_TEST_PLACES: places }: NodeJS.ProcessEnv): number {
  if (places === undefined) return cpus().length + 4;
  if (!/^[1-9]\d?$/.test(places)) throw new Error(`POSTERN_TEST_PLACES is no number from 1 to 99: ${places}`);
  return Number(places);
}

/** Runs the files in this order; each that is done is told at once. */
export async function runPlan(
  planned: readonly Planned[],
  env: NodeJS.ProcessEnv,
  tell: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const plan = [...planned];
  const outcomes: Outcome[] = [];
  const keep = (outcome: Outcome): void => {
    outcomes.push(outcome);
    tell(outcome);
  };
  const work = async (): Promise<void> => {
    let shared: ReturnType<typeof startProcess> | undefined;
    for (let next = plan.shift(); next !== undefined; next = plan.shift()) {
      const taker: ReturnType<typeof startProcess> = (next.alone ? undefined : shared) ?? startProcess(env);
      const outcome = await taker.run(next);
      keep(outcome);
      // What a file has broken must not be found in the next one.
      const stays = !next.alone && isGood(outcome) && taker.takesMore();
      if (!stays) for (const late of await taker.end()) keep(late);
      if (!next.alone) shared = stays ? taker : undefined;
    }
    for (const late of (await shared?.end()) ?? []) keep(late);
  };
  await Promise.all(Array.from({ length: placesAtOnce(env) }, work));
  return outcomes;
}
