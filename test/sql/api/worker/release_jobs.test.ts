// release_jobs makes waiting jobs due, and restarts the lease of active jobs, if their timestamps come from a clock that
// was ahead. Jobs that were planned for later stay.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { api } from '../../../support/database/sql_api.ts';
import { queueMail } from '../../../support/processes/worker.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

test('jobs that a clock an hour ahead has queued, retried or leased are due, and so is the maintenance of their queue', async () => {
  const { message_id: early } = await queueMail(db);
  const { message_id: late } = await queueMail(db);
  const { message_id: held } = await queueMail(db);
  const { message_id: planned } = await queueMail(db);
  const id = (message: string) => db.sql`(data ->> 'message_id') = ${message}`;
  const ahead = db.sql`now() + interval '1 hour'`;
  await db.sql`update auth_queue.job set created_on = ${ahead}, start_after = ${ahead} where ${id(early)}`;
  await db.sql`update auth_queue.job set state = 'retry', started_on = ${ahead}, start_after = ${ahead} where ${id(late)}`;
  await db.sql`update auth_queue.job set state = 'active', started_on = ${ahead} where ${id(held)}`;
  await db.sql`update auth_queue.job set start_after = ${ahead} where ${id(planned)}`;
  await db.sql`update auth_queue.queue set monitor_claim_on = ${ahead}, maintain_on = ${ahead} where name = 'mail'`;
  assert.equal(await api(db.sql, 'release_jobs', { most: 10 }), { jobs: 3 });
  assert.equal(await api(db.sql, 'release_jobs', { most: 10 }), { jobs: 0 });
  const due = await db.sql`
    select data ->> 'message_id' as message from auth_queue.job where state < 'active' and start_after <= now()`;
  const messages = due.map(({ message }) => message);
  assert.equal(
    [early, late, planned].map((one) => messages.includes(one)),
    [true, true, false],
  );
  const [active] = await db.sql`select started_on <= now() as past from auth_queue.job where ${id(held)}`;
  assert.is(active?.past, true, 'its lease runs from now');
  const [queue] = await db.sql`
    select greatest(monitor_claim_on, maintain_on) <= now() as past from auth_queue.queue where name = 'mail'`;
  assert.is(queue?.past, true);
});

test('a call releases at most the given number', async () => {
  await db.sql`delete from auth_queue.job`;
  for (let n = 0; n < 5; n += 1) await queueMail(db);
  await db.sql`update auth_queue.job set created_on = now() + interval '1 hour'`;
  for (const jobs of [2, 2, 1, 0]) assert.equal(await api(db.sql, 'release_jobs', { most: 2 }), { jobs });
});

test.run();
