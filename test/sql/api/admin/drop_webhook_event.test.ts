// Tests of drop_webhook_event.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { insertUser, queueEvent } from '../../../support/providers/webhooks.ts';
import { countJobs, type EventRow, finishEvent, leaseEvent, listEvents } from '../worker/webhooks.ts';
import { adminAuditEntry, assertAdministratorsOnly } from './admin.ts';
import { ALREADY_DELIVERED, createWebhook, NO_EVENT, WRITE_ARGUMENTS } from './webhooks.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { db } = sql_api;
const webhook_id = await createWebhook(sql_api);

async function createUserWithTwoEvents(): Promise<[EventRow, EventRow]> {
  const user_id = await insertUser(db);
  await queueEvent(db, user_id, 'user.created');
  await queueEvent(db, user_id, 'user.updated');
  return (await listEvents(db, { webhook_id, user_id })) as [EventRow, EventRow];
}
const call = (event_id: unknown) => sql_api.call('drop_webhook_event', { ...WRITE_ARGUMENTS, event_id });
const refused = (event_id: unknown, words: typeof ALREADY_DELIVERED) =>
  sql_api.refused('drop_webhook_event', { ...WRITE_ARGUMENTS, event_id }, words);

test('administrators only; rejects an unknown event', async () => {
  await assertAdministratorsOnly(sql_api, 'drop_webhook_event', { event_id: randomUUID() });
  for (const id of ['x', null, randomUUID()]) await refused(id, NO_EVENT);
});

test('rejects an event that is being delivered, or was', async () => {
  const [event] = await createUserWithTwoEvents();
  await leaseEvent(db, event);
  await refused(event.id, ALREADY_DELIVERED);
  await finishEvent(db, { id: event.id, outcome: 'delivered' });
  await refused(event.id, ALREADY_DELIVERED);
});

test("the dropped event's job delivers the next one; it can be retried later", async () => {
  const [first, second] = await createUserWithTwoEvents();
  await leaseEvent(db, first);
  await finishEvent(db, { id: first.id, outcome: 'failed' });
  const answer = await call(first.id);
  assert.equal([answer.state, answer.last_error], ['dropped', 'dropped by an administrator']);
  assert.is(await countJobs(db, first.id), 2);
  assert.equal(
    await sql_api.audited(),
    adminAuditEntry('webhook_event_dropped', { event_id: first.id, user_id: first.user_id }),
  );
  assert.is((await leaseEvent(db, first)).event?.id, second.id);
  assert.is((await sql_api.call('retry_webhook_event', { ...WRITE_ARGUMENTS, event_id: first.id })).state, 'queued');
});

test.run();
