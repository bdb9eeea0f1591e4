// runner: when=cli,core/doctor,install,sql

// doctor finds each defect of doctor_damages.ts and doctor_more_damages.ts, and its statements repair those that SQL
// can repair. For a healthy database it prints one line and exits with 0.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type DoctorCommandOptions, doctorCommand } from '../../cli/commands/doctor.ts';
import { readAdminSettingsWithSources, readDatabaseSettings } from '../../cli/settings.ts';
import { versionFinding } from '../../core/doctor/server.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { examineConnection } from '../../install/doctor/doctor.ts';
import { pickNameSettings, readLogins } from '../../install/target.ts';
import { environmentFor } from '../cli/admin.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { psql } from '../support/database/debian.ts';
import { roleName } from '../support/database/layout.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { runToEnd } from '../support/processes/process.ts';
import { DEFECTS, type Defect } from './doctor_damages.ts';
import { MORE_DEFECTS } from './doctor_more_damages.ts';
import { type DoctorFinding, runStatements } from './findings.ts';
import { type HeldConnection, holdConnection } from './held_connection.ts';

let db: TestDatabase;
let held: HeldConnection;
async function installDatabase(): Promise<void> {
  db = await createDatabase();
  held = await holdConnection(settingsOf());
}
async function dropDatabase(): Promise<void> {
  await held.release();
  await db.drop();
}
test.before(installDatabase);
test.after(dropDatabase);

/** Runs doctor in this process, as the CLI does. */
async function runDoctor(
  env: Record<string, string>,
  o: Pick<DoctorCommandOptions, 'now' | 'ignore'> & { json?: true } = {},
) {
  const read = await readAdminSettingsWithSources(readEnvironment({ env, file: null }));
  const [lines, logged]: string[][] = [[], []];
  const print = (line: string) => lines?.push(line);
  const code = await doctorCommand({ ...read, json: false, ...o, print, log: (line) => logged?.push(line) });
  return { code, stdout: `${lines?.join('\n')}\n`, stderr: logged?.join('\n') ?? '' };
}

async function examineDatabase(
  more: Record<string, string> = {},
  now?: () => number,
): Promise<{ code: number; findings: DoctorFinding[] }> {
  const { code, stdout, stderr } = await runDoctor(environmentFor(db, more), { json: true, now });
  if (stdout === '\n') throw new Error(stderr);
  return { code, findings: (JSON.parse(stdout) as { findings: DoctorFinding[] }).findings };
}

const settingsOf = () => readDatabaseSettings(readEnvironment({ env: environmentFor(db), file: null }));

/** Returns doctor's findings on the open connection. */
async function doctorFindings(): Promise<DoctorFinding[]> {
  const settings = settingsOf();
  const o = { ...pickNameSettings(settings), logins: readLogins(settings), settings, now: Date.now };
  return (await examineConnection(held.connection, o)).findings;
}

/**
 * Runs a test. If the test fails, replaces the installation, so that a remaining defect does not affect the next test.
 */
function onUndamagedInstallation(work: () => Promise<void>): () => Promise<void> {
  return async () => {
    try {
      await work();
    } catch (error) {
      await dropDatabase();
      await installDatabase();
      throw error;
    }
  };
}

test('names a wrong SVC_ROLE_PREFIX, and grants nothing to its roles', async () => {
  const { code, findings } = await examineDatabase({ SVC_ROLE_PREFIX: 'mistyped' });
  assert.is(code, 1);
  assert.is(findings.length, 1, JSON.stringify(findings));
  const [found] = findings;
  assert.match(found?.finding ?? '', `belongs to ${roleName('owner')} and is used by ${roleName('gateway')}`);
  assert.match(found?.finding ?? '', /mistyped_owner/);
  assert.equal(found?.sql, []);
  assert.match(found?.advice ?? '', `SVC_ROLE_PREFIX=${roleName('owner').replace(/_owner$/, '')}`);
});

test('a healthy database: one line, exit code 0, in a process of its own', async () => {
  const ended = await runToEnd(['doctor'], { env: environmentFor(db) });
  assert.is(ended.stderr, '');
  assert.match(ended.stdout, /^Database \w+ is healthy: \d+ checks\.\n$/);
  assert.is(ended.code, 0);
  assert.equal(await examineDatabase(), { code: 0, findings: [] });
});

/**
 * Groups of defects. One run of doctor checks a whole group. Adjacent defects in the list can affect the same objects,
 * so they are in different groups.
 */
const AT_ONCE = Object.values(Object.groupBy([...DEFECTS, ...MORE_DEFECTS].entries(), ([at]) => at % 6)).map(
  (entries) => (entries ?? []).map(([, damage]) => damage),
);

const isOf = (damage: Defect, { check, finding }: DoctorFinding): boolean =>
  (check === damage.check || check.startsWith(`${damage.check}.`)) && damage.finding.test(finding);

