// runner: when=worker,sql/lib,sql/queues.sql

// Order of queued mails: the newest code first, then older codes, then notifications, and invitations last.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startWorker } from '../../worker/main.ts';
import { createDatabase } from '../support/database/db.ts';
import { createMemoryLog, queueMail, waitForState, workerSettings } from '../support/processes/worker.ts';
import { smtpError, startMailServer } from '../support/providers/mail_server.ts';

const db = await createDatabase({ template: 'migrated' });
const sink = await startMailServer();
const { log } = createMemoryLog();
const start = () => startWorker({ settings: workerSettings(db, sink.port, { mail_concurrency: 1 }), log });
test.before.each(async () => {
  await db.sql`delete from auth_queue.job`;
  await db.sql`delete from auth.users`;
  sink.mails.length = 0;
  sink.recipients.length = 0;
  sink.script = () => undefined;
});
test.after(async () => {
  await sink.close();
  await db.drop();
});
const queueMany = async (count: number, name: string, o: { message?: string; age_s?: number } = {}) => {
  for (let n = 0; n < count; n += 1) {
    const { message_id } = await queueMail(db, {
      email: `${name}${n}@example.org`,
      ...(o.message ? { message: o.message } : {}),
    });
    // Lowers the priority to that of a job queued age_s seconds ago.
    await db.sql`update auth_queue.job set priority = priority - ${o.age_s ?? 0} where data ->> 'message_id' = ${message_id}`;
  }
};
const firstOf = (order: string[], name: string): number => order.findIndex((to) => to.startsWith(name));
const lastOf = (order: string[], name: string): number => order.findLastIndex((to) => to.startsWith(name));

test('F-63: sends a new code before older codes, notifications and invitations, in this order', async () => {
  await queueMany(20, 'invite', { message: 'invite' });
  await queueMany(20, 'note', { message: 'password_changed_notification' });
  await queueMany(20, 'old', { age_s: 3600 });
  await queueMany(20, 'older', { age_s: 7200 });
  const worker = await start();
  try {
    await sink.waitFor('old3@example.org');
    const before = sink.recipients.length;
    await queueMail(db, { email: 'fresh@example.org' });
    await sink.waitFor('fresh@example.org');
    // At most two other mails come first: one that is being sent, and one that may already be leased.
    assert.ok(sink.recipients.indexOf('fresh@example.org') <= before + 2, 'it was next');
    await sink.waitFor('invite19@example.org');
  } finally {
    await worker.close();
  }
  const order = sink.recipients;
  assert.is(new Set(order).size, 81);
  assert.ok(lastOf(order, 'old') < firstOf(order, 'note') && lastOf(order, 'older') < firstOf(order, 'note'));
  assert.ok(lastOf(order, 'note') < firstOf(order, 'invite'));
});

test('F-63: a retry keeps its priority: a new code overtakes it', async () => {
  sink.script = (step, about) => {
    if (step === 'to' && about.startsWith('first') && sink.mails.length === 0) throw smtpError(451);
  };
  const first = await queueMail(db, { email: 'first@example.org' });
  await db.sql`update auth_queue.job set priority = priority - 60`;
  const priority = async () =>
    (await db.sql`select priority from auth_queue.job where data ->> 'message_id' = ${first.message_id}`).map(
      (row) => row.priority,
    );
  const [given] = await priority();
  const worker = await start();
  try {
    for (let looks = 0; looks < 500 && sink.recipients.length === 0; looks += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    // Simulates a pause that the mail server requested. The message waits, and its job is queued again for that time.
    await db.sql`update auth.messages set not_before = now() + interval '3 s' where id = ${first.message_id}`;
    await queueMail(db, { email: 'fresh@example.org' });
    await sink.waitFor('fresh@example.org');
    await waitForState(db, first.message_id, ['sent'], 30_000);
    for (const later of await priority()) assert.is(later, given);
  } finally {
    await worker.close();
  }
});

test.run();
