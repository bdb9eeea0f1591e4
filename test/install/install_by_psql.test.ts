// runner: when=cli,install,sql

// The output of `plan --install`, run by psql, is a complete installation: doctor finds nothing, migrate changes
// nothing, and a gateway serves.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doctorCommand } from '../../cli/commands/doctor.ts';
import { readDatabaseSettings } from '../../cli/settings.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { planMigrate } from '../../install/migrate/plan.ts';
import { findCurrentServer, type TestCluster } from '../support/database/cluster.ts';
import { createDebianCluster, psql } from '../support/database/debian.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { postJson, runCli } from '../support/processes/process.ts';
import { stackSettings } from '../support/processes/stack.ts';
import {
  createMigrationDatabase,
  expectMigrationRefused,
  type MigrationDatabase,
  withUser,
} from './migration_database.ts';

const LOGINS = ['gateway', 'admin', 'worker', 'auditor'] as const;
const debian: TestCluster | null = await createDebianCluster();
if (debian === null) cannotRun('what psql installs', 'no /usr/lib/postgresql/15/bin');
test.after(async () => debian?.stop());

function environmentForDatabase(at: MigrationDatabase): Record<string, string> {
  const urls = LOGINS.map((role) => [
    `DATABASE_URL_${role.toUpperCase()}`,
    withUser(at.url, `${at.prefix}_${role}`, 'pw'),
  ]);
  return {
    ...stackSettings(1),
    ...Object.fromEntries(urls),
    DATABASE_URL_MIGRATE: at.url,
    SVC_DB_NAMESPACE: at.prefix,
    SVC_ROLE_PREFIX: at.prefix,
    SVC_MAILER_AUTOCONFIRM: 'true',
  };
}

async function doctorFindings(at: MigrationDatabase, ignore: string[] = []): Promise<{ check: string }[]> {
  const settings = readDatabaseSettings(readEnvironment({ env: environmentForDatabase(at), file: null }));
  const [printed, logged]: [string[], string[]] = [[], []];
  const o = { json: true, print: (line: string) => printed.push(line), log: (line: string) => logged.push(line) };
  await doctorCommand({ settings, ignore, ...o });
  if (printed.length === 0) throw new Error(logged.join('\n'));
  return (JSON.parse(printed.join('\n')) as { findings: { check: string }[] }).findings;
}

