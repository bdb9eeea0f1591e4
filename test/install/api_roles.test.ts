// runner: when=cli,install,sql

// migrate --api-roles creates the missing roles of NAMES, with and without superuser, on PostgreSQL 18 and on Debian's
// 15. The test has its own servers, because all databases of a server share their roles.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doctorCommand } from '../../cli/commands/doctor.ts';
import { readDatabaseSettings } from '../../cli/settings.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { planMigrate } from '../../install/migrate/plan.ts';
import { createCluster, type TestCluster } from '../support/database/cluster.ts';
import { createDebianCluster, psql } from '../support/database/debian.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { stackSettings } from '../support/processes/stack.ts';
import {
  createMigrationDatabase,
  expectMigrationRefused,
  type MigrationDatabase,
  withUser,
  writeSqlFolder,
} from './migration_database.ts';

const LOGINS = ['gateway', 'admin', 'worker', 'auditor'] as const;
const NAMES = ['anon', 'authenticated', 'service_role', 'supabase_auth_admin'];
const sql_dir = writeSqlFolder();
const debian = await createDebianCluster();
const servers: Record<string, TestCluster> = { '18': await createCluster(), ...(debian ? { '15': debian } : {}) };
if (debian === null) cannotRun('--api-roles on PostgreSQL 15', 'no /usr/lib/postgresql/15/bin');
test.after(async () => {
  for (const server of Object.values(servers)) await server.stop();
});

/** Creates an empty database, and drops the roles of NAMES from its server. */
async function createDatabaseWithoutRoles(server: TestCluster, superuser: boolean): Promise<MigrationDatabase> {
  const at = await createMigrationDatabase({ server, superuser });
  for (const name of NAMES) await at.sql.unsafe(`drop role if exists ${name}`);
  return at;
}

const attributes = async (at: MigrationDatabase) => [
  ...(await at.sql`
    select rolname::text as name, rolbypassrls as bypasses from pg_roles
    where rolname = any (${NAMES}) and not rolcanlogin and not rolinherit and not rolsuper and not rolcreaterole and not rolcreatedb
    order by 1`),
];
const wanted = (bypasses: boolean) => NAMES.map((name) => ({ name, bypasses: bypasses && name === 'service_role' }));

const loginsOf = (at: MigrationDatabase) => Object.fromEntries(LOGINS.map((role) => [role, `${at.prefix}_${role}`]));

/** Returns Postern's roles that have the rights of supabase_auth_admin. */
const inheriting = async (at: MigrationDatabase): Promise<string[]> =>
  (
    await at.sql<{ name: string }[]>`select substr(r.rolname, ${at.prefix.length + 2}) as name from pg_roles as r
    where starts_with(r.rolname, ${`${at.prefix}_`}) and pg_has_role(r.oid, 'supabase_auth_admin', 'USAGE') order by 1`
  ).map(({ name }) => name);

async function doctorFindings(at: MigrationDatabase): Promise<string[]> {
  const env = {
    ...stackSettings(1),
    ...Object.fromEntries(
      LOGINS.map((role) => [`DATABASE_URL_${role.toUpperCase()}`, withUser(at.url, `${at.prefix}_${role}`, 'pw')]),
    ),
    DATABASE_URL_MIGRATE: at.url,
    SVC_DB_NAMESPACE: at.prefix,
    SVC_ROLE_PREFIX: at.prefix,
  };
  const [printed, logged]: [string[], string[]] = [[], []];
  const o = { json: true, print: (line: string) => printed.push(line), log: (line: string) => logged.push(line) };
  for (const role of LOGINS) await at.sql.unsafe(`alter role ${at.prefix}_${role} login password 'pw'`);
  // Findings that only a superuser can fix.
  const ignore = ['logging', 'large_objects'];
  await doctorCommand({ settings: readDatabaseSettings(readEnvironment({ env, file: null })), ignore, ...o });
  if (printed.length === 0) throw new Error(logged.join('\n'));
  return (JSON.parse(printed.join('\n')) as { findings: { finding: string }[] }).findings.map(({ finding }) => finding);
}

