// Distributes the files of a run to several test processes.
import { cpus } from 'node:os';
import { hasPassed } from './evaluate.ts';
import { type FileOutcome, type PlannedFile, startTestProcess } from './process.ts';

/**
 * Returns the number of files that run at once: POSTERN_TEST_PLACES, or four more than the cores, because files mostly
 * wait for servers.
 */
export function countConcurrentFiles({ POSTERN_TEST_PLACES: places }: NodeJS.ProcessEnv): number {
  if (places === undefined) return cpus().length + 4;
  if (!/^[1-9]\d?$/.test(places)) throw new Error(`POSTERN_TEST_PLACES is no number from 1 to 99: ${places}`);
  return Number(places);
}

/** Runs the files, several at once, in this order. Reports each when it is finished. */
export async function runPlannedFiles(
  planned: readonly PlannedFile[],
  env: NodeJS.ProcessEnv,
  report: (outcome: FileOutcome) => void,
): Promise<FileOutcome[]> {
  const plan = [...planned];
  const outcomes: FileOutcome[] = [];
  const keep = (outcome: FileOutcome): void => {
    outcomes.push(outcome);
    report(outcome);
  };
  const work = async (): Promise<void> => {
    let shared: ReturnType<typeof startTestProcess> | undefined;
    for (let next = plan.shift(); next !== undefined; next = plan.shift()) {
      const taker: ReturnType<typeof startTestProcess> = (next.alone ? undefined : shared) ?? startTestProcess(env);
      const outcome = await taker.run(next);
      keep(outcome);
      // After a failed file, the next file gets a new process, because the failed file may have left broken state.
      const stays = !next.alone && hasPassed(outcome) && taker.takesMore();
      if (!stays) for (const late of await taker.end()) keep(late);
      if (!next.alone) shared = stays ? taker : undefined;
    }
    for (const late of (await shared?.end()) ?? []) keep(late);
  };
  await Promise.all(Array.from({ length: countConcurrentFiles(env) }, work));
  return outcomes;
}
