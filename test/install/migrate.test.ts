// runner: when=cli,install,sql

// migrate on an empty database, a second time, and with changed SQL files, and its errors.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RELEASE } from '../../core/database/release.ts';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import {
  catalogText,
  createMigrationDatabase,
  expectMigrationRefused,
  type MigrationDatabase,
  SMALL_SQL_FOLDER,
  withDatabase,
  writeSqlFolder,
} from './migration_database.ts';

const homes: MigrationDatabase[] = [];
async function createTemporaryDatabase(
  o: Parameters<typeof createMigrationDatabase>[0] = {},
): Promise<MigrationDatabase> {
  const made = await createMigrationDatabase(o);
  homes.push(made);
  return made;
}
test.after(async () => {
  for (const made of homes) await made.drop();
});

test('an empty database gets everything, and a second migrate does nothing', async () => {
  const at = await createTemporaryDatabase();
  const first = await at.migrate();
  assert.is(first.changed, true);
  assert.is(first.newer, false);
  const [release] = await at.sql.unsafe(`select version, digest, min_gateway from ${at.prefix}.release`);
  assert.equal(release, { ...RELEASE, digest: first.state.digest });
  const before = await catalogText(at.sql, at.prefix);
  const second = await at.migrate();
  assert.equal({ changed: second.changed, steps: second.steps }, { changed: false, steps: [] });
  assert.is(await catalogText(at.sql, at.prefix), before);
});

test('everything belongs to the owner role, and public may run only the functions granted to it', async () => {
  const at = await createTemporaryDatabase();
  await at.migrate();
  const strangers = await at.sql`
    select c.oid::regclass::text as name from pg_class as c
      where starts_with(c.relnamespace::regnamespace::text, ${at.prefix}) and c.relowner::regrole::text <> ${`${at.prefix}_owner`}
    union all select p.oid::regprocedure::text from pg_proc as p
      where starts_with(p.pronamespace::regnamespace::text, ${at.prefix}) and p.proowner::regrole::text <> ${`${at.prefix}_owner`}
    union all select s.nspname::text from pg_namespace as s
      where starts_with(s.nspname, ${at.prefix}) and s.nspowner::regrole::text <> ${`${at.prefix}_owner`}`;
  // Hooks and triggers of the operator must not run as the owner.
  assert.equal(
    strangers.map(({ name }) => name).sort(),
    ['run_deferred()', 'run_delete(uuid)', 'run_hook(text,text,jsonb)'].map((name) => `${at.prefix}_lib.${name}`),
  );
  const open = await at.sql`
    select p.pronamespace::regnamespace::text as schema, p.proname::text as name from pg_proc as p
    where starts_with(p.pronamespace::regnamespace::text, ${at.prefix})
      and (p.proacl is null or exists (select from aclexplode(p.proacl) as a where a.grantee = 0))
    order by 2`;
  assert.equal(
    open.map((row) => `${row.schema}.${row.name}`),
    ['aal', 'client_id', 'email', 'jwt', 'role', 'session_is_live', 'uid'].map((name) => `${at.prefix}.${name}`),
  );
});

test('rebuilds changed functions and leaves unchanged ones alone', async () => {
  const at = await createTemporaryDatabase();
  await at.migrate({ sql_dir: writeSqlFolder() });
  const say = () => at.sql.unsafe(`select ${at.prefix}_api.say() as said`).then((rows) => rows[0]?.said);
  assert.is(await say(), 'one');
  const changed = writeSqlFolder({ 'lib/word.sql': SMALL_SQL_FOLDER['lib/word.sql']?.replace("'one'", "'two'") ?? '' });
  const result = await at.migrate({ sql_dir: changed });
  assert.equal(result.steps, [
    `functions: ${Object.keys(SMALL_SQL_FOLDER).length} files`,
    `release ${RELEASE.version}`,
  ]);
  assert.is(await say(), 'two');
  // Removing a file drops its function.
  await at.migrate({ sql_dir: writeSqlFolder({ 'api/say.sql': null }) });
  assert.equal([...(await at.sql`select from pg_proc where proname = 'say'`)], []);
});

test('functions called by policies keep their oid through a rebuild', async () => {
  const at = await createTemporaryDatabase();
  await at.migrate({ sql_dir: writeSqlFolder() });
  await at.sql.unsafe(`create table public.notes (owner uuid); alter table public.notes enable row level security;
    create policy mine on public.notes using (owner = ${at.prefix}.uid())`);
  const [before] = await at.sql.unsafe(`select '${at.prefix}.uid()'::regprocedure::oid as oid`);
  await at.migrate({
    sql_dir: writeSqlFolder({
      'lib/more.sql': 'create function auth_lib.more() returns int language sql as $$ select 1 $$;',
    }),
  });
  const [after] = await at.sql.unsafe(`select '${at.prefix}.uid()'::regprocedure::oid as oid`);
  assert.equal(after, before);
});

