// Tests of retry_webhook_event.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi, returnedErrorCode, settings } from '../../../support/database/sql_api.ts';
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
const call = (event_id: unknown) => sql_api.call('retry_webhook_event', { ...WRITE_ARGUMENTS, event_id });
const refused = (event_id: unknown, words: typeof ALREADY_DELIVERED) =>
  sql_api.refused('retry_webhook_event', { ...WRITE_ARGUMENTS, event_id }, words);

test('administrators only; rejects an unknown event', async () => {
  await assertAdministratorsOnly(sql_api, 'retry_webhook_event', { event_id: randomUUID() });
  for (const id of ['x', null, randomUUID()]) await refused(id, NO_EVENT);
});

test('support retries no event of an administrator, and none after 60 actions in an hour', async () => {
  const [event] = await createUserWithTwoEvents();
  const helper = {
    claims: { role: 'helper', sub: randomUUID(), exp: 4e9 },
    settings: settings({ jwt_support_roles: ['helper'] }),
  };
  const bySupport = () => sql_api.call('retry_webhook_event', { ...WRITE_ARGUMENTS, event_id: event.id, ...helper });
  await db.sql`update auth.users set role = 'service_role' where id = ${event.user_id}`;
  assert.is(returnedErrorCode(await bySupport()), 'insufficient_right');
  await db.sql`update auth.users set role = 'authenticated' where id = ${event.user_id}`;
  const codes: unknown[] = [];
  for (let action = 0; action < 61; action += 1) codes.push(returnedErrorCode(await bySupport()));
  assert.equal(codes, [...Array(60).fill(undefined), 'over_request_rate_limit']);
});

test('rejects an event that is being delivered, or was', async () => {
  const [event] = await createUserWithTwoEvents();
  await leaseEvent(db, event);
  await refused(event.id, ALREADY_DELIVERED);
  await finishEvent(db, { id: event.id, outcome: 'delivered' });
  await refused(event.id, ALREADY_DELIVERED);
});

test('a discarded event is first in its queue again, before later ones, with all its tries', async () => {
  const [first, second] = await createUserWithTwoEvents();
  await leaseEvent(db, first);
  await finishEvent(db, { id: first.id, outcome: 'rejected', error: 'answered 410' });
  const answer = await call(first.id);
  assert.equal([answer.state, answer.tries, answer.finished_at], ['queued', 0, null]);
  assert.is(await countJobs(db, first.id), 2);
  assert.equal(
    await sql_api.audited(),
    adminAuditEntry('webhook_event_retried', { event_id: first.id, user_id: first.user_id }),
  );
  assert.equal(await leaseEvent(db, second), { nothing: 'behind an earlier event' });
  assert.is((await leaseEvent(db, first)).event?.id, first.id);
});

test('an event that waits for its next try is due at once', async () => {
  const [first] = await createUserWithTwoEvents();
  await leaseEvent(db, first);
  await finishEvent(db, { id: first.id, outcome: 'failed' });
  assert.ok((await leaseEvent(db, first)).leased_until);
  await call(first.id);
  assert.is((await leaseEvent(db, first)).event?.id, first.id);
});

test.run();
