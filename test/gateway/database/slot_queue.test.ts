// The hash queue and the connection queue alternate between clients and limit the waiting time. The clock is fake.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSlotQueue, type QueueClient } from '../../../gateway/database/slot_queue.ts';
import type { ApiError } from '../../../gateway/http/errors.ts';

/**
 * Creates a hash queue with one slot and a fake clock. The queue estimates 50 ms per hash, the time of bcrypt cost 10.
 */
function createHashQueue(o: Partial<Parameters<typeof createSlotQueue>[0]> = {}) {
  let at = 0;
  const line = createSlotQueue({ places: 1, wait_ms: 5_000, guess_ms: 50, most: 5_000, now: () => at, ...o });
  const started: string[] = [];
  const refused: { name: string; retry_after: string | undefined; status: number }[] = [];
  const leaving: (() => void)[] = [];
  const ask = (name: string, visitor: QueueClient = { client: name }): void => {
    line.enter(visitor).then(
      (leave) => {
        started.push(name);
        leaving.push(leave);
      },
      ({ status, headers }: ApiError) => refused.push({ name, status, retry_after: headers?.['Retry-After'] }),
    );
  };
  const pass = (ms: number): void => {
    at += ms;
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  /** Advances the clock, and releases the slot of the caller that got its slot first. */
  const end = async (ms = 50): Promise<void> => {
    at += ms;
    leaving.shift()?.();
    await settled();
  };
  const endAll = async (): Promise<void> => {
    while (line.load.running > 0) await end();
  };
  return { line, ask, started, refused, end, endAll, pass, settled };
}
const times = (count: number, action: () => void): void => {
  for (let done = 0; done < count; done += 1) action();
};

test('F-24 one client that fills the queue does not delay the first request of another', async () => {
  const { ask, started, refused, end, settled } = createHashQueue();
  times(61, () => ask('flood'));
  times(3, () => ask('honest'));
  ask('other');
  await settled();
  for (let done = 0; done < 7; done += 1) await end();
  assert.equal(started, ['flood', 'flood', 'honest', 'other', 'flood', 'honest', 'flood', 'honest']);
  assert.equal(refused, []);
});

test('a hundred concurrent requests of one or more clients all wait for two slots', async () => {
  for (const clients of [1, 7, 100]) {
    const { ask, started, refused, endAll, settled } = createHashQueue({ places: 2 });
    let made = 0;
    times(100, () => ask(`client ${made++ % clients}`));
    await settled();
    await endAll();
    assert.equal([started.length, refused], [100, []], String(clients));
  }
});

test('refuses at once a request that would wait longer than the setting, with the time until there is room', async () => {
  const { line, ask, refused, settled } = createHashQueue();
  times(101, () => ask('one'));
  await settled();
  assert.equal([line.load, refused], [{ running: 1, waiting: 100 }, []]);
  ask('one');
  await settled();
  assert.equal(refused, [{ name: 'one', status: 503, retry_after: '5' }]);
});

test('F-24 in a full queue, the last request of the client with the most is dropped, not the newcomer', async () => {
  const { line, ask, started, refused, endAll, settled } = createHashQueue();
  times(101, () => ask('flood'));
  times(30, () => ask('honest'));
  await settled();
  assert.equal([line.load.waiting, refused.length], [100, 30]);
  assert.ok(refused.every(({ name }) => name === 'flood'));
  times(60, () => ask('honest'));
  await settled();
  assert.is(refused.filter(({ name }) => name === 'honest').length, 40, 'half of the line for each');
  await endAll();
  assert.is(started.filter((name) => name === 'honest').length, 50);
});

test('counts room with the measured time of a hash, not with an estimate', async () => {
  const { line, ask, refused, end, settled } = createHashQueue();
  times(41, () => ask('a'));
  await settled();
  for (let done = 0; done < 40; done += 1) await end(500);
  assert.equal(line.load, { running: 1, waiting: 0 });
  times(30, () => ask('a'));
  await settled();
  assert.is(line.load.waiting, 10, 'some 490 ms each');
  assert.is(refused.length, 20);
});

test('slow times are forgotten while the queue is idle: the next burst is not refused for them', async () => {
  for (const [idle_ms, served] of [
    [0, 11],
    [60_000, 100],
  ] as const) {
    const { line, ask, end, pass, settled } = createHashQueue();
    times(41, () => ask('a'));
    await settled();
    for (let done = 0; done < 41; done += 1) await end(500);
    assert.is(line.load.running, 0);
    pass(idle_ms);
    times(100, () => ask('a'));
    await settled();
    assert.is(line.load.waiting + line.load.running, served, `after ${idle_ms} ms`);
  }
});

test('gives no slot to a request whose client has gone', async () => {
  const { line, ask, started, refused, end, settled } = createHashQueue();
  ask('a');
  let gone = false;
  ask('b', { client: 'b', gone: () => gone });
  ask('c', { client: 'c', gone: () => false });
  await settled();
  gone = true;
  await end();
  assert.equal([started, refused.map(({ name }) => name), line.load], [['a', 'c'], ['b'], { running: 1, waiting: 0 }]);
});

test('refuses a request that has waited as long as the setting, and keeps nothing of it', async () => {
  const { line, ask, started, refused, end } = createHashQueue({ wait_ms: 30, guess_ms: 1 });
  ask('a');
  const late = line.enter({ client: 'b' }).then(
    () => 'started',
    (error: ApiError) => error.status,
  );
  assert.is(await late, 503);
  assert.equal([line.load, refused], [{ running: 1, waiting: 0 }, []]);
  await end();
  assert.equal([line.load, started], [{ running: 0, waiting: 0 }, ['a']]);
});

test('with a waiting time of zero none waits; a free slot is still given', async () => {
  const { line, ask, refused, settled } = createHashQueue({ wait_ms: 0, places: 2 });
  times(3, () => ask('a'));
  await settled();
  assert.equal([line.load, refused.length], [{ running: 2, waiting: 0 }, 1]);
});

test('releasing a slot twice releases one', async () => {
  const line = createSlotQueue({ places: 1, wait_ms: 1_000, guess_ms: 1, most: 10 });
  const leave = await line.enter();
  leave();
  leave();
  assert.equal(line.load, { running: 0, waiting: 0 });
});

test.run();