test('a dependent object outside our schemas stops the migrate and is named', async () => {
  const at = await createTemporaryDatabase();
  await at.migrate({ sql_dir: writeSqlFolder() });
  await at.sql.unsafe(`create table public.notes (said jsonb default ${at.prefix}_api.say())`);
  const before = await catalogText(at.sql, at.prefix);
  const sentence = await expectMigrationRefused(
    at.migrate({
      sql_dir: writeSqlFolder({ 'lib/word.sql': SMALL_SQL_FOLDER['lib/word.sql']?.replace('one', 'two') ?? '' }),
    }),
  );
  assert.match(sentence, /notes/);
  assert.is(await catalogText(at.sql, at.prefix), before);
});

test('a view of the old release does not block a migration of its table', async () => {
  const at = await createTemporaryDatabase();
  const view = { 'api/names.sql': 'create view auth_api.names as select t.name from auth.things as t;' };
  await at.migrate({ sql_dir: writeSqlFolder(view) });
  const next = { ...view, 'migrations/0002-name.sql': 'alter table auth.things alter column name type varchar(99);' };
  await at.migrate({
    sql_dir: writeSqlFolder({
      ...next,
      'lib/more.sql': 'create function auth_lib.more() returns int language sql as $$ select 1 $$;',
    }),
  });
  const [row] = await at.sql.unsafe(`select pg_typeof(n.name)::text as type from ${at.prefix}_api.names as n`);
  assert.is(row, undefined);
  assert.is((await at.sql`select from pg_class where relname = 'names' and relkind = 'v'`).length, 1);
});

test('a failing file rolls back the whole transaction and is named', async () => {
  const at = await createTemporaryDatabase();
  await at.migrate({ sql_dir: writeSqlFolder() });
  const before = await catalogText(at.sql, at.prefix);
  const broken = writeSqlFolder({
    'migrations/0002-more.sql': 'create table auth.more (id int);',
    'api/twice.sql': SMALL_SQL_FOLDER['api/say.sql'] ?? '',
  });
  await at.migrate({ sql_dir: broken }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /sql\/api\/twice\.sql: function "say" already exists/),
  );
  assert.is(await catalogText(at.sql, at.prefix), before);
});

test('refuses an edited and a missing migration', async () => {
  const at = await createTemporaryDatabase();
  const second = { 'migrations/0002-more.sql': 'create table auth.more (id int);' };
  const third = { 'migrations/0003-last.sql': 'create table auth.last (id int);' };
  await at.migrate({ sql_dir: writeSqlFolder({ ...second, ...third }) });
  const before = await catalogText(at.sql, at.prefix);
  const edited = { 'migrations/0002-more.sql': 'create table auth.more (id bigint);' };
  assert.match(
    await expectMigrationRefused(at.migrate({ sql_dir: writeSqlFolder({ ...edited, ...third }) })),
    /0002-more\.sql.*Never edit a released migration/,
  );
  assert.match(await expectMigrationRefused(at.migrate({ sql_dir: writeSqlFolder(third) })), /0002-more\.sql/);
  const late = { 'migrations/0002-late.sql': '', 'migrations/0004-more.sql': second['migrations/0002-more.sql'] };
  const after = { 'migrations/0001-init.sql': SMALL_SQL_FOLDER['migrations/0001-init.sql'] ?? '', ...third };
  const other = await createTemporaryDatabase();
  await other.migrate({ sql_dir: writeSqlFolder(after) });
  assert.match(
    await expectMigrationRefused(other.migrate({ sql_dir: writeSqlFolder({ ...after, ...late }) })),
    /0002-late\.sql comes before/,
  );
  assert.match(
    await expectMigrationRefused(at.migrate({ sql_dir: writeSqlFolder({ 'migrations/two.sql': '' }) })),
    /named like 0001-init\.sql/,
  );
  assert.is(await catalogText(at.sql, at.prefix), before);
});

test('does not touch a schema of another application, and says what to do', async () => {
  const at = await createTemporaryDatabase();
  await at.sql.unsafe(`create schema ${at.prefix}; create table ${at.prefix}.users (id uuid)`);
  const before = await catalogText(at.sql, at.prefix);
  const sentence = await expectMigrationRefused(at.migrate());
  assert.match(sentence, new RegExp(`Schema "${at.prefix}"`));
  assert.match(sentence, /DB_NAMESPACE/);
  assert.is(await catalogText(at.sql, at.prefix), before);
});

test('refuses too if only one of the four schemas exists, or its owner has our name', async () => {
  const at = await createTemporaryDatabase();
  await at.sql.unsafe(`create schema ${at.prefix}_queue`);
  assert.match(await expectMigrationRefused(at.migrate()), new RegExp(`"${at.prefix}_queue"`));
  await at.sql.unsafe(`drop schema ${at.prefix}_queue; create role ${at.prefix}_owner;
    create schema ${at.prefix} authorization ${at.prefix}_owner; create table ${at.prefix}.users (id uuid)`);
  assert.match(await expectMigrationRefused(at.migrate()), new RegExp(`"${at.prefix}"`));
});

