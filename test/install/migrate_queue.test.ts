// migrate also upgrades the job queue's tables, which belong to pg-boss.
import { getRollbackPlans } from 'pg-boss';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planMigrate } from '../../install/migrate/plan.ts';
import { QUEUE_VERSION } from '../../install/migrate/queue.ts';
import { connect, createMigrationDatabase, type MigrationDatabase } from './migration_database.ts';

let at: MigrationDatabase;
test.before(async () => {
  at = await createMigrationDatabase();
  await at.migrate();
});
test.after(() => at.drop());

/** Restores the tables of the previous pg-boss version. */
async function restoreOldQueueTables(): Promise<void> {
  const one = connect(at.url, 1);
  await one.unsafe(`set role ${at.prefix}_owner; ${getRollbackPlans(`${at.prefix}_queue`, QUEUE_VERSION)}`);
  await one.end();
}

test('upgrades a job queue of an older pg-boss and grants the worker rights to its new parts', async () => {
  await restoreOldQueueTables();
  const version = () =>
    at.sql.unsafe(`select version from ${at.prefix}_queue.version`).then((rows) => rows[0]?.version);
  assert.is(await version(), QUEUE_VERSION - 1);
  const result = await at.migrate();
  assert.is(result.steps[0], `job queue: pg-boss schema ${QUEUE_VERSION}`);
  assert.is(await version(), QUEUE_VERSION);
  const barred = await at.sql`
    select p.oid::regprocedure::text as name from pg_proc as p where p.pronamespace = ${`${at.prefix}_queue`}::regnamespace
      and not has_function_privilege(${`${at.prefix}_worker`}, p.oid, 'EXECUTE')
    union all select c.oid::regclass::text from pg_class as c where c.relnamespace = ${`${at.prefix}_queue`}::regnamespace
      and c.relkind in ('r', 'p') and not has_table_privilege(${`${at.prefix}_worker`}, c.oid, 'INSERT')`;
  assert.equal([...barred], []);
  assert.is((await at.migrate()).changed, false);

  // State after migrate was killed after its transaction: pg-boss assumes that these indexes are built.
  await at.sql.unsafe(`drop index ${at.prefix}_queue.job_common_i12;
    update pg_index set indisvalid = false where indexrelid = '${at.prefix}_queue.job_common_i7'::regclass`);
  const text = await planMigrate(at.options(), { install: false });
  assert.match(text, /outside a transaction\.\n-- An invalid index job_common_i12 of an earlier attempt/);
  assert.equal((await at.migrate()).steps, ['job queue: 2 indexes']);
  const [built] =
    await at.sql`select count(*)::int as many from pg_index as i join pg_class as c on c.oid = i.indexrelid
    where c.relnamespace = ${`${at.prefix}_queue`}::regnamespace and c.relname in ('job_common_i7', 'job_common_i12') and i.indisvalid`;
  assert.is(built?.many, 2);
  assert.is((await at.migrate()).changed, false);
});

test('F-28: an upgrade of the job queue is one transaction with its grants, and waits for its tables in short attempts', async () => {
  await restoreOldQueueTables();
  const holder = await at.sql.reserve();
  await holder.unsafe(`begin; select count(*) from ${at.prefix}_queue.job`);
  const sent: string[] = [];
  const migrating = at.migrate({ trace: (statement) => sent.push(statement) });
  // These reads queue behind migrate's request for the table lock, like the sign-up of a user. The reads return because
  // migrate waits in short attempts.
  while (at.log.filter((line) => /_queue\.job is in use by process .*retrying/.test(line)).length < 2)
    await at.sql.unsafe(`select count(*) from ${at.prefix}_queue.job`);
  await holder.unsafe('commit');
  holder.release();
  await migrating;
  assert.not(sent.some((statement) => /lock_timeout = '?30000/.test(statement)));
  const at_version = sent.findLastIndex((statement) => /^\s*update \S+\.version set version/i.test(statement));
  const at_release = sent.findLastIndex((statement) => /^insert into \S+release /.test(statement));
  assert.ok(at_version > 0 && at_version < at_release);
  assert.equal(
    sent.slice(at_version, at_release).filter((statement) => /^(commit|begin|rollback)/i.test(statement.trim())),
    [],
  );
});

test.run();
