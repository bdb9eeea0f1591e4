// An edited function may be an emergency fix. migrate names the edited functions that it replaces, and with
// --keep-edited it fails.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planMigrate } from '../../install/migrate/plan.ts';
import { runInside } from '../support/processes/inside.ts';
import {
  createMigrationDatabase,
  expectMigrationRefused,
  type MigrationDatabase,
  SMALL_SQL_FOLDER,
  writeSqlFolder,
} from './migration_database.ts';

let at: MigrationDatabase;
test.before(async () => {
  at = await createMigrationDatabase();
});
test.after(() => at.drop());

const RECORDED = {
  'migrations/0001-init.sql': `${SMALL_SQL_FOLDER['migrations/0001-init.sql']}
    create table auth.release_objects (kind text not null, name text not null, digest text not null, server_major integer not null,
      constraint release_objects_pkey primary key (kind, name));`,
  'views.sql': `create view auth_api.things as select t.id from auth.things as t;`,
};
const next = (word: string): string =>
  writeSqlFolder({
    ...RECORDED,
    'lib/word.sql': SMALL_SQL_FOLDER['lib/word.sql']?.replace("'one'", `'${word}'`) ?? '',
  });
const answerOfSay = async (): Promise<unknown> =>
  (await at.sql.unsafe(`select ${at.prefix}_api.say() as said`))[0]?.said;

test('nothing edited: reports nothing, and --keep-edited installs the next release', async () => {
  await at.migrate({ sql_dir: next('one') });
  assert.is((await at.migrate({ sql_dir: next('two'), keep_edited: true })).changed, true);
  assert.is(await answerOfSay(), 'two');
  assert.equal(at.log, []);
});

test('names edited, added and dropped functions; with --keep-edited nothing is changed', async () => {
  const p = at.prefix;
  await at.sql.unsafe(`
    create or replace function ${p}_lib.word() returns text language sql immutable as $$ select 'patched'::text $$;
    create function ${p}_lib."a\rb"() returns int language sql as 'select 1';
    alter function ${p}_api.say() reset search_path;
    create or replace view ${p}_api.things as select t.id, t.name from ${p}.things as t`);
  assert.is(await answerOfSay(), 'patched');
  assert.is(
    (await at.migrate({ sql_dir: next('two'), keep_edited: true })).changed,
    false,
    'the same release replaces nothing',
  );

  const names = [
    `${p}_api.say() (changed)`,
    `${p}_api.things (changed)`,
    `${p}_lib."a\\u{d}b"() (added)`,
    `${p}_lib.word() (changed)`,
  ];
  const sentence = await expectMigrationRefused(at.migrate({ sql_dir: next('three'), keep_edited: true }));
  assert.match(
    sentence,
    `Edited since the last migrate: ${names.join(', ')}. This release was not installed, because of --keep-edited`,
  );
  assert.is(await answerOfSay(), 'patched');

  const text = await planMigrate(at.options({ sql_dir: next('three') }), { install: false });
  for (const name of names) assert.match(text, `-- Edited since the last migrate, and replaced: ${name}\n`);
  assert.not.match(await planMigrate(at.options({ sql_dir: next('two') }), { install: false }), /Edited/);

  at.log.length = 0;
  await at.migrate({ sql_dir: next('three') });
  assert.equal(at.log, [`replacing functions that were edited since the last migrate: ${names.join(', ')}`]);
  assert.is(await answerOfSay(), 'three');
  at.log.length = 0;
  await at.migrate({ sql_dir: next('four') });
  assert.equal(at.log, []);
});

test('records written by another major version are made again, because versions print definitions differently', async () => {
  await at.sql.unsafe(
    `update ${at.prefix}.release_objects set server_major = 14, digest = 'spelled otherwise' where kind = 'view'`,
  );
  at.log.length = 0;
  assert.is((await at.migrate({ sql_dir: next('four') })).changed, true);
  assert.equal(at.log, []);
  assert.is((await at.migrate({ sql_dir: next('four') })).changed, false);
});

test('the command line has the option', async () => {
  const help = await runInside(['migrate', '--help'], {});
  assert.match(help.stdout, '--keep-edited');
});

test.run();