for (const [version, server] of Object.entries(servers)) {
  /** Database that a superuser has migrated, for the next test. */
  let left: MigrationDatabase;
  for (const superuser of [false, true]) {
    const who = `PostgreSQL ${version}, ${superuser ? 'superuser' : 'login createdb createrole'}`;

    test(`${who}: creates no API role without the option; with it four, once, and doctor finds nothing before and after`, async () => {
      const at = await createDatabaseWithoutRoles(server, superuser);
      try {
        const logins = loginsOf(at);
        await at.migrate({ logins });
        assert.equal(await attributes(at), []);
        const before = await doctorFindings(at);
        const printed = await planMigrate(at.options({ api_roles: true, logins }), { install: false });
        const sent: string[] = [];
        assert.is((await at.migrate({ api_roles: true, logins, trace: (text) => sent.push(text) })).changed, true);
        const done = sent.filter((text) => /^(create|alter|grant)/.test(text));
        assert.equal(done, printed.match(/^(create|alter|grant).*(?=;$)/gm));
        assert.equal(await attributes(at), wanted(superuser));
        assert.equal(await inheriting(at), ['hooks']);
        const bound = at.log.filter((line) => /service_role has no BYPASSRLS/.test(line));
        assert.is(bound.length, superuser ? 0 : 1, at.log.join('\n'));
        assert.is((await at.migrate({ api_roles: true, logins })).changed, false);
        assert.equal(await doctorFindings(at), before);
        assert.equal(before, []);
      } finally {
        if (superuser) left = at;
        else await at.drop();
      }
    });
  }

  test(`PostgreSQL ${version}: prints the statement if the login may not grant the group to hooks; doctor reports any other group`, async () => {
    const at = left;
    const other = await createMigrationDatabase({ server, superuser: false });
    try {
      if (version !== '15') {
        assert.match(
          await expectMigrationRefused(other.migrate({ api_roles: true, sql_dir })),
          /let migrate run "grant supabase_auth_admin to p\w+_hooks with/,
        );
      }
      // supabase_auth_admin owns objects, as it does on a Supabase server.
      await at.sql.unsafe('create schema theirs authorization supabase_auth_admin');
      assert.equal(await doctorFindings(at), []);
      await at.sql.unsafe('create role app_group; grant app_group to supabase_auth_admin');
      assert.match((await doctorFindings(at)).join('\n'), `${at.prefix}_hooks is a member of supabase_auth_admin`);
      await at.sql.unsafe(`revoke app_group from supabase_auth_admin; grant app_group to ${at.prefix}_hooks`);
      assert.equal(await doctorFindings(at), [`${at.prefix}_hooks is a member of app_group`]);
      await at.sql.unsafe('drop role app_group');
    } finally {
      await at.drop();
      await other.drop();
    }
  });

  test(`PostgreSQL ${version}: existing roles stay unchanged, and what they lack is reported`, async () => {
    const at = await createDatabaseWithoutRoles(server, true);
    try {
      await at.sql.unsafe(
        'create role service_role login; create role anon; revoke usage on schema public from public',
      );
      await at.migrate({ api_roles: true, sql_dir });
      const [row] =
        await at.sql`select rolcanlogin as login, rolbypassrls as bypasses from pg_roles where rolname = 'service_role'`;
      assert.equal({ ...row }, { login: true, bypasses: false });
      assert.match(at.log.join('\n'), 'service_role has no BYPASSRLS');
      const [usage] = await at.sql`select has_schema_privilege('anon', 'public', 'usage') as may`;
      assert.is(usage?.may, true);
      await at.sql.unsafe(
        'revoke usage on schema public from anon; alter schema public owner to anon; revoke usage on schema public from anon',
      );
    } finally {
      await at.drop();
    }
  });

  test(`PostgreSQL ${version}: plan --install --api-roles does the same with psql`, async () => {
    const at = await createDatabaseWithoutRoles(server, true);
    const other = await createMigrationDatabase({ server, superuser: false });
    try {
      const script = await planMigrate(
        { ...at.options({ api_roles: true, sql_dir }), target: null },
        { install: true },
      );
      const ran = psql(at.superuser_url, script);
      if (ran === null) return cannotRun('plan --install --api-roles', 'no psql');
      assert.is(ran.code, 0, ran.output);
      assert.not.match(ran.output, /error|warning|notice|BYPASSRLS/i);
      assert.equal(await attributes(at), wanted(true));
      assert.equal(await inheriting(at), ['hooks']);
      const without = await planMigrate({ ...at.options({ sql_dir }), target: null }, { install: true });
      assert.not.match(without, /supabase_auth_admin/);

      await at.sql.unsafe('alter role service_role nobypassrls');
      const bound = await planMigrate(
        { ...other.options({ api_roles: true, sql_dir }), target: null },
        { install: true },
      );
      assert.match(psql(other.superuser_url, bound)?.output ?? '', 'service_role has no BYPASSRLS');
    } finally {
      await at.drop();
      await other.drop();
    }
  });
}

test.run();
