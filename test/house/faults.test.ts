// docs/faults.md and test/faults/rows.ts list the same faults, and their test files exist.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
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

test.run();
