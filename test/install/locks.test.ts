// The locks that plan reports for a list of statements equal those in pg_locks. Each statement runs in a transaction
// that is rolled back.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readLocks } from '../../install/migrate/locks.ts';
import { planMigrate } from '../../install/migrate/plan.ts';
import { statementRowEffect } from '../../install/migrate/row_effect.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { createMigrationDatabase, writeSqlFolder } from './migration_database.ts';

let db: TestDatabase;
test.before(async () => {
  db = await createDatabase({ template: 'empty' });
  await db.sql.unsafe(`
    create schema s;
    create table s.users (id bigint primary key, name text, note text);
    create table s.cards (id bigint primary key, user_id bigint);
    create table s.parts (day date not null, x int) partition by range (day);
    create table s.part (day date not null, x int);
    create index users_note_idx on s.users (note);
    create view s.names as select u.name from s.users as u;
    create policy all_of_them on s.users using (true);
    create function s.nothing() returns trigger language plpgsql as 'begin return new; end';
    create trigger cards_nothing after insert on s.cards for each row execute function s.nothing();
    alter table s.cards add constraint cards_x_check check (id > 0) not valid`);
});
test.after(() => db?.drop());

const STATEMENTS = [
  'alter table s.users add column nickname text',
  'alter table s.users -- why\n add column "Odd, (name" text, alter column note set default $$a, b$$',
  'alter table s.users alter column note set statistics 500',
  'alter table s.users set (fillfactor = 80)',
  'alter table s.users set (fillfactor = 80), add column x int',
  'alter table s.cards validate constraint cards_x_check',
  'alter table s.cards add constraint cards_user_fkey foreign key (user_id) references s.users (id)',
  'alter table s.cards add column owner_id bigint references s.users (id)',
  'alter table s.cards disable trigger cards_nothing',
  'alter table s.cards add constraint cards_y_check check (id > 1) not valid',
  "alter table s.parts attach partition s.part for values from ('2026-01-01') to ('2026-02-01')",
  'alter table only s.users enable row level security',
  'create table s.notes (id bigint primary key, user_id bigint references s.users (id), about text)',
  "create table s.part2 partition of s.parts for values from ('2027-01-01') to ('2027-02-01')",
  'create index users_name_idx on s.users (name)',
  'create unique index users_name_key on only s.users using btree (lower(name), id) where id > 0',
  'drop index s.users_note_idx',
  'drop table s.cards',
  'drop view if exists s.names',
  'create trigger cards_again before update on s.cards for each row execute function s.nothing()',
  'drop trigger cards_nothing on s.cards',
  'create policy another on s.users for select using (id > 1)',
  'drop policy all_of_them on s.users',
  "comment on table s.users is 'alter table s.cards'",
  "comment on column s.users.note is 'Words.'",
  "insert into s.users (id, name) values (1, 'a')",
  'insert into s.cards (id) select u.id from s.users as u on conflict (id) do update set user_id = 2',
  'update s.users as u set name = $$b$$ where u.id = 1',
  'delete from s.cards as c using s.users as u where u.id = c.user_id',
  'with gone as (delete from s.cards returning id) update s.users set note = null where id in (select id from gone)',
  'truncate s.cards',
  'lock table s.users in share row exclusive mode',
  'create function s.more() returns int language sql as $$ select 1 $$',
  'grant select on s.users to public',
];

/** Further statements for the test that detects which rows a statement reads or writes, because locks do not show it. */
const ROWS = [
  'alter table s.users alter column id type numeric',
  'alter table s.users alter column name set not null',
  'alter table s.users add column made uuid not null default gen_random_uuid()',
  "alter table s.users add column made timestamptz not null default '2026-01-01'",
  'alter table s.users add column code text constraint code_check check (length(code) < 9)',
  'alter table s.users add column serial_number bigserial',
  'alter table s.users add constraint name_check check (length(name) < 9)',
  'alter table s.users add constraint name_check check (length(name) < 9) not valid',
  'alter table s.users add constraint name_key unique (name)',
  'alter table s.users drop column note',
  'alter table s.users set unlogged',
];

for (const statement of STATEMENTS) {
  test(`locks of: ${statement.replaceAll('\n', ' ')}`, async () => {
    const server = await db.sql
      .begin(async (tx) => {
        // Stores the relations first, because dropped relations are no longer in the catalog.
        await tx.unsafe(`create temp table before on commit drop as
          select c.oid, 's.' || coalesce(t.relname, c.relname) as relation from pg_class as c
          left join pg_index as i on i.indexrelid = c.oid left join pg_class as t on t.oid = i.indrelid
          where c.relnamespace = 's'::regnamespace`);
        const rows = async () => tx<{ relation: string; mode: string }[]>`
          select b.relation, l.mode from pg_locks as l join before as b on b.oid = l.relation
          where l.pid = pg_backend_pid() and l.database = (select oid from pg_database where datname = current_database())`;
        await tx.unsafe(statement);
        throw Object.assign(new Error('enough'), { locks: [...(await rows())] });
      })
      .catch((error: { locks?: { relation: string; mode: string }[] }) => {
        if (!error.locks) throw error;
        return error.locks;
      });
    // Lock modes in ascending strength, without AccessShareLock, which reads take, and ExclusiveLock, which no
    // statement here takes. An index counts as its table.
    const order = [
      'RowShareLock',
      'RowExclusiveLock',
      'ShareUpdateExclusiveLock',
      'ShareLock',
      'ShareRowExclusiveLock',
      'AccessExclusiveLock',
    ];
    const strongest = (locks: { relation: string; rank: number }[]): Record<string, number> => {
      const most: Record<string, number> = {};
      for (const { relation, rank } of locks) if (rank >= 0) most[relation] = Math.max(most[relation] ?? -1, rank);
      return most;
    };
    const ranks = [
      'ROW SHARE',
      'ROW EXCLUSIVE',
      'SHARE UPDATE EXCLUSIVE',
      'SHARE',
      'SHARE ROW EXCLUSIVE',
      'ACCESS EXCLUSIVE',
    ];
    const locks = strongest(
      readLocks(statement)
        .map(({ relation, mode }) => ({
          relation: relation === 's.users_note_idx' ? 's.users' : relation,
          rank: ranks.indexOf(mode),
        }))
        .filter(({ relation }) => !['s.notes', 's.part2'].includes(relation)),
    );
    const taken = strongest(server.map(({ relation, mode }) => ({ relation, rank: order.indexOf(mode) })));
    for (const [relation, rank] of Object.entries(taken))
      assert.is(ranks[locks[relation] ?? -1], ranks[rank], `${relation}: the server takes ${order[rank]}`);
    for (const relation of Object.keys(locks)) assert.ok(relation in taken, `${relation} is not locked`);
  });
}

