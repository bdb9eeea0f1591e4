// Responses are sent at the end of a time slot: at the same time for different work, and for errors too.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSlotDelay } from '../../../gateway/pipeline/response_delay.ts';

/** Returns the time in ms at which a response is sent after work of this duration, and the response or error. */
async function responseTime(
  slot: number,
  work_ms: number,
  end: () => string = () => 'done',
  delayed?: 'all' | 'errors',
): Promise<[number, unknown]> {
  let now = 12_345.678;
  const began = now;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  const work = async () => {
    now += work_ms;
    return end();
  };
  const answer = await createSlotDelay(slot, clock)(work, delayed).catch((error: Error) => error.message);
  return [Math.round(now - began), answer];
}

test('sends a response at the end of its slot after short and after long work', async () => {
  for (const work_ms of [0.01, 3.75, 5.35, 199.9]) assert.equal(await responseTime(0.2, work_ms), [200, 'done']);
  for (const work_ms of [200.1, 399]) assert.equal(await responseTime(0.2, work_ms), [400, 'done']);
});

test('sends errors and faults at the end of the slot too', async () => {
  const refuse = () => {
    throw new Error('refused');
  };
  for (const work_ms of [1, 150]) assert.equal(await responseTime(0.2, work_ms, refuse), [200, 'refused']);
});

test('with errors alone a result is sent at once', async () => {
  const refuse = () => {
    throw new Error('refused');
  };
  assert.equal(await responseTime(0.2, 3, () => 'done', 'errors'), [3, 'done']);
  assert.equal(await responseTime(0.2, 3, refuse, 'errors'), [200, 'refused']);
});

test('without slots nothing waits', async () => {
  assert.equal(await responseTime(0, 7), [7, 'done']);
});

test.run();
