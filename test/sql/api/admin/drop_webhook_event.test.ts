// drop_webhook_event: discards an event, and the next event of the user is delivered.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
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
const call = (event_id: unknown) => surface.call('drop_webhook_event', { ...CHANGING, event_id });
const refused = (event_id: unknown, words: typeof SENT) =>
  surface.refused('drop_webhook_event', { ...CHANGING, event_id }, words);

test('administrators only; rejects an unknown event', async () => {
  await refusesStrangers(surface, 'drop_webhook_event', { event_id: randomUUID() });
  for (const id of ['x', null, randomUUID()]) await refused(id, NO_EVENT);
});

test('rejects an event that is being delivered, or was', async () => {
  const [event] = await userWithTwoEvents();
  await lease(db, event);
  await refused(event.id, SENT);
  await finish(db, { id: event.id, outcome: 'delivered' });
  await refused(event.id, SENT);
});

test("the dropped event's job delivers the next one; it can be retried later", async () => {
  const [first, second] = await userWithTwoEvents();
  await lease(db, first);
  await finish(db, { id: first.id, outcome: 'failed' });
  const answer = await call(first.id);
  assert.equal([answer.state, answer.last_error], ['dropped', 'dropped by an administrator']);
  assert.is(await jobsOf(db, first.id), 2);
  assert.equal(
    await surface.audited(),
    byAdmin('webhook_event_dropped', { event_id: first.id, user_id: first.user_id }),
  );
  assert.is((await lease(db, first)).event?.id, second.id);
  assert.is((await surface.call('retry_webhook_event', { ...CHANGING, event_id: first.id })).state, 'queued');
});

test.run();
