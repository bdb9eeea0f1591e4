// runner: when=cli,dev,install,core,gateway,worker,sql

// Commits hang because the synchronous standby is frozen. Hanging commits keep their pool connections, so Postern opens
// few new ones. /ready returns 503 meanwhile, and requests succeed after the standby continues.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { faultTest, runFault } from './fault_test.ts';
import { createReplicatedPostern, withReplicatedPostern } from './replicated_postern.ts';
import { hasDebian } from './server.ts';
import { untilTrue } from './with_timeout.ts';

/**
 * Duration of the hang in ms. It is longer than three intervals of 10 s. A Postern that replaced connections with
 * hanging commits at each interval would therefore exceed the limit of connections below.
 */
const HANGS_MS = 35_000;

faultTest('F-40', 'commits hang during user activity', async () => {
  if (!hasDebian()) return cannotRun('F-40 hanging commits', 'no pg_basebackup');
  await withReplicatedPostern(await createReplicatedPostern({ synchronous: true }), async ({ stack, db, standby }) => {
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
        // Without a limit, 16 more connections would hang every 10 s.
        assert.ok(most <= 36, `${most} connections`);
        standby.thaw();
        const began = performance.now();
        await untilTrue('/ready', async () => (await ready()) === 200);
        console.log(`F-40: ready after ${(performance.now() - began).toFixed(0)} ms`);
      },
    });
  });
});

test.run();
