// runner: when=cli,dev,install,core,gateway,worker,sql

// The database server is restarted, killed, frozen, read-only, or without free connections during user activity.
// Acknowledged writes persist, no session is lost, requests fail only with statuses that clients retry, and each mail
// arrives once.
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import type { Stack } from '../support/processes/stack.ts';
import { faultTest, IS_FULL_RUN, longFaultTest, randomBelow, runFault, startFaultStack } from './fault_test.ts';
import { createFaultServer, type FaultServer } from './server.ts';

/** Duration of a freeze in ms. Both values exceed the 5 s after which the gateway abandons a statement. */
const FROZEN_MS = IS_FULL_RUN ? 20_000 : 5_500;

let server: FaultServer;
let db: TestDatabase;
let stack: Stack;
test.before(async () => {
  server = await createFaultServer();
  db = await createDatabase({ server });
  stack = await startFaultStack({ db });
});
test.after(async () => {
  await stack?.close();
  await server?.stop();
});

for (const mode of ['fast', 'immediate'] as const) {
  // For Postern an immediate shutdown is equivalent to a crash, so `npm test` omits it.
  const held = mode === 'fast' ? faultTest : longFaultTest;
  held('F-04', `a restart (${mode})`, async () => {
    await runFault(`F-04 ${mode}`, {
      stack,
      async fault() {
        await server.halt(mode);
        await sleep(randomBelow(800));
        await server.start();
      },
    });
  });
}

faultTest('F-05', 'every process of the server killed with SIGKILL', async () => {
  await runFault('F-05 server', {
    stack,
    async fault() {
      await server.kill();
      await sleep(randomBelow(800));
      await server.start();
    },
  });
});

faultTest('F-05', 'one backend killed with SIGKILL, which restarts all backends', async () => {
  await runFault('F-05 backend', {
    stack,
    async fault() {
      const [row] = await db.sql<{ pid: number }[]>`
        select pid from pg_stat_activity where datname = ${db.name} and application_name = 'postern fast' limit 1`;
      assert.ok(row);
      process.kill(row.pid, 'SIGKILL');
      await sleep(200);
    },
  });
});

faultTest('F-36', 'a frozen server with open connections', async () => {
  await runFault('F-36 frozen', {
    stack,
    shows: FROZEN_MS > 5_000 ? / 503$/ : null,
    async fault() {
      server.freeze();
      await sleep(FROZEN_MS);
      server.thaw();
    },
  });
});

faultTest('F-06', 'connections opened while the server was read-only', async () => {
  const root = openSuperuserConnection(server.superuser_url);
  await runFault('F-06 read-only', {
    stack,
    async fault() {
      await root.unsafe(`alter database ${db.name} set default_transaction_read_only = on`);
      await endConnections(root);
      await sleep(500 + randomBelow(500));
      // Open sessions keep the old value: they stay read-only, like sessions on a standby.
      await root.unsafe(`alter database ${db.name} reset default_transaction_read_only`);
    },
  });
  await root.end();
});

faultTest('F-08', 'a server without free connections', async () => {
  const root = openSuperuserConnection(server.superuser_url);
  await root`select 1`; // opens the connection while the server has free ones
  const hogs = await Promise.all(Array.from({ length: 80 }, () => connectAs(db.url('auditor'))));
  await runFault('F-08 connections', {
    stack,
    async fault() {
      const more = Promise.allSettled(Array.from({ length: 40 }, () => connectAs(db.url('auditor'), 10)));
      await endConnections(root);
      await sleep(1_000 + randomBelow(500));
      for (const hog of hogs) await hog.end({ timeout: 0 });
      for (const one of await more) if (one.status === 'fulfilled') await one.value.end({ timeout: 0 });
    },
  });
  await root.end();
});
/** Opens a superuser connection, which endConnections() does not terminate. */
function openSuperuserConnection(url: string): Sql {
  return postgres(url, { max: 1, onnotice: () => undefined });
}

/** Terminates every connection of Postern except the auditor's, so that Postern opens new ones. */
async function endConnections(root: Sql): Promise<void> {
  await root`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${db.name} and usename like 'auth_%' and usename <> 'auth_auditor'`;
}

/** Opens a connection. Tries up to `tries` times. */
async function connectAs(url: string, tries = 1): Promise<Sql> {
  for (let attempt = 1; ; attempt += 1) {
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    try {
      await sql`select 1`;
      return sql;
    } catch (error) {
      await sql.end({ timeout: 0 });
      if (attempt >= tries) throw error;
      await sleep(50);
    }
  }
}

test.run();
