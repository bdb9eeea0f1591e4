// Groups of user blocks (page counts). A group equals the sum of its blocks, also after concurrent changes. Totals and
// pages equal sorting all users, with and without groups.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { runBehindLock } from '../../../support/database/run_behind_lock.ts';
import { AUD, userListHelpers } from './listed_users.ts';

const db = await createDatabase();
test.after(() => db.drop());
const { add, block, grow_old, keep, list, assertPages, deletion, remove } = userListHelpers(db);

test.before.each(async () => {
  await db.sql`delete from auth.users`;
  await db.sql`delete from auth.user_blocks`;
});

interface BlockGroup {
  until: string;
  users: number;
  /** Sum of the users in the group's blocks, and number of these blocks. */
  sum: number;
  blocks: number;
}

const groupsOf = async (aud = AUD): Promise<BlockGroup[]> => [
  ...(await db.sql<BlockGroup[]>`
    select r.until::text as until, r.users, sum(b.users)::integer as sum, count(*)::integer as blocks
    from (
      select g.*, lag(g.until, 1, '-infinity') over (order by g.until) as since
      from auth.user_block_groups as g where g.aud = ${aud}) as r
    join auth.user_blocks as b on b.aud = r.aud and b.until > r.since and b.until <= r.until
    group by r.until, r.users order by r.until`),
];

/** Asserts that there are `count` groups, each the sum of its blocks, and that the list is correct. */
async function assertGroups(count: number, page_size = 47): Promise<void> {
  const groups = await groupsOf();
  assert.is(groups.length, count);
  assert.equal(
    groups.map(({ users }) => users),
    groups.map(({ sum }) => sum),
  );
  await assertPages(page_size);
}

/** Creates 300 users in 100 blocks, and 30 users in no block. Two groups contain 80 of the blocks. */
async function createTwoGroups(): Promise<void> {
  await add(330);
  await block(100, 2);
  await keep();
  await assertGroups(2);
}

/** Returns the id of the user at a position, counted from the oldest. */
const nth = async (place: number): Promise<string> => {
  const [row] = await db.sql`select u.id from auth.users as u order by u.created_at, u.id desc offset ${place} limit 1`;
  return row?.id;
};

const importOf = (created_at: string): string => {
  const users = JSON.stringify([{ id: randomUUID(), email: `${randomUUID()}@example.com`, created_at }]);
  return `select auth_api.import_users(claims => '{"role": "service_role"}', users => '${users}', dry_run => false, settings => '{}', client => '{}') as answer`;
};

test('forty blocks are a group, for each audience; the remaining ones are in none', async () => {
  await add(330);
  await block(100, 2);
  await add(200, 'other');
  await block(45, 2, 'other');
  await add(330, 'third');
  await block(39, 5, 'third');
  await assertPages(47); // before the worker has created groups, as after the migration
  await keep();
  for (const [aud, groups] of [
    [AUD, 2],
    ['other', 1],
    ['third', 0],
  ] as const) {
    assert.equal(
      (await groupsOf(aud)).map(({ users, sum, blocks }) => [users, blocks, sum]),
      Array.from({ length: groups }, () => [120, 40, 120]),
    );
    for (const size of [1, 47, 120, 500]) await assertPages(size, aud);
  }
  const before = await groupsOf();
  await keep();
  assert.equal(await groupsOf(), before);
});

test('groups of blocks of any size, one of them many users with the same time', async () => {
  await add(1_400);
  await db.sql`
    insert into auth.users (id, aud, role, created_at, updated_at)
    select gen_random_uuid(), ${AUD}, 'authenticated', now() - interval '1 hour', now() from generate_series(1, 700)`;
  await block(38, 2);
  assert.equal(await keep(), { closed: 3, counted: 0 });
  await assertGroups(1, 13);
  await add(1_100, AUD, '10 minutes');
  assert.equal(await keep(), { closed: 2, counted: 0 });
  await assertGroups(1, 130);
});

test('a deletion decrements the group and block of the user, anywhere', async () => {
  await createTwoGroups();
  for (const place of [0, 119, 120, 200, 235, 250, 295, 320, 321]) await remove(await nth(place));
  await assertGroups(2, 23);
});

