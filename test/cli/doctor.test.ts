// runner: timeout=300
// doctor finds twelve damages one by one, its statements mend them, and a healthy database is one line and exit code 0.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doctorCommand } from '../../cli/commands/doctor.ts';
import { versionFinding } from '../../cli/doctor/server.ts';
import { readDatabaseSettings } from '../../cli/settings.ts';
import { readEnvironment } from '../../gateway/config.ts';
import { createDatabase, type TestDatabase } from '../db.ts';
import { environmentFor } from './admin.ts';
import { runToEnd } from './process.ts';

interface Found {
  check: string;
  finding: string;
  sql: string[];
  advice: string | null;
}

let db: TestDatabase;
test.before(async () => {
  db = await createDatabase();
});
test.after(() => db.drop());

/** Doctor in this process, as the command line runs it. */
async function examine(
  more: Record<string, string> = {},
  now?: () => number,
): Promise<{ code: number; findings: Found[] }> {
  const settings = readDatabaseSettings(readEnvironment({ env: environmentFor(db, more), file: null }));
  const lines: string[] = [];
  const said: string[] = [];
  const code = await doctorCommand({
    ...{ settings, json: true, now },
    print: (line) => lines.push(line),
    log: (line) => said.push(line),
  });
  if (lines.length === 0) throw new Error(said.join('\n'));
  return { code, findings: (JSON.parse(lines.join('\n')) as { findings: Found[] }).findings };
}

/** Runs statements one by one on one connection, as psql would. */
async function runEach(statements: readonly string[]): Promise<void> {
  const connection = await db.sql.reserve();
  try {
    for (const statement of statements) await connection.unsafe(statement);
  } finally {
    await connection.unsafe('reset role');
    connection.release();
  }
}

test('a healthy database: one line, exit code 0, in a process of its own', async () => {
  const ended = await runToEnd(['doctor'], { env: environmentFor(db) });
  assert.is(ended.stderr, '');
  assert.match(ended.stdout, /^Database \w+ is healthy: \d+ checks\.\n$/);
  assert.is(ended.code, 0);
  assert.equal(await examine(), { code: 0, findings: [] });
});

interface Damage {
  name: string;
  make: string[];
  check: string;
  finding: RegExp;
  /** Undoes what no statement of doctor can. */
  undo?: string[];
}

const NEXT_MONTH = `to_char(date_trunc('month', now() at time zone 'UTC') + interval '1 month', 'YYYY_MM')`;

