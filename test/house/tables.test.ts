// Each table has a comment, each constraint a name, each foreign key an index, and no table is accessible by mistake.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MAIL_KINDS } from '../../core/mail/kinds.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';

const MIGRATIONS = fileURLToPath(new URL('../../sql/migrations', import.meta.url));

let db: TestDatabase;
test.before(async () => {
  db = await createDatabase();
});
test.after(() => db.drop());

// Condition for our own tables in pg_class. Excludes the migrations_ tables of @databases/pg-migrations, and copies of
// a partitioned table: its partitions and audit_log_late.
const OURS = `c.relnamespace = 'auth'::regnamespace and c.relname !~ '^(migrations_|audit_log_late$)' and not c.relispartition`;

test('every table, every column and every domain has a comment', async () => {
  const rows = await db.sql.unsafe(`
    select c.relname::text as name from pg_class as c
      where ${OURS} and c.relkind in ('r', 'p') and coalesce(length(obj_description(c.oid, 'pg_class')), 0) < 10
    union all
    select c.relname || '.' || a.attname from pg_class as c join pg_attribute as a on a.attrelid = c.oid
      where ${OURS} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and coalesce(length(col_description(c.oid, a.attnum)), 0) < 3
    union all
    select t.typname::text from pg_type as t
      where t.typnamespace = 'auth'::regnamespace and t.typtype = 'd' and coalesce(length(obj_description(t.oid, 'pg_type')), 0) < 10
    order by 1`);
  assert.equal(
    rows.map((row) => row.name),
    [],
  );
});

test('the constraint on kinds of mails lists the kinds of core/mail/kinds.ts', async () => {
  const [row] = await db.sql`
    select pg_get_constraintdef(c.oid) as definition from pg_constraint as c where c.conname = 'mail_kind_check'`;
  const kinds = [...String(row?.definition).matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  assert.equal(kinds.sort(), Object.keys(MAIL_KINDS).sort());
});

test('every constraint has an explicit name', async () => {
  const names = await db.sql.unsafe(`
    select k.conname::text as name from pg_constraint as k join pg_class as c on c.oid = k.conrelid
    where ${OURS} and k.contype in ('p', 'u', 'f', 'c', 'x')`);
  const written = readdirSync(MIGRATIONS)
    .map((file) => readFileSync(join(MIGRATIONS, file), 'utf8'))
    .join('\n');
  const unnamed = names.filter((row) => !new RegExp(`constraint ${row.name}\\b`).test(written));
  assert.equal(unnamed, []);
});

test('every foreign key has an index that starts with its columns, and an explicit delete action', async () => {
  // An index on the referencing column also serves deletions of the referenced row.
  const rows = await db.sql.unsafe(`
    select k.conname::text as name, k.confdeltype::text as deletion, exists (
      select from pg_index as i where i.indrelid = k.conrelid and i.indisvalid and (i.indpred is null
          or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', (
            select a.attname from pg_attribute as a where a.attrelid = k.conrelid and a.attnum = k.conkey[1])))
        and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
        and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] <@ k.conkey) as indexed
    from pg_constraint as k join pg_class as c on c.oid = k.conrelid where ${OURS} and k.contype = 'f'`);
  assert.ok(rows.length > 0);
  assert.equal(
    rows.filter((row) => !row.indexed || row.deletion === 'a'),
    [],
  );
});

test('row level security is on for every table, only users has policies, and it is not forced on the owner', async () => {
  const rows = await db.sql.unsafe(`
    select c.relname::text as name from pg_class as c where c.relnamespace = 'auth'::regnamespace and c.relkind in ('r', 'p')
      and c.relname !~ '^migrations_' and (not c.relrowsecurity or c.relforcerowsecurity or exists (select from pg_policy as p where p.polrelid = c.oid and c.relname <> 'users'))`);
  assert.equal([...rows], []);
  const policies = await db.sql`
    select p.polname::text as name, p.polcmd::text as command, p.polroles::regrole[]::text as roles from pg_policy as p
    where p.polrelid = 'auth.users'::regclass order by 1`;
  assert.equal(
    [...policies],
    [
      { name: 'app_owner', command: 'r', roles: '{pg_database_owner}' },
      { name: 'deletes', command: '*', roles: '{auth_triggers}' },
    ],
  );
});

test('times have a zone, kinds are text with a check, and there are no other triggers or rules', async () => {
  const rows = await db.sql.unsafe(`
    select c.relname || '.' || a.attname || ' is ' || format_type(a.atttypid, a.atttypmod) as fault
      from pg_class as c join pg_attribute as a on a.attrelid = c.oid join pg_type as t on t.oid = a.atttypid
      where ${OURS} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and (a.atttypid in ('timestamp'::regtype, 'time'::regtype, 'json'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'money'::regtype) or t.typtype = 'e')
    union all select 'trigger ' || t.tgname from pg_trigger as t join pg_class as c on c.oid = t.tgrelid where ${OURS} and not t.tgisinternal
    union all select 'rule ' || r.rulename from pg_rewrite as r join pg_class as c on c.oid = r.ev_class where ${OURS} and c.relkind in ('r', 'p')`);
  // docs/adr/0034-what-a-trigger-leaves-behind.md and docs/adr/0055-back-channel-logout.md explain these two triggers.
  assert.equal(rows.map(({ fault }) => fault).sort(), [
    'trigger queue_client_logout',
    'trigger zz_reset_session_state',
  ]);
});

test('the primary keys of a user’s rows start with user_id, so that a distributed engine can shard by it', async () => {
  const rows = await db.sql.unsafe(`
    select c.relname::text as name, (select a.attname::text from pg_attribute as a where a.attrelid = c.oid and a.attnum = i.indkey[0]) as first
    from pg_class as c join pg_index as i on i.indrelid = c.oid and i.indisprimary
    where ${OURS} and c.relname in ('passwords', 'pending_passwords', 'identities', 'sessions', 'factors', 'challenges', 'recovery_codes')`);
  assert.equal(rows.length, 7);
  assert.ok(rows.every((row) => row.first === 'user_id'));
});

test('a session row is refreshed in place, because no index contains a column that refresh writes', async () => {
  const rows = await db.sql`
    select i.indexrelid::regclass::text as name from pg_index as i
    join pg_attribute as a on a.attrelid = i.indrelid and (a.attnum = any (i.indkey::int2[])
      or pg_get_expr(i.indpred, i.indrelid) ~ ('\\m' || a.attname || '\\M'))
    where i.indrelid = 'auth.sessions'::regclass and a.attname in ('counter', 'rotated_at', 'refreshed_at', 'user_agent', 'ip')`;
  assert.equal([...rows], []);
});

test.run();