test('manual deletions reach group and block at the recount, even of all users', async () => {
  await createTwoGroups();
  await db.sql`delete from auth.users as u where u.id in (select x.id from auth.users as x order by x.created_at offset 100 limit 50)`;
  await grow_old();
  assert.equal(await keep(), { closed: 0, counted: 100 });
  await assertGroups(2);
  await db.sql`delete from auth.users`;
  await grow_old();
  await keep();
  await assertGroups(2);
});

test('an import with old dates drops the groups and blocks from there on, and no others', async () => {
  await createTwoGroups();
  const [first, second] = await groupsOf();
  await db.sql.unsafe(importOf(String(second?.until)));
  assert.equal(await groupsOf(), [first]);
  assert.is((await db.sql`select from auth.user_blocks`).length, 79);
  await assertPages(47);
  await keep();
  await assertGroups(1);
  await db.sql.unsafe(importOf('2020-01-01T00:00:00Z'));
  assert.is((await db.sql`select from auth.user_blocks`).length, 0);
  await assertGroups(0);
});

test('deleting blocks deletes their groups', async () => {
  await createTwoGroups();
  const [first] = await groupsOf();
  await db.sql`delete from auth.user_blocks as b where b.until >= ${String(first?.until)}::text::timestamptz - interval '1 ms'`;
  await assertGroups(0);
  await keep();
  await assertPages(47);
});

test('a group from whose blocks an earlier release has removed users is correct after the next minute', async () => {
  await createTwoGroups();
  const id = await nth(130);
  await db.sql`update auth.user_blocks as b set users = b.users - 1
    where b.until = (select min(x.until) from auth.user_blocks as x, auth.users as u where u.id = ${id} and x.until >= u.created_at)`;
  await db.sql`delete from auth.users as u where u.id = ${id}`;
  // A deleted user shifts positions by at most one until the next count.
  const sorted = await db.sql`select u.id from auth.users as u order by u.created_at desc, u.id`;
  for (let place = 1; place < sorted.length; place += 1) {
    const [found] = (await list(place, 1)).ids;
    const near = sorted.slice(Math.max(place - 2, 0), place + 1).map((user) => user.id);
    assert.ok(near.includes(found), `page ${place}`);
  }
  await keep();
  await assertGroups(2);
});

// States before a call of the worker that counts users: a name, a function that creates the state, and the number of
// groups after the call.
const COUNTING: [string, () => Promise<unknown>, number][] = [
  ['a group is made', () => block(100, 2), 2],
  ['a block is closed', () => add(900), 0],
  [
    'blocks are counted again',
    () =>
      block(100, 2)
        .then(() => keep())
        .then(grow_old),
    2,
  ],
];

for (const [what, prepare, groups] of COUNTING) {
  test(`while a user is deleted ${what}: the second waits for the first`, async () => {
    await add(330);
    await prepare();
    await runBehindLock(db, deletion(await nth(100)), [() => keep()]);
    await assertGroups(groups);
  });

  test(`while ${what} a user is deleted: the second waits for the first`, async () => {
    await add(330);
    await prepare();
    const id = await nth(100);
    await runBehindLock(db, 'select auth_api.maintain_user_list_counts(most => 100000)', [() => remove(id)]);
    await assertGroups(groups);
  });
}

for (const [what, begin, second] of [
  ['an import', (past: string) => importOf(past), () => keep()],
  ['a count', () => 'select auth_api.maintain_user_list_counts(most => 100000)', null],
] as const) {
  test(`of ${what} and another of the two concurrently the second waits for the first`, async () => {
    await add(900);
    await block(100, 2);
    const [row] = await db.sql`select to_json(u.created_at) as at from auth.users as u where u.id = ${await nth(700)}`;
    const past = String(row?.at);
    await runBehindLock<unknown>(db, begin(past), [second ?? (() => db.sql.unsafe(importOf(past)))]);
    await assertPages(47);
    await keep();
    await assertPages(47);
  });
}

test('all lock groups before blocks, so that there is no deadlock', async () => {
  await createTwoGroups();
  const [group] = await groupsOf();
  const id = await nth(10);
  const past = '2020-01-01T00:00:00Z';
  for (const call of [() => remove(id), () => db.sql.unsafe(importOf(past)).then(() => undefined)]) {
    await runBehindLock(db, 'select from auth.user_blocks for update', [call], async () => {
      const free =
        await db.sql`select from auth.user_block_groups as g where g.until = ${String(group?.until)}::text::timestamptz for update skip locked`;
      assert.is(free.length, 0, 'the group is locked');
    });
  }
  await assertGroups(0);
});

test.run();
