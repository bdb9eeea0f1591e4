// Rights of each login role, checked in the catalog and by statements of that role.
import type postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, LOGIN_ROLES, type LoginRole, type TestDatabase } from '../support/database/db.ts';

let db: TestDatabase;
test.before(async () => {
  db = await createDatabase();
});
test.after(() => db.drop());

/** Returns the relations on which a role has rights. Gateway and admin have none. */
async function relationsWithRights(role: string): Promise<string[]> {
  const rows = await db.sql`
    select c.oid::regclass::text as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
      and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and case when c.relkind = 'S' then has_sequence_privilege(${role}, c.oid, 'USAGE,SELECT,UPDATE')
          else has_table_privilege(${role}, c.oid, 'SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER')
            or has_any_column_privilege(${role}, c.oid, 'SELECT,INSERT,UPDATE,REFERENCES') end
    order by 1`;
  return rows.map((row) => row.name as string);
}

test('gateway and admin have no relation, column or sequence, the worker only the queue, the auditor only views', async () => {
  assert.equal(await relationsWithRights('auth_gateway'), []);
  assert.equal(await relationsWithRights('auth_admin'), []);
  const queue = await relationsWithRights('auth_worker');
  assert.ok(queue.length > 0 && queue.every((name) => name.startsWith('auth_queue.')), queue.join());
  const views = await db.sql`select c.oid::regclass::text as name from pg_class as c
    where c.relnamespace = 'auth_api'::regnamespace and c.relkind = 'v' order by 1`;
  assert.equal(
    await relationsWithRights('auth_auditor'),
    views.map((row) => row.name),
  );
});

test('no role is a member of another', async () => {
  for (const role of LOGIN_ROLES) {
    const rows = await db.sql`select r.rolname from pg_roles as r
      where r.rolname <> ${`auth_${role}`} and pg_has_role(${`auth_${role}`}, r.oid, 'MEMBER')`;
    assert.equal([...rows], [], role);
  }
});

test('no role can create objects, not even temporary ones', async () => {
  for (const role of LOGIN_ROLES.map((name) => `auth_${name}`)) {
    const rows = await db.sql`
      select 'schema ' || nspname as place from pg_namespace where nspname !~ '^pg_' and has_schema_privilege(${role}, oid, 'CREATE')
      union all select 'temp' where has_database_privilege(${role}, current_database(), 'TEMP')
      union all select 'create' where has_database_privilege(${role}, current_database(), 'CREATE')`;
    assert.equal([...rows], [], role);
  }
});

test('SECURITY DEFINER functions have a safe search_path and the right owner', async () => {
  const rows = await db.sql`
    select p.oid::regprocedure::text as name from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname !~ '^pg_' and (
      p.proowner::regrole::text <> case p.proname when 'run_hook' then 'auth_hooks' when 'run_delete' then 'auth_triggers' when 'run_deferred' then 'auth_triggers' else 'auth_owner' end or not exists (
      select from unnest(coalesce(p.proconfig, '{}')) as c where c = 'search_path=""' or c ~ '^search_path=.*pg_temp$'))`;
  assert.equal([...rows], []);
  const tables = await db.sql`
    select c.oid::regclass::text as name, c.relowner::regrole::text as owner from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'auth_lib', 'auth_api', 'auth_queue') and c.relowner::regrole::text <> 'auth_owner'`;
  assert.equal([...tables], []);
});

test('PUBLIC can execute only functions that policies call', async () => {
  const rows = await db.sql`
    select p.oid::regprocedure::text as name from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and (p.proacl is null or exists (select from aclexplode(p.proacl) as a where a.grantee = 0 and a.privilege_type = 'EXECUTE'))
      and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')
    order by 1`;
  const names = rows.map((row) => row.name);
  assert.equal(names, [
    'auth.aal()',
    'auth.client_id()',
    'auth.email()',
    'auth.jwt()',
    'auth.role()',
    'auth.session_is_live()',
    'auth.uid()',
  ]);
});

// surface.test.ts checks that the gateway may execute exactly the functions of grants.sql.

test('no role has an attribute except LOGIN, and none inherits from a role of which it could be a member', async () => {
  const rows = await db.sql`
    select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname like 'auth\\_%'
      and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls
        -- Before version 16, auth_hooks inherits the rights of supabase_auth_admin if --api-roles created
        -- that role.
        or rolinherit and rolname <> 'auth_hooks')`;
  assert.equal([...rows], []);
  const [owner] = await db.sql`select rolcanlogin from pg_roles where rolname = 'auth_owner'`;
  assert.is(owner?.rolcanlogin, false);
});

/** Returns the SQLSTATE with which a statement fails, or 'ran'. */
async function catchSqlState(sql: postgres.Sql, statement: string): Promise<string> {
  try {
    await sql.unsafe(statement);
    return 'ran';
  } catch (error) {
    return (error as { code?: string }).code ?? 'no code';
  }
}

