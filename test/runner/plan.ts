// Distributes the files of a run to several test processes.
import { cpus } from 'node:os';
import { isGood } from './judge.ts';
import { type Outcome, type Planned, startProcess } from './process.ts';

/** Number of files that run at once: four more than the cores, because files mostly wait for servers. */
export function placesAtOnce({ POSTERN_TEST_PLACES: places }: NodeJS.ProcessEnv): number {
  if (places === undefined) return cpus().length + 4;
  if (!/^[1-9]\d?$/.test(places)) throw new Error(`POSTERN_TEST_PLACES is no number from 1 to 99: ${places}`);
  return Number(places);
}

/** Runs the files in this order and reports each as soon as it is finished. */
export async function runPlan(
  planned: readonly Planned[],
  env: NodeJS.ProcessEnv,
  report: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const plan = [...planned];
  const outcomes: Outcome[] = [];
  const keep = (outcome: Outcome): void => {
    outcomes.push(outcome);
    report(outcome);
  };
  const work = async (): Promise<void> => {
    let shared: ReturnType<typeof startProcess> | undefined;
    for (let next = plan.shift(); next !== undefined; next = plan.shift()) {
      const taker: ReturnType<typeof startProcess> = (next.alone ? undefined : shared) ?? startProcess(env);
      const outcome = await taker.run(next);
      keep(outcome);
      // A file that failed may have left broken state, so the next one gets a new process.
      const stays = !next.alone && isGood(outcome) && taker.takesMore();
      if (!stays) for (const late of await taker.end()) keep(late);
      if (!next.alone) shared = stays ? taker : undefined;
    }
    for (const late of (await shared?.end()) ?? []) keep(late);
  };
  await Promise.all(Array.from({ length: placesAtOnce(env) }, work));
  return outcomes;
}
