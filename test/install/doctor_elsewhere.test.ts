// runner: when=cli,core/doctor,install,sql

// doctor with another superuser, version or names: managed Postgres, PostgreSQL 15, a namespace that needs quotes.
import { randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ROLE_NAMES } from '../../core/database/names.ts';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import type { Finding } from '../../core/doctor/finding.ts';
import { type DoctorOptions, examineInstallation } from '../../install/doctor/doctor.ts';
import { migrate } from '../../install/migrate/migrate.ts';
import { createDatabase } from '../support/database/db.ts';
import { createDebianCluster } from '../support/database/debian.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { hookDefaults } from '../support/processes/worker.ts';
import { runStatements } from './findings.ts';
import {
  connect,
  createMigrationDatabase,
  type MigrationDatabase,
  type MigrationDatabaseOptions,
  withDatabase,
} from './migration_database.ts';

const debian = await createDebianCluster();
if (debian === null) cannotRun('doctor on PostgreSQL 15', 'no /usr/lib/postgresql/15/bin');
const cleaning: (() => Promise<void>)[] = [];
test.after(async () => {
  for (const clean of cleaning) await clean();
  await debian?.stop();
});

function settingsFor(prefix: string): DoctorOptions['settings'] {
  const url = (role: string): string => `postgres://${prefix}_${role}@127.0.0.1/x`;
  return {
    database_url: '',
    database_url_gateway: url('gateway'),
    database_url_admin: url('admin'),
    database_url_worker: url('worker'),
    jwt_aud: 'authenticated',
    jwt_default_group_name: 'authenticated',
    jwt_admin_group_name: 'admin',
    jwt_admin_roles: ['service_role'],
    security_refresh_token_rotation_enabled: false,
    security_refresh_token_reuse_interval: 0,
    ...hookDefaults(),
  };
}

const loginsFor = (prefix: string) => ({
  gateway: `${prefix}_gateway`,
  admin: `${prefix}_admin`,
  worker: `${prefix}_worker`,
  auditor: `${prefix}_auditor`,
});

async function doctorFindings(home: MigrationDatabase, url = home.url, ignore: string[] = []): Promise<Finding[]> {
  const diagnosis = await examineInstallation({
    target: parseDatabaseUrl(url, {}),
    namespace: home.prefix,
    role_prefix: home.prefix,
    ...{
      logins: loginsFor(home.prefix),
      settings: settingsFor(home.prefix),
      log: () => undefined,
      now: Date.now,
      ignore,
    },
  });
  return diagnosis.findings;
}

async function installDatabase(o: MigrationDatabaseOptions): Promise<MigrationDatabase> {
  const home = await createMigrationDatabase(o);
  cleaning.push(home.drop);
  await home.migrate({ logins: loginsFor(home.prefix) });
  return home;
}

let first: Promise<MigrationDatabase> | undefined;
/** Returns an installation by the superuser. Each test except the last leaves it unchanged. */
function sharedInstallation(): Promise<MigrationDatabase> {
  first ??= installDatabase({});
  return first;
}

for (const [name, server] of [
  ['this server', undefined],
  ['PostgreSQL 15', debian],
] as const) {
  if (server === null) continue;
  test(`as the owner of the database, no superuser, on ${name}: reports settings for a superuser, and repairs damage`, async () => {
    const home = await installDatabase({ superuser: false, server });
    const found = await doctorFindings(home);
    // Only a superuser can repair these findings.
    assert.equal(
      [...new Set(found.map((one) => one.check.split('.')[0]))],
      ['large_objects', 'logging'],
      JSON.stringify(found.filter((one) => !one.check.startsWith('logging'))),
    );
    assert.is(found.length, 9);
    // Findings about settings that a managed service does not let users change can be ignored.
    assert.equal(await doctorFindings(home, home.url, ['large_objects', 'logging']), []);
    const rest = await doctorFindings(home, home.url, ['large_objects', 'logging.log_parameter_max_length']);
    assert.equal([...new Set(rest.map((one) => one.check))], ['logging.log_error_verbosity']);
    for (const statement of found.flatMap((one) => one.sql)) await home.sql.unsafe(statement);
    assert.equal(await doctorFindings(home), []);
    // The same login finds a defect, and may run doctor's statement that repairs it.
    await home.sql.unsafe(`revoke execute on function ${home.prefix}_api.get_release() from ${home.prefix}_worker`);
    const [lost] = await doctorFindings(home);
    assert.match(lost?.finding ?? '', `${home.prefix}_worker lacks EXECUTE`);
    const owner = connect(home.url, 1);
    await runStatements(owner, lost?.sql ?? []);
    await owner.end();
    assert.equal(await doctorFindings(home), []);
  });
}

