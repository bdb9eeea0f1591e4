// Ten minutes of steady load: memory, connections, dead rows and the queue's tables stay constant.
// POSTERN_STEADY_MINUTES sets the duration.
// runner: timeout=1500
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../../support/database/db.ts';
import { requests, type Stack } from '../../support/processes/stack.ts';
import { createSink, type Sink } from '../../support/providers/sink.ts';
import { type Program, startPrograms } from '../programs.ts';
import { createFaultServer, type FaultServer } from '../server.ts';
import { row, runFault } from '../stand.ts';

const MINUTES = Number(process.env.POSTERN_STEADY_MINUTES ?? 10);
let server: FaultServer;
let db: TestDatabase;
let sink: Sink;
let worker: Program;
let gateway: Program;

test.before(async () => {
  server = await createFaultServer({ settings: { autovacuum_naptime: '15s' } });
  db = await createDatabase({ server });
  sink = await createSink();
  const o = { db, smtp_port: sink.port };
  [worker, gateway] = (await startPrograms([
    ['worker', o],
    ['serve', o],
  ])) as [Program, Program];
});
test.after(async () => {
  for (const program of [worker, gateway]) await program?.running.stop('SIGKILL');
  await sink?.close();
  await server?.stop();
});

const memory_mb = (program: Program): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.running.pid}/status`, 'utf8'))?.[1]) / 1024;

interface Sample {
  minute: string;
  gateway_mb: string;
  worker_mb: string;
  connections: number;
  dead_rows: number;
  queued: number;
  jobs: number;
}

async function sample(since: number): Promise<Sample> {
  const [found] = await db.sql<Pick<Sample, 'connections' | 'dead_rows' | 'queued' | 'jobs'>[]>`
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

row('F-34', `${MINUTES} minutes of steady load`, async () => {
  const samples: Sample[] = [];
  const since = performance.now();
  const stack = { url: gateway.url, db, sink, ...requests(gateway.url) } as Stack;
  const ledger = await runFault('F-34', {
    stack,
    shows: null,
    users: 8,
    ledger: { pause_ms: 150 },
    async fault() {
      for (const end = since + MINUTES * 60_000; performance.now() < end; ) {
        samples.push(await sample(since));
        await sleep(Math.min(30_000, MINUTES * 6_000));
      }
    },
  });
  samples.push(await sample(since));
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
