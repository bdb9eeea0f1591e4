// Three instances are restarted one after another with SIGTERM during user activity: no request fails if the clients
// use the other instances meanwhile, as a load balancer does by readiness.
// runner: timeout=300 when=cli,dev,install,core,gateway,worker,sql
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { requests, type Stack } from '../support/processes/stack.ts';
import { createSink, type Sink } from '../support/providers/sink.ts';
import type { Ledger } from './ledger.ts';
import { type Program, startPrograms } from './programs.ts';
import { FULL, row, runFault } from './stand.ts';
import { until } from './within.ts';

let db: TestDatabase;
let sink: Sink;
let worker: Program;
let gateways: Program[];
const out = new Set<Program>();

test.before(async () => {
  db = await createDatabase();
  sink = await createSink();
  // The load balancer below checks twenty times a second on an idle machine.
  const o = { db, smtp_port: sink.port, env: { SVC_SHUTDOWN_DELAY: '2' } };
  [worker, ...gateways] = (await startPrograms([
    ['worker', o],
    ...Array.from({ length: 3 }, () => ['serve', o] as const),
  ])) as [Program, ...Program[]];
});
test.after(async () => {
  for (const program of [worker, ...(gateways ?? [])]) await program?.running.stop('SIGKILL');
  await sink?.close();
  await db?.drop();
});

const isReady = async ({ url }: Program): Promise<boolean> =>
  (await fetch(`${url}/ready`, { signal: AbortSignal.timeout(15_000) }).catch(() => null))?.status === 200;

row('F-27', 'a rolling restart of three instances and the worker', async () => {
  // A load balancer: checks the readiness of each instance and routes requests to the ready ones.
  let balancing = true;
  const balancer = (async () => {
    while (balancing) {
      await Promise.all(
        gateways.map(async (gateway) => {
          if (await isReady(gateway)) out.delete(gateway);
          else out.add(gateway);
        }),
      );
      await sleep(50);
    }
  })();
  const stack = { url: gateways[0]?.url ?? '', db, sink, ...requests(gateways[0]?.url ?? '') } as Stack;
  const ledger: Ledger = await runFault('F-27', {
    stack,
    shows: null,
    users: FULL ? 20 : 10,
    ledger: { urls: () => gateways.filter((gateway) => !out.has(gateway)).map(({ url }) => url) },
    async fault() {
      for (const gateway of gateways) {
        assert.is(await gateway.stop(), 0, gateway.running.stderr);
        await gateway.start();
        await until('the balancer takes it in again', () => !out.has(gateway), { every_ms: 10 });
      }
      assert.is(await worker.stop(), 0);
      await worker.start();
    },
  }).finally(() => {
    balancing = false;
    return balancer;
  });
  assert.is(ledger.count(/ (gone|5\d\d)$/), 0, 'no request was reset or refused');
});

test.run();
