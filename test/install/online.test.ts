// Migration steps outside the transaction: each step runs once, after the transaction. A step that was interrupted runs
// again.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findBuiltIndex } from '../../install/migrate/online.ts';
import {
  createMigrationDatabase,
  expectMigrationRefused,
  type MigrationDatabase,
  writeSqlFolder,
} from './migration_database.ts';

const STEP = 'create unique index concurrently if not exists things_name_key on auth.things (name);';
const tree = writeSqlFolder({ 'online/0002-things-name.sql': `-- Names are looked up.\n${STEP}` });

let at: MigrationDatabase;
test.before.each(async () => {
  at = await createMigrationDatabase();
});
test.after.each(() => at.drop());

async function listNameKeyIndexes(): Promise<{ name: string; valid: boolean; owner: string }[]> {
  const rows = await at.sql<{ name: string; valid: boolean; owner: string }[]>`
    select c.relname::text as name, i.indisvalid as valid, c.relowner::regrole::text as owner
    from pg_index as i join pg_class as c on c.oid = i.indexrelid where c.relname = 'things_name_key'`;
  return [...rows];
}

test('a step runs once, as the owner, and is recorded', async () => {
  const first = await at.migrate({ sql_dir: tree });
  assert.ok(first.steps.includes('sql/online/0002-things-name.sql'));
  assert.equal(await listNameKeyIndexes(), [{ name: 'things_name_key', valid: true, owner: `${at.prefix}_owner` }]);
  const rows = await at.sql.unsafe(`select name from ${at.prefix}.online_steps`);
  assert.equal([...rows], [{ name: 'online/0002-things-name.sql' }]);
  assert.is((await at.migrate({ sql_dir: tree })).changed, false);
});

test('a failed build leaves an invalid index, which the next migrate drops and rebuilds', async () => {
  await at.migrate({ sql_dir: writeSqlFolder() });
  await at.sql.unsafe(`insert into ${at.prefix}.things values (1, 'same'), (2, 'same')`);
  await at.migrate({ sql_dir: tree }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /could not create unique index/),
  );
  assert.is((await listNameKeyIndexes())[0]?.valid, false);
  await at.sql.unsafe(`delete from ${at.prefix}.things where id = 2`);
  const result = await at.migrate({ sql_dir: tree });
  assert.equal(result.steps, ['sql/online/0002-things-name.sql']);
  assert.is((await listNameKeyIndexes())[0]?.valid, true);
  assert.ok(at.log.some((line) => line.includes('interrupted build')));
});

test('a step that ran but was not recorded (killed in between) does not fail', async () => {
  await at.migrate({ sql_dir: tree });
  await at.sql.unsafe(`delete from ${at.prefix}.online_steps`);
  assert.is((await at.migrate({ sql_dir: tree })).changed, true);
  assert.is((await listNameKeyIndexes())[0]?.valid, true);
});

test('a step waits for an old transaction without blocking writers, and other migrates wait for it', async () => {
  await at.migrate({ sql_dir: writeSqlFolder() });
  const holder = await at.sql.reserve();
  await holder.unsafe(`begin; insert into ${at.prefix}.things values (1, 'a')`);
  const both = [at.migrate({ sql_dir: tree }), at.migrate({ sql_dir: tree })];
  const building = () => at.sql`
    select from pg_stat_activity where datname = ${at.database} and query ~* 'create unique index' and wait_event_type = 'Lock'`;
  while ((await building()).length === 0) await sleep(20);
  // Fails if the index build holds or awaits a lock that blocks writers.
  await at.sql.unsafe(`lock table ${at.prefix}.things in row exclusive mode nowait;
    insert into ${at.prefix}.things values (2, 'b'); select count(*) from ${at.prefix}.things`);
  assert.is((await building()).length, 1, 'the build still waits');
  await holder.unsafe('commit');
  holder.release();
  const results = await Promise.all(both);
  assert.equal(results.map((result) => result.changed).sort(), [false, true]);
  assert.is((await listNameKeyIndexes())[0]?.valid, true);
});

test('refuses a step that has changed since it ran, and one with two statements', async () => {
  await at.migrate({ sql_dir: tree });
  const changed = writeSqlFolder({ 'online/0002-things-name.sql': STEP.replace('(name)', '(id)') });
  assert.match(await expectMigrationRefused(at.migrate({ sql_dir: changed })), /has changed since/);
  const two = writeSqlFolder({ 'online/0002-things-name.sql': `${STEP} ${STEP}` });
  assert.match(await expectMigrationRefused(at.migrate({ sql_dir: two })), /exactly one statement/);
});

test('finds the index of a statement in every spelling', () => {
  assert.is(findBuiltIndex('create index concurrently a_idx on auth.t (x)'), 'a_idx');
  assert.is(findBuiltIndex('-- why\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS A_idx ON auth.t (x);'), 'a_idx');
  assert.is(findBuiltIndex('create index concurrently "Odd ""one" on auth.t (x)'), 'Odd "one');
  assert.is(findBuiltIndex('alter table auth.t validate constraint c'), null);
  assert.is(findBuiltIndex('reindex index concurrently auth.a_idx'), null);
});

test.run();
