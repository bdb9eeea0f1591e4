// runner: when=cli,dev,install,core,gateway,worker,sql

// PgBouncer in transaction mode is killed and restarted during user activity.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import { rolePassword } from '../support/database/cluster.ts';
import { createDatabase, LOGIN_ROLES } from '../support/database/db.ts';
import { hasPooler, startPooler } from '../support/database/pooler.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { faultTest, IS_FULL_RUN, randomBelow, runFault, startFaultStack } from './fault_test.ts';
import { createFaultServer } from './server.ts';

faultTest('F-26', 'PgBouncer with two connections per role is killed and restarted', async () => {
  if (!hasPooler()) return cannotRun('F-26', 'pgbouncer is not installed');
  const server = await createFaultServer();
  const db = await createDatabase({ server });
  const users = Object.fromEntries(LOGIN_ROLES.map((role) => [`auth_${role}`, rolePassword(server)]));
  const options = { host: '127.0.0.1', port: String(server.port), mode: 'transaction', users, pool_size: 2 } as const;
  const first = await startPooler(options);
  // `npm run test:faults` also routes the worker through PgBouncer. If the response to a lease is lost, the mail waits
  // until the lease expires.
  const roles = IS_FULL_RUN ? LOGIN_ROLES : (['gateway', 'admin'] as const);
  const through = roles.map((role): [string, string] => [
    `DATABASE_URL_${role.toUpperCase()}`,
    db.url(role).replace(`:${server.port}/`, `:${first.port}/`),
  ]);
  const env = { ...Object.fromEntries(through), DATABASE_URL_LISTEN: db.url('worker'), SVC_DB_PREPARE: 'false' };
  const stack = await startFaultStack({ db, env });
  let again = first;
  try {
    await runFault('F-26', {
      stack,
      async fault() {
        await first.kill();
        await sleep(randomBelow(1_000));
        again = await startPooler({ ...options, listen_port: first.port });
      },
    });
  } finally {
    await stack.close();
    await again.stop();
    await server.stop();
  }
});

test.run();