for (const damages of AT_ONCE) {
  test(
    `finds each of these once and nothing else, and its statements repair it: ${damages.map(({ name }) => name).join('; ')}`,
    onUndamagedInstallation(async () => {
      for (const { make } of damages)
        await runStatements(
          db.sql,
          make.map((statement) => statement.replace('%database%', db.name)),
        );
      const all = await doctorFindings();
      for (const damage of damages) {
        const found = all.filter((one) => isOf(damage, one));
        assert.is(found.length, 1, `${damage.name}: ${JSON.stringify(all, null, 1)}`);
        if (damage.undo === undefined) assert.ok((found[0]?.sql.length ?? 0) > 0, damage.name);
        else assert.ok(found[0]?.advice, damage.name);
      }
      assert.is(all.length, damages.length, JSON.stringify(all, null, 1));
      await runStatements(db.sql, [...all.flatMap((one) => one.sql), ...damages.flatMap(({ undo = [] }) => undo)]);
      const left = damages.flatMap((damage) => damage.left ?? []);
      if (left.length > 0) {
        assert.equal(
          (await doctorFindings()).map((one) => one.check),
          left.map(({ check }) => check),
        );
        await runStatements(
          db.sql,
          left.flatMap(({ undo }) => undo),
        );
      }
      assert.equal(await doctorFindings(), []);
    }),
  );
}

test('settings: rotation with interval 0, warnings of a start, and a single URL for all', async () => {
  const { findings } = await examineDatabase({ SVC_EXTERNAL_PHONE_ENABLED: 'true', SVC_NO_SUCH_NAME: '1' });
  assert.equal(
    findings.map(({ check, finding }) => [check, finding]),
    [['settings.warning', 'SVC_EXTERNAL_PHONE_ENABLED is set without SVC_SMS_PROVIDER: no SMS can be sent']],
  );
  const rotation = await examineDatabase({ SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'true' });
  assert.equal(
    rotation.findings.map((one) => one.check),
    ['settings'],
  );
  assert.match(rotation.findings[0]?.advice ?? '', 'SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL=10');
  const good = { SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'true', SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '10' };
  assert.equal((await examineDatabase(good)).findings, []);

  const single = await examineDatabase({
    DATABASE_URL: db.superuser_url,
    DATABASE_URL_GATEWAY: '',
    DATABASE_URL_ADMIN: '',
  });
  assert.equal(
    single.findings.map((one) => one.check),
    ['logins', 'logins'],
  );
  assert.match(single.findings[0]?.finding ?? '', /^unprotected: the gateway logs in as \w+ and takes on auth_gateway/);
});

test('reports a clock that is ahead or behind', async () => {
  for (const [offset, side] of [
    [60_000, 'ahead of'],
    [-60_000, 'behind'],
  ] as const) {
    const { findings } = await examineDatabase({}, () => Date.now() + offset);
    assert.is(findings.length, 1);
    assert.match(
      findings[0]?.finding ?? '',
      new RegExp(`^the clock of this machine is (59|60|61) s ${side} the database's$`),
    );
  }
});

test('reports minor versions with CVE-2026-2005', () => {
  for (const bad of [150_015, 160_011, 170_007, 180_001])
    assert.match(versionFinding(bad)?.finding ?? '', 'CVE-2026-2005');
  for (const good of [150_016, 160_012, 170_008, 180_002, 190_000]) assert.is(versionFinding(good), null);
});

test('the text form is a script for psql: comments and statements, exit code 1', async () => {
  await runStatements(db.sql, [
    'grant select on auth.users to public',
    'drop index auth.flow_states_user_id_idx',
    'drop function auth_api.get_user_by_id(jsonb, text, jsonb)',
    'create or replace function auth_lib.is_banned(person auth.users) returns boolean language sql stable as $$ select false $$',
  ]);
  const ended = await runToEnd(['doctor'], { env: environmentFor(db) });
  assert.is(ended.code, 1);
  assert.match(ended.stdout, /^-- 4 finding\(s\) in database/);
  const ran = psql(db.superuser_url, `\\set ON_ERROR_STOP on\n${ended.stdout}`);
  if (ran === null) {
    await runStatements(
      db.sql,
      (await examineDatabase()).findings.flatMap((one) => one.sql),
    );
    cannotRun("doctor's script in psql", 'no psql of PostgreSQL 15');
  } else assert.is(ran.code, 0, ran.output);
  assert.equal((await examineDatabase()).findings, []);
});

test('a right that docs/for-dbas.md promises to applications is no finding', async () => {
  await runStatements(db.sql, [
    'create role doctor_app',
    'grant usage on schema auth to doctor_app; grant references (id) on auth.users to doctor_app; grant trigger on auth.users to doctor_app',
  ]);
  const { findings } = await examineDatabase();
  await runStatements(db.sql, ['drop owned by doctor_app', 'drop role doctor_app']);
  assert.equal(findings, []);
});

