// lease_webhook_event: leases the first event of a user and webhook; later ones wait.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { newUser, queueEvent } from '../../../support/providers/webhooks.ts';
import { type EventRow, eventsOf, finish, jobsOf, lease, line, server } from './webhooks.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

test('the event, the sealed secrets, and a lease; other callers get its end', async () => {
  const webhook_id = await server(db);
  const [first] = (await line(db, webhook_id, ['user.created'])) as [EventRow];
  const taken = await lease(db, first, { message_lease: 20 });
  assert.equal(taken.webhook, { id: webhook_id, url: 'https://example.com/hook', secrets: ['sealed'] });
  assert.equal([taken.event?.id, taken.event?.kind, taken.event?.attempt], [first.id, 'user.created', 1]);
  assert.is(taken.event?.data.id, first.user_id);
  const again = await lease(db, first);
  const [row] = await eventsOf(db, first);
  assert.is(Date.parse(again.leased_until ?? ''), row?.leased_until?.getTime());
  await db.sql`update auth.webhook_events set leased_until = now() - interval '1 s' where id = ${first.id}`;
  assert.is((await lease(db, first)).event?.attempt, 2, 'a lease that ran out is another worker’s end');
});

test('a later event waits for an earlier one, and is due after it, for any caller', async () => {
  const webhook_id = await server(db);
  const [first, second] = (await line(db, webhook_id, ['user.created', 'user.updated'])) as [EventRow, EventRow];
  assert.equal(await lease(db, second), { nothing: 'behind an earlier event' });
  assert.is((await lease(db, first)).event?.id, first.id);
  assert.equal(await lease(db, second), { nothing: 'behind an earlier event' });
  await finish(db, { id: first.id, outcome: 'delivered' });
  assert.is((await lease(db, first)).event?.id, second.id, 'the job of the first goes on with the second');
  await finish(db, { id: second.id, outcome: 'delivered' });
  assert.equal(await lease(db, first), { nothing: 'all delivered' });
});

test('events of other users and of other servers do not wait', async () => {
  await db.sql`delete from auth.webhooks`;
  const [one, two] = [await server(db), await server(db)];
  const [mine] = (await line(db, one, ['user.created'])) as [EventRow];
  const [theirs] = (await line(db, one, ['user.created'])) as [EventRow];
  const [elsewhere] = (await eventsOf(db, { webhook_id: two, user_id: mine.user_id })) as [EventRow];
  await lease(db, mine);
  for (const event of [theirs, elsewhere]) assert.is((await lease(db, event)).event?.id, event.id);
});

test('a deleted event, or one of a deleted server, returns nothing', async () => {
  const webhook_id = await server(db);
  const [event] = (await line(db, webhook_id, ['user.created'])) as [EventRow];
  await db.sql`delete from auth.webhooks where id = ${webhook_id}`;
  assert.equal(await lease(db, event), { nothing: 'all delivered' });
  assert.equal(await lease(db, { webhook_id, user_id: randomUUID(), place: '1' }), { nothing: 'all delivered' });
});

test('of many concurrent workers one gets it', async () => {
  const webhook_id = await server(db);
  const [event] = (await line(db, webhook_id, ['user.created'])) as [EventRow];
  const pool = db.connect(8);
  const answers = await Promise.all(Array.from({ length: 20 }, () => lease({ ...db, sql: pool }, event)));
  await pool.end();
  assert.is(answers.filter((answer) => answer.event).length, 1);
});

test('a transaction that is rolled back sends no event; two changes in one transaction are one event, with the final state', async () => {
  const webhook_id = await server(db);
  const user_id = await newUser(db);
  const undone = db.sql.begin(async (sql) => {
    await sql`select auth_lib.notify_webhooks('user.updated', auth_lib.user_json(u)) from auth.users as u where u.id = ${user_id}`;
    throw new Error('undone');
  });
  await undone.then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'undone'),
  );
  assert.equal(await eventsOf(db, { webhook_id, user_id }), []);
  await db.sql.begin(async (sql) => {
    const say = (kind: string) =>
      sql`select auth_lib.notify_webhooks(${kind}, auth_lib.user_json(u)) from auth.users as u where u.id = ${user_id}`;
    await say('user.created');
    await sql`update auth.users set raw_user_meta_data = '{"step": 2}' where id = ${user_id}`;
    await say('user.updated');
  });
  const [event, ...more] = (await eventsOf(db, { webhook_id, user_id })) as [EventRow];
  assert.equal([event.kind, more.length, await jobsOf(db, event.id)], ['user.created', 0, 1]);
  assert.equal((event.data as unknown as { user_metadata: unknown }).user_metadata, { step: 2 });
});

test('writes nothing for a kind that no server subscribes to', async () => {
  await db.sql`delete from auth.webhooks`;
  const user_id = await newUser(db);
  await queueEvent(db, user_id);
  const webhook_id = await server(db, ['user.deleted']);
  await queueEvent(db, user_id);
  assert.equal(await eventsOf(db, { webhook_id, user_id }), []);
});

test.run();
