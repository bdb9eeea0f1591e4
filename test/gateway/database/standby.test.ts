// Time until a failing standby is excluded, with a fake clock: probes are less than a second apart, and one failed
// probe excludes the standby for new and waiting requests. test/gateway/standbys.test.ts tests real servers.
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '../../../core/log.ts';
import type { Pools } from '../../../gateway/database/pools.ts';
import { createStandby, StandbyLostError } from '../../../gateway/database/standby.ts';

// Fake timers start in a hook, because uvu itself starts with a real timer.
test.before(() => mock.timers.enable({ apis: ['setTimeout'] }));
test.after(() => mock.timers.reset());
const GOOD = { standby: true, lsn: '0/10', mark: 'here' };
const STATEMENT = { text: 'select 1 as answer', pool: 'fast', creates_user: false } as const;
const ASKED = { hashes: false };

/** Creates a standby whose probes and results the test sets. `passed` returns the elapsed time in ms. */
function createFakeStandby() {
  let look: () => Promise<object> = async () => GOOD;
  let answer: () => Promise<string> = async () => 'answered';
  let lag = 0;
  let [looks, calls, replaced, passed] = [0, 0, 0, 0];
  let goOn: () => void = () => undefined;
  const line = { enter: async () => () => undefined, load: { running: 0, waiting: 0 } };
  // A correctly configured session.
  const facts = { who: 'r', login: 'r', statement_timeout: 1, lock_timeout: 1, verbosity: 'terse' };
  const sql = Object.assign(async () => [{ ...facts, logged_length: 0, logged_length_on_error: 0 }], {
    unsafe(text: string) {
      if (text.includes('get_replica_state')) {
        looks += 1;
        return look().then((replay) => [{ answer: JSON.stringify(replay) }]);
      }
      calls += 1;
      return answer().then((value) => [{ answer: value }]);
    },
  });
  const pool = { driver: { sql, replace: () => (replaced += 1), close: async () => undefined }, role: 'r', line };
  const pools = { by_name: { fast: pool, hash: pool, admin: pool }, hash_queue: line, close: async () => undefined };
  let pausing = 0;
  const standby = createStandby({
    name: 'one',
    pools: pools as unknown as Pools,
    api: 'auth_api',
    prepare: false,
    max_lag: 1,
    primary: { mark: 'here', lagOf: () => lag },
    log: createLog({ level: 'fatal', stream: { write: () => undefined } }),
    pause: (ms, stop) => {
      pausing = ms;
      return new Promise<void>((resolve) => {
        goOn = resolve;
        stop.addEventListener('abort', () => resolve());
      });
    },
  });
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 10; turns += 1) await turn();
  };
  return {
    standby,
    settle,
    looks: () => looks,
    calls: () => calls,
    replaced: () => replaced,
    passed: () => passed,
    set: (o: { look?: typeof look; answer?: typeof answer; lag?: number }) => {
      look = o.look ?? look;
      answer = o.answer ?? answer;
      lag = o.lag ?? lag;
    },
    /** Ends the pause and starts the next probe. */
    async nextLook(): Promise<void> {
      passed += pausing;
      pausing = 0;
      goOn();
      await settle();
    },
    async tick(ms: number): Promise<void> {
      passed += ms;
      mock.timers.tick(ms);
      await settle();
    },
  };
}

const NEVER = () => new Promise<never>(() => undefined);
const left = async (asking: Promise<unknown>): Promise<string> =>
  asking.then(
    () => 'answered',
    (error: unknown) => (error instanceof StandbyLostError ? error.message : `another error: ${error}`),
  );

test('probes a healthy standby at least once a second', async () => {
  const { standby, settle, nextLook, looks, passed } = createFakeStandby();
  await settle();
  for (let times = 0; times < 20; times += 1) await nextLook();
  assert.is(looks(), 21);
  assert.ok(passed() / 20 < 1_000, `${passed()} ms`);
  assert.is(standby.well, true);
  await standby.close();
});

for (const [what, change, why] of [
  ['lags by more than it may', { lag: 1_001 }, 'it lags by 1.0 s'],
  ['was promoted', { look: async () => ({ ...GOOD, standby: false }) }, 'it is no standby'],
  ['follows another primary', { look: async () => ({ ...GOOD, mark: 'there' }) }, 'it does not follow this primary'],
  ['is gone', { look: () => Promise.reject(new Error('refused')) }, 'it does not answer: refused'],
] as const) {
  test(`one probe of a standby that ${what} excludes it for new and for waiting requests`, async () => {
    const { standby, settle, nextLook, set, calls, looks } = createFakeStandby();
    await settle();
    assert.is(await standby.ask(STATEMENT, [], ASKED), 'answered');
    set({ answer: NEVER });
    const waiting = left(standby.ask(STATEMENT, [], ASKED));
    await settle();
    const [asked, looked] = [calls(), looks()];
    set(change);
    await nextLook();
    assert.is(looks(), looked + 1);
    assert.equal([standby.well, standby.fresh], [false, false]);
    assert.equal([await waiting, await left(standby.ask(STATEMENT, [], ASKED))], [why, why]);
    assert.is(calls(), asked, 'it was asked nothing more');
    set({ look: async () => GOOD, answer: async () => 'answered', lag: 0 });
    await nextLook();
    assert.is(await standby.ask(STATEMENT, [], ASKED), 'answered', 'one look brings it back');
    await standby.close();
  });
}

test('a statement without a result within its deadline goes to the primary, although the probes succeed', async () => {
  const { standby, settle, tick, set } = createFakeStandby();
  await settle();
  set({ answer: NEVER });
  const waiting = left(standby.ask(STATEMENT, [], ASKED));
  await settle();
  await tick(5_000);
  assert.is(await waiting, 'it failed');
  assert.is(standby.well, true);
  await standby.close();
});

test('a standby that stops answering right after a probe is excluded within a second', async () => {
  const { standby, settle, nextLook, tick, set, passed, replaced } = createFakeStandby();
  await settle();
  set({ look: NEVER, answer: NEVER });
  const waiting = left(standby.ask(STATEMENT, [], ASKED));
  await nextLook();
  for (let ticks = 0; standby.well && ticks < 100; ticks += 1) await tick(50);
  assert.is(standby.well, false);
  assert.ok(passed() < 1_000, `after ${passed()} ms`);
  assert.match(await waiting, 'it does not answer');
  assert.is(replaced(), 3, 'its connections are given up, of each pool');
  await standby.close();
});

test.run();
