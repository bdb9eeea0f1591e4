// docs/faults.md and test/faults/rows.ts list the same faults, and their test files exist. A row that cannot run is not
// recorded as passed.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeResult } from '../../tools/evidence/faults.ts';
import { joinOutcomes, readOutcome } from '../faults/result.ts';
import { FAULT_ROWS } from '../faults/rows.ts';
import { findTests } from '../run.ts';

const path = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const document = readFileSync(path('docs/faults.md'), 'utf8');

test('every row of the document is run, and every row that is run is documented', () => {
  const listed = [...document.matchAll(/^\| (F-\d\d) \|/gm)].map(([, id]) => String(id));
  assert.equal(
    [...new Set(listed)].sort(),
    FAULT_ROWS.map(({ id }) => id),
  );
});

test('the tests that a row names exist', () => {
  const named = [...document.matchAll(/`(test\/[\w/]+)`/g)].map(([, name]) => String(name));
  for (const name of named) assert.ok(existsSync(path(`${name}.test.ts`)) || existsSync(path(name)), name);
  for (const { id, files } of FAULT_ROWS) {
    for (const file of files) assert.ok(findTests(['test'], [file]).length > 0, `${id}: ${file}`);
  }
});

test('a row with a test that cannot run is recorded as not run, with the reason', () => {
  const ran = readOutcome('ok   a.test.ts\n\n5 passed, 0 failed\n', 0);
  assert.equal(ran, { result: 'ok', tests: '5/5', notes: [] });
  const skipped = readOutcome('\ncannot run: F-26: pgbouncer is not installed\n\n1 passed, 0 failed\n', 0);
  assert.equal(skipped, { result: 'not run', tests: '1/1', notes: ['cannot run: F-26: pgbouncer is not installed'] });
  const failed = readOutcome('cannot run: F-26: x\n1 passed, 1 failed\n', 1);
  assert.is(failed.result, 'FAIL');
  assert.is(readOutcome('', 0).result, 'FAIL', 'no test');
  assert.equal(joinOutcomes([ran, skipped]), { ...skipped, tests: '6/6' });
  assert.is(joinOutcomes([skipped, failed]).result, 'FAIL');
  assert.is(joinOutcomes([ran, ran]).result, 'ok');
  const day = '2026-11-27';
  assert.is(describeResult({ day, result: 'ok', tests: '5/5' }), 'ok, 5/5, 2026-11-27');
  assert.is(
    describeResult({ day, result: 'not run', tests: '1/1', why: 'no pgbouncer' }),
    '**not run** (no pgbouncer), 2026-11-27',
  );
});

test.run();