for (const statement of [...STATEMENTS, ...ROWS]) {
  test(`rows of: ${statement.replaceAll('\n', ' ')}`, async () => {
    const counts = await db.sql
      .begin(async (tx) => {
        const rows = async () => tx<{ relation: string; file: string; scans: number; writes: number }[]>`
          select 's.' || c.relname as relation, pg_relation_filenode(c.oid)::text as file,
            pg_stat_get_xact_numscans(c.oid)::integer as scans,
            (pg_stat_get_xact_tuples_updated(c.oid) + pg_stat_get_xact_tuples_deleted(c.oid))::integer as writes
          from pg_class as c where c.relnamespace = 's'::regnamespace and c.relkind = 'r'`;
        const before = [...(await rows())];
        await tx.unsafe(statement);
        throw Object.assign(new Error('enough'), { counts: { before, after: [...(await rows())] } });
      })
      .catch(
        (error: {
          counts?: Record<'before' | 'after', { relation: string; file: string; scans: number; writes: number }[]>;
        }) => {
          if (!error.counts) throw error;
          return error.counts;
        },
      );
    for (const old of counts.before) {
      const now = counts.after.find(({ relation }) => relation === old.relation);
      const named = readLocks(statement).some(({ relation }) => relation === old.relation);
      if (now === undefined || !named) continue;
      const level = statementRowEffect(statement, old.relation);
      if (/^truncate/.test(statement)) assert.is(level, 'writes');
      else assert.is(now.file !== old.file, level === 'rewrites', `${old.relation}: ${level}, and its file`);
      const looked = now.scans > old.scans || now.writes > old.writes;
      // If plan reports that no row is read or written, the statement must not read or write any.
      if (level === 'none') assert.not.ok(looked, `${old.relation}: no row is said to be touched`);
      // A foreign key is checked only for rows with a value in its column.
      if (level === 'reads' && !statement.includes('references')) assert.ok(looked, `${old.relation}: ${level}`);
    }
  });
}

test('a plan names existing tables, their rows and sizes, the lock, and the statement; a new installation names none', async () => {
  const at = await createMigrationDatabase();
  try {
    await at.migrate({ sql_dir: writeSqlFolder() });
    await at.sql.unsafe(
      `insert into ${at.prefix}.things select n, 'a' from generate_series(1, 700) as n; analyze ${at.prefix}.things`,
    );
    const changes = {
      'migrations/0002-more.sql': `create table auth.more (id bigint references auth.things (id));
        alter table auth.things add column note text; update auth.things set note = name;`,
      'online/0002-more.sql': 'create index concurrently if not exists more_idx on auth.things (note);',
    };
    const tree = writeSqlFolder(changes);
    const text = await planMigrate(at.options({ sql_dir: tree }), { install: false });
    const p = at.prefix;
    assert.match(text, new RegExp(`^--   ${p}.things: about 700 rows, \\d+ kB$`, 'm'));
    assert.match(
      text,
      new RegExp(
        `ACCESS EXCLUSIVE \\(blocks reads and writes\\): sql/migrations/0002-more.sql: alter table ${p}.things add column note text \\[no row\\]$`,
        'm',
      ),
    );
    assert.match(text, /SHARE ROW EXCLUSIVE \(blocks writes\): sql\/migrations\/0002-more\.sql: create table/);
    assert.match(text, /ROW EXCLUSIVE \(blocks writes to the same rows\): .*update.* \[writes all of about 700 rows\]/);
    assert.match(
      text,
      /SHARE UPDATE EXCLUSIVE \(blocks only VACUUM.*online\/0002-more\.sql.* \[reads all of about 700 rows\]/,
    );
    assert.not.match(text, new RegExp(`--   ${p}.more:`));
    await at.migrate({ sql_dir: tree });
    const functions = writeSqlFolder({
      ...changes,
      'lib/word.sql':
        "create function auth_lib.word() returns text language sql immutable as $$ select 'two'::text $$;",
    });
    assert.match(
      await planMigrate(at.options({ sql_dir: functions }), { install: false }),
      /^-- It locks no existing table\.$/m,
    );
  } finally {
    await at.drop();
  }
  const empty = await createMigrationDatabase();
  try {
    assert.not.match(await planMigrate(empty.options({ sql_dir: writeSqlFolder() }), { install: false }), /locks/);
  } finally {
    await empty.drop();
  }
});

test.run();
