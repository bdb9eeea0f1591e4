// A worker is killed while a webhook server delays its response. The next worker delivers the event, and then the later
// events.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startWorker } from '../../../worker/main.ts';
import { createDatabase } from '../../support/database/db.ts';
import { createMemoryLog, workerSettings } from '../../support/processes/worker.ts';
import { startThirdParty } from '../../support/providers/third_party.ts';
import { addWebhook, insertUser, queueEvent, verifyEvent } from '../../support/providers/webhooks.ts';

const db = await createDatabase({ template: 'migrated' });
const server = await startThirdParty();
test.after(async () => {
  await server.close();
  await db.drop();
});

test('killed during a delivery: delivered again by another worker, with the same id, in order', async () => {
  // Shortens job expiry and lease to 2 s, after which the events of a killed worker are available again.
  await db.sql`update auth_queue.queue set expire_seconds = 2`;
  const settings = workerSettings(db, 0, { message_lease: 2 });
  const { secret } = await addWebhook(db, server.url);
  server.behaviour = () => 'hang';
  const child = fork(fileURLToPath(new URL('../child.ts', import.meta.url)), [JSON.stringify(settings)]);
  await once(child, 'message');
  const user = await insertUser(db);
  await queueEvent(db, user, 'user.created');
  await queueEvent(db, user, 'user.updated');
  while (server.requests.length === 0) await sleep(10);
  child.kill('SIGKILL');
  await once(child, 'exit');
  server.behaviour = () => ({});
  const worker = await startWorker({ settings, log: createMemoryLog().log });
  try {
    for (let looks = 0; server.requests.length < 3 && looks < 3_000; looks += 1) await sleep(20);
  } finally {
    await worker.close();
  }
  const all = server.requests.map((request) => verifyEvent(request, secret));
  assert.equal(
    all.map(({ type }) => type),
    ['user.created', 'user.created', 'user.updated'],
  );
  assert.is(all[0]?.id, all[1]?.id);
});

test.run();
