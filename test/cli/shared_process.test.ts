// runner: when=test/cli/fixtures

// Test files share processes. A file that leaves state changed fails, and the next file does not see that state.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isRunning } from '../../dev/embedded/cluster.ts';
import { runPlannedFiles } from '../runner/plan.ts';
import { changedValues, readProcessState } from '../runner/state.ts';
import { LOGGED_VARIABLE, searchLogs } from '../support/processes/log_lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'postern-shared-'));
const SOON_S = 10;
const pids_file = join(folder, 'pids');
test.after(() => rmSync(folder, { recursive: true }));
test.before.each(() => writeFileSync(pids_file, ''));

/**
 * Runs fixture files one after another. A file with the prefix `!` runs alone. Prefix `?` sets a timeout of SOON_S
 * seconds, for files that hang. An object sets environment variables.
 */
async function runTestFiles(...args: (string | Record<string, string>)[]) {
  const names = args.filter((arg) => typeof arg === 'string');
  const more: Record<string, string> = Object.assign({}, ...args.filter((arg) => typeof arg !== 'string'));
  const env = { ...process.env, POSTERN_TEST_PLACES: '1', POSTERN_FIXTURE_PIDS: pids_file, ...more };
  const plan = names.map((name) => ({
    file: `test/cli/fixtures/runner/${name.replace(/^[!?]/, '')}.test.ts`,
    timeout_s: name.startsWith('?') ? SOON_S : 60,
    alone: name.startsWith('!'),
  }));
  const outcomes = await runPlannedFiles(plan, env, () => undefined);
  return {
    told: outcomes.map(({ file, passed, failed, faults }) => [
      /runner\/(\w+)/.exec(file)?.[1],
      passed,
      failed,
      faults.join('; '),
    ]),
    outputs: outcomes.map(({ output }) => output),
    pids: readFileSync(pids_file, 'utf8').trimEnd().split('\n'),
  };
}

const good = (name: string) => [name, 1, 0, ''];

test('two passing files share a process; a file that runs alone gets its own, and the files around it still share theirs', async () => {
  const { told: results, pids } = await runTestFiles('finds_one', '!passes', 'finds_two');
  assert.equal(results, [good('finds_one'), ['passes', 2, 0, ''], good('finds_two')]);
  assert.is(pids.length, 2);
  assert.is(pids[0], pids[1]);
});

test('names the state that a file leaves, and the next file does not see it', async () => {
  const { told: results, pids } = await runTestFiles('finds_one', 'leaves_state', 'finds_two');
  const put_back = 'put it back, or write // runner: alone in the first lines';
  assert.equal(results, [
    good('finds_one'),
    [
      'leaves_state',
      1,
      0,
      `left behind: the working directory, process.env.POSTERN_LEFT_BEHIND, the listeners to 'SIGUSR2', globalThis.left_behind; ${put_back}`,
    ],
    good('finds_two'),
  ]);
  assert.is.not(pids[0], pids[1]);
});

test('a word that one file registers as a secret is no leak in the lines of the next', async () => {
  const logged = mkdtempSync(join(folder, 'logged-'));
  const { told: results, pids } = await runTestFiles('finds_one', 'keeps_word', 'logs_word', 'finds_two', {
    [LOGGED_VARIABLE]: logged,
  });
  assert.equal(results, [good('finds_one'), good('keeps_word'), good('logs_word'), good('finds_two')]);
  assert.is(pids[0], pids[1], 'in one process');
  assert.equal(searchLogs(logged), { lines: 1, leaks: [] });
});

test('names state that a file changes while it is loaded', async () => {
  const { told: results } = await runTestFiles('leaves_clock');
  assert.match(String(results[0]?.[3]), /^left behind: Date\.now;/);
});

test('a file that runs alone may leave state', async () => {
  const { told: results } = await runTestFiles('!leaves_state', 'finds_one');
  assert.equal(results, [good('leaves_state'), good('finds_one')]);
});

