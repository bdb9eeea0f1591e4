// runner: when=worker,core/template,core/mail

// A mail server that has received a complete mail and responds late, or never. If it responds late, it gets one copy of
// the mail. If it never responds, it gets at most three.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startWorker } from '../../worker/main.ts';
import { createDatabase } from '../support/database/db.ts';
import { createMemoryLog, queueMail, waitForState, workerSettings } from '../support/processes/worker.ts';
import { startMailServer } from '../support/providers/mail_server.ts';

const db = await createDatabase({ template: 'migrated' });
const sink = await startMailServer();
const { log } = createMemoryLog();
/**
 * Delay of the mail server's response in ms. It is longer than the transmission timeout (OVERALL_MS in
 * core/mail/send.ts), the lease (message_lease below), and the job timeout (expire_seconds in sql/queues.sql).
 */
const LATE_MS = 34_000;
const workers = await Promise.all(
  [1, 2].map(() => startWorker({ settings: workerSettings(db, sink.port, { message_lease: 3 }), log })),
);
test.after(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await sink.close();
  await db.drop();
});

test('F-61: sends a mail once if the answer is late', async () => {
  let offered = 0;
  sink.script = async (step) => {
    if (step !== 'accept') return;
    offered += 1;
    await sleep(LATE_MS);
  };
  const queued = await queueMail(db);
  const row = await waitForState(db, queued.message_id, ['sent'], LATE_MS + 120_000);
  assert.equal([row.tries, offered, sink.mails.length], [1, 1, 1]);
});

test('F-61: never answered, sends a mail at most three times, and the message gives the reason', async () => {
  let offered = 0;
  sink.script = (step, _about, cut) => {
    if (step !== 'accept') return;
    offered += 1;
    cut();
  };
  const queued = await queueMail(db);
  const row = await waitForState(db, queued.message_id, ['failed'], 180_000);
  assert.equal([row.tries, offered], [3, 3]);
  assert.match(row.last_error ?? '', 'after the whole mail had left');
});

test('F-61: a mail that waits for its answer delays no other, and as many may wait as there are slots', async () => {
  const slow = await startMailServer();
  const own = await createDatabase({ template: 'migrated' });
  let waiting = 0;
  let most = 0;
  const answer = new AbortController();
  slow.script = async (step, about) => {
    if (step !== 'accept' || !about.startsWith('late')) return;
    waiting += 1;
    most = Math.max(most, waiting);
    await sleep(300_000, undefined, { signal: answer.signal }).catch(() => undefined);
    waiting -= 1;
  };
  const settings = workerSettings(own, slow.port, { mail_concurrency: 2 });
  const worker = await startWorker({ settings, log });
  try {
    for (let n = 0; n < 2; n += 1) await queueMail(own, { email: `late${n}@example.org` });
    for (const until = Date.now() + 60_000; waiting < 2 && Date.now() < until; ) await sleep(20);
    assert.is(waiting, 2);
    const { email } = await queueMail(own);
    await slow.waitFor(email);
    assert.is(waiting, 2, 'it did not wait for them');

    for (let n = 2; n < 6; n += 1) await queueMail(own, { email: `late${n}@example.org` });
    await sleep(5_000);
    assert.is(most, 4, 'the server has no more of ours at once than twice the setting');
    answer.abort();
    for (let n = 0; n < 6; n += 1) assert.is((await slow.waitFor(`late${n}@example.org`)).length, 1);
  } finally {
    answer.abort();
    await worker.close();
    await slow.close();
    await own.drop();
  }
});

test.run();
