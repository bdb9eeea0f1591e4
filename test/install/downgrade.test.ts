// runner: when=cli,install,sql

// An older release never changes a newer database. A downgrade needs an option.
import compare from 'semver/functions/compare.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migrateCommand } from '../../cli/commands/migrate.ts';
import { checkCompatibility, readDatabaseState } from '../../core/database/release.ts';
import { migrateToServe } from '../../install/migrate/in_child_process.ts';
import {
  catalogText,
  createMigrationDatabase,
  expectMigrationRefused,
  type MigrationDatabase,
  SMALL_SQL_FOLDER,
  writeSqlFolder,
} from './migration_database.ts';

const OLD = { version: '1.0.0', min_gateway: '1.0.0' };
const NEW = { version: '1.1.0', min_gateway: '1.0.0' };
const old_tree = writeSqlFolder();
const new_tree = writeSqlFolder({
  'migrations/0002-more.sql': 'create table auth.more (id int);',
  'lib/word.sql': SMALL_SQL_FOLDER['lib/word.sql']?.replace("'one'", "'two'") ?? '',
  'api/later.sql': 'create function auth_api.later() returns int language sql as $$ select 1 $$;',
});

let at: MigrationDatabase;
const answerOfSay = async () => (await at.sql.unsafe(`select ${at.prefix}_api.say() as said`))[0]?.said;
test.before.each(async () => {
  at = await createMigrationDatabase();
  await at.migrate({ sql_dir: old_tree, release: OLD });
  await at.migrate({ sql_dir: new_tree, release: NEW });
});
test.after.each(() => at.drop());

test('an older release changes nothing in a newer database, not even its roles', async () => {
  await at.sql.unsafe(`alter role ${at.prefix}_gateway in database ${at.database} reset all`);
  const before = await catalogText(at.sql, at.prefix);
  const result = await at.migrate({ sql_dir: old_tree, release: OLD });
  assert.is(result.newer, true);
  assert.is(result.changed, false);
  assert.is(result.state.version, '1.1.0');
  assert.is(await catalogText(at.sql, at.prefix), before);
  assert.is(await answerOfSay(), 'two');
});

test('migrate --downgrade restores the older functions and keeps the tables', async () => {
  const result = await at.migrate({ sql_dir: old_tree, release: OLD, downgrade: true });
  assert.is(result.newer, false);
  assert.is(await answerOfSay(), 'one');
  assert.equal([...(await at.sql`select from pg_proc where proname = 'later'`)], []);
  await at.sql.unsafe(`select from ${at.prefix}.more`);
  // The older release now starts as usual, and changes nothing.
  assert.is((await at.migrate({ sql_dir: old_tree, release: OLD })).changed, false);
});

test('after a downgrade the newer release installs its functions again', async () => {
  await at.migrate({ sql_dir: old_tree, release: OLD, downgrade: true });
  const again = await at.migrate({ sql_dir: new_tree, release: NEW });
  assert.is(again.changed, true);
  assert.not.ok(again.steps.some((step) => step.includes('migrations/')));
  assert.is(await answerOfSay(), 'two');
});

test('a downgrade of a database that is not newer is a plain migrate', async () => {
  assert.is((await at.migrate({ sql_dir: new_tree, release: NEW, downgrade: true })).changed, false);
});

test('a downgrade below the job queue of an older pg-boss is refused before anything changes', async () => {
  await at.sql.unsafe(`update ${at.prefix}_queue.version set version = 999`);
  const before = await catalogText(at.sql, at.prefix);
  assert.match(
    await expectMigrationRefused(at.migrate({ sql_dir: old_tree, release: OLD, downgrade: true })),
    /pg-boss schema 999/,
  );
  assert.is(await catalogText(at.sql, at.prefix), before);
});

test('a new version with the same SQL writes only the release row', async () => {
  const [before] = await at.sql`select oid from pg_proc where proname = 'say'`;
  const result = await at.migrate({ sql_dir: new_tree, release: { version: '1.2.0', min_gateway: '1.1.0' } });
  assert.equal(result.steps, ['release 1.2.0']);
  assert.equal((await at.sql`select oid from pg_proc where proname = 'say'`)[0], before);
  const state = await readDatabaseState(at.sql, at.prefix);
  assert.is(state?.min_gateway, '1.1.0');
});

test('a serving process reads the installed release and checks its minimum', async () => {
  assert.is((await readDatabaseState(at.sql, at.prefix))?.version, '1.1.0');
  assert.is(await readDatabaseState(at.sql, 'nothing_of_that_name'), null);
  const state = { version: '1.1.0', min_gateway: '1.0.0' };
  assert.is(checkCompatibility(state, { version: '1.1.0', min_gateway: '1.0.0' }).verdict, 'ready');
  assert.is(checkCompatibility(state, { version: '1.0.5', min_gateway: '1.0.0' }).verdict, 'ready');
  assert.is(checkCompatibility(state, { version: '0.9.0', min_gateway: '0.9.0' }).verdict, 'refused');
  assert.is(checkCompatibility(state, { version: '1.2.0', min_gateway: '1.1.0' }).verdict, 'wait');
  assert.is(checkCompatibility(null).verdict, 'wait');
});

test('the commands: migrate refuses a newer database, start works while its release is still supported', async () => {
  const settings = {
    database_url: at.url,
    database_url_migrate: '',
    database_url_gateway: '',
    database_url_admin: '',
    database_url_worker: '',
    database_url_auditor: '',
    db_namespace: at.prefix,
    role_prefix: '',
  };
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  await at.sql.unsafe(`update ${at.prefix}.release set version = '99.0.0', min_gateway = '0.0.1'`);
  assert.is(await migrateCommand({ settings, log, downgrade: false }), 1);
  assert.match(lines.pop() ?? '', /holds Postern 99\.0\.0.*nothing was changed.*--downgrade/);
  assert.match(
    (await migrateToServe(settings, log, { api_roles: false })) ?? '',
    /holds Postern 99\.0\.0.*still serves/,
  );
  await at.sql.unsafe(`update ${at.prefix}.release set min_gateway = '98.0.0'`);
  assert.match(
    await expectMigrationRefused(migrateToServe(settings, log, { api_roles: false })),
    /serves gateways from 98\.0\.0 on/,
  );
  assert.equal(lines, []);
});

test('compares versions as semver does', () => {
  const order = [
    '0.9.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0',
    '1.0.10',
    '1.2.0',
    '10.0.0',
  ];
  for (const [at, version] of order.entries()) {
    for (const [other, against] of order.entries()) {
      assert.is(Math.sign(compare(version, against)), Math.sign(at - other), `${version} against ${against}`);
    }
  }
  assert.throws(() => compare('one', '1.0.0'));
});

test.run();
