// Renders the table of faults: promise, tests and last result of each row.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FaultResultName } from '../../test/faults/result.ts';
import { FAULT_ROWS, type FaultRow } from '../../test/faults/rows.ts';
import { type FoundTest, findTest } from './document.ts';
import { FAULT_PROMISES } from './fault_promises.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RESULTS = 'test/faults/results.json';
export const FAULTS_PAGE = 'docs/security-faults.md';

export interface FaultResult {
  /** Day of the last `npm run test:faults` of the row. */
  readonly day: string;
  readonly result: FaultResultName;
  /** Number of passed tests and of all tests, such as `5/5`; absent if the run did not record them. */
  readonly tests?: string;
  /** Reason why tests of the row did not run, if the result is `not run`. */
  readonly why?: string;
}

/** Returns the cell of the last result. */
export function describeResult(last: FaultResult | undefined): string {
  if (last === undefined) return 'not run';
  const { result, tests, day, why } = last;
  // For `not run`, leaves out `tests`, which counts tests that did not run.
  return (result === 'not run' ? [`**not run** (${why})`, day] : [result, tests, day]).filter(Boolean).join(', ');
}

const readResults = (): Record<string, FaultResult> =>
  JSON.parse(readFileSync(join(ROOT, RESULTS), 'utf8')) as Record<string, FaultResult>;

/**
 * Returns the tests of a row. Finds tests in test/faults/ by the id of the row, and other tests by the references in
 * FAULT_PROMISES.
 */
export function testsOfFault({ id, files }: FaultRow): (FoundTest | undefined)[] {
  const own = files
    .filter((file) => file.startsWith('test/faults/'))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      // Excludes cannotRun('F-…', …), whose text is the reason why a machine cannot run the row.
      const call = `\\b(?!cannotRun\\()\\w+\\(\\s*'${id}',\\s*`;
      const titles = text.matchAll(new RegExp(`${call}(['\`])((?:(?!\\1)[^\\\\\\n]|\\\\.)*)\\1`, 'g'));
      return [...titles].map(([, , title]) => ({ file, title: String(title) }));
    });
  return [...own, ...(FAULT_PROMISES[id]?.tests ?? []).map(findTest)];
}

function renderFaultRow(row: FaultRow, results: Record<string, FaultResult>): string {
  const tests = testsOfFault(row).map((test) => {
    if (test === undefined) throw new Error(`${row.id} names a test that does not exist`);
    return `[${test.file.replace(/^test\/|\.test\.ts$/g, '')}](../${test.file}): ${test.title}`;
  });
  const cells = [
    row.id,
    row.fault,
    FAULT_PROMISES[row.id]?.promise ?? '',
    tests.join('<br>'),
    describeResult(results[row.id]),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Returns the table as a page. */
export function renderFaults(): string {
  const results = readResults();
  return `# Promises under faults

This page lists the promise of each fault that tests cause under load, its tests, and the last result of \`npm run test:faults\`. ${FAULT_ROWS.length} rows.

This page is generated from [tools/evidence](../tools/evidence) by \`node tools/write_evidence.ts\`. A test fails if a test that the page names no longer exists. \`npm run
test:faults\` writes the results to [results.json](../${RESULTS}). The result **not run** means that the machine lacked what a
test of the row needs. [Faults](faults.md) describes each row with its figures.

| row | fault | promise | tests | last result |
|---|---|---|---|---|
${FAULT_ROWS.map((row) => renderFaultRow(row, results)).join('\n')}
`;
}