const DAMAGES: Damage[] = [
  {
    name: 'a dropped function',
    make: ['drop function auth_api.delete_user(jsonb, text, boolean, jsonb, jsonb)'],
    check: 'functions',
    finding: /auth_api\.delete_user\(\) is missing/,
  },
  {
    name: 'a dropped private function',
    make: ['drop function auth_lib.is_banned(auth.users)'],
    check: 'functions',
    finding: /auth_lib\.is_banned\(\) is missing/,
  },
  {
    name: 'a changed function body',
    make: [
      `create or replace function auth_lib.clock() returns timestamptz language sql stable as $$ select now() - interval '1 hour' $$`,
    ],
    check: 'functions',
    finding: /auth_lib\.clock\(\) is not what sql\/lib\/clock\.sql says: body/,
  },
  {
    name: 'a function with another parameter',
    make: [
      'set role auth_owner',
      'drop function auth_api.get_release()',
      `create function auth_api.get_release(x integer) returns jsonb language sql as 'select null::jsonb'`,
    ],
    check: 'functions',
    finding: /auth_api\.get_release\(\) has another signature/,
  },
  {
    name: 'a function nobody knows',
    make: [
      `set role auth_owner`,
      `create function auth_api.back_door() returns text language sql security definer set search_path = pg_catalog, pg_temp as $$ select 'x' $$`,
    ],
    check: 'functions',
    finding: /auth_api\.back_door\(\) is in no file/,
  },
  {
    name: 'a missing grant',
    make: ['revoke execute on function auth_api.show_user(jsonb, text, jsonb) from auth_admin'],
    check: 'grants',
    finding: /^auth_admin lacks EXECUTE on auth_api\.show_user/,
  },
  {
    name: 'an extra grant to PUBLIC',
    make: ['grant execute on function auth_api.delete_user(jsonb, text, boolean, jsonb, jsonb) to public'],
    check: 'grants',
    finding: /^public has EXECUTE on auth_api\.delete_user/,
  },
  {
    name: 'a table that PUBLIC may read',
    make: ['grant select on auth.passwords to public'],
    check: 'grants',
    finding: /^public has SELECT on auth\.passwords/,
  },
  {
    name: 'a column that the gateway may read',
    make: ['grant select (hash) on auth.passwords to auth_gateway'],
    check: 'grants',
    finding: /^auth_gateway has SELECT on auth\.passwords/,
  },
  {
    name: 'the wrong owner of a function',
    make: ['alter function auth_api.get_release() owner to session_user'],
    check: 'owners',
    finding: /routine auth_api\.get_release\(\) belongs to \w+/,
  },
  {
    name: 'the wrong owner of a table',
    make: ['alter table auth.quotas owner to session_user'],
    check: 'owners',
    finding: /table auth\.quotas belongs to \w+/,
  },
  {
    name: 'a definer without search_path',
    make: ['alter function auth_api.get_release() reset search_path'],
    check: 'search_path',
    finding: /auth_api\.get_release\(\) runs with no setting/,
  },
  {
    name: 'a dropped index',
    make: ['drop index auth.users_aud_created_at_idx'],
    check: 'indexes',
    finding: /index users_aud_created_at_idx on auth\.users is missing/,
  },
  {
    name: 'a dropped index of a partitioned table',
    make: ['drop index auth.audit_log_actor_id_idx'],
    check: 'indexes',
    finding: /index audit_log_actor_id_idx on auth\.audit_log is missing/,
  },
  {
    name: 'an invalid index',
    make: [`update pg_index set indisvalid = false where indexrelid = 'auth.sessions_not_after_idx'::regclass`],
    check: 'indexes',
    finding: /index auth\.sessions_not_after_idx is invalid/,
  },
  {
    name: 'a dropped constraint',
    make: ['alter table auth.passwords drop constraint passwords_hash_check'],
    check: 'tables',
    finding: /constraint passwords_hash_check of auth\.passwords is missing/,
  },
  {
    name: 'row-level security switched off',
    make: ['alter table auth.passwords disable row level security'],
    check: 'tables',
    finding: /alter table auth\.passwords enable row level security/,
  },
  {
    name: 'a lost default privilege',
    make: ['alter default privileges for role auth_owner grant execute on functions to public'],
    check: 'roles',
    finding: /default privilege is lost/,
  },
  {
    name: 'parameter logging on',
    make: ['alter role auth_gateway in database %database% set log_parameter_max_length = -1'],
    check: 'logging',
    finding: /^log_parameter_max_length is -1 for auth_gateway/,
  },
  {
    name: 'a role that may do more',
    make: ['alter role auth_worker createdb'],
    check: 'roles',
    finding: /^auth_worker has the attribute createdb/,
  },
  {
    name: 'a missing partition',
    make: [`do $$ begin execute 'drop table auth.audit_log_' || ${NEXT_MONTH}; end $$`],
    check: 'partitions',
    finding: /^partition audit_log_\d{4}_\d{2} of the audit log is missing/,
  },
  {
    name: 'rows in the default partition',
    make: [
      `insert into auth.audit_log (created_at, id, actor_id, actor_username, actions)
       values (now() - interval '70 days', gen_random_uuid(), gen_random_uuid(), 'ada', '{login}')`,
    ],
    check: 'partitions',
    finding: /default partition holds rows/,
  },
  {
    name: 'a view that is gone',
    make: ['drop view auth_api.audit_users'],
    check: 'views',
    finding: /^view auth_api\.audit_users is missing/,
  },
  {
    name: 'a stale queue',
    make: [
      `insert into auth_queue.job (name, data, start_after, created_on) values ('mail', '{}', now() - interval '1 hour', now() - interval '1 hour')`,
    ],
    check: 'queue',
    finding: /^1 job\(s\) wait on queue mail, the oldest for 01:00:\d\d: no worker/,
    undo: ['delete from auth_queue.job'],
  },
];

