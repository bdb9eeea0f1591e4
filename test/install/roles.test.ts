// runner: when=cli,install,sql

// Roles and their settings, migrated as superuser and as `login createdb createrole`, on PostgreSQL 18 and on Debian's
// 15.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { roleQueries } from '../../install/migrate/roles.ts';
import { findCurrentServer, type ServerFacts, type TestCluster } from '../support/database/cluster.ts';
import { createDebianCluster } from '../support/database/debian.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import {
  catalogText,
  connect,
  createMigrationDatabase,
  expectMigrationRefused,
  type MigrationDatabase,
  withDatabase,
  withUser,
  writeSqlFolder,
} from './migration_database.ts';

const LOGINS = ['gateway', 'admin', 'worker', 'auditor'] as const;
const debian: TestCluster | null = await createDebianCluster();
if (debian === null) cannotRun('roles on PostgreSQL 15', 'no /usr/lib/postgresql/15/bin');
test.after(async () => debian?.stop());

/** Lets a role log in, as a DBA does, and returns its URL. */
async function allowLogin(at: MigrationDatabase, role: string): Promise<string> {
  await at.sql.unsafe(`alter role ${at.prefix}_${role} login password 'pw'`);
  return withUser(at.url, `${at.prefix}_${role}`, 'pw');
}

async function roleSettings(at: MigrationDatabase, role: string): Promise<string[]> {
  const rows = await at.sql`
    select unnest(s.setconfig) as pair from pg_db_role_setting as s
    where s.setrole = (select r.oid from pg_roles as r where r.rolname = ${`${at.prefix}_${role}`}) order by 1`;
  return rows.map((row) => row.pair as string);
}

const LOGGING = ['log_error_verbosity=terse', 'log_parameter_max_length=0', 'log_parameter_max_length_on_error=0'];

async function startServerByName(name: string): Promise<ServerFacts | null> {
  return name === '15' ? debian : findCurrentServer();
}

for (const [name, superuser] of [
  ['18', true],
  ['18', false],
  ['15', true],
  ['15', false],
] as const) {
  if (name === '15' && debian === null) continue;
  const who = `${name === '15' ? 'PostgreSQL 15' : 'this server'}, ${superuser ? 'superuser' : 'login createdb createrole'}`;
  const home = async (o: Parameters<typeof createMigrationDatabase>[0] = {}) =>
    createMigrationDatabase({ server: (await startServerByName(name)) ?? undefined, superuser, ...o });

  // The first three tests use this database, which `migrate` installs with a single URL.
  let at: MigrationDatabase;

  test(`${who}: migrate works, a second one changes nothing, the roles have no special attributes`, async () => {
    at = await home();
    assert.is((await at.migrate()).changed, true);
    const before = await catalogText(at.sql, at.prefix);
    assert.is((await at.migrate()).changed, false);
    assert.is(await catalogText(at.sql, at.prefix), before);
    const special = await at.sql`
      select r.rolname from pg_roles as r where starts_with(r.rolname, ${`${at.prefix}_`}) and r.rolname !~ 'deployer'
        and (r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolbypassrls or r.rolcanlogin or r.rolinherit)`;
    assert.equal([...special], []);
  });

  test(`${who}: each role logs in with its settings, and may only call functions`, async () => {
    for (const role of LOGINS) {
      const sql = connect(await allowLogin(at, role), 1);
      const [row] = await sql`select current_user::text as who, current_setting('statement_timeout') as timeout,
        current_setting('lock_timeout') as lock, current_setting('client_connection_check_interval') as check,
        current_setting('search_path') as path, current_setting('log_parameter_max_length') as logged`;
      const timeout = role === 'auditor' ? '1min' : '4s';
      const logged = superuser ? '0' : '-1';
      assert.equal(row, {
        who: `${at.prefix}_${role}`,
        timeout,
        lock: '1s',
        check: '1s',
        path: 'pg_catalog',
        logged,
      });
      const [release] = await sql.unsafe(`select ${at.prefix}_api.get_release() ->> 'version' as version`);
      assert.type(release?.version, 'string');
      for (const statement of [
        `set role ${at.prefix}_owner`,
        `select from ${at.prefix}.users`,
        'create temporary table t ()',
        'create schema s',
        'create table public.t ()',
      ]) {
        const failed = await sql.unsafe(statement).then(
          () => 'ran',
          (error: { code?: string }) => error.code,
        );
        // The auditor's sessions are read-only, and that error comes first.
        assert.ok(failed === '42501' || (role === 'auditor' && failed === '25006'), `${role}: ${statement}: ${failed}`);
      }
      await sql.end();
    }
  });

  test(`${who}: with a single URL its user may become each of the four roles and, for DDL, the owner`, async () => {
    try {
      for (const role of [...LOGINS, 'owner']) {
        const sql = connect(at.url, 1);
        await sql.unsafe(`set role ${at.prefix}_${role}`);
        assert.is((await sql`select current_user::text as who`)[0]?.who, `${at.prefix}_${role}`);
        await sql.end();
      }
    } finally {
      await at.drop();
    }
  });

  test(`${who}: with login roles migrate does not become a member of them`, async () => {
    const at = await home();
    try {
      const logins = Object.fromEntries(LOGINS.map((role) => [role, `${at.prefix}_${role}`]));
      await at.migrate({ logins });
      const members = await at.sql`
        select distinct m.roleid::regrole::text as role from pg_auth_members as m
        where starts_with(m.roleid::regrole::text, ${at.prefix}) and m.member::regrole::text <> 'postgres'
          -- The owner creates the functions that belong to the hooks role and to the triggers role.
          and not (m.roleid::regrole::text in (${`${at.prefix}_hooks`}, ${`${at.prefix}_triggers`})
            and m.member::regrole::text = ${`${at.prefix}_owner`})
          ${name === '18' ? at.sql`and m.set_option` : at.sql``}`;
      assert.equal(
        members.map((row) => row.role),
        superuser ? [] : [`${at.prefix}_owner`],
      );
    } finally {
      await at.drop();
    }
  });
}

