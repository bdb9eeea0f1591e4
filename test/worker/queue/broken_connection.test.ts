// A connection breaks and the caller retries at once. The driver would assign the new statement to the broken
// connection and never return. The error is therefore passed on only after the connection has closed.
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createBoundedPool } from '../../../worker/queue/bounded_pool.ts';
import { startDatabaseRelay } from '../../flows/database_relay.ts';
import { createDatabase } from '../../support/database/db.ts';

const db = await createDatabase({ template: 'migrated' });
const line = await startDatabaseRelay(db.url('gateway'));
const url = line.url(db.url('gateway'));
test.after(async () => {
  await line.close();
  await db.drop();
});

/**
 * Cuts the connection while the first statement of `asking` runs, and returns its result. `asking` sends a second
 * statement when the first has failed.
 */
async function cutConnectionDuring<T>(asking: Promise<T>): Promise<T> {
  for (let look = 0; look < 6_000; look += 1) {
    const [row] = await db.sql`select count(*)::integer as n from pg_stat_activity
      where datname = ${db.name} and state = 'active' and query like '%as worker_asks' and pid <> pg_backend_pid()`;
    if (row?.n === 1) break;
    await sleep(10);
  }
  await line.cut();
  await line.restore();
  return asking;
}

test('F-07: a statement sent right after a broken connection is answered by the next one', async () => {
  const sql = createBoundedPool(() => postgres(url, { max: 1, fetch_types: false }), { max: 1 });
  try {
    await sql.unsafe('select 1');
    const asking = sql.unsafe('select pg_sleep(3) as worker_asks').then(
      () => 'nothing was cut',
      async () => [...(await sql.unsafe('select 1 as n'))],
    );
    assert.equal(await cutConnectionDuring(asking), [{ n: 1 }]);
  } finally {
    await sql.end();
  }
});

test.run();
