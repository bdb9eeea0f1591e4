// The result of a fault row, from the output of its tests.

/** `not run` if nothing failed, but this machine lacks what a test of the row needs. */
export type FaultResultName = 'ok' | 'not run' | 'FAIL';

export interface FaultOutcome {
  result: FaultResultName;
  /** Passed and all tests, such as `5/5`. A test that cannot run counts as passed. */
  tests: string;
  /** Reasons why tests of the row did not run. */
  notes: string[];
}

/** Reads the output of `node test/run.ts` with the files of a row. */
export function readOutcome(output: string, exit_code: number | null): FaultOutcome {
  const [, passed = '0', failed = '1'] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
  const notes = [...new Set([...output.matchAll(/^(?:cannot|not) run: .*$/gm)].map(([line]) => line))];
  const good = exit_code === 0 && Number(passed) > 0;
  return {
    tests: `${passed}/${Number(passed) + Number(failed)}`,
    result: good ? (notes.length > 0 ? 'not run' : 'ok') : 'FAIL',
    notes,
  };
}

/** Joins the outcomes of several runs of a row: the worst result, and the sums of the tests. */
export function joinOutcomes(outcomes: readonly FaultOutcome[]): FaultOutcome {
  const sum = (at: 0 | 1): number => outcomes.reduce((all, { tests }) => all + Number(tests.split('/')[at]), 0);
  const worst = (['FAIL', 'not run'] as const).find((name) => outcomes.some(({ result }) => result === name));
  return {
    tests: `${sum(0)}/${sum(1)}`,
    result: worst ?? 'ok',
    notes: [...new Set(outcomes.flatMap(({ notes }) => notes))],
  };
}
