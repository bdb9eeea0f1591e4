// The test matrix stores results per state of the source tree, and reports a cell that cannot run.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CELLS, chooseCells, FILES_WITHOUT_POOLER } from '../matrix/cells.ts';
import { openResultStore } from '../matrix/result_store.ts';
import { FOLDERS, findTests } from '../run.ts';
import { gitEnvironment } from '../support/processes/git.ts';

const RUNNER = fileURLToPath(new URL('../matrix/run.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'postern-memory-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const git = (...args: string[]): void => {
  const who = ['-c', 'user.name=A test', '-c', 'user.email=test@example.com'];
  execFileSync('git', [...who, ...args], { cwd: folder, env: gitEnvironment(), stdio: 'ignore' });
};
const recalled = (cell = 'a', forget: string[] = []) => openResultStore(folder, { forget }).recall(cell);
const PASSED = { tests: '3/3', seconds: 7 };

test('stores nothing without git', () => {
  openResultStore(folder, { forget: [] }).keep('a', PASSED);
  assert.is(recalled(), null);
});

test('a stored result counts for this state of the tree only', () => {
  write('one.txt', '1');
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'one');
  const memory = openResultStore(folder, { forget: [] });
  memory.keep('a', PASSED);
  memory.keep('b', PASSED);
  assert.equal(recalled(), PASSED);
  assert.is(recalled('c'), null);
  assert.is(recalled('a', ['a']), null);
  assert.equal(recalled('b', ['a']), PASSED, 'only what is named is forgotten');

  write('one.txt', '2');
  assert.is(recalled(), null, 'a changed file');
  write('one.txt', '1');
  assert.equal(recalled(), PASSED);
  write('two.txt', 'new');
  assert.is(recalled(), null, 'a new file');
  git('add', '.');
  git('commit', '-qm', 'two');
  assert.is(recalled(), null, 'another commit');
});

test('cells have unique names', () => {
  assert.is(new Set(CELLS.map((cell) => cell.name)).size, CELLS.length);
});

function runMatrix(args: string[], env: Record<string, string> = {}) {
  const { status, stdout } = spawnSync(process.execPath, [RUNNER, ...args], {
    encoding: 'utf8',
    env: { ...process.env, CI_STRICT: '', POSTERN_DEBIAN_BIN: '/nonexistent', ...env },
  });
  return { status, stdout };
}

test('reports a cell that cannot run in one line, and fails with CI_STRICT=1', () => {
  const lenient = runMatrix(['--again', 'postgres-15']);
  assert.match(lenient.stdout, /^cannot run: postgres-15: no \/nonexistent$/m);
  assert.match(lenient.stdout, /^postgres-15 +cannot run/m);
  assert.is(lenient.status, 0);
  assert.is(runMatrix(['--again', 'postgres-15'], { CI_STRICT: '1' }).status, 1);
});

test('an exact name selects that cell, a part all cells with it, no name all except those on request', () => {
  const names = (...asked: string[]) => chooseCells(asked).map((cell) => cell.name);
  assert.equal(names('pgbouncer'), ['pgbouncer']);
  assert.equal(names('managed-15', 'tls'), ['tls', 'managed-15']);
  assert.equal(names('pgbounce'), ['pgbouncer', 'pgbouncer-polling', 'pgbouncer-2']);
  assert.equal(names('pgbouncer-all'), ['pgbouncer-all']);
  assert.not(names().includes('pgbouncer-all'));
  assert.ok(names().includes('pgbouncer'));
});

test('the whole suite through PgBouncer has every test file except those with a reason', () => {
  const [cell] = chooseCells(['pgbouncer-all']);
  const has = new Set(cell?.files);
  for (const file of [
    'test/worker/main.test.ts',
    'test/sql/api/account/sign_up.test.ts',
    'test/install/doctor.test.ts',
  ])
    assert.ok(has.has(file), file);
  const left_out = findTests(FOLDERS, []).filter((file) => !has.has(file));
  for (const part of Object.keys(FILES_WITHOUT_POOLER))
    assert.ok(
      left_out.some((file) => file.includes(part)),
      `${part} leaves nothing out`,
    );
});

test('reports an unknown cell name with the known names', () => {
  const { status, stdout } = runMatrix(['no-such-cell']);
  assert.is(status, 2);
  assert.match(stdout, /usage: .*pgbouncer-polling/s);
});

test.run();
