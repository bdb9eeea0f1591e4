// Tests of lease_webhook_event.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { insertUser, queueEvent } from '../../../support/providers/webhooks.ts';
import {
  countJobs,
  createUserWithEvents,
  type EventRow,
  finishEvent,
  insertWebhook,
  leaseEvent,
  listEvents,
} from './webhooks.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

test('the event, the sealed secrets, and a lease; other callers get its end', async () => {
  const webhook_id = await insertWebhook(db);
  const [first] = (await createUserWithEvents(db, webhook_id, ['user.created'])) as [EventRow];
  const taken = await leaseEvent(db, first, { message_lease: 20 });
  assert.equal(taken.webhook, { id: webhook_id, url: 'https://example.com/hook', secrets: ['sealed'] });
  assert.equal([taken.event?.id, taken.event?.kind, taken.event?.attempt], [first.id, 'user.created', 1]);
  assert.is(taken.event?.data.id, first.user_id);
  const again = await leaseEvent(db, first);
  const [row] = await listEvents(db, first);
  assert.is(Date.parse(again.leased_until ?? ''), row?.leased_until?.getTime());
  await db.sql`update auth.webhook_events set leased_until = now() - interval '1 s' where id = ${first.id}`;
  assert.is((await leaseEvent(db, first)).event?.attempt, 2, 'a lease that ran out is another worker’s end');
});

test('a later event waits for an earlier one, and is due after it, for any caller', async () => {
  const webhook_id = await insertWebhook(db);
  const [first, second] = (await createUserWithEvents(db, webhook_id, ['user.created', 'user.updated'])) as [
    EventRow,
    EventRow,
  ];
  assert.equal(await leaseEvent(db, second), { nothing: 'behind an earlier event' });
  assert.is((await leaseEvent(db, first)).event?.id, first.id);
  assert.equal(await leaseEvent(db, second), { nothing: 'behind an earlier event' });
  await finishEvent(db, { id: first.id, outcome: 'delivered' });
  assert.is((await leaseEvent(db, first)).event?.id, second.id, 'the job of the first goes on with the second');
  await finishEvent(db, { id: second.id, outcome: 'delivered' });
  assert.equal(await leaseEvent(db, first), { nothing: 'all delivered' });
});

test('events of other users and of other servers do not wait', async () => {
  await db.sql`delete from auth.webhooks`;
  const [one, two] = [await insertWebhook(db), await insertWebhook(db)];
  const [mine] = (await createUserWithEvents(db, one, ['user.created'])) as [EventRow];
  const [theirs] = (await createUserWithEvents(db, one, ['user.created'])) as [EventRow];
  const [elsewhere] = (await listEvents(db, { webhook_id: two, user_id: mine.user_id })) as [EventRow];
  await leaseEvent(db, mine);
  for (const event of [theirs, elsewhere]) assert.is((await leaseEvent(db, event)).event?.id, event.id);
});

test('a deleted event, or one of a deleted server, returns nothing', async () => {
  const webhook_id = await insertWebhook(db);
  const [event] = (await createUserWithEvents(db, webhook_id, ['user.created'])) as [EventRow];
  await db.sql`delete from auth.webhooks where id = ${webhook_id}`;
  assert.equal(await leaseEvent(db, event), { nothing: 'all delivered' });
  assert.equal(await leaseEvent(db, { webhook_id, user_id: randomUUID(), place: '1' }), { nothing: 'all delivered' });
});

test('of many concurrent workers one gets it', async () => {
  const webhook_id = await insertWebhook(db);
  const [event] = (await createUserWithEvents(db, webhook_id, ['user.created'])) as [EventRow];
  const pool = db.connect(8);
  const answers = await Promise.all(Array.from({ length: 20 }, () => leaseEvent({ ...db, sql: pool }, event)));
  await pool.end();
  assert.is(answers.filter((answer) => answer.event).length, 1);
});

test('a transaction that is rolled back sends no event; two changes in one transaction are one event, with the final state', async () => {
  const webhook_id = await insertWebhook(db);
  const user_id = await insertUser(db);
  const undone = db.sql.begin(async (sql) => {
    await sql`select auth_lib.notify_webhooks('user.updated', auth_lib.user_json(u)) from auth.users as u where u.id = ${user_id}`;
    throw new Error('undone');
  });
  await undone.then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'undone'),
  );
  assert.equal(await listEvents(db, { webhook_id, user_id }), []);
  await db.sql.begin(async (sql) => {
    const say = (kind: string) =>
      sql`select auth_lib.notify_webhooks(${kind}, auth_lib.user_json(u)) from auth.users as u where u.id = ${user_id}`;
    await say('user.created');
    await sql`update auth.users set raw_user_meta_data = '{"step": 2}' where id = ${user_id}`;
    await say('user.updated');
  });
  const [event, ...more] = (await listEvents(db, { webhook_id, user_id })) as [EventRow];
  assert.equal([event.kind, more.length, await countJobs(db, event.id)], ['user.created', 0, 1]);
  assert.equal((event.data as unknown as { user_metadata: unknown }).user_metadata, { step: 2 });
});

test('writes nothing for a kind that no server subscribes to', async () => {
  await db.sql`delete from auth.webhooks`;
  const user_id = await insertUser(db);
  await queueEvent(db, user_id);
  const webhook_id = await insertWebhook(db, ['user.deleted']);
  await queueEvent(db, user_id);
  assert.equal(await listEvents(db, { webhook_id, user_id }), []);
});

test.run();
