// runner: when=cli,dev,install,core,gateway,worker,sql

// Faults of the connection between gateway and database: cut just before the server's response, half-open, or slow. A
// request whose outcome is unknown gets 503, and its client retries it.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startWorker } from '../../worker/main.ts';
import { createDatabase, LOGIN_ROLES, type TestDatabase } from '../support/database/db.ts';
import type { Stack } from '../support/processes/stack.ts';
import { createMemoryLog, queueMail, waitForState, workerSettings } from '../support/processes/worker.ts';
import { startMailServer } from '../support/providers/mail_server.ts';
import {
  createUserBeforeFault,
  faultTest,
  IS_FULL_RUN,
  longFaultTest,
  randomBelow,
  runFault,
  startFaultStack,
} from './fault_test.ts';
import { createFaultProxy, type FaultProxy } from './proxy.ts';

let db: TestDatabase;
let line: FaultProxy;
let stack: Stack;
test.before(async () => {
  db = await createDatabase();
  line = await createFaultProxy({ port: Number(new URL(db.superuser_url).port) });
  // `npm run test:faults` also routes the worker through the proxy. If the response to a lease is lost, the mail waits
  // until the lease expires.
  const roles = IS_FULL_RUN ? LOGIN_ROLES : (['gateway', 'admin'] as const);
  const env = roles.map((role): [string, string] => [`DATABASE_URL_${role.toUpperCase()}`, line.url(db.url(role))]);
  stack = await startFaultStack({ db, env: { ...Object.fromEntries(env), SVC_LOG_LEVEL: 'info' } });
});
test.after(async () => {
  await stack?.close();
  await line?.close();
});

faultTest('F-07', 'connections cut after a commit, before the response', () =>
  runFault('F-07', {
    stack,
    // The connection may be cut after a mail is sent and before the worker records that it was sent.
    more_copies: 1,
    async fault() {
      line.cutsAt = () => randomBelow(6) === 0;
      await sleep(1_500);
      line.cutsAt = null;
    },
  }),
);

faultTest('F-36', 'a half-open connection: packets are dropped, nothing is closed', async () => {
  const { refresh_token } = await createUserBeforeFault(stack);
  await runFault('F-36 half-open', {
    stack,
    more_copies: 1,
    async fault() {
      line.mode = 'stall';
      const answer = await stack.post('/token?grant_type=refresh_token', { refresh_token });
      assert.is(answer.status, 503);
      if (IS_FULL_RUN) await sleep(20_000);
      line.mode = 'pass';
    },
  });
});

faultTest('F-07', 'a worker continues when its connections break while they are opened', async () => {
  // The database has no other worker, so only this one can send the mail.
  const at = await createDatabase({ template: 'migrated' });
  const own = await createFaultProxy({ port: Number(new URL(at.superuser_url).port) });
  const sink = await startMailServer();
  const settings = workerSettings(at, sink.port);
  const worker = await startWorker({
    settings: { ...settings, database_url_worker: own.url(settings.database_url_worker) },
    log: createMemoryLog().log,
  });
  try {
    for (let time = 0; time < 5; time += 1) {
      own.cutsAt = () => true;
      own.reset();
      await sleep(300);
    }
    own.cutsAt = null;
    const { message_id } = await queueMail(at);
    await waitForState(at, message_id, ['sent'], 90_000);
    assert.is(sink.mails.length, 1);
  } finally {
    await worker.close();
    await sink.close();
    await own.close();
    await at.drop();
  }
});

longFaultTest('F-36', 'a connection with a delay of 100 ms in each direction', () =>
  runFault('F-36 slow', {
    stack,
    shows: null,
    async fault() {
      line.delay_ms = 50;
      await sleep(1_500);
      line.delay_ms = 0;
    },
  }),
);

test.run();