if (debian !== null) {
  for (const name of ['15', '18'] as const) {
    test(`on ${name}, by the owner of the database without superuser, with --app-owner`, async () => {
      const at = await createMigrationDatabase({
        server: name === '15' ? debian : await findCurrentServer(),
        superuser: false,
      });
      const app = `${at.prefix}_app`;
      try {
        const script = await planMigrate({ ...at.options({ app_owner: app }), target: null }, { install: true });
        const early = psql(at.url, script);
        assert.is(early?.code, 3);
        assert.match(early?.output ?? '', /role of --app-owner is not on this server/);
        assert.equal([...(await at.sql`select from pg_roles where rolname = ${`${at.prefix}_owner`}`)], []);
        await at.sql.unsafe(`create role ${app}; create schema app authorization ${app}`);
        const ran = psql(at.url, script);
        assert.is(ran?.code, 0, ran?.output);
        assert.not.match(ran?.output ?? '', /error|warning|notice/i);
        for (const role of LOGINS) await at.sql.unsafe(`alter role ${at.prefix}_${role} login password 'pw'`);

        // The end of the script names the statements that only a superuser may run.
        const left = (await doctorFindings(at)).map(({ check }) => check);
        assert.equal([...new Set(left.map((check) => check.replace(/\..*/, '')))], ['large_objects', 'logging']);
        assert.ok(left.includes('logging.log_parameter_max_length'));
        assert.equal(await doctorFindings(at, ['logging', 'large_objects']), []);
        const rest = script.split('The following statements need a superuser')[1] ?? '';
        const steps = [...rest.matchAll(/^-- {3}((?:revoke|alter) .*;)$/gm)].map(([, step]) => step);
        assert.is(steps.length, 1 + 3 * LOGINS.length);
        const asked = `\\set ON_ERROR_STOP on\n${steps.join('\n')}`;
        assert.is(psql(at.url, asked)?.code, 3, 'the owner may not');
        assert.equal(psql(at.superuser_url, asked), { code: 0, output: '' });
        const silent = async () => assert.equal(await doctorFindings(at), []);
        await silent();
        const logins = Object.fromEntries(LOGINS.map((role) => [role, `${at.prefix}_${role}`]));
        assert.equal((await at.migrate({ logins })).steps, []);
        // Running migrate with the option again changes nothing.
        await at.migrate({ logins, app_owner: app });
        await silent();

        const policies =
          await at.sql`select roles::text as roles from pg_policies where schemaname = ${at.prefix} and policyname = 'app_owner'`;
        assert.equal([...policies], [{ roles: `{${app}}` }]);
        await at.sql.unsafe(
          `set role ${app}; create table app.profiles (id uuid references ${at.prefix}.users (id)); reset role`,
        );
        assert.is(
          (await at.sql`select has_schema_privilege('pg_database_owner', ${at.prefix}, 'usage') as may`)[0]?.may,
          true,
          'everybody may use the schema for its functions',
        );

        const serving = runCli(['serve'], { env: { ...environmentForDatabase(at), PORT: '0' } });
        const [, port] = await serving.until(/serves on port (\d+)/);
        const body = { email: 'ada@example.com', password: 'correct horse battery' };
        const { status } = await postJson(`http://127.0.0.1:${port}/signup`, body);
        assert.is(status, 200);
        assert.is(await serving.stop(), 0);
        await at.sql.unsafe(`drop schema app cascade`);
      } finally {
        await at.sql
          .unsafe(`drop schema if exists app cascade; drop owned by ${app}; drop role if exists ${app}`)
          .catch(() => undefined);
        await at.drop();
      }
    });
  }
}

for (const name of debian === null ? [] : (['15', '18'] as const))
  test(`on ${name}, by a superuser: doctor finds nothing, and nothing is left out`, async () => {
    const at = await createMigrationDatabase({ server: name === '15' && debian ? debian : await findCurrentServer() });
    try {
      const ran = psql(at.url, await planMigrate({ ...at.options(), target: null }, { install: true }));
      assert.is(ran?.code, 0, ran?.output);
      for (const role of LOGINS) await at.sql.unsafe(`alter role ${at.prefix}_${role} login password 'pw'`);
      assert.equal(await doctorFindings(at), []);
    } finally {
      await at.drop();
    }
  });

test('plan --app-owner refuses roles of Postern, and prints what migrate then runs', async () => {
  const at = await createMigrationDatabase();
  const app = `${at.prefix}_app`;
  try {
    const ours = { app_owner: `${at.prefix}_gateway` };
    assert.match(
      await expectMigrationRefused(planMigrate({ ...at.options(ours), target: null }, { install: true })),
      "a role of Postern's",
    );
    assert.match(
      await expectMigrationRefused(planMigrate(at.options({ app_owner: app }), { install: false })),
      'there is no role',
    );
    await at.migrate();
    await at.sql.unsafe(`create role ${app}`);
    const text = await planMigrate(at.options({ app_owner: app }), { install: false });
    assert.match(
      text,
      new RegExp(`alter policy app_owner on "?${at.prefix}"?."?users"? to "?pg_database_owner"?, "?${app}"?;`),
    );
    const sent: string[] = [];
    await at.migrate({ app_owner: app, trace: (statement) => sent.push(statement) });
    for (const statement of sent.filter((one) => one.includes(app) && /^(grant|create|alter|drop|revoke)/.test(one)))
      assert.ok(text.includes(`${statement};`), statement);
  } finally {
    await at.sql.unsafe(`drop owned by ${app}; drop role if exists ${app}`);
    await at.drop();
  }
});

test.run();
