// maintain_partitions creates audit partitions three months ahead, moves late entries into their month, and drops old
// months. It also creates and drops the daily partitions of refused requests. Concurrent calls are safe.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

const keep = async (settings: Record<string, unknown> | null = null) =>
  (
    await db.sql`select auth_api.maintain_partitions(settings => ${settings && JSON.stringify(settings)}::text::jsonb) as r`
  )[0]?.r;
const months = async (): Promise<string[]> =>
  (
    await db.sql`select c.relname as name from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
    where i.inhparent = 'auth.audit_log'::regclass order by 1`
  ).map((row) => row.name);
const dropMonths = async (): Promise<void> => {
  for (const name of await months()) if (name !== 'audit_log_default') await db.sql.unsafe(`drop table auth.${name}`);
};
const entry = (ago: string) => db.sql`
  insert into auth.audit_log (created_at, id, actor_id, actor_username, actions)
  values (now() - ${ago}::interval, gen_random_uuid(), gen_random_uuid(), 'ada', '{login}')`;
const names = async (from: number, to: number): Promise<string[]> =>
  (
    await db.sql`select 'audit_log_' || to_char(date_trunc('month', now() at time zone 'UTC') + make_interval(months => m), 'YYYY_MM') as name
    from generate_series(${from}::integer, ${to}::integer) as m`
  ).map((row) => row.name);

test.before.each(async () => {
  await dropMonths();
  await db.sql`delete from auth.audit_log`;
  await db.sql`delete from auth.audit_log_late`;
});

test('this month and the next three, once, each with the primary key and the indexes of the parent, closed to all', async () => {
  assert.equal(await keep(), { created: 4, dropped: 0, late: 0 });
  assert.equal(await months(), [...(await names(0, 3)), 'audit_log_default']);
  assert.equal(await keep({}), { created: 0, dropped: 0, late: 0 });
  const [month] = await db.sql`
    select (select count(*)::integer from pg_index as i where i.indrelid = c.oid) as indexes, c.relrowsecurity as rls,
      pg_get_userbyid(c.relowner) as owner from pg_class as c where c.relname = ${(await months())[0] ?? ''}`;
  assert.equal({ ...month }, { indexes: 4, rls: true, owner: 'auth_owner' });
});

test('rows that arrived before the partition of their month existed are moved into it later', async () => {
  await entry('0');
  await entry('70 days');
  await keep();
  assert.is((await db.sql`select from auth.audit_log_default`).length, 0);
  assert.is((await db.sql`select from auth.audit_log`).length, 2);
  assert.ok((await months()).length >= 6);
  await entry('0');
  assert.is((await db.sql`select from auth.audit_log_default`).length, 0);
});

test('F-34: a worker that was down for months moves rows in bounded calls, the newest first, while others write', async () => {
  const many = 12_000;
  await db.sql`
    insert into auth.audit_log (created_at, id, actor_id, actor_username, actions)
    select now() - n * interval '10 minutes', gen_random_uuid(), gen_random_uuid(), 'ada', '{login}' from generate_series(1, ${many}::integer) as n`;
  const seen = async () =>
    (await db.sql`select count(*)::integer as rows, min(created_at) as oldest from auth.audit_log`)[0];
  assert.is((await keep()).late, 1);
  const first = await seen();
  assert.is(first?.rows, 5_000, 'no more than a batch in one call');
  await entry('0');
  assert.is((await db.sql`select from auth.audit_log_default`).length, 0, 'what is written now has its month');
  assert.is((await keep()).late, 1);
  const second = await seen();
  assert.is(second?.rows, 10_001);
  assert.ok(second?.oldest < first?.oldest, 'the newest came first');
  assert.is((await keep()).late, 0);
  assert.is((await seen())?.rows, many + 1);
  assert.equal(await keep(), { created: 0, dropped: 0, late: 0 });
});

test('after an exchange the default partition is unchanged: names, indexes, row security, and the next exchange', async () => {
  const facts = () => db.sql`
    select c.relname as name, c.relispartition as partition, c.relrowsecurity as rls, obj_description(c.oid, 'pg_class') as comment,
      array(select i.indexrelid::regclass::text from pg_index as i where i.indrelid = c.oid order by 1) as indexes,
      array(select k.conname::text from pg_constraint as k where k.conrelid = c.oid order by 1) as constraints
    from pg_class as c where c.relname in ('audit_log_default', 'audit_log_late') order by 1`;
  const before = (await facts()).map((row) => ({ ...row }));
  for (let time = 0; time < 2; time += 1) {
    await dropMonths();
    await entry('0');
    await keep();
    assert.equal(
      (await facts()).map((row) => ({ ...row })),
      before,
    );
  }
});

test('drops months past the retention completely, and keeps the rest', async () => {
  await entry('0');
  await entry('40 days');
  await entry('200 days');
  await keep();
  const before = await months();
  assert.equal(await keep({ audit_log_retention: 0 }), { created: 0, dropped: 0, late: 0 });
  const done = await keep({ audit_log_retention: 90 * 86400 });
  assert.is(done.dropped, 1);
  assert.is((await months()).length, before.length - 1);
  assert.is((await db.sql`select from auth.audit_log`).length, 2);
});

