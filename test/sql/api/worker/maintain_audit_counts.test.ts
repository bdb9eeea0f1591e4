// maintain_audit_counts counts audit entries by block, so that the list adds up counts instead of reading the log.
// Totals and pages stay correct with late, deleted and uncommitted entries.
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom, readSeed } from '../../../security/random.ts';
import { createDatabase } from '../../../support/database/db.ts';

const db = await createDatabase();
test.after(() => db.drop());

const ADMIN = JSON.stringify({ role: 'service_role' });
const ACTIONS = [['login'], ['token_refreshed', 'token_revoked'], ['user_signedup', 'login'], ['logout']];

/**
 * Inserts `rows` entries at a distance of `apart`, the newest `ago` in the past. Two of every three have the same time.
 */
const add = (rows: number, ago = '1 hour', apart = '1 s', on: postgres.Sql = db.sql) => on`
  insert into auth.audit_log (created_at, id, actor_id, actor_username, actions)
  select now() - ${ago}::interval - (n - n % 3 / 2) * ${apart}::interval, gen_random_uuid(), gen_random_uuid(), 'somebody' || n % 7,
    array(select jsonb_array_elements_text(${JSON.stringify(ACTIONS)}::text::jsonb -> (n % 40 / 13)))
  from generate_series(1, ${rows}::integer) as n`;

async function maintainBlocks(most = 100_000): Promise<{ closed: number; dropped: number; left: number }> {
  const [row] = await db.sql`select auth_api.maintain_audit_counts(most => ${most}) as done`;
  return row?.done;
}

const partitions = async (settings: object = {}) =>
  (await db.sql`select auth_api.maintain_partitions(settings => ${JSON.stringify(settings)}::text::jsonb) as done`)[0]
    ?.done;
const blocks = async (): Promise<number> =>
  (await db.sql`select count(*)::integer as blocks from auth.audit_blocks`)[0]?.blocks;

async function listAudit(page: number, size: number, query = '') {
  const [row] = await db.sql`select auth_api.list_audit(claims => ${ADMIN}::text::jsonb, page => ${String(page)},
    per_page => ${String(size)}, query => ${query}, settings => '{}') as answer`;
  const { body, total } = (row as { answer: { body: { id: string; payload: { action: string } }[]; total: number } })
    .answer;
  return { entries: body.map(({ id, payload }) => `${id} ${payload.action}`), total };
}

interface Entry {
  entry: string;
  action: string;
  type: string;
  author: string;
}

const QUERIES: [string, (entry: Entry) => boolean][] = [
  ['', () => true],
  ['action:token', ({ action }) => action.includes('token')],
  ['type:team', ({ type }) => type === 'team'],
  ['author:somebody3', ({ author }) => author === 'somebody3'],
];

/** Asserts that the first, the last and one other page, and the total, match the complete sorted list. */
async function assertPages(size: number, why = ''): Promise<void> {
  const sorted = await db.sql<Entry[]>`
    select case when a.place = 1 then l.id else md5(l.id::text || a.place)::uuid end || ' ' || a.action as entry, a.action,
      auth_lib.log_type(a.action) as type, l.actor_username as author
    from auth.audit_log as l cross join unnest(l.actions) with ordinality as a (action, place)
    order by l.created_at desc, l.id desc, a.place desc`;
  for (const [query, asked] of QUERIES) {
    const all = sorted.filter(asked).map(({ entry }) => entry);
    const last = Math.max(Math.ceil(all.length / size), 1);
    for (const page of new Set([1, Math.ceil(last / 2), last])) {
      const found = await listAudit(page, size, query);
      assert.is(found.total, all.length, `${why} total of ${query}`);
      assert.equal(found.entries, all.slice((page - 1) * size, page * size), `${why} page ${page} of ${query}`);
    }
  }
}

test.before.each(async () => {
  await db.sql`delete from auth.audit_log`;
  await db.sql`delete from auth.audit_log_late`;
  await db.sql`delete from auth.audit_blocks`;
  await partitions();
});

test('closes full blocks, keeps the last open, and reads nothing of a closed one to count it', async () => {
  await assertPages(50);
  await add(9_000);
  assert.equal(await maintainBlocks(), { closed: 4, dropped: 0, left: 0 });
  assert.equal(await maintainBlocks(), { closed: 0, dropped: 0, left: 0 });
  await assertPages(300);
  const { total } = await listAudit(1, 50);
  await db.sql`delete from auth.audit_log as l where l.created_at = (select min(x.created_at) from auth.audit_log as x)`;
  assert.is((await listAudit(1, 50)).total, total, 'the number of its block');
});