for (const damage of DAMAGES) {
  test(`finds ${damage.name}, and what it says mends it`, async () => {
    await runEach(damage.make.map((statement) => statement.replace('%database%', db.name)));
    const { code, findings } = await examine();
    assert.is(code, 1);
    const found = findings.filter((one) => one.check === damage.check && damage.finding.test(one.finding));
    assert.is(found.length, 1, JSON.stringify(findings, null, 1));
    assert.is(findings.length, 1, JSON.stringify(findings, null, 1));
    if (damage.undo === undefined) assert.ok((found[0]?.sql.length ?? 0) > 0);
    else assert.ok(found[0]?.advice);
    await runEach(damage.undo ?? findings.flatMap((one) => one.sql));
    assert.equal(await examine(), { code: 0, findings: [] });
  });
}

test('settings: rotation with interval 0, and a single URL for all', async () => {
  const rotation = await examine({ SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'true' });
  assert.equal(
    rotation.findings.map((one) => one.check),
    ['settings'],
  );
  assert.match(rotation.findings[0]?.advice ?? '', 'SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL=10');
  const good = { SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'true', SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '10' };
  assert.equal((await examine(good)).findings, []);

  const single = await examine({ DATABASE_URL: db.superuser_url, DATABASE_URL_GATEWAY: '', DATABASE_URL_ADMIN: '' });
  assert.equal(
    single.findings.map((one) => one.check),
    ['logins', 'logins'],
  );
  assert.match(
    single.findings[0]?.finding ?? '',
    /^unprotected: the gateway logs in as \w+ and only plays auth_gateway/,
  );
});

test('a clock that goes wrong, either way', async () => {
  for (const [offset, side] of [
    [60_000, 'ahead of'],
    [-60_000, 'behind'],
  ] as const) {
    const { findings } = await examine({}, () => Date.now() + offset);
    assert.is(findings.length, 1);
    assert.match(
      findings[0]?.finding ?? '',
      new RegExp(`^the clock of this machine is (59|60|61) s ${side} the database's$`),
    );
  }
});

test('minor versions with CVE-2026-2005', () => {
  for (const bad of [150_015, 160_011, 170_007, 180_001])
    assert.match(versionFinding(bad)?.finding ?? '', 'CVE-2026-2005');
  for (const good of [150_016, 160_012, 170_008, 180_002, 190_000]) assert.is(versionFinding(good), null);
});

test('the text form is a script: comments and statements, exit code 1', async () => {
  await runEach(['grant select on auth.users to public', 'drop index auth.flow_states_user_id_idx']);
  const ended = await runToEnd(['doctor'], { env: environmentFor(db) });
  assert.is(ended.code, 1);
  assert.match(ended.stdout, /^-- 2 finding\(s\) in database/);
  await runEach(ended.stdout.split('\n').filter((line) => line.endsWith(';') && !line.startsWith('--')));
  assert.equal((await examine()).findings, []);
});

test('a right that docs/for-dbas.md promises to applications is no finding', async () => {
  await runEach([
    'create role doctor_app',
    'grant usage on schema auth to doctor_app; grant references (id) on auth.users to doctor_app; grant trigger on auth.users to doctor_app',
  ]);
  const { findings } = await examine();
  await runEach(['drop owned by doctor_app', 'drop role doctor_app']);
  assert.equal(findings, []);
});

test('no Postern, no database, no URL: a finding or a sentence, exit code 1', async () => {
  const empty = await createDatabase({ template: 'empty' });
  const ended = await runToEnd(['doctor'], {
    env: { ...environmentFor(db), DATABASE_URL_MIGRATE: empty.superuser_url },
  });
  await empty.drop();
  assert.is(ended.code, 1);
  assert.match(ended.stdout, 'run: postern migrate');
  const nobody = await runToEnd(['doctor'], { env: { DATABASE_URL: 'postgres://postern@127.0.0.1:1/x' } });
  assert.is(nobody.code, 1);
  assert.match(nobody.stderr, 'cannot be reached');
  assert.is((await runToEnd(['doctor'])).code, 1);
});

test.run();
