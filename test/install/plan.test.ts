// runner: when=cli,install,sql

// plan prints the statements that migrate then runs. The output of plan --install creates, with psql, the same database
// as migrate.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planCommand } from '../../cli/commands/plan.ts';
import { splitStatements, tokenize } from '../../core/database/lexer.ts';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import type { MigrateOptions } from '../../install/migrate/migrate.ts';
import { planMigrate } from '../../install/migrate/plan.ts';
import { findCurrentServer, type TestCluster } from '../support/database/cluster.ts';
import { createDebianCluster, psql } from '../support/database/debian.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import {
  connect,
  createMigrationDatabase,
  expectMigrationRefused,
  type MigrationDatabase,
  SMALL_SQL_FOLDER,
  withUser,
  writeSqlFolder,
} from './migration_database.ts';

const LOGINS = ['gateway', 'admin', 'worker', 'auditor'] as const;
const debian: TestCluster | null = await createDebianCluster();
if (debian === null) cannotRun('plan --install in psql', 'no /usr/lib/postgresql/15/bin');
test.after(async () => debian?.stop());

/** Returns the statements of a script, without comments and with single spaces. */
function statementsOfScript(script: string): string[] {
  return splitStatements(script).map((statement) =>
    tokenize(statement)
      .map((token) => (token.kind === 'comment' ? '' : token.kind === 'space' ? ' ' : token.text))
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

// Matches statements that the comparison leaves out: they only read, set parameters, hold the lock of migrate, or
// record steps (plan prints those with values).
const LOOKING =
  /^(select (?!auth|p[0-9a-f]+_|pg_advisory_xact_lock)|with |show |set (statement|idle|lock|search|client|default)|reset role|set local (role \S+$|lock_timeout )|insert into \S*migrations_|update \S*migrations_|create table (if not exists )?\S*migrations_)/i;
const TRANSACTION = /^(begin|commit)$/i;

async function assertPlanMatchesMigrate(at: MigrationDatabase, more: Partial<MigrateOptions> = {}): Promise<string> {
  const text = await planMigrate(at.options(more), { install: false });
  const sent: string[] = [];
  await at.migrate({ ...more, trace: (statement) => sent.push(statement) });
  const relevant = (list: string[]) =>
    list
      .map((statement) => statement.replaceAll('"migrations_', 'migrations_'))
      .filter((statement) => !LOOKING.test(statement) && !TRANSACTION.test(statement));
  const executed = relevant(sent.flatMap(statementsOfScript));
  assert.equal(relevant(statementsOfScript(text)), executed);
  assert.ok(executed.length > 0);
  return text;
}

async function renderPlan(at: MigrationDatabase, more: Partial<MigrateOptions> = {}): Promise<string> {
  return planMigrate(at.options(more), { install: false });
}

test('on an empty database plan prints what migrate runs, statement by statement', async () => {
  const at = await createMigrationDatabase();
  try {
    await assertPlanMatchesMigrate(at);
    assert.match(await renderPlan(at), /: nothing to do\.\n$/);
  } finally {
    await at.drop();
  }
});

test('later it prints only what is pending', async () => {
  const at = await createMigrationDatabase({ superuser: false });
  try {
    await assertPlanMatchesMigrate(at, { sql_dir: writeSqlFolder() });
    const word = SMALL_SQL_FOLDER['lib/word.sql'] ?? '';
    const changes = {
      'migrations/0002-more.sql': 'create table auth.more (id int);',
      'lib/word.sql': word.replace("'one'", "'two'"),
      'online/0002-more.sql': 'create index concurrently if not exists more_idx on auth.more (id);',
    };
    const text = await assertPlanMatchesMigrate(at, { sql_dir: writeSqlFolder(changes) });
    assert.match(text, /create table p\w+\.more/);
    assert.match(text, /more_idx/);
    assert.not.match(text, /create role|pgboss|things/);
    const only_migration = { ...changes, 'migrations/0003-last.sql': 'create table auth.last (id int);' };
    const last = await assertPlanMatchesMigrate(at, { sql_dir: writeSqlFolder(only_migration) });
    assert.not.match(last, /create function|more/);
  } finally {
    await at.drop();
  }
});

test('plan changes nothing, and stops at a newer database and at one of another application', async () => {
  const at = await createMigrationDatabase();
  try {
    await renderPlan(at);
    assert.equal([...(await at.sql`select from pg_roles where starts_with(rolname, ${at.prefix})`)], []);
    await at.migrate({ sql_dir: writeSqlFolder(), release: { version: '9.0.0', min_gateway: '9.0.0' } });
    assert.match(await renderPlan(at), /holds Postern 9\.0\.0; .* does not change it/);
    assert.match(
      await expectMigrationRefused(renderPlan(at, { role_prefix: 'other' })),
      /instead of other_owner, so it is not changed/,
    );
  } finally {
    await at.drop();
  }
});

/** Returns the catalog's definition of an installation, without ids and times. */
async function catalogDefinition(at: MigrationDatabase): Promise<unknown> {
  const rows = await at.sql`
    with ours as (select s.oid from pg_namespace as s where starts_with(s.nspname, ${at.prefix}) or s.nspname = 'extensions')
    select 'relation ' || c.oid::regclass::text as what, concat_ws(' ', c.relkind, c.relowner::regrole, c.relacl, c.reloptions, c.relrowsecurity,
        (select string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attacl), ',' order by a.attnum)
         from pg_attribute as a where a.attrelid = c.oid and a.attnum > 0), obj_description(c.oid, 'pg_class')) as how
      from pg_class as c where c.relnamespace in (select oid from ours) and c.relkind <> 't'
    union all select 'function ' || p.oid::regprocedure::text, concat_ws(' ', p.proowner::regrole, p.proacl, pg_get_functiondef(p.oid), obj_description(p.oid, 'pg_proc'))
      from pg_proc as p where p.pronamespace in (select oid from ours) and p.prokind = 'f' and p.prolang <> 13
    union all select 'schema ' || s.nspname, concat_ws(' ', s.nspowner::regrole, s.nspacl) from pg_namespace as s where s.oid in (select oid from ours)
    union all select 'constraint ' || c.conrelid::regclass || ' ' || c.conname, pg_get_constraintdef(c.oid)
      from pg_constraint as c where c.connamespace in (select oid from ours)
    union all select 'setting ' || s.setrole::regrole, array_to_string(s.setconfig, ',') from pg_db_role_setting as s
      where s.setdatabase = (select oid from pg_database where datname = current_database())
    union all select 'default ' || d.defaclrole::regrole, d.defaclacl::text from pg_default_acl as d
    union all select 'database', d.datacl::text from pg_database as d where d.datname = current_database()
    order by 1, 2`;
  const names = new RegExp(`${at.prefix}|${at.database}`, 'g');
  // The comparison includes the order of grants, which the text of ACLs keeps. Dates occur only in names of partitions,
  // and are the same on one day.
  return rows.map((row) => `${row.what}: ${row.how}`.replaceAll(names, 'X'));
}

function assertPsqlSucceeded(ran: ReturnType<typeof psql>): void {
  assert.is(ran?.code, 0, ran?.output);
  assert.not.match(ran?.output ?? '', /error|warning|notice/i);
}

if (debian !== null) {
  for (const name of ['15', '18'] as const) {
    test(`plan --install runs in psql on ${name}; migrate then finds nothing to do, as a role with only the owner's rights`, async () => {
      const server = name === '15' ? debian : await findCurrentServer();
      const at = await createMigrationDatabase({ server });
      const twin = await createMigrationDatabase({ server });
      const deployer = `${at.prefix}_deployer`;
      try {
        const script = await planMigrate({ ...at.options(), target: null }, { install: true });
        assertPsqlSucceeded(psql(at.superuser_url, script));
        await at.sql.unsafe(`create role ${deployer} login password 'pw'; grant ${at.prefix}_owner to ${deployer}`);
        const url = withUser(at.url, deployer, 'pw');
        const logins = Object.fromEntries(LOGINS.map((role) => [role, `${at.prefix}_${role}`]));
        const options = { target: parseDatabaseUrl(url, {}), logins };
        assert.match(await renderPlan(at, options), /: nothing to do\.\n$/);
        const sent: string[] = [];
        const result = await at.migrate({ ...options, trace: (text) => sent.push(text) });
        assert.equal(result.steps, []);
        assert.not.ok(sent.some((text) => /^\s*(create|alter|grant|insert|drop|update)\b/i.test(text)));

        await twin.migrate({ logins: Object.fromEntries(LOGINS.map((role) => [role, `${twin.prefix}_${role}`])) });
        assert.equal(await catalogDefinition(at), await catalogDefinition(twin));

        // The instructions at the end of the script work unchanged.
        const lines = script.match(/^-- {3}alter role .* login password .*$/gm) ?? [];
        assert.is(lines.length, 4);
        for (const line of lines) await at.sql.unsafe(line.slice(3).replace('…', 'pw'));
        const gateway = connect(withUser(at.url, `${at.prefix}_gateway`, 'pw'), 1);
        assert.is((await gateway`select current_user::text as who`)[0]?.who, `${at.prefix}_gateway`);
        await gateway.end();

        const again = psql(at.superuser_url, script);
        assert.is(again?.code, 3);
        assert.match(again?.output ?? '', /installed here already/);
      } finally {
        await at.sql.unsafe(`drop role if exists ${deployer}`);
        await at.drop();
        await twin.drop();
      }
    });
  }

  test('plan --install works for a DBA without superuser, and reports a pgcrypto in another schema', async () => {
    const at = await createMigrationDatabase({ server: debian, superuser: false });
    try {
      const script = await planMigrate({ ...at.options(), target: null }, { install: true });
      assertPsqlSucceeded(psql(at.url, script));
      const logins = Object.fromEntries(LOGINS.map((role) => [role, `${at.prefix}_${role}`]));
      assert.is((await at.migrate({ logins })).changed, false);
    } finally {
      await at.drop();
    }
    const elsewhere = await createMigrationDatabase({ server: debian });
    try {
      await elsewhere.sql.unsafe('create extension pgcrypto schema public');
      const blind = await planMigrate({ ...elsewhere.options(), target: null }, { install: true });
      const ran = psql(elsewhere.superuser_url, blind);
      assert.is(ran?.code, 3);
      assert.match(ran?.output ?? '', /pgcrypto is not in the schema that this script expects/);
      const seeing = await planMigrate(elsewhere.options(), { install: true });
      assertPsqlSucceeded(psql(elsewhere.superuser_url, seeing));
      assert.is((await elsewhere.migrate()).changed, false);
    } finally {
      await elsewhere.drop();
    }
  });
}

test('the command prints SQL on standard output only, and needs a database unless it prints an installation', async () => {
  const none = {
    database_url: null,
    database_url_migrate: null,
    database_url_gateway: null,
    database_url_admin: null,
    database_url_worker: null,
    database_url_auditor: null,
    db_namespace: 'auth',
    role_prefix: null,
  };
  const [printed, logged]: [string[], string[]] = [[], []];
  const o = { settings: none, log: (line: string) => logged.push(line), print: (text: string) => printed.push(text) };
  assert.is(await planCommand({ ...o, install: false }), 1);
  assert.match(logged[0] ?? '', /DATABASE_URL/);
  assert.is(await planCommand({ ...o, install: true }), 0);
  assert.match(printed[0] ?? '', /^-- Postern .*alter role auth_gateway login password/s);
});

test.run();
