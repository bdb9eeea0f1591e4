// Tests of expire_messages.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { queueMail } from '../../../support/processes/worker.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

test('late messages expire, also after their lease; live ones and leased ones stay, a batch is bounded', async () => {
  const late = await Promise.all([queueMail(db), queueMail(db), queueMail(db)]);
  const live = await queueMail(db);
  const sending = await queueMail(db);
  await db.sql`update auth.messages set expires_at = now() - interval '1 second' where id in ${db.sql(late.map((q) => q.message_id))}`;
  await db.sql`update auth.messages set expires_at = now() - interval '1 second', state = 'sending', leased_until = now() + interval '9 seconds'
    where id = ${sending.message_id}`;
  // The worker that was sending this message has ended.
  await db.sql`update auth.messages set state = 'sending', leased_until = now() - interval '1 second' where id = ${late[1].message_id}`;
  const expire = async (most: number | null) =>
    (await db.sql`select auth_api.expire_messages(most => ${most}) as r`)[0]?.r;
  assert.equal(await expire(2), { expired: 2 });
  assert.equal(await expire(null), { expired: 1 });
  assert.equal(await expire(null), { expired: 0 });
  const rows =
    await db.sql`select state, last_error, finished_at from auth.messages where id in ${db.sql(late.map((q) => q.message_id))}`;
  for (const row of rows) {
    assert.is(row.state, 'expired');
    assert.is(row.last_error, 'not sent in time');
    assert.ok(row.finished_at);
  }
  const others =
    await db.sql`select state from auth.messages where id in (${live.message_id}, ${sending.message_id}) order by state`;
  assert.equal(
    others.map((row) => row.state),
    ['queued', 'sending'],
  );
});

test('skips a locked row until the next round', async () => {
  const late = await queueMail(db);
  await db.sql`update auth.messages set expires_at = now() - interval '1 second' where id = ${late.message_id}`;
  await db.sql.begin(async (sql) => {
    await sql`select from auth.messages where id = ${late.message_id} for update`;
    const [row] = await db.sql`select auth_api.expire_messages(most => 10) as r`;
    assert.equal(row?.r, { expired: 0 });
  });
});

test.run();
