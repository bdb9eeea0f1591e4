// runner: when=cli,dev,install,core,gateway,worker,sql

// Three gateways are restarted one after another with SIGTERM during user activity. No request fails if a load balancer
// routes requests by readiness.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { createRequests, type Stack } from '../support/processes/stack.ts';
import { type MailServer, startMailServer } from '../support/providers/mail_server.ts';
import { faultTest, IS_FULL_RUN, runFault } from './fault_test.ts';
import { type PosternProcess, startPosternProcesses } from './programs.ts';
import type { UserSimulation } from './user_simulation.ts';
import { untilTrue } from './with_timeout.ts';

let db: TestDatabase;
let sink: MailServer;
let worker: PosternProcess;
let gateways: PosternProcess[];
const out = new Set<PosternProcess>();

test.before(async () => {
  db = await createDatabase();
  sink = await startMailServer();
  // The delay is long enough for the load balancer below, which checks readiness about 20 times per second.
  const o = { db, smtp_port: sink.port, env: { SVC_SHUTDOWN_DELAY: '2' } };
  [worker, ...gateways] = (await startPosternProcesses([
    ['worker', o],
    ...Array.from({ length: 3 }, () => ['serve', o] as const),
  ])) as [PosternProcess, ...PosternProcess[]];
});
test.after(async () => {
  for (const program of [worker, ...(gateways ?? [])]) await program?.running.stop('SIGKILL');
  await sink?.close();
  await db?.drop();
});

const isReady = async ({ url }: PosternProcess): Promise<boolean> =>
  (await fetch(`${url}/ready`, { signal: AbortSignal.timeout(15_000) }).catch(() => null))?.status === 200;

faultTest('F-27', 'a rolling restart of three instances and the worker', async () => {
  // A load balancer that checks the readiness of each gateway and routes requests to the ready ones.
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
  const stack = { url: gateways[0]?.url ?? '', db, sink, ...createRequests(gateways[0]?.url ?? '') } as Stack;
  const ledger: UserSimulation = await runFault('F-27', {
    stack,
    shows: null,
    users: IS_FULL_RUN ? 20 : 10,
    ledger: { urls: () => gateways.filter((gateway) => !out.has(gateway)).map(({ url }) => url) },
    async fault() {
      for (const gateway of gateways) {
        assert.is(await gateway.stop(), 0, gateway.running.stderr);
        await gateway.start();
        await untilTrue('the balancer takes it in again', () => !out.has(gateway), { every_ms: 10 });
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
