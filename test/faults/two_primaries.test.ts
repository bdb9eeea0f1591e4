// A former primary comes back next to the new one and accepts writes: processes that have seen the new one do not use
// it.
// runner: timeout=300 when=cli,dev,install,core,gateway,worker,sql
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { createPair, type Pair, withPair } from './pair.ts';
import { hasDebian } from './server.ts';
import { row, runFault } from './stand.ts';

/** Returns the sessions stored on the former primary and Postern's connections to it. */
async function writesOf({ db, primary }: Pair): Promise<{ sessions: number; connections: number }> {
  const sql = postgres(db.superuser_url, { max: 1, onnotice: () => undefined });
  try {
    const [row] = await sql`
      select (select count(*)::int from auth.sessions) as sessions, (select count(*)::int from pg_stat_activity
        where datname = ${db.name} and usename like 'auth_%'
          -- The client has closed these, but their commits wait for a standby that does not come back.
          and wait_event is distinct from 'SyncRep') as connections`;
    assert.ok(row, `the former primary on ${primary.port}`);
    return { sessions: row.sessions, connections: row.connections };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function ageConnections({ after, db }: Pair): Promise<void> {
  await after`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${db.name} and usename like 'auth_%'`;
}

if (!hasDebian()) {
  test('F-42: two primaries', () => cannotRun('F-42 two primaries', 'no pg_basebackup'));
} else {
  row('F-42', 'a former primary is killed and restarted', () =>
    createPair({ synchronous: false }).then((pair) =>
      withPair(pair, () =>
        runFault('F-42 started again', {
          stack: pair.stack,
          sql: () => pair.after,
          async fault() {
            await pair.primary.kill();
            await pair.after`select pg_promote(true, 20)`;
            await sleep(2_000);
            await pair.primary.start();
            const before = await writesOf(pair);
            for (let turn = 0; turn < 5; turn += 1) {
              await sleep(1_000);
              // Makes Postern open all connections again, first to the host that worked last.
              await ageConnections(pair);
            }
            await sleep(1_000);
            assert.equal(await writesOf(pair), { ...before, connections: 0 });
          },
        }),
      ),
    ),
  );

  row('F-42', 'a former primary is frozen and resumed with open connections', () =>
    createPair({ synchronous: true }).then((pair) =>
      withPair(pair, () =>
        runFault('F-42 frozen', {
          stack: pair.stack,
          sql: () => pair.after,
          async fault() {
            pair.primary.freeze();
            await sleep(500);
            await pair.after`select pg_promote(true, 20)`;
            await sleep(12_000);
            pair.primary.thaw();
            await sleep(1_000);
            const before = await writesOf(pair);
            await sleep(5_000);
            assert.equal(await writesOf(pair), { ...before, connections: 0 });
            // Its commits wait for a standby that does not come back, and so would dropping its database.
            await pair.primary.kill();
          },
        }),
      ),
    ),
  );
}

test.run();