test('applies settings once if migrate may; keeps those that a DBA chose', async () => {
  for (const superuser of [true, false]) {
    const at = await createMigrationDatabase({ superuser });
    try {
      await at.migrate({ sql_dir: writeSqlFolder() });
      const logging = superuser ? LOGGING : ['log_parameter_max_length_on_error=0'];
      assert.equal(
        (await roleSettings(at, 'gateway')).filter((pair) => pair.startsWith('log_')),
        logging,
      );
      await at.sql.unsafe(`alter role ${at.prefix}_gateway in database ${at.database} set statement_timeout = '9s'`);
      assert.is((await at.migrate({ sql_dir: writeSqlFolder() })).changed, false);
      assert.ok((await roleSettings(at, 'gateway')).includes('statement_timeout=9s'));
    } finally {
      await at.drop();
    }
  }
});

test('a database restored on another server, without settings and rights, gets them back', async () => {
  const at = await createMigrationDatabase();
  try {
    await at.migrate({ sql_dir: writeSqlFolder() });
    const clone = `${at.database}_restored`;
    await at.sql.end();
    const root = connect((await findCurrentServer()).superuser_url, 1);
    await root.unsafe(`create database ${clone} template ${at.database}`);
    const sql = connect(withDatabase(at.url, clone), 1);
    const target = at.options().target;
    const result = await at.migrate({ target: { ...target, database: clone }, sql_dir: writeSqlFolder() });
    assert.equal(result.steps.length, 1);
    assert.match(result.steps[0] ?? '', /^roles: /);
    const temp = await sql`select has_database_privilege(${`${at.prefix}_gateway`}, current_database(), 'TEMP') as may`;
    assert.is(temp[0]?.may, false);
    await sql.end();
    await root.unsafe(`drop database ${clone} with (force)`);
    await root.end();
  } finally {
    await at.drop();
  }
});

test('a login role of a process cannot migrate: the error names the setting, and no grant', async () => {
  const at = await createMigrationDatabase({ superuser: false });
  try {
    await at.migrate();
    await at.sql.unsafe(`alter role ${at.prefix}_gateway login password 'x'`);
    const { target: maker } = at.options();
    const target = { ...maker, user: `${at.prefix}_gateway`, password: 'x' };
    const message = await expectMigrationRefused(at.migrate({ target }));
    assert.match(message, `logs in as ${at.prefix}_gateway, the gateway's own role`);
    assert.match(message, 'Set DATABASE_URL_MIGRATE to a login that may');
    assert.not.match(message, /grant|Have a DBA/);
  } finally {
    await at.drop();
  }
});

test('without createrole, migrate prints the statement that a DBA has to run', async () => {
  const at = await createMigrationDatabase({ superuser: false });
  try {
    const login = new URL(at.url).username;
    await at.sql.unsafe(`alter role ${login} nocreaterole`);
    assert.match(
      await expectMigrationRefused(at.migrate()),
      new RegExp(`"create role ${at.prefix}_owner nologin noinherit;"[^]*plan --install`),
    );
  } finally {
    await at.drop();
  }
});

test('without the right to install pgcrypto, migrate prints the statement that a DBA has to run', async () => {
  const at = await createMigrationDatabase({ superuser: false });
  try {
    // The role may create roles but does not own the database.
    await at.sql.unsafe(`alter database ${at.database} owner to postgres; create schema extensions`);
    for (const schema of ['', '_lib', '_api', '_queue']) {
      await at.sql.unsafe(`${schema === '' ? `create role ${at.prefix}_owner nologin;` : ''}
        create schema ${at.prefix}${schema} authorization ${at.prefix}_owner`);
    }
    const login = new URL(at.url).username;
    await at.sql.unsafe(`grant ${at.prefix}_owner to ${login}`);
    assert.match(await expectMigrationRefused(at.migrate()), /"create extension pgcrypto schema extensions;"/);
    await at.sql.unsafe(
      `create extension pgcrypto schema extensions; grant usage on schema extensions to ${at.prefix}_owner`,
    );
    assert.is((await at.migrate()).changed, true);
  } finally {
    await at.drop();
  }
});

test('roles.sql consists of queries that return statements, each executed by \\gexec', () => {
  assert.equal(roleQueries('select 1\n\\gexec\n\n-- c\nselect 2\n\\gexec\n'), ['select 1', '-- c\nselect 2']);
});

test.run();