test('a failed first run leaves nothing that stops the second', async () => {
  const at = await createTemporaryDatabase();
  await at.migrate({ sql_dir: writeSqlFolder({ 'api/broken.sql': 'create function auth_api.broken(' }) }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /sql\/api\/broken\.sql/),
  );
  assert.is((await at.migrate()).changed, true);
});

test('pgcrypto stays in the schema chosen by the DBA, and its functions are called there', async () => {
  const at = await createTemporaryDatabase();
  await at.sql.unsafe('create schema "My Tools"; create extension pgcrypto schema "My Tools"');
  await at.migrate();
  const [row] = await at.sql.unsafe(`select ${at.prefix}_lib.digest('abc') as digest`);
  assert.is(row?.digest.toString('hex').slice(0, 8), 'ba7816bf');
  assert.equal([...(await at.sql`select from pg_namespace where nspname = 'extensions'`)], []);
  // If the DBA moves pgcrypto, the functions call it in its new schema.
  await at.sql.unsafe('alter extension pgcrypto set schema public');
  assert.is((await at.migrate()).changed, true);
  const [moved] = await at.sql.unsafe(`select ${at.prefix}_lib.digest('abc') as digest`);
  assert.is(moved?.digest.toString('hex').slice(0, 8), 'ba7816bf');
});

test('detects a pgcrypto with wrong results before using it', async () => {
  const at = await createTemporaryDatabase();
  await at.sql.unsafe(`create extension pgcrypto;
    alter extension pgcrypto drop function public.digest(bytea, text); drop function public.digest(bytea, text);
    create function public.digest(bytea, text) returns bytea language sql as $$ select '\\x00'::bytea $$`);
  await at.migrate().then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /pgcrypto does not return the known values/),
  );
});

test('waits for a busy table in short attempts, so that nobody queues behind the migrate', async () => {
  const at = await createTemporaryDatabase();
  await at.migrate({ sql_dir: writeSqlFolder() });
  const holder = await at.sql.reserve();
  await holder.unsafe(`begin; select count(*) from ${at.prefix}.things`);
  const altered = writeSqlFolder({ 'migrations/0002-more.sql': 'alter table auth.things add column more text;' });
  const migrating = at.migrate({ sql_dir: altered });
  // These reads queue behind migrate's request for the table lock. Without migrate's lock timeout they would hang,
  // because the holder commits only after this loop.
  const tries = () => at.log.filter((line) => /lock timeout.*retrying/.test(line)).length;
  while (tries() < 2) await at.sql.unsafe(`select count(*) from ${at.prefix}.things`);
  await holder.unsafe('commit');
  holder.release();
  assert.is((await migrating).changed, true);
});

test('an unreachable server and an unknown database are errors without the password', async () => {
  const { printExpectedErrors } = await import('../../install/target.ts');
  const at = await createTemporaryDatabase();
  const lines: string[] = [];
  const code = (url: string) =>
    printExpectedErrors(
      (line) => lines.push(line),
      async () => {
        await at.migrate({ target: parseDatabaseUrl(url, {}) });
        return 0;
      },
    );
  assert.is(await code(withDatabase(at.url, 'no_such_database')), 1);
  assert.is(await code('postgres://nobody:s3cr3t-word@127.0.0.1:1/x'), 1);
  assert.is(await code('postgres://nobody:s3cr3t-word@nowhere.invalid/x'), 1);
  assert.match(lines[0] ?? '', /cannot be reached.*no_such_database.*Create the database/);
  assert.match(lines[1] ?? '', /cannot be reached.*ECONNREFUSED.*Check host and port/);
  assert.match(lines[2] ?? '', /cannot be reached.*nowhere\.invalid.*Check host and port/);
  assert.not.match(lines.join(''), 's3cr3t');
});

test('connects to the first of several hosts that answers', async () => {
  const at = await createTemporaryDatabase();
  const url = new URL(at.url);
  const several = `postgres://${url.username}:${url.password}@127.0.0.1:1,${url.hostname}:${url.port}${url.pathname}`;
  assert.is((await at.migrate({ target: parseDatabaseUrl(several, {}), sql_dir: writeSqlFolder() })).changed, true);
  assert.ok(at.log.some((line) => line.includes('trying the next host')));
});

test('time limits and a search_path of the role or database do not affect a migrate', async () => {
  const at = await createTemporaryDatabase();
  await at.sql.unsafe(`alter database ${at.database} set statement_timeout = '300ms';
    alter database ${at.database} set default_transaction_read_only = on; alter database ${at.database} set search_path = public`);
  const slow = { 'migrations/0002-slow.sql': 'select pg_sleep(0.6); create table auth.slow (id int);' };
  assert.is((await at.migrate({ sql_dir: writeSqlFolder(slow) })).changed, true);
});

test.run();
