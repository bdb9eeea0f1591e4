// runner: when=worker,core/template
// A mail server that answers a whole mail late, or never: one mail where it answers, three at most where it does not.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startWorker } from '../../worker/main.ts';
import { createDatabase } from '../support/db.ts';
import { createSink } from '../support/sink.ts';
import { keptLog, queueMail, waitForState, workerSettings } from '../support/worker.ts';

const db = await createDatabase({ template: 'migrated' });
const sink = await createSink();
const { log } = keptLog();
/** Longer than a worker waits for the rest of a mail, than the lease, and than the queue waits for a job (sql/queues.sql). */
const LATE_MS = 34_000;
const workers = await Promise.all(
  [1, 2].map(() => startWorker({ settings: workerSettings(db, sink.port, { message_lease: 3 }), log })),
);
test.after(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await sink.close();
  await db.drop();
});

test('F-61: answered late, a mail is sent once', async () => {
  let offered = 0;
  sink.script = async (step) => {
    if (step !== 'accept') return;
    offered += 1;
    await sleep(LATE_MS);
  };
  const queued = await queueMail(db);
  const row = await waitForState(db, queued.message_id, ['sent'], LATE_MS + 20_000);
  assert.equal([row.tries, offered, sink.mails.length], [1, 1, 1]);
});

test('F-61: never answered, a mail is sent three times at most, and the message says why it has failed', async () => {
  let offered = 0;
  sink.script = (step, _about, cut) => {
    if (step !== 'accept') return;
    offered += 1;
    cut();
  };
  const queued = await queueMail(db);
  const row = await waitForState(db, queued.message_id, ['failed'], 60_000);
  assert.equal([row.tries, offered], [3, 3]);
  assert.match(row.last_error ?? '', 'after the whole mail had left');
});

test.run();
