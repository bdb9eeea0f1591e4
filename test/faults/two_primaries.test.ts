// runner: when=cli,dev,install,core,gateway,worker,sql

// A former primary comes back next to the new one and accepts writes. Processes that have used the new primary do not
// use the former one.
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { faultTest, runFault } from './fault_test.ts';
import { createReplicatedPostern, type ReplicatedPostern, withReplicatedPostern } from './replicated_postern.ts';
import { hasDebian } from './server.ts';

/** Returns the number of sessions stored on the former primary, and of Postern's connections to it. */
async function readSessionsAndConnections({
  db,
  primary,
}: ReplicatedPostern): Promise<{ sessions: number; connections: number }> {
  const sql = postgres(db.superuser_url, { max: 1, onnotice: () => undefined });
  try {
    const [row] = await sql`
      select (select count(*)::int from auth.sessions) as sessions, (select count(*)::int from pg_stat_activity
        where datname = ${db.name} and usename like 'auth_%'
          -- Excludes connections whose commits wait for a synchronous standby. Postern has abandoned them.
          and wait_event is distinct from 'SyncRep') as connections`;
    assert.ok(row, `the former primary on ${primary.port}`);
    return { sessions: row.sessions, connections: row.connections };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Asserts that Postern stores nothing on the former primary and keeps no connection to it. A busy process may open one
 * to ask for the position in the WAL, and closes it.
 */
async function assertUnused(pair: ReplicatedPostern, sessions: number): Promise<void> {
  let now = await readSessionsAndConnections(pair);
  for (let look = 0; look < 50 && now.connections > 0; look += 1) {
    await sleep(200);
    now = await readSessionsAndConnections(pair);
  }
  assert.equal(now, { sessions, connections: 0 });
}

async function closeOldConnections({ after, db }: ReplicatedPostern): Promise<void> {
  await after`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${db.name} and usename like 'auth_%'`;
}

if (!hasDebian()) {
  test('F-42: two primaries', () => cannotRun('F-42 two primaries', 'no pg_basebackup'));
} else {
  faultTest('F-42', 'a former primary is killed and restarted', () =>
    // Synchronous, because an asynchronous standby may lack the writes of the last moment before the kill.
    createReplicatedPostern({ synchronous: true }).then((pair) =>
      withReplicatedPostern(pair, () =>
        runFault('F-42 started again', {
          stack: pair.stack,
          sql: () => pair.after,
          async fault() {
            await pair.primary.kill();
            await pair.after`select pg_promote(true, 20)`;
            await sleep(2_000);
            // The former primary accepts writes at once. With the setting, their commits would wait for the standby.
            pair.primary.configure(`synchronous_standby_names = ''`);
            await pair.primary.start();
            const { sessions } = await readSessionsAndConnections(pair);
            for (let turn = 0; turn < 5; turn += 1) {
              await sleep(1_000);
              // Makes Postern open all connections again, first to the host that worked last.
              await closeOldConnections(pair);
            }
            await sleep(1_000);
            await assertUnused(pair, sessions);
          },
        }),
      ),
    ),
  );

  faultTest('F-42', 'a former primary is frozen and resumed with open connections', () =>
    createReplicatedPostern({ synchronous: true }).then((pair) =>
      withReplicatedPostern(pair, () =>
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
            const { sessions } = await readSessionsAndConnections(pair);
            await sleep(5_000);
            await assertUnused(pair, sessions);
            // Kills the former primary, because dropping its database would wait for a synchronous standby.
            await pair.primary.kill();
          },
        }),
      ),
    ),
  );
}

test.run();
