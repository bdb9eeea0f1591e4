// runner: alone (telemetry sets OTEL_ variables in process.env)

// A collector that is down, rejects spans, or never responds: Postern loses spans, logs one line and uses bounded
// memory, and no request fails.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../../support/database/db.ts';
import { type Stack, startStack } from '../../support/processes/stack.ts';
import { type Collector, startCollector } from '../../support/providers/collector.ts';

const MOST = 64;
let db: TestDatabase;
test.before(async () => {
  db = await createDatabase();
  Object.assign(process.env, {
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_BSP_MAX_QUEUE_SIZE: String(MOST),
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '16',
  });
});
test.after(() => db.drop());

const lines = (stack: Stack, msg: string): Record<string, unknown>[] =>
  stack
    .log()
    .split('\n')
    .filter((line) => line.includes(msg))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function untilTrue(look: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    if (look()) return;
    await sleep(20);
  }
  throw new Error(what);
}

async function withCollector(
  protocol: 'http/protobuf' | 'grpc',
  work: (stack: Stack, collector: Collector) => Promise<void>,
  timeout_ms = 300,
): Promise<void> {
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT = String(timeout_ms);
  const collector = await startCollector({ protocol });
  const stack = await startStack({
    db: { ...db, drop: async () => undefined },
    worker: false,
    env: {
      SVC_TRACING_ENABLED: 'true',
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    },
  });
  try {
    await work(stack, collector);
  } finally {
    await stack.close();
    await collector.close();
  }
}

const TAKEN_NO = 'does not take telemetry';
const TAKEN_AGAIN = 'takes telemetry again';

for (const protocol of ['http/protobuf', 'grpc'] as const) {
  test(`F-16: logs once that a collector over ${protocol} rejects, and once that it accepts again`, () =>
    withCollector(protocol, async (stack, collector) => {
      collector.behaviour = 'refuses';
      for (let asked = 0; asked < 60; asked += 1) assert.is((await stack.get('/settings')).status, 200);
      await untilTrue(() => collector.requests >= 2 && lines(stack, TAKEN_NO).length > 0, 'it is told');
      assert.is(lines(stack, TAKEN_NO).length, 1);
      assert.equal([lines(stack, TAKEN_NO)[0]?.level, lines(stack, TAKEN_NO)[0]?.signal], ['warning', 'traces']);
      collector.behaviour = 'takes';
      await stack.get('/settings');
      await untilTrue(() => lines(stack, TAKEN_AGAIN).length > 0, 'it is told again');
      await collector.span(({ name }) => name === 'GET /settings', 'a later request');
    }));
}

test('F-16: a collector that is silent and then down is logged once, and no request fails', () =>
  withCollector('http/protobuf', async (stack, collector) => {
    collector.behaviour = 'silent';
    for (let asked = 0; asked < 60; asked += 1) assert.is((await stack.get('/settings')).status, 200);
    await untilTrue(() => lines(stack, TAKEN_NO).length > 0, 'it is told');
    await collector.close();
    for (let asked = 0; asked < 60; asked += 1) assert.is((await stack.get('/settings')).status, 200);
    await stack.telemetry?.close();
    assert.is(lines(stack, TAKEN_NO).length, 1);
  }));

/** Longer than the time limit of a test file. A request or a shutdown that waits for the collector exceeds it. */
const LONG_MS = 900_000;

test('F-16: a silent collector delays no request and no shutdown, and the queue is bounded', () =>
  withCollector(
    'http/protobuf',
    async (stack, collector) => {
      collector.behaviour = 'silent';
      await stack.get('/settings');
      await untilTrue(() => collector.requests > 0, 'it is asked');
      // The response to the first export is pending until the end, so the spans of these requests stay in the queue.
      for (let asked = 0; asked < 5 * MOST; asked += 1) assert.is((await stack.get('/settings')).status, 200);
      assert.is(collector.requests, 1);
      collector.behaviour = 'takes';
      await stack.telemetry?.close();
      assert.is(collector.spans.length, MOST);
    },
    LONG_MS,
  ));

test.run();