test('without a retention keeps a year and a month, and no argument makes it shorter than a month', async () => {
  for (const ago of ['0', '20 days', '29 days', '390 days', '470 days']) await entry(ago);
  const kept = async () => (await db.sql`select from auth.audit_log`).length;
  await keep({ audit_log_retention: 0 });
  assert.is(await kept(), 5, '0 is for ever');
  await keep();
  assert.is(await kept(), 4);
  for (const audit_log_retention of [31 * 86400, 86400, 1, -1, -1e9]) {
    await keep({ audit_log_retention });
    assert.is(await kept(), 3, String(audit_log_retention));
  }
});

test('rows past the retention create no month', async () => {
  await entry('400 days');
  assert.equal(await keep({ audit_log_retention: 86400 }), { created: 4, dropped: 0, late: 0 });
  assert.is((await db.sql`select from auth.audit_log`).length, 0);
});

test('entries written while months are created neither stop them nor fail', async () => {
  const waiting = async (most: number) => {
    const count = async () =>
      (
        await db.sql`select from pg_locks as l join pg_class as c on c.oid = l.relation
        where not l.granted and c.relname in ('audit_log', 'audit_log_default')`
      ).length;
    for (let looks = 0; looks < 500 && (await count()) < most; looks += 1)
      await new Promise((next) => setTimeout(next, 10));
    assert.is(await count(), most);
  };
  const outcome = (work: PromiseLike<unknown>) => Promise.resolve(work).then(() => 'done', String);
  const running = await db.sql.begin(async (tx) => {
    await tx`
      insert into auth.audit_log (created_at, id, actor_id, actor_username, actions)
      values (now(), gen_random_uuid(), gen_random_uuid(), 'ada', '{login}')`;
    const keeping = outcome(keep());
    await waiting(1);
    const writing = outcome(entry('0'));
    await waiting(2);
    return { keeping, writing };
  });
  assert.equal([await running.keeping, await running.writing], ['done', 'done']);
  await keep();
  assert.is((await db.sql`select from auth.audit_log`).length, 2);
  assert.is((await db.sql`select from auth.audit_log_default`).length, 0);
});

test('concurrent calls with a writer: each month once, no row lost, no error', async () => {
  let written = 0;
  let writing = true;
  const writer = (async () => {
    while (writing) {
      await entry('0');
      written += 1;
    }
  })();
  const all = await Promise.all(Array.from({ length: 4 }, () => keep())).finally(() => {
    writing = false;
    return writer;
  });
  assert.is(all.filter((done) => done.created > 0).length, 1);
  assert.is((await db.sql`select from auth.audit_log`).length, written);
  await keep();
  assert.is((await db.sql`select from auth.audit_log_default`).length, 0);
});

const days = async (): Promise<string[]> =>
  (
    await db.sql`select c.relname as name from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
    where i.inhparent = 'auth.refusals'::regclass order by 1`
  ).map((row) => row.name);
const refused = (ago: string) => db.sql`insert into auth.refusals (at, id, request_id, route, code, status)
  values (now() - ${ago}::interval, gen_random_uuid(), ${ago}, '/token', 'x', 400)`;
const refusedBefore = async (): Promise<string[]> =>
  (await db.sql`select request_id from auth.refusals order by at desc`).map((row) => row.request_id);

test('refused requests: a partition for today and the next three days, closed to all; a day with rows elsewhere gets none', async () => {
  // The template database has partitions too, which end a day earlier if it was created before midnight.
  for (const name of await days()) if (name !== 'refusals_default') await db.sql.unsafe(`drop table auth.${name}`);
  await keep();
  const found = await days();
  assert.is(found.length, 5);
  for (const name of found) {
    const [row] = await db.sql`select relrowsecurity as rls from pg_class where relname = ${name}`;
    assert.is(row?.rls, true, name);
  }
  await db.sql.unsafe(`drop table auth.${found[0]}`);
  await refused('0');
  await keep();
  assert.is((await days()).length, 4);
  assert.equal(await refusedBefore(), ['0']);
  await db.sql`delete from auth.refusals`;
  await keep();
  assert.is((await days()).length, 5);
});

test('refused requests: seven days, or the setting; whole days are dropped', async () => {
  await refused('6 days');
  await refused('8 days');
  await keep();
  assert.equal(await refusedBefore(), ['6 days']);
  await keep({ refusal_retention: 5 * 86_400 });
  assert.equal(await refusedBefore(), []);
  await refused('23 hours');
  await keep({ refusal_retention: 1 });
  assert.equal(await refusedBefore(), ['23 hours'], 'a day at least');
  await db.sql`create table auth.refusals_2020_01_01 partition of auth.refusals for values from ('2020-01-01 00:00+00') to ('2020-01-02 00:00+00')`;
  await keep();
  assert.ok(!(await days()).includes('refusals_2020_01_01'));
  await db.sql`delete from auth.refusals`;
});

test.run();
