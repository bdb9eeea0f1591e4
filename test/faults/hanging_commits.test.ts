// Commits hang because the synchronous standby is frozen. Abandoned commits keep their connections, so that Postern
// never uses up the server's connections. /ready reports it, and everything continues once the standby does.
// runner: timeout=300 when=cli,dev,install,core,gateway,worker,sql
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { createPair, withPair } from './pair.ts';
import { hasDebian } from './server.ts';
import { row, runFault } from './stand.ts';
import { until } from './within.ts';

/** Several times the 10 s after which an earlier version abandoned connections with hanging commits. */
const HANGS_MS = 35_000;

row('F-40', 'commits hang during user activity', async () => {
  if (!hasDebian()) return cannotRun('F-40 hanging commits', 'no pg_basebackup');
  await withPair(await createPair({ synchronous: true }), async ({ stack, db, standby }) => {
    const ours = async (): Promise<number> => {
      const [row] = await db.sql`
        select count(*)::int as count from pg_stat_activity where datname = ${db.name} and usename like 'auth_%'`;
      return Number(row?.count);
    };
    const ready = async (): Promise<number> => (await stack.get('/ready')).status;
    assert.is(await ready(), 200);
    const usual = await ours();
    await runFault('F-40', {
      stack,
      more_copies: 1,
      async fault() {
        standby.freeze();
        let most = 0;
        for (const end = Date.now() + HANGS_MS; Date.now() < end; await sleep(500)) {
          most = Math.max(most, await ours());
        }
        assert.is(await ready(), 503, '/ready');
        console.log(`F-40: ${usual} connections before, ${most} at most`);
        // The pools of the gateway and the worker may be full. Each may have one more connection that checks for
        // hanging commits, and one that is closing.
        assert.ok(most <= 36, `${most} connections`);
        standby.thaw();
        const began = performance.now();
        await until('/ready', async () => (await ready()) === 200);
        console.log(`F-40: ready after ${(performance.now() - began).toFixed(0)} ms`);
      },
    });
  });
});

test.run();
