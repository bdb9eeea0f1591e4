// runner: when=cli,install,sql

// Kills `migrate` before or during some of its statements. The next run completes it with an identical schema.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertReportedAndRepaired, type KillTime, killMigrationAt } from './killed.ts';
import { createMigrationDatabase, type MigrationDatabase, writeSqlFolder } from './migration_database.ts';

const BEFORE = {
  'online/0001-words.sql': 'create index concurrently if not exists things_words on auth.things (name, id);',
};
const CHANGES = {
  ...BEFORE,
  'migrations/0002-more.sql': `create table auth.more (id bigint, constraint more_pkey primary key (id));
    alter table auth.things add column note text not null default 'none';
    insert into auth.more select t.id from auth.things as t;`,
  'migrations/0003-last.sql': 'alter table auth.more add column last text;',
  'lib/word.sql': "create function auth_lib.word() returns text language sql immutable as $$ select 'two'::text $$;",
  'lib/other.sql': "create function auth_lib.other() returns text language sql immutable as $$ select 'x'::text $$;",
  'online/0002-things.sql': 'create unique index concurrently if not exists things_name_key on auth.things (name);',
  'online/0003-more.sql': 'create index concurrently if not exists more_idx on auth.more (id);',
};
/** True in `npm run test:faults`, which tests every point. `npm test` tests every second one. */
const FULL = process.env.POSTERN_FAULT_FULL === '1';
const [older, newer] = [writeSqlFolder(BEFORE), writeSqlFolder(CHANGES)];

/**
 * Describes the schema and the rows that migrate writes, without OIDs and times, and with the prefix and the database
 * name replaced, so that descriptions of two databases can be compared.
 */
async function schemaDefinition(at: MigrationDatabase): Promise<string[]> {
  const rows = await at.sql<{ what: string }[]>`
    with ours as (select s.oid from pg_namespace as s where starts_with(s.nspname, ${at.prefix}) and s.nspname <> ${`${at.prefix}_queue`})
    select concat_ws(' ', c.oid::regclass, c.relkind, c.relowner::regrole, c.relacl, i.indisvalid, i.indisready, pg_get_indexdef(i.indexrelid),
        (select string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull), ',' order by a.attnum)
         from pg_attribute as a where a.attrelid = c.oid and a.attnum > 0)) as what
      from pg_class as c left join pg_index as i on i.indexrelid = c.oid where c.relnamespace in (select oid from ours) and c.relkind <> 't'
    union all select concat_ws(' ', p.oid::regprocedure, p.proowner::regrole, p.proacl, p.prosrc)
      from pg_proc as p where p.pronamespace in (select oid from ours)
    union all select concat_ws(' ', n.conrelid::regclass, pg_get_constraintdef(n.oid)) from pg_constraint as n where n.connamespace in (select oid from ours)
    order by 1`;
  const kept = await at.sql.unsafe<{ what: string }[]>(`
    select 'row ' || m.index || m.name as what from ${at.prefix}.migrations_applied as m
    union all select 'step ' || o.name || o.digest from ${at.prefix}.online_steps as o
    union all select 'more ' || x.id from ${at.prefix}.more as x
    union all select 'release ' || r.version || r.digest from ${at.prefix}.release as r order by 1`);
  return [...rows, ...kept].map(({ what }) => what.replaceAll(at.prefix, 'X').replaceAll(at.database, 'D'));
}

const dropSchemas = (at: MigrationDatabase) =>
  at.sql.unsafe(
    `drop schema if exists ${['', '_lib', '_api', '_queue'].map((end) => `${at.prefix}${end}`).join(', ')} cascade`,
  );

test('an empty database gets the schema that an upgrade from the older release gives', async () => {
  const at = await createMigrationDatabase();
  try {
    await at.migrate({ sql_dir: older });
    await at.migrate({ sql_dir: newer });
    const upgraded = await schemaDefinition(at);
    await dropSchemas(at);
    await at.migrate({ sql_dir: newer });
    assert.equal(await schemaDefinition(at), upgraded);
  } finally {
    await at.drop();
  }
});

test('killed at its statements in turn: the next run completes the same schema', async () => {
  const fill = async (at: MigrationDatabase): Promise<void> => {
    await at.migrate({ sql_dir: older });
    await at.sql.unsafe(`insert into ${at.prefix}.things select n, 'name ' || n from generate_series(1, 500) as n`);
  };
  const at = await createMigrationDatabase();
  const sent: string[] = [];
  await fill(at);
  await at.migrate({ sql_dir: newer, trace: (statement) => sent.push(statement) });
  const wanted = await schemaDefinition(at);
  assert.ok(sent.length > 30, 'there are statements to be killed at');
  const of = (pattern: RegExp): number => sent.findIndex((statement) => pattern.test(statement)) + 1;
  const last = (pattern: RegExp): number => sent.findLastIndex((statement) => pattern.test(statement)) + 1;
  // Points before, within and after the transaction at which `migrate` is killed.
  const points: [number, KillTime][] = [
    [of(/pg_try_advisory_lock/) + 1, 'before'],
    [of(/create table \S+more/), 'before'],
    [of(/create table \S+more/), 'during'],
    [of(/add column last/), 'during'],
    [of(/'two'::text/), 'during'],
    [of(/insert into \S+release /), 'before'],
    [of(/insert into \S+release /), 'during'],
    [of(/create unique index concurrently/), 'during'],
    [of(/create unique index concurrently/), 'before'],
    [of(/insert into \S+online_steps/), 'before'],
    [of(/insert into \S+online_steps/), 'during'],
    [last(/create index concurrently/), 'during'],
    [last(/insert into \S+online_steps/), 'before'],
    [sent.length, 'during'],
  ];
  for (const [statement] of points) assert.ok(statement > 0, 'each point is found');
  try {
    for (const [statement, how] of points.filter((_, nth) => FULL || nth % 2 === 0)) {
      // Restores the state of the older release.
      await dropSchemas(at);
      await fill(at);
      await killMigrationAt(at, statement, how, newer);
      const result = await at.migrate({ sql_dir: newer });
      assert.is(result.newer, false);
      assert.equal(
        await schemaDefinition(at),
        wanted,
        `killed ${how} statement ${statement}: ${sent[statement - 1]?.slice(0, 80)}`,
      );
      assert.equal((await at.migrate({ sql_dir: newer })).steps, []);
    }
  } finally {
    await at.drop();
  }
});

test('killed inside roles.sql, before the owner exists: doctor reports it, migrate completes it, doctor finds nothing', () =>
  assertReportedAndRepaired({ name: 'the first role', statement: /^create role \S+_owner/, how: 'before' }));

test.run();
