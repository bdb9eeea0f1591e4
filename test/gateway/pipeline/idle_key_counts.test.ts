// A gateway counts its keys also while it serves no requests, because a key rotation waits for all gateways.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createUsageRecorder } from '../../../gateway/pipeline/usage_recorder.ts';
import { createMemoryLog } from '../../support/processes/worker.ts';

const HOUR_MS = 3_600_000;

test('a gateway without requests counts each of its keys once an hour', async () => {
  const rows: { hour: number; name: string; outcome: string; count: number }[] = [];
  let time = Date.UTC(2026, 10, 22, 21);
  const recorder = createUsageRecorder({
    keys: [
      { key: 'pepper 1', use: 'seals' },
      { key: 'pepper 2', use: 'opens' },
    ],
    call: async (_statement, values) => {
      rows.push(...(values[0] as typeof rows));
      return '{}';
    },
    api: 'auth_api',
    log: createMemoryLog().log,
    every_ms: 1,
    settings: { refusals_per_minute: 1 },
    now: () => time,
  });
  for (const expected of [2, 4, 6]) {
    if (expected > 2) time += HOUR_MS;
    for (let looks = 0; rows.length < expected && looks < 60_000; looks += 1) await sleep(1);
  }
  // The last batch is in the same hour, and no request has been counted since.
  await recorder.close({ at_once: false });
  assert.equal(
    rows.map(({ hour, name, outcome, count }) => `${hour} ${name} ${outcome} ${count}`),
    [21, 22, 23].flatMap((hour) => [`${hour} pepper 1 seals 1`, `${hour} pepper 2 opens 1`]),
  );
});

test.run();
