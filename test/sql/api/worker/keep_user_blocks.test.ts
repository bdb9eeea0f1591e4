// keep_user_blocks: numbers of users that a list adds up instead of reading users, and that every page stays the page it is.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/db.ts';

const db = await createDatabase();
test.after(() => db.drop());

const AUD = 'authenticated';
const ADMIN = JSON.stringify({ role: 'service_role' });

/** So many users of an audience; of each three two are of the same instant. */
const add = (count: number, aud = AUD, ago = '1 day') => db.sql`
  insert into auth.users (id, aud, role, created_at, updated_at)
  select gen_random_uuid(), ${aud}, 'authenticated', now() - ${ago}::interval + (n - n % 3 / 2) * interval '1 ms', now()
  from generate_series(1, ${count}::integer) as n`;

async function keep(most = 100_000): Promise<{ closed: number; counted: number }> {
  const [row] = await db.sql`select auth_api.keep_user_blocks(most => ${most}) as done`;
  return row?.done;
}

async function list(page: number, size: number, sort = 'created_at desc', aud = AUD) {
  const [row] = await db.sql`
    select auth_api.list_users(claims => ${ADMIN}::text::jsonb, page => ${String(page)}, per_page => ${String(size)}, sort => ${sort},
      filter => null, audience => ${aud}, settings => '{}')::json as answer`;
  const { body, total } = (row as { answer: { body: { users: { id: string }[] }; total: number } }).answer;
  return { ids: body.users.map(({ id }) => id), total };
}

/** Every page in both orders is what sorting all users says. */
async function assertPages(size: number, aud = AUD): Promise<void> {
  const newest = await db.sql`select u.id from auth.users as u where u.aud = ${aud} order by u.created_at desc, u.id`;
  const oldest = await db.sql`select u.id from auth.users as u where u.aud = ${aud} order by u.created_at, u.id desc`;
  for (const [sort, rows] of [
    ['created_at desc', newest],
    ['created_at asc', oldest],
  ] as const) {
    const ids = rows.map((row) => row.id as string);
    for (let page = 1; page <= Math.ceil(ids.length / size) + 1; page += 1) {
      const found = await list(page, size, sort, aud);
      assert.equal(found.ids, ids.slice((page - 1) * size, page * size), `${sort}, page ${page}`);
      assert.is(Number(found.total), ids.length);
    }
  }
}

test.before.each(async () => {
  await db.sql`delete from auth.users`;
  await db.sql`delete from auth.user_blocks`;
});

test('full blocks are closed, each audience by itself; the last stays open', async () => {
  await add(9_000);
  await add(100, 'other');
  assert.equal(await keep(), { closed: 4, counted: 0 });
  assert.equal(await keep(), { closed: 0, counted: 0 });
  const blocks = await db.sql`select aud, users from auth.user_blocks order by aud, until`;
  assert.equal(
    blocks.map(({ aud }) => aud),
    [AUD, AUD, AUD, AUD],
  );
  for (const { users } of blocks) assert.ok(Math.abs(users - 2_000) < 3, String(users));
  await assertPages(700);
  await assertPages(30, 'other');
});

test('what one call may look at bounds it; the next goes on from there', async () => {
  await add(9_000);
  const rounds: number[] = [];
  for (let closed = 1; closed > 0; ) {
    closed = (await keep(4_500)).closed;
    rounds.push(closed);
  }
  assert.equal(rounds, [2, 2, 0]);
  await assertPages(1_000);
});

test('users that came since are in the total and on the first page; nothing of the last minute is closed', async () => {
  await add(3_000);
  await keep();
  await add(2_500, AUD, '30 seconds');
  assert.equal(await keep(), { closed: 0, counted: 0 });
  await assertPages(900);
});

test('a deletion is taken from its block; one by hand is told of when the block is counted again', async () => {
  await add(5_000);
  await keep();
  const [first] = (await list(1, 1, 'created_at asc')).ids;
  await db.sql`select auth_api.delete_user(claims => ${ADMIN}::text::jsonb, user_id => ${String(first)}, should_soft_delete => false,
    settings => '{}', client => '{}')`;
  await assertPages(1_000);
  await db.sql`delete from auth.users as u where u.id in (select x.id from auth.users as x order by x.created_at limit 10)`;
  assert.is(Number((await list(1, 1)).total), 4_999);
  await db.sql`update auth.user_blocks set counted_at = now() - interval '2 days'`;
  assert.equal(await keep(), { closed: 0, counted: 2 });
  await assertPages(1_000);
});

test('a thousand users of one instant are one block', async () => {
  await db.sql`
    insert into auth.users (id, aud, role, created_at, updated_at)
    select gen_random_uuid(), ${AUD}, 'authenticated', now() - interval '1 hour', now() from generate_series(1, 5000)`;
  await add(10, AUD, '10 minutes');
  assert.equal(await keep(), { closed: 1, counted: 0 });
  await assertPages(1_500);
});

test('workers that count at once do no harm', async () => {
  await add(9_000);
  const done = await Promise.all([keep(), keep(), keep()]);
  assert.is(
    done.reduce((sum, { closed }) => sum + closed, 0),
    4,
  );
  await assertPages(3_000);
});

test.run();