test('a namespace that needs quotes everywhere', async () => {
  const prefix = 'order';
  const db = await createDatabase({ template: 'empty' });
  cleaning.push(async () => {
    await db.drop();
    await dropRoles(db.superuser_url, prefix);
  });
  const target = parseDatabaseUrl(db.superuser_url, {});
  const names = { target, namespace: prefix, role_prefix: prefix, logins: loginsFor(prefix), log: () => undefined };
  await migrate(names);
  const look = async () =>
    (await examineInstallation({ ...names, settings: settingsFor(prefix), now: Date.now })).findings;
  assert.equal(await look(), []);
  await db.sql.unsafe(`
    drop index "order".users_aud_created_at_idx; grant select on "order".users to public;
    alter table "order".passwords disable row level security; alter function order_api.get_release() reset all`);
  const found = await look();
  assert.equal(found.map((one) => one.check.split('.')[0]).sort(), ['grants', 'indexes', 'search_path', 'tables']);
  const connection = await db.sql.reserve();
  for (const statement of found.flatMap((one) => one.sql)) await connection.unsafe(statement);
  connection.release();
  assert.equal(await look(), []);
});

test('finds and revokes: a superuser gateway, membership in our roles, and rights of roles beyond roles.sql', async () => {
  for (const server of [undefined, debian]) {
    if (server === null) continue;
    const home = server === undefined ? await sharedInstallation() : await installDatabase({ server });
    assert.equal(await doctorFindings(home), []);
    const login = `l"${home.prefix}`;
    const quoted = `"l""${home.prefix}"`;
    await home.sql.unsafe(`create role ${quoted}; grant ${home.prefix}_owner to ${quoted}`);
    await home.sql.unsafe(`alter role ${home.prefix}_auditor set work_mem = '64MB'`);
    await home.sql.unsafe(`alter role ${home.prefix}_worker createdb`);
    await home.sql.unsafe(`alter role ${home.prefix}_gateway superuser`);
    const found = await doctorFindings(home);
    assert.equal(
      found.map(({ check, finding }) => [check, finding]),
      [
        ['roles', `${home.prefix}_gateway has the attribute superuser`],
        ['roles', `${home.prefix}_worker has the attribute createdb`],
        ['members', `${login} may act as ${home.prefix}_owner`],
        ['role_settings', `${home.prefix}_auditor runs with work_mem = 64MB, which roles.sql does not set`],
      ],
    );
    for (const statement of found.flatMap((one) => one.sql)) await home.sql.unsafe(statement);
    assert.equal(await doctorFindings(home), []);
    await home.sql.unsafe(`drop role ${quoted}`);
  }
});

test('for a login that may not act as the owner, doctor prints one sentence with the missing statement', async () => {
  const home = await sharedInstallation();
  const login = `l${randomBytes(4).toString('hex')}`;
  await home.sql.unsafe(`create role ${login} login password '${login}'`);
  const url = new URL(home.url);
  url.username = login;
  url.password = login;
  const found = await doctorFindings(home, url.href);
  const [sentence] = found.filter((one) => /may not act as/.test(one.finding));
  assert.equal(sentence?.sql, [`grant ${home.prefix}_owner to current_user`]);
  await home.sql.unsafe(`drop role ${login}`);
});

// Must be the last test, because it damages the shared installation.
test('pending migrations, another build, a newer release: one finding, and no comparison with the wrong files', async () => {
  const home = await sharedInstallation();
  const one = async (): Promise<string> => {
    const found = await doctorFindings(home);
    assert.is(found.length, 1, JSON.stringify(found));
    return `${found[0]?.finding}: ${found[0]?.advice}`;
  };
  await home.sql.unsafe(`drop function ${home.prefix}_api.get_release()`);
  await home.sql.unsafe(`update ${home.prefix}.release set digest = 'of an older build'`);
  assert.match(await one(), /are from another build of Postern .*: run: npx postern migrate/);
  await home.sql.unsafe(`update ${home.prefix}.release set version = '99.0.0'`);
  assert.match(await one(), /holds Postern 99\.0\.0.*: use the doctor of the newer release/);
  await home.sql.unsafe(`update ${home.prefix}.release set version = '0.0.1'`);
  await home.sql.unsafe(`update ${home.prefix}_queue.version set version = 1`);
  assert.match(
    await one(),
    /job queue's tables are of pg-boss schema 1; .* migrate with an intermediate release of Postern first/,
  );
  await home.sql.unsafe(`update ${home.prefix}_queue.version set version = 42`);
  assert.match(await one(), /tables of the job queue are missing|another build/);
});

async function dropRoles(superuser_url: string, prefix: string): Promise<void> {
  const root = connect(withDatabase(superuser_url, 'postgres'));
  for (const role of ROLE_NAMES) await root.unsafe(`drop role if exists ${prefix}_${role}`);
  await root.end({ timeout: 1 });
}

test.run();
