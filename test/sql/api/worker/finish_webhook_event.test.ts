// finish_webhook_event marks an event as delivered, schedules a retry after a growing pause, or discards the event.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { createUserWithEvents, type EventRow, finishEvent, insertWebhook, leaseEvent, listEvents } from './webhooks.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());
const webhook_id = await insertWebhook(db);
const inHand = async (): Promise<EventRow> => {
  const [event] = (await createUserWithEvents(db, webhook_id, ['user.created'])) as [EventRow];
  await leaseEvent(db, event);
  return event;
};
const row = async (event: EventRow) => (await listEvents(db, event))[0] as EventRow;
const pauseOf = (answer: { not_before: string | null }) =>
  Math.round((Date.parse(answer.not_before ?? '') - Date.now()) / 1000);

test('delivered: ends the event, and deletes its user data', async () => {
  const event = await inHand();
  assert.equal(await finishEvent(db, { id: event.id, outcome: 'delivered' }), { finished: true, not_before: null });
  const { state, data, finished_at, leased_until } = await row(event);
  assert.equal([state, data, leased_until], ['delivered', null, null]);
  assert.instance(finished_at, Date);
});

test('failed: the pause grows fourfold up to six hours, is longer if the server asks, and at most a day', async () => {
  const event = await inHand();
  const pauses: number[] = [];
  for (let attempt = 1; attempt < 12; attempt += 1) {
    const answer = await finishEvent(db, { id: event.id, attempt, outcome: 'failed', error: 'answered 500' });
    pauses.push(pauseOf(answer));
    assert.is((await leaseEvent(db, event)).leased_until, answer.not_before);
    await db.sql`update auth.webhook_events set not_before = null where id = ${event.id}`;
    assert.is((await leaseEvent(db, event)).event?.attempt, attempt + 1);
  }
  const expected = [5, 20, 80, 320, 1280, 5120, 20480, 21600, 21600, 21600, 21600];
  assert.ok(
    pauses.every((pause, at) => Math.abs(pause - (expected[at] ?? 0)) <= 2),
    pauses.join(),
  );
  assert.equal(await finishEvent(db, { id: event.id, attempt: 12, outcome: 'failed' }), {
    finished: true,
    not_before: null,
  });
  const { state, data, tries } = await row(event);
  assert.equal([state, data?.id, tries], ['failed', event.user_id, 12], 'kept, to be tried again by hand');
  for (const [asked, pause] of [
    [60, 60],
    [1, 5],
    [1e9, 86_400],
  ] as const) {
    const other = await inHand();
    const answer = await finishEvent(db, { id: other.id, outcome: 'failed', retry_after: asked });
    assert.ok(Math.abs(pauseOf(answer) - pause) <= 2, String(asked));
  }
});

test('tries and pause are settings; rejected ends at once', async () => {
  const event = await inHand();
  const settings = { webhook_max_tries: 2, webhook_retry_pause: 60 };
  assert.ok(Math.abs(pauseOf(await finishEvent(db, { id: event.id, outcome: 'failed', settings })) - 60) <= 2);
  await db.sql`update auth.webhook_events set not_before = null where id = ${event.id}`;
  await leaseEvent(db, event);
  await finishEvent(db, { id: event.id, attempt: 2, outcome: 'failed', error: 'x'.repeat(600), settings });
  assert.equal([(await row(event)).state, (await row(event)).last_error?.length], ['failed', 500]);
  const gone = await inHand();
  await finishEvent(db, { id: gone.id, outcome: 'rejected', error: 'answered 410' });
  assert.is((await row(gone)).state, 'failed');
});

test('an attempt that lost its lease may only report a delivery', async () => {
  const event = await inHand();
  await db.sql`update auth.webhook_events set leased_until = now() - interval '1 s' where id = ${event.id}`;
  await leaseEvent(db, event);
  assert.is((await finishEvent(db, { id: event.id, outcome: 'failed' })).finished, false);
  assert.is((await row(event)).state, 'sending');
  assert.is((await finishEvent(db, { id: event.id, outcome: 'delivered' })).finished, true);
  assert.is((await finishEvent(db, { id: event.id, attempt: 2, outcome: 'failed' })).finished, false);
  assert.is((await row(event)).state, 'delivered');
});

test('an unknown outcome is a fault', async () => {
  const event = await inHand();
  await finishEvent(db, { id: event.id, outcome: 'lost' }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /cannot end as lost/),
  );
});

test.run();
