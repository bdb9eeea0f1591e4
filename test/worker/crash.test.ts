// A worker is killed before, during and after it sends the text of a mail, and before it records the result. The next
// worker delivers the leased messages.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startWorker } from '../../worker/main.ts';
import { createDatabase } from '../support/database/db.ts';
import { createMemoryLog, queueMail, waitForState, workerSettings } from '../support/processes/worker.ts';
import { startMailServer } from '../support/providers/mail_server.ts';

const db = await createDatabase({ template: 'migrated' });
const sink = await startMailServer();
// Shortens the job expiry from 30 s to 10 s, the same time as the lease. After that, the messages of a killed worker
// are available again.
await db.sql`update auth_queue.queue set expire_seconds = 10`;
const settings = workerSettings(db, sink.port, { message_lease: 10, mail_concurrency: 4 });
const children: ChildProcess[] = [];
/** Timeout in ms for a slow machine. */
const PATIENCE_MS = 90_000;

test.after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await sink.close();
  await db.drop();
});

test('killed before, during and after DATA and before it records the result: delivered, at most twice', async () => {
  const stage = new Map([
    ['before-data@example.org', 'to'],
    ['during-data@example.org', 'data'],
    ['after-data@example.org', 'accept'],
  ] as const);
  const reached = new Set<string>();
  let killed = false;
  sink.script = async (step, about) => {
    if (killed || stage.get(about as 'before-data@example.org') !== step) return;
    reached.add(about);
    await new Promise<never>(() => undefined);
  };
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), [JSON.stringify(settings)]);
  children.push(child);
  await once(child, 'message');

  const blocked = await Promise.all([...stage.keys()].map((email) => queueMail(db, { email })));
  while (reached.size < stage.size) await sleep(10);
  // The mail server has accepted the fourth mail, but a lock on the row of its message blocks the worker from recording
  // that.
  const lock = await db.sql.reserve();
  const unsaid = await queueMail(db, { email: 'unsaid@example.org' });
  while ((await db.sql`select from auth.messages where id = ${unsaid.message_id} and state = 'sending'`).length === 0)
    await sleep(1);
  await lock`begin`;
  await lock`select from auth.messages where id = ${unsaid.message_id} for update`;
  await sink.waitFor(unsaid.email);
  // Another message waits, because all four slots are busy.
  const waiting = await queueMail(db, { email: 'waiting@example.org' });
  child.kill('SIGKILL');
  killed = true;
  await lock`rollback`;
  lock.release();

  const kept = createMemoryLog();
  const worker = await startWorker({ settings, log: kept.log });
  try {
    for (const queued of blocked) await waitForState(db, queued.message_id, ['sent'], PATIENCE_MS);
    await waitForState(db, unsaid.message_id, ['sent'], PATIENCE_MS);
    const order = sink.mails.flatMap((mail) => mail.to).filter((to) => to !== unsaid.email);
    assert.is(order[0], waiting.email, 'a message without a lease is sent first');
    for (const queued of [...blocked, unsaid, waiting]) {
      const mails = sink.mails.filter((mail) => mail.to.includes(queued.email));
      assert.ok(mails.length <= 2, `${queued.email}: ${mails.length} copies`);
      assert.is(new Set(mails.map((mail) => mail.parsed.messageId)).size, 1);
      assert.is(new Set(mails.map((mail) => String(mail.parsed.html))).size, 1, 'the same link and code');
    }
  } finally {
    await worker.close();
  }
});

test.run();
