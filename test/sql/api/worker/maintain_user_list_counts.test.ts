// maintain_user_list_counts counts users by block, so that the list adds up counts instead of reading users. Every page
// stays correct.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { AUD, userListHelpers } from './listed_users.ts';

const db = await createDatabase();
test.after(() => db.drop());
const { add, block, grow_old, keep, list, assertPages, remove } = userListHelpers(db);

test.before.each(async () => {
  await db.sql`delete from auth.users`;
  await db.sql`delete from auth.user_blocks`;
});

test('closes full blocks, for each audience; the last stays open', async () => {
  await add(2_250);
  await add(100, 'other');
  assert.equal(await keep(), { closed: 4, counted: 0 });
  assert.equal(await keep(), { closed: 0, counted: 0 });
  const blocks = await db.sql`select aud, users from auth.user_blocks order by aud, until`;
  assert.equal(
    blocks.map(({ aud }) => aud),
    [AUD, AUD, AUD, AUD],
  );
  for (const { users } of blocks) assert.ok(Math.abs(users - 500) < 3, String(users));
  await assertPages(175);
  await assertPages(30, 'other');
});

test('limits the rows of one call; the next continues from there', async () => {
  await add(2_250);
  const rounds: number[] = [];
  for (let closed = 1; closed > 0; ) {
    closed = (await keep(1_125)).closed;
    rounds.push(closed);
  }
  assert.equal(rounds, [2, 2, 0]);
  await assertPages(250);
});

test('later users are in the total and on the first page; nothing of the last minute is closed', async () => {
  await add(750);
  await keep();
  await add(625, AUD, '30 seconds');
  assert.equal(await keep(), { closed: 0, counted: 0 });
  await assertPages(225);
});

test('a deletion decrements its block; a manual one is found when the block is recounted', async () => {
  await add(1_250);
  await keep();
  const [first] = (await list(1, 1, 'created_at asc')).ids;
  await remove(String(first));
  await assertPages(250);
  await db.sql`delete from auth.users as u where u.id in (select x.id from auth.users as x order by x.created_at limit 10)`;
  assert.is(Number((await list(1, 1)).total), 1_249);
  await grow_old();
  assert.equal(await keep(), { closed: 0, counted: 2 });
  await assertPages(250);
});

test('a thousand users with the same time are one block, even if a call may read fewer', async () => {
  await db.sql`
    insert into auth.users (id, aud, role, created_at, updated_at)
    select gen_random_uuid(), ${AUD}, 'authenticated', now() - interval '1 hour', now() from generate_series(1, 1250)`;
  await add(10, AUD, '10 minutes');
  assert.equal(await keep(500), { closed: 1, counted: 0 });
  assert.equal(await keep(500), { closed: 0, counted: 0 });
  await assertPages(375);
});

test('blocks of another size stay, and are recounted', async () => {
  await add(4_900);
  await block(2, 1_333); // about 2000 users each, as earlier releases created them
  await assertPages(700);
  await grow_old();
  assert.equal(await keep(), { closed: 1, counted: 2 });
  await assertPages(700);
});

test('concurrent workers do not interfere', async () => {
  await add(2_250);
  const done = await Promise.all([keep(), keep(), keep()]);
  assert.is(
    done.reduce((sum, { closed }) => sum + closed, 0),
    4,
  );
  await assertPages(750);
});

test.run();
