// runner: timeout=1500

// During ten minutes of steady load, no request fails. At the end, processes use little more memory than after half of
// the time, connections and dead rows are few, and no job is left. POSTERN_STEADY_MINUTES sets the duration.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../../support/database/db.ts';
import { createRequests, type Stack } from '../../support/processes/stack.ts';
import { type MailServer, startMailServer } from '../../support/providers/mail_server.ts';
import { faultTest, runFault } from '../fault_test.ts';
import { type PosternProcess, startPosternProcesses } from '../programs.ts';
import { createFaultServer, type FaultServer } from '../server.ts';

const MINUTES = Number(process.env.POSTERN_STEADY_MINUTES ?? 10);
let server: FaultServer;
let db: TestDatabase;
let sink: MailServer;
let worker: PosternProcess;
let gateway: PosternProcess;

test.before(async () => {
  server = await createFaultServer({ settings: { autovacuum_naptime: '15s' } });
  db = await createDatabase({ server });
  sink = await startMailServer();
  const o = { db, smtp_port: sink.port };
  [worker, gateway] = (await startPosternProcesses([
    ['worker', o],
    ['serve', o],
  ])) as [PosternProcess, PosternProcess];
});
test.after(async () => {
  for (const program of [worker, gateway]) await program?.running.stop('SIGKILL');
  await sink?.close();
  await server?.stop();
});

const memory_mb = (program: PosternProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.running.pid}/status`, 'utf8'))?.[1]) / 1024;

interface ResourceSample {
  minute: string;
  gateway_mb: string;
  worker_mb: string;
  connections: number;
  dead_rows: number;
  queued: number;
  jobs: number;
}

async function takeSample(since: number): Promise<ResourceSample> {
  const [found] = await db.sql<Pick<ResourceSample, 'connections' | 'dead_rows' | 'queued' | 'jobs'>[]>`
    select (select count(*)::int from pg_stat_activity where datname = ${db.name} and usename like 'auth_%') as connections,
      (select sum(n_dead_tup)::int from pg_stat_user_tables) as dead_rows,
      (select count(*)::int from auth_queue.job where state in ('created', 'retry', 'active')) as queued,
      (select count(*)::int from auth_queue.job) as jobs`;
  if (!found) throw new Error('no sample');
  return {
    minute: ((performance.now() - since) / 60_000).toFixed(1),
    gateway_mb: memory_mb(gateway).toFixed(0),
    worker_mb: memory_mb(worker).toFixed(0),
    ...found,
  };
}

faultTest('F-34', `${MINUTES} minutes of steady load`, async () => {
  const samples: ResourceSample[] = [];
  const since = performance.now();
  const stack = { url: gateway.url, db, sink, ...createRequests(gateway.url) } as Stack;
  const ledger = await runFault('F-34', {
    stack,
    shows: null,
    users: 8,
    ledger: { pause_ms: 150 },
    async fault() {
      for (const end = since + MINUTES * 60_000; performance.now() < end; ) {
        samples.push(await takeSample(since));
        await sleep(Math.min(30_000, MINUTES * 6_000));
      }
    },
  });
  samples.push(await takeSample(since));
  console.table(samples);
  assert.is(ledger.count(/ (gone|5\d\d)$/), 0, 'no request failed');
  const [half, last] = [samples[Math.floor(samples.length / 2)], samples.at(-1)];
  assert.ok(half && last);
  assert.ok(Number(last.gateway_mb) < Number(half.gateway_mb) * 1.5 + 20, 'the gateway does not grow');
  assert.ok(Number(last.worker_mb) < Number(half.worker_mb) * 1.5 + 20, 'the worker does not grow');
  assert.ok(last.connections <= 16, `${last.connections} connections`);
  assert.ok(last.dead_rows < 20_000, `${last.dead_rows} dead rows`);
  assert.is(last.queued, 0, 'no job is left over');
});

test.run();