async function queryAsRole<T>(role: LoginRole, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = db.login(role, 1);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

test('by attempt: select on every table fails as gateway, admin, worker and auditor', async () => {
  const tables = await db.sql`
    select c.oid::regclass::text as name, c.relnamespace::regnamespace::text as schema from pg_class as c
    where c.relnamespace::regnamespace::text in ('auth', 'auth_queue', 'auth_api') and c.relkind in ('r', 'p', 'v', 'S')`;
  assert.ok(tables.length > 25);
  for (const role of LOGIN_ROLES) {
    await queryAsRole(role, async (sql) => {
      for (const { name, schema } of tables) {
        const allowed = (role === 'worker' && schema === 'auth_queue') || (role === 'auditor' && schema === 'auth_api');
        for (const statement of [`table ${name}`, `select count(*) from ${name}`, `copy ${name} to stdout`]) {
          const code = await catchSqlState(sql, statement);
          if (!allowed) assert.is(code, '42501', `${role}: ${statement}`);
        }
        for (const statement of [
          `delete from ${name}`,
          `truncate ${name}`,
          `lock table ${name}`,
          `drop table ${name}`,
        ]) {
          const code = await catchSqlState(sql, `begin; ${statement}; rollback`);
          await catchSqlState(sql, 'rollback');
          if (!(role === 'worker' && schema === 'auth_queue')) assert.not.equal(code, 'ran', `${role}: ${statement}`);
        }
      }
    });
  }
});

/** Statements that no login role may run, after a takeover of its process. */
const ESCAPES = [
  'create temporary table t (id int)',
  'create table public.t (id int)',
  'create schema s',
  "create function pg_temp.f() returns int language sql as 'select 1'",
  'set role auth_owner',
  'set session authorization auth_owner',
  "select lo_import('/etc/passwd')",
  "select pg_read_file('/etc/passwd')",
  "select * from pg_ls_dir('.')",
  'select * from pg_authid',
  'select * from pg_user_mapping',
  "copy (select 1) to program 'true'",
  "copy (select 1) to '/tmp/x'",
  "select extensions.crypt('a', extensions.gen_salt('bf'))",
  "select auth_lib.hmac('a', 'b')",
  'select auth_lib.clock()',
  'alter function auth_api.get_release() reset all',
  'drop function auth_api.get_release()',
  'alter system set fsync = on',
  'create extension dblink',
];

/** Statements that the role must not run: statements meant for other roles, and changes of the role's own limits. */
const NOT_OF: Readonly<Record<LoginRole, readonly string[]>> = {
  gateway: [
    'set role auth_worker',
    "select auth_api.lease_message(gen_random_uuid(), 1, '{}')",
    "select auth_api.get_user_by_id('{}', 'x', '{}')",
    'select auth_queue.job_now()',
    "alter role auth_gateway set statement_timeout = 0; set log_parameter_max_length = '-1'",
  ],
  admin: [
    'set role auth_gateway',
    "select auth_api.get_user('{}', '{}')",
    "select auth_api.lease_message(gen_random_uuid(), 1, '{}')",
    'select auth_queue.job_now()',
    "set log_parameter_max_length = '-1'",
  ],
  worker: [
    'set role auth_admin',
    "select auth_api.get_user('{}', '{}')",
    "select auth_api.get_user_by_id('{}', 'x', '{}')",
    "set log_parameter_max_length = '-1'",
  ],
  auditor: [
    'set role auth_gateway',
    "select auth_api.get_user('{}', '{}')",
    "select auth_api.get_user_by_id('{}', 'x', '{}')",
    "select auth_api.lease_message(gen_random_uuid(), 1, '{}')",
    'select auth_queue.job_now()',
    'begin read write; update auth_api.audit_users set email = null; commit',
  ],
};

async function assertCannotEscape(role: LoginRole): Promise<void> {
  await queryAsRole(role, async (sql) => {
    // The sessions of auditors are read-only by default, but an attacker can change this setting.
    await sql.unsafe('set default_transaction_read_only = off');
    for (const statement of [...ESCAPES, ...NOT_OF[role]]) {
      const code = await catchSqlState(sql, statement);
      assert.match(code, /^(42501|42704|0A000|58P01|3F000|42883|55000)$/, `${role}: ${statement}`);
      await catchSqlState(sql, 'rollback');
    }
    // A DO block runs with the same rights.
    assert.is(await catchSqlState(sql, 'do $$ begin perform 1 from auth.users; end $$'), '42501');
    // Sessions of the same role are visible. Other test files have such sessions too.
    const others = await sql.unsafe('select query from pg_stat_activity where usename <> current_user');
    assert.ok(others.every((row) => ['<insufficient privilege>', ''].includes(String(row.query))));
  });
}

test('by attempt: a compromised gateway cannot escape from its functions', () => assertCannotEscape('gateway'));
test('by attempt: the login of administrators cannot escape from its functions', () => assertCannotEscape('admin'));
test('by attempt: a compromised worker cannot escape from its functions and its queue', () =>
  assertCannotEscape('worker'));
test('by attempt: the login of auditors cannot escape from its views', () => assertCannotEscape('auditor'));

test('the auditor reads its views in read-only sessions, without a secret column', async () => {
  await queryAsRole('auditor', async (sql) => {
    const views = await db.sql`select c.relname::text as name from pg_class as c
      where c.relnamespace = 'auth_api'::regnamespace and c.relkind = 'v'`;
    assert.ok(views.length > 0);
    for (const { name } of views) assert.is(await catchSqlState(sql, `select * from auth_api.${name}`), 'ran');
    assert.is((await sql.unsafe('show transaction_read_only'))[0]?.transaction_read_only, 'on');
  });
  const columns = await db.sql`
    select c.relname || '.' || a.attname as name from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    where c.relnamespace = 'auth_api'::regnamespace and c.relkind = 'v' and a.attnum > 0
      and a.attname ~ '(hash|key|secret|code|digest|counter|generation|password$|metadata)'`;
  assert.equal(
    columns.map((row) => row.name).filter((name) => name !== 'audit_users.has_password'),
    [],
  );
});

test.run();
