// The primary dies and its standby is promoted: with a synchronous standby nothing that was acknowledged is lost; an
// asynchronous one lacks what it had not received, and nothing else goes wrong. Debian's programs bring pg_basebackup.
// runner: timeout=300 when=cli,core,gateway,worker,sql
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { test } from 'uvu';
import { cannotRun } from '../support/cannot_run.ts';
import { createDatabase, LOGIN_ROLES, openAs, type TestDatabase } from '../support/db.ts';
import type { Stack } from '../support/stack.ts';
import { createFaultProxy, type FaultProxy } from './proxy.ts';
import { createFaultServer, createStandby, type FaultServer, hasDebian } from './server.ts';
import { chance, longRow, row, startFaultStack, under } from './stand.ts';
import { until } from './within.ts';

interface Pair {
  primary: FaultServer;
  standby: FaultServer;
  /** What the standby replicates through. */
  wire: FaultProxy;
  db: TestDatabase;
  stack: Stack;
  /** A superuser on the standby, which may write once it is promoted. */
  after: Sql;
  close(): Promise<void>;
}

async function createPair(o: { synchronous: boolean }): Promise<Pair> {
  const primary = await createFaultServer({ debian: true, settings: { wal_keep_size: '64MB' } });
  const db = await createDatabase({ server: primary });
  const wire = await createFaultProxy({ port: primary.port });
  const standby = await createStandby(primary, { name: 's1', port: wire.port });
  if (o.synchronous) {
    await db.sql`alter system set synchronous_standby_names = 's1'`;
    await db.sql`select pg_reload_conf()`;
  }
  const wanted = o.synchronous ? 'sync' : 'async';
  await until(
    `the standby is ${wanted}`,
    async () => (await db.sql`select from pg_stat_replication where sync_state = ${wanted}`).length > 0,
  );
  const env = LOGIN_ROLES.map((role): [string, string] => [
    `DATABASE_URL_${role.toUpperCase()}`,
    db.url(role).replace(`:${primary.port}/`, `:${primary.port},127.0.0.1:${standby.port}/`) +
      '?target_session_attrs=read-write',
  ]);
  const stack = await startFaultStack({ db, env: Object.fromEntries(env) });
  const after = openAs(db.superuser_url.replace(`:${primary.port}/`, `:${standby.port}/`), 2);
  return {
    primary,
    standby,
    wire,
    db,
    stack,
    after,
    async close() {
      await after.end({ timeout: 1 });
      await stack.close().catch(() => undefined); // its database is gone with the primary
      await primary.stop();
      await standby.stop();
      await wire.close();
    },
  };
}

async function failOver({ primary, after }: Pair): Promise<void> {
  await primary.kill();
  await sleep(chance(500));
  await after`select pg_promote(true, 20)`;
}

async function with_<T extends Pair>(pair: T, work: (pair: T) => Promise<unknown>): Promise<void> {
  try {
    await work(pair);
  } finally {
    await pair.close();
  }
}

if (!hasDebian()) {
  test('F-06: failover', () => cannotRun('F-06 failover', 'no pg_basebackup'));
} else {
  row('F-06', 'failover to a synchronous standby', async () =>
    with_(await createPair({ synchronous: true }), (pair) =>
      under('F-06 synchronous', {
        stack: pair.stack,
        sql: () => pair.after,
        fault: () => failOver(pair),
      }),
    ),
  );

  longRow('F-06', 'failover to an asynchronous standby that lags', async () =>
    with_(await createPair({ synchronous: false }), (pair) =>
      under('F-06 asynchronous', {
        stack: pair.stack,
        sql: () => pair.after,
        // Who signed up, signed in or used a code in the last half second does so again; no other refusal is excused.
        excused:
          /^(lost: |refresh: 400 refresh_token_not_found|user: 403|logout: 403|verify: 403|password: 400 invalid_credentials|\d sessions (by one code|of)|\d copies of )|signed out by the fault: .*refresh_token_not_found/,
        async fault() {
          pair.wire.mode = 'stall';
          await sleep(500);
          await failOver(pair);
        },
      }),
    ),
  );
}

test.run();
