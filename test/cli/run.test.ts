// runner: when=test/cli/fixtures

// The runner of `npm test` reports broken test files as failed. Further tests check its options, the order of files and
// the table of CPU times.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isRunning } from '../../dev/embedded/cluster.ts';
import { findTests } from '../run.ts';
import { readFileOptions } from '../runner/evaluate.ts';
import { countConcurrentFiles } from '../runner/plan.ts';
import { FOLDER_PREFIX, removeAbandonedServers } from '../support/database/cluster.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { APPROXIMATE_SECONDS, sortLongestFirst } from '../support/processes/longest.ts';

function runTestRunner(...args: string[]) {
  const all = ['test/run.ts', '--in=test/cli/fixtures/runner', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' });
  return { status, output: stdout + stderr, closing: stdout.trimEnd().split('\n').at(-1) };
}

test('a passing file: exit 0 and the closing line', () => {
  const { status, closing } = runTestRunner('runner/passes');
  assert.is(status, 0);
  assert.is(closing, '2 passed, 0 failed');
});

test('a failed assertion: its output, the count, exit 1', () => {
  const { status, output, closing } = runTestRunner('runner/fails', 'runner/passes');
  assert.is(status, 1);
  assert.match(output, 'fails on purpose');
  assert.is(closing, '3 passed, 1 failed');
});

for (const [file, fault] of [
  ['forgets', 'test.run()'],
  ['empty', 'ran no test'],
  ['rejects', 'nobody awaits me'],
  ['before_throws', 'no database'],
  ['skips', '1 tests are skipped'],
  ['unsettled', 'without a summary'],
] as const) {
  test(`${file}: fails although no assertion failed`, () => {
    const { status, output, closing } = runTestRunner(`runner/${file}`);
    assert.is(status, 1, output);
    assert.match(output, fault);
    assert.match(closing ?? '', /^\d+ passed, 1 failed$/);
  });
}

test('ends a hanging file together with the processes it started', async () => {
  const { status, output, closing } = runTestRunner('runner/hangs', '--timeout=4');
  assert.is(status, 1);
  assert.match(output, 'still running after 4 s');
  assert.is(closing, '0 passed, 1 failed');
  const child = /child (\d+)/.exec(output)?.[1];
  for (let tries = 0; tries < 100 && isRunning(Number(child)); tries++) await sleep(20);
  assert.not(isRunning(Number(child)));
});

test('no matching file is a failure', () => {
  const { status, closing } = runTestRunner('runner/nothing');
  assert.is(status, 1);
  assert.is(closing, '0 passed, 1 failed');
});

test('a file may request time and a process of its own', () => {
  assert.equal(readFileOptions('// What.\n// runner: timeout=300\n', 5), { timeout_s: 300, alone: false, when: null });
  assert.is(readFileOptions('// What.\n// runner: timeout=300\n', 1_500).timeout_s, 1_500);
  assert.equal(readFileOptions('// What.\n', 5), { timeout_s: 5, alone: false, when: null });
  assert.equal(readFileOptions('// What.\n// runner: alone timeout=9 when=cli,deploy\n', 5), {
    timeout_s: 9,
    alone: true,
    when: ['cli', 'deploy'],
  });
});

test('a disk left mounted by a killed test does not stop the next run', () => {
  const { pid: gone } = spawnSync('true');
  const mine = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-disk-`));
  mkdirSync(join(mine, 'disk'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', join(mine, 'disk')]);
  // The name gets the id of an ended process only now, because a parallel run may delete a folder with such a name.
  const abandoned = mine.replace(`-${process.pid}-`, `-${gone}-`);
  renameSync(mine, abandoned);
  if (status !== 0) cannotRun('the sweep of mounted disks', 'this user may not mount a tmpfs');
  removeAbandonedServers();
  assert.not(existsSync(abandoned));
});

test('runs as many files at once as POSTERN_TEST_PLACES says', () => {
  assert.is(countConcurrentFiles({}), cpus().length + 4);
  assert.is(countConcurrentFiles({ POSTERN_TEST_PLACES: '3' }), 3);
  for (const places of ['', '0', '-1', 'many', '1.5'])
    assert.throws(() => countConcurrentFiles({ POSTERN_TEST_PLACES: places }), /is no number from 1 to 99/);
});

test('--cpu: prints what each file cost, including the processes that it waited for', () => {
  const { output } = runTestRunner('runner/passes', 'runner/fails', '--cpu');
  assert.match(output, /^ +CPU +children +seconds {2}file$/m);
  for (const file of ['passes', 'fails'])
    assert.match(output, new RegExp(`^( +[\\d.]+){3}  test/.*${file}.test.ts$`, 'm'));
  assert.match(output, /^( +[\d.]+){3} {2}all files$/m);
});

test('the longest files start first: by the last run, else by the time they request', () => {
  const plan = [
    { file: 'test/sql/short.test.ts', timeout_s: 120 },
    { file: 'test/sql/new.test.ts', timeout_s: 300 },
    { file: 'test/sql/long.test.ts', timeout_s: 120 },
  ];
  const last = { 'test/sql/short.test.ts': 1, 'test/sql/long.test.ts': 40 };
  assert.equal(
    sortLongestFirst(plan, last).map(({ file }) => file),
    ['test/sql/long.test.ts', 'test/sql/new.test.ts', 'test/sql/short.test.ts'],
  );
});

test('without a last run, the files known to be long start first; each of them exists', () => {
  const longest = Object.keys(APPROXIMATE_SECONDS);
  const plan = ['test/sql/short.test.ts', ...longest.toReversed()].map((file) => ({ file, timeout_s: 120 }));
  const planned = sortLongestFirst(plan, {}).map(({ file }) => APPROXIMATE_SECONDS[file] ?? 0);
  assert.equal(
    planned,
    planned.toSorted((a, b) => b - a),
  );
  const there = findTests(['test', 'sdk/test', 'sdk/mcp/test'], []);
  assert.equal(
    longest.filter((file) => !there.includes(file)),
    [],
  );
});

test.run();