test('triggers on users and foreign keys to users.id are notes, and the exit code is 0', async () => {
  await runStatements(db.sql, [
    'create role doctor_app',
    'create table public.profiles (user_id uuid primary key references auth.users (id) on delete cascade)',
    'create table public.pages (user_id uuid references public.profiles (user_id) on delete set null)',
    'alter table public.pages owner to doctor_app',
    `create function public.make_profile() returns trigger language plpgsql security definer as 'begin return new; end'`,
    'alter function public.make_profile() owner to doctor_app',
    'create trigger make_profile after insert on auth.users for each row execute function public.make_profile()',
    `create function public.plain() returns trigger language plpgsql as 'begin return new; end'`,
    'create trigger deleted after delete on auth.users for each row execute function public.plain()',
    'create trigger behind before update on public.pages for each row execute function public.plain()',
    'create trigger not_reached before insert on public.pages for each row execute function public.plain()',
  ]);
  const ended = await runDoctor(environmentFor(db));
  await runStatements(db.sql, [
    'drop table public.pages, public.profiles',
    'drop function public.make_profile() cascade',
    'drop function public.plain() cascade',
    'drop role doctor_app',
  ]);
  assert.is(ended.code, 0, ended.stdout);
  assert.match(ended.stdout, /^Database \w+ is healthy/);
  for (const [trigger, name, role] of [
    ['make_profile on auth.users', 'make_profile', 'doctor_app'],
    ['deleted on auth.users', 'plain', 'auth_triggers'],
    ['behind on public.pages', 'plain', 'doctor_app'],
  ]) {
    const note = `trigger ${trigger} calls public.${name}(), which runs with the rights of ${role}`;
    assert.match(ended.stdout, `-- Note: ${note}\n`);
  }
  assert.not.match(ended.stdout, 'not_reached');
});

test('shows a changed body as a diff, line by line', async () => {
  await runStatements(db.sql, [
    `do $$ declare v_text text := pg_get_functiondef('auth_api.get_user_by_id(jsonb,text,jsonb)'::regprocedure);
     begin execute replace(v_text, E'  elsif auth_lib.path_uuid', E'  elsif false and auth_lib.path_uuid'); end $$`,
  ]);
  const ended = await runDoctor(environmentFor(db));
  const ran = psql(db.superuser_url, `\\set ON_ERROR_STOP on\n${ended.stdout}`);
  if (ran === null)
    await runStatements(
      db.sql,
      (await examineDatabase()).findings.flatMap((one) => one.sql),
    );
  assert.match(ended.stdout, /^-- {4}- {3}elsif auth_lib\.path_uuid/m);
  assert.match(ended.stdout, /^-- {4}\+ {3}elsif false and auth_lib\.path_uuid/m);
  assert.equal((await examineDatabase()).findings, []);
});

test('--ignore omits the findings of a code, and says so; an unknown code is wrong usage', async () => {
  const name = `ignored_${db.name}`;
  await runStatements(db.sql, [
    `create index ${name} on auth.users (role)`,
    'alter table auth.users alter column aud drop not null',
  ]);
  const env = environmentFor(db);
  const part = await runDoctor(env, { ignore: ['indexes'] });
  const all = await runToEnd(['doctor', '--ignore', 'indexes.foreign', 'columns'], { env });
  await runStatements(
    db.sql,
    (await examineDatabase()).findings.flatMap((one) => one.sql),
  );
  assert.is(part.code, 1);
  assert.match(part.stdout, /^-- 1 finding\(s\)/);
  assert.match(part.stdout, '-- Ignored: indexes.foreign (1).');
  assert.is(all.code, 0, all.stdout);
  assert.match(all.stdout, /is healthy: \d+ checks\. Ignored: columns \(1\), indexes\.foreign \(1\)\.$/m);
  const wrong = await runToEnd(['doctor', '--ignore', 'indices'], { env });
  assert.is(wrong.code, 2);
  assert.match(wrong.stderr, /unknown finding code/);
});

test('no Postern, no database, no URL: a finding or a sentence, exit code 1', async () => {
  const empty = await createDatabase({ template: 'empty' });
  const ended = await runDoctor({ ...environmentFor(db), DATABASE_URL_MIGRATE: empty.superuser_url });
  await empty.drop();
  assert.is(ended.code, 1);
  assert.match(ended.stdout, 'run: npx postern migrate');
  const nobody = await runDoctor({ DATABASE_URL: 'postgres://postern@127.0.0.1:1/x' });
  assert.is(nobody.code, 1);
  assert.match(nobody.stderr, 'cannot be reached');
  const none = await runToEnd(['doctor'], { env: { SVC_DATA_DIR: 'no-such-folder' } });
  assert.is(none.code, 1);
  assert.match(none.stderr, 'Set DATABASE_URL');
  const only = await runDoctor({ DATABASE_URL_MIGRATE: db.url('migrate') });
  assert.is(only.code, 0, only.stdout);
});

test.run();
