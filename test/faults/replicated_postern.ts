// A primary, a standby that streams through a proxy, and a Postern whose URLs list both hosts.
import type { Sql } from 'postgres';
import { createDatabase, LOGIN_ROLES, openRenamingPool, type TestDatabase } from '../support/database/db.ts';
import type { Stack } from '../support/processes/stack.ts';
import { startFaultStack } from './fault_test.ts';
import { createFaultProxy, type FaultProxy } from './proxy.ts';
import { createFaultServer, createStandby, type FaultServer } from './server.ts';
import { untilTrue } from './with_timeout.ts';

export interface ReplicatedPostern {
  primary: FaultServer;
  standby: FaultServer;
  /** Proxy of the replication connection. */
  wire: FaultProxy;
  db: TestDatabase;
  stack: Stack;
  /** Superuser connection to the standby, which accepts writes after the promotion. */
  after: Sql;
  close(): Promise<void>;
}

export async function createReplicatedPostern(o: { synchronous: boolean }): Promise<ReplicatedPostern> {
  const primary = await createFaultServer({ debian: true, settings: { wal_keep_size: '64MB' } });
  const db = await createDatabase({ server: primary });
  const wire = await createFaultProxy({ port: primary.port });
  const standby = await createStandby(primary, { name: 's1', port: wire.port });
  if (o.synchronous) {
    primary.configure(`synchronous_standby_names = 's1'`);
    await db.sql`select pg_reload_conf()`;
  }
  const wanted = o.synchronous ? 'sync' : 'async';
  await untilTrue(
    `the standby is ${wanted}`,
    async () => (await db.sql`select from pg_stat_replication where sync_state = ${wanted}`).length > 0,
  );
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;
  const env = LOGIN_ROLES.map((role): [string, string] => [
    `DATABASE_URL_${role.toUpperCase()}`,
    `${db.url(role).replace(`127.0.0.1:${primary.port}/`, `${hosts}/`)}?target_session_attrs=read-write`,
  ]);
  const stack = await startFaultStack({ db, env: Object.fromEntries(env) });
  const after = openRenamingPool(db.superuser_url.replace(`:${primary.port}/`, `:${standby.port}/`), 2);
  return {
    primary,
    standby,
    wire,
    db,
    stack,
    after,
    async close() {
      await after.end({ timeout: 1 });
      await stack.close().catch(() => undefined); // its database was lost with the primary
      await primary.stop();
      await standby.stop();
      await wire.close();
    },
  };
}

/** Runs `work` with a primary and a standby, and stops both. */
export async function withReplicatedPostern(
  pair: ReplicatedPostern,
  work: (pair: ReplicatedPostern) => Promise<unknown>,
): Promise<void> {
  try {
    await work(pair);
  } finally {
    await pair.close();
  }
}