test('limits the rows of one call; the next continues from there', async () => {
  await add(9_000);
  const rounds: number[][] = [];
  for (let left = 1; left > 0; ) {
    const done = await maintainBlocks(4_000);
    rounds.push([done.closed, done.left]);
    ({ left } = done);
  }
  assert.equal(rounds, [
    [2, 1],
    [2, 1],
    [0, 0],
  ]);
  await assertPages(100);
});

test('later entries are in the total and on the first page; nothing of the last minute is closed', async () => {
  await add(3_000);
  await maintainBlocks();
  await add(2_500, '0 s', '10 ms');
  assert.equal(await maintainBlocks(), { closed: 0, dropped: 0, left: 0 });
  await assertPages(300);
});

test('two thousand rows with the same time are one block', async () => {
  await add(5_000, '1 hour', '0 s');
  await add(10);
  assert.is((await maintainBlocks()).closed, 1);
  await assertPages(150);
});

test('a transaction that was open when its block was closed is counted once it has ended', async () => {
  await add(3_000, '2 hours');
  const long = postgres(db.superuser_url, { max: 1 });
  try {
    await long`begin`;
    await add(7, '2 hours 10 minutes', '1 s', long);
    await add(3_000);
    assert.equal(await maintainBlocks(), { closed: 2, dropped: 0, left: 0 });
    await long`commit`;
  } finally {
    await long.end();
  }
  assert.ok((await maintainBlocks()).dropped > 0);
  await assertPages(800);
  assert.equal(await maintainBlocks(), { closed: 0, dropped: 0, left: 0 });
});

test('rows moved into a missing month are counted there, and meanwhile nowhere', async () => {
  await add(4_000);
  await add(7_000, '200 days', '10 minutes');
  await maintainBlocks();
  assert.ok((await blocks()) >= 5);
  await assertPages(110, 'in the default partition');
  for (let late = 1; late > 0; ) {
    ({ late } = await partitions());
    await assertPages(110, 'while they move');
    await maintainBlocks();
    await assertPages(110, 'counted while they move');
  }
  assert.ok((await blocks()) >= 5);
});

test('dropping a month drops its blocks', async () => {
  await add(3_000);
  await add(5_000, '100 days', '1 minute');
  while ((await partitions()).late > 0);
  await maintainBlocks();
  const before = await blocks();
  assert.ok((await partitions({ audit_log_retention: 60 * 86_400 })).dropped > 0);
  assert.ok((await blocks()) < before);
  await assertPages(600);
  await maintainBlocks();
  await assertPages(600);
});

test('entries deleted manually leave the total when their block is recounted, a day later', async () => {
  await add(7_000);
  await maintainBlocks();
  await db.sql`delete from auth.audit_log as l where l.actor_username = 'somebody3'`;
  await db.sql`update auth.audit_blocks set counted_at = counted_at - interval '25 hours'`;
  assert.is((await maintainBlocks()).dropped, 3);
  await assertPages(650);
});

test('concurrent workers, partition maintenance and writers do not interfere', async () => {
  await add(9_000);
  await add(3_000, '100 days', '1 minute');
  await Promise.all([
    maintainBlocks(),
    partitions(),
    add(3_000, '3 hours'),
    maintainBlocks(),
    add(3_000),
    partitions(),
    maintainBlocks(),
  ]);
  await maintainBlocks();
  await assertPages(200);
});

test('any order of inserts, deletions and counts', async () => {
  const seed = readSeed();
  const below = createRandom(seed);
  for (let step = 0; step < 12; step += 1) {
    const what = below(6);
    const days = below(300);
    if (what < 2) {
      await add(1 + below(4_000), what ? `${days} days` : `${days} hours`, what ? '3 minutes' : '1 s');
      await maintainBlocks(1); // treats these old entries as those of transactions that took longer than a minute
    } else if (what === 2) await partitions({ audit_log_retention: (30 + days) * 86_400 });
    else if (what === 3) await partitions({ audit_log_retention: 0 });
    else await maintainBlocks(2_000 + below(8_000));
    if (step % 4 === 3) await assertPages(1 + below(500), `POSTERN_TEST_SEED=${seed}, step ${step}:`);
  }
});

test.run();
