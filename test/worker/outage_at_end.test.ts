// A worker is stopped while the database is down and the result of a mail is not recorded. The queue has already
// expired the job, but the worker still tries to record the result. The worker must exit.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startWorker } from '../../worker/main.ts';
import { createFaultProxy } from '../faults/proxy.ts';
import { untilTrue } from '../faults/with_timeout.ts';
import { createDatabase } from '../support/database/db.ts';
import { createMemoryLog, queueMail, workerSettings } from '../support/processes/worker.ts';
import { startMailServer } from '../support/providers/mail_server.ts';

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('leaves nothing running once it has ended', async () => {
  const before = timers();
  const db = await createDatabase();
  const line = await createFaultProxy({ port: Number(new URL(db.superuser_url).port) });
  const sink = await startMailServer();
  try {
    await db.sql`update auth_queue.queue set expire_seconds = 1`;
    const settings = workerSettings(db, sink.port);
    const worker = await startWorker({
      settings: { ...settings, database_url_worker: line.url(settings.database_url_worker) },
      log: createMemoryLog().log,
    });
    sink.script = (step) => {
      if (step !== 'accept') return;
      line.mode = 'refuse';
      line.reset();
    };
    const { email } = await queueMail(db);
    await sink.waitFor(email);
    // Waits until the queue's timeout for the job is over. The outage continues.
    await sleep(3_000);
    await worker.close();
    assert.is(
      (await db.sql`select from auth.messages where state = 'sending'`).length,
      1,
      'the outcome was never stored',
    );
  } finally {
    await sink.close();
    await line.close();
    await db.drop();
  }
  await untilTrue('nothing is waited for', () => timers() <= before);
});

test.run();