for (const [name, fault] of [
  ['fails', ''],
  ['rejects', 'ended without a summary: does it call test.run(), and does every promise settle?'],
  ['exits', 'ended without a summary: does it call test.run(), and does every promise settle?'],
  ['forgets', 'ended without a summary: does it call test.run(), and does every promise settle?'],
  ['before_throws', 'a hook threw'],
] as const) {
  test(`${name}: only this file fails; the files around it pass, the next one in a new process`, async () => {
    const { told: results, pids } = await runTestFiles('finds_one', name, 'finds_two');
    assert.equal([results.length, results[0], results[2]], [3, good('finds_one'), good('finds_two')]);
    assert.equal([results[1]?.[0], results[1]?.[3]], [name, fault]);
    assert.is.not(pids[0], pids[1]);
  });
}

test('a promise that rejects unawaited after all tests passed fails the file', async () => {
  const { told: results, outputs, pids } = await runTestFiles('finds_one', 'late_rejection', 'finds_two');
  assert.equal(results, [
    good('finds_one'),
    ['late_rejection', 1, 0, 'exit code 1 although every test passed: a promise rejected unhandled?'],
    good('finds_two'),
  ]);
  assert.match(outputs[1] ?? '', 'nobody awaits me');
  assert.is.not(pids[0], pids[1]);
});

test('ends a hanging file with its processes, and one that leaves a server listening', async () => {
  const { told: results, outputs, pids } = await runTestFiles('finds_one', '?hangs', '?leaves_server', 'finds_two');
  assert.equal(results, [
    good('finds_one'),
    ['hangs', 0, 0, `still running after ${SOON_S} s`],
    ['leaves_server', 1, 0, `still running after ${SOON_S} s`],
    good('finds_two'),
  ]);
  const child = Number(/child (\d+)/.exec(outputs[1] ?? '')?.[1]);
  assert.ok(child > 0);
  for (let tries = 0; tries < 500 && isRunning(child); tries++) await sleep(20);
  assert.not(isRunning(child));
  assert.is.not(pids[0], pids[1]);
});

test('a process that a file leaves running fails the file, and is ended', async () => {
  const { told: results, outputs } = await runTestFiles('finds_one', 'leaves_process', 'finds_two');
  assert.equal(results, [good('finds_one'), ['leaves_process', 1, 0, 'left a process running'], good('finds_two')]);
  const child = Number(/child (\d+)/.exec(outputs[1] ?? '')?.[1]);
  assert.ok(child > 0);
  for (let tries = 0; tries < 500 && isRunning(child); tries++) await sleep(20);
  assert.not(isRunning(child));
});

test('a process left by a file that runs alone fails it too', async () => {
  const { told: results } = await runTestFiles('!leaves_process', 'finds_one');
  assert.equal(results, [
    good('leaves_process'),
    ['leaves_process', 0, 0, 'left a process running'],
    good('finds_one'),
  ]);
});

test('an error at process exit is attributed to the last file', async () => {
  const { told: results, outputs } = await runTestFiles('finds_one', 'throws_at_exit');
  assert.equal(results.slice(0, 2), [good('finds_one'), good('throws_at_exit')]);
  assert.equal(
    results.slice(2).map(([name, , , fault]) => [name, fault]),
    [['throws_at_exit', 'its process ended with code 1, after 2 files']],
  );
  assert.match(outputs[2] ?? '', 'nothing can be removed');
});

test('every part of the state is checked: a change is named, a restored one is not', () => {
  const before = readProcessState();
  const { log } = console;
  const { TZ } = process.env;
  const mask = process.umask(0o077);
  console.log = () => undefined;
  process.env.TZ = 'Asia/Tokyo';
  Object.assign(Object.prototype, { polluted: () => undefined });
  // Globals and listeners of libraries that the runner must accept: tslib's __awaiter, and node:cluster.
  const listener = () => undefined;
  Object.assign(globalThis, { __awaiter: () => undefined });
  process.on('internalMessage' as 'message', listener);
  const changed = readProcessState();
  process.umask(mask);
  console.log = log;
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
  Reflect.deleteProperty(Object.prototype, 'polluted');
  Reflect.deleteProperty(globalThis, '__awaiter');
  process.off('internalMessage', listener);
  assert.equal(changedValues(before, changed).sort(), [
    'Object.prototype.polluted',
    'console.log',
    'process.env.TZ',
    'process.umask()',
  ]);
  assert.equal(changedValues(before, readProcessState()), []);
});

test.run();
