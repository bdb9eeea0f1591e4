// The security tables name rules and tests that exist, and their pages are up to date.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  findMutations,
  findTest,
  mutationName,
  readLastDetectionDays,
  renderTable,
  ruleFile,
  statusOrDefault,
} from '../../tools/evidence/document.ts';
import { FAULT_PROMISES } from '../../tools/evidence/fault_promises.ts';
import { FAULTS_PAGE, renderFaults, testsOfFault } from '../../tools/evidence/faults.ts';
import type { Row } from '../../tools/evidence/row.ts';
import { TABLES } from '../../tools/evidence/tables.ts';
import { FAULT_ROWS } from '../faults/rows.ts';
import { MUTATIONS } from '../mutations/list.ts';
import { LOGIN_ROLES } from '../support/database/db.ts';

const rows: Row[] = TABLES.flatMap(({ groups }) => groups.flatMap((group) => group.rows));

test('every rule exists, and every test by its title', () => {
  const missing = rows.flatMap(({ id, rules = [], tests = [] }) => [
    ...rules.filter((rule) => ruleFile(rule) === undefined).map((rule) => `${id}: no rule ${rule}`),
    ...tests.filter((name) => findTest(name) === undefined).map((name) => `${id}: not exactly one test ${name}`),
  ]);
  assert.equal(missing, []);
  assert.is(findTest('house/evidence › every rule exists, and no test by its title'), undefined);
  for (const none of ['auth_lib.no_such_function', 'constraint no_such_key', 'core/none.ts', 'core'])
    assert.is(ruleFile(none), undefined);
});

test('a row that is held has a rule and a test; any other says why', () => {
  const incomplete = rows.filter((row) => {
    const held = ['held', 'setting'].includes(statusOrDefault(row));
    const proven = (row.rules ?? []).length > 0 && (row.tests ?? []).length > 0;
    const explained = (row.note ?? '') !== '';
    return held ? !proven : !explained;
  });
  assert.equal(
    incomplete.map(({ id }) => id),
    [],
  );
  const without = rows.filter((row) => statusOrDefault(row) === 'setting' && (row.settings ?? []).length === 0);
  assert.equal(
    without.map(({ id }) => id),
    [],
  );
  for (const { groups, title } of TABLES) {
    const ids = groups.flatMap((group) => group.rows.map(({ id }) => id));
    assert.is(new Set(ids).size, ids.length, `${title} has an id twice`);
  }
});

test('the pages are those of the tables: node tools/write_evidence.ts', () => {
  for (const table of TABLES) assert.is(readFileSync(table.file, 'utf8'), renderTable(table), table.file);
});

test('the page of faults is that of its rows; each has a promise and tests that exist', () => {
  const incomplete = FAULT_ROWS.filter((row) => {
    const tests = testsOfFault(row);
    return FAULT_PROMISES[row.id] === undefined || tests.length === 0 || tests.includes(undefined);
  });
  assert.equal(
    incomplete.map(({ id }) => id),
    [],
  );
  assert.is(Object.keys(FAULT_PROMISES).length, FAULT_ROWS.length);
  const unnamed = FAULT_ROWS.flatMap((row) => {
    const named = testsOfFault(row).map((found) => found?.file ?? '');
    return row.files
      .filter((path) => !named.some((file) => file.startsWith(path)))
      .map((path) => `${row.id} runs ${path}, but names no test in it`);
  });
  assert.equal(unnamed, []);
  assert.is(readFileSync(FAULTS_PAGE, 'utf8'), renderFaults());
});

test('mutations of a row change files of its rules, and detected ones are in the list', () => {
  assert.ok(rows.filter((row) => findMutations(row).length > 0).length > 50);
  for (const row of rows) {
    const files = (row.rules ?? []).map(ruleFile);
    assert.equal(
      findMutations(row).filter(({ file }) => !files.includes(file)),
      [],
      row.id,
    );
  }
  const known = new Set(MUTATIONS.map(mutationName));
  assert.equal(
    Object.keys(readLastDetectionDays()).filter((name) => !known.has(name)),
    [],
  );
});

test('each row that is held has a mutation', () => {
  const without = rows.filter(
    (row) => ['held', 'setting'].includes(statusOrDefault(row)) && findMutations(row).length === 0,
  );
  assert.equal(
    without.map(({ id }) => id),
    [],
  );
});

test('each mutation of a row that is held was detected: npm run mutate -- --rows ID', () => {
  const detected = readLastDetectionDays();
  const stale = rows
    .filter((row) => ['held', 'setting'].includes(statusOrDefault(row)))
    .flatMap((row) =>
      findMutations(row)
        .filter((mutation) => detected[mutationName(mutation)] === undefined)
        .map((mutation) => `${row.id}: ${mutationName(mutation)}`),
    );
  assert.equal(stale, []);
});

test('the hardened settings or their exceptions have each setting on which a row depends', () => {
  const page = readFileSync('docs/security.md', 'utf8').split('## Hardened settings')[1] ?? '';
  const missing = rows
    .filter((row) => ['partly', 'setting'].includes(statusOrDefault(row)))
    .flatMap(({ id, settings = [], note = '' }) =>
      [...settings, ...(note.match(/SVC_[A-Z0-9_]+/g) ?? [])].map((name) => ({ id, name })),
    )
    .filter(({ name }) => !page.includes(`${name}=`) && !page.includes(`\`${name}\``))
    .map(({ id, name }) => `${id}: ${name}`);
  assert.equal(missing, []);
});

test('each position of the threat model names tests by file and title, and each login role has its own', () => {
  const page = readFileSync('docs/security.md', 'utf8').split('## Threat model')[1]?.split('\n## ')[0] ?? '';
  const positions = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| position |'))
    .map((line) => line.split(' | '));
  assert.ok(positions.length > 15);
  for (const [position = '', , , cell = ''] of positions) {
    if (position.startsWith("| **operator's shell**")) continue;
    const named = cell.replace(/ \|$/, '').split('<br>');
    for (const text of named) {
      const [, path = '', title = ''] = /^\[[\w/]+\]\(\.\.\/test\/([\w/]+)\.test\.ts\): (.+)$/.exec(text) ?? [];
      assert.is(findTest(`${path} › ${title}`)?.title, title, `${position}: ${text}`);
    }
  }
  for (const role of LOGIN_ROLES) {
    const own = positions.filter(
      ([position = '']) => position.startsWith('| login ') && position.includes(`**auth_${role}**`),
    );
    assert.is(own.length, 1, role);
  }
});

test.run();
