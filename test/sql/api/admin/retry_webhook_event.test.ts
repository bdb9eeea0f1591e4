// retry_webhook_event: queues an event again at its former position, with all its tries.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface, refusedCode, settings } from '../../../support/database/surface.ts';
import { newUser, queueEvent } from '../../../support/providers/webhooks.ts';
import { type EventRow, eventsOf, finish, jobsOf, lease } from '../worker/webhooks.ts';
import { byAdmin, refusesStrangers } from './admin.ts';
import { addedServer, CHANGING, NO_EVENT, SENT } from './webhooks.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());
const { db } = surface;
const webhook_id = await addedServer(surface);

async function userWithTwoEvents(): Promise<[EventRow, EventRow]> {
  const user_id = await newUser(db);
  await queueEvent(db, user_id, 'user.created');
  await queueEvent(db, user_id, 'user.updated');
  return (await eventsOf(db, { webhook_id, user_id })) as [EventRow, EventRow];
}
const call = (event_id: unknown) => surface.call('retry_webhook_event', { ...CHANGING, event_id });
const refused = (event_id: unknown, words: typeof SENT) =>
  surface.refused('retry_webhook_event', { ...CHANGING, event_id }, words);

test('administrators only; rejects an unknown event', async () => {
  await refusesStrangers(surface, 'retry_webhook_event', { event_id: randomUUID() });
  for (const id of ['x', null, randomUUID()]) await refused(id, NO_EVENT);
});

test('support retries no event of an administrator, and none after 60 actions in an hour', async () => {
  const [event] = await userWithTwoEvents();
  const helper = {
    claims: { role: 'helper', sub: randomUUID(), exp: 4e9 },
    settings: settings({ jwt_support_roles: ['helper'] }),
  };
  const bySupport = () => surface.call('retry_webhook_event', { ...CHANGING, event_id: event.id, ...helper });
  await db.sql`update auth.users set role = 'service_role' where id = ${event.user_id}`;
  assert.is(refusedCode(await bySupport()), 'insufficient_right');
  await db.sql`update auth.users set role = 'authenticated' where id = ${event.user_id}`;
  const codes: unknown[] = [];
  for (let action = 0; action < 61; action += 1) codes.push(refusedCode(await bySupport()));
  assert.equal(codes, [...Array(60).fill(undefined), 'over_request_rate_limit']);
});

test('rejects an event that is being delivered, or was', async () => {
  const [event] = await userWithTwoEvents();
  await lease(db, event);
  await refused(event.id, SENT);
  await finish(db, { id: event.id, outcome: 'delivered' });
  await refused(event.id, SENT);
});

test('a discarded one is first in its queue again, before later ones, with all its tries', async () => {
  const [first, second] = await userWithTwoEvents();
  await lease(db, first);
  await finish(db, { id: first.id, outcome: 'rejected', error: 'answered 410' });
  const answer = await call(first.id);
  assert.equal([answer.state, answer.tries, answer.finished_at], ['queued', 0, null]);
  assert.is(await jobsOf(db, first.id), 2);
  assert.equal(
    await surface.audited(),
    byAdmin('webhook_event_retried', { event_id: first.id, user_id: first.user_id }),
  );
  assert.equal(await lease(db, second), { nothing: 'behind an earlier event' });
  assert.is((await lease(db, first)).event?.id, first.id);
});

test('one that waits for its next try is due at once', async () => {
  const [first] = await userWithTwoEvents();
  await lease(db, first);
  await finish(db, { id: first.id, outcome: 'failed' });
  assert.ok((await lease(db, first)).leased_until);
  await call(first.id);
  assert.is((await lease(db, first)).event?.id, first.id);
});

test.run();
