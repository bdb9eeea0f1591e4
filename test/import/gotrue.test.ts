// runner: when=cli,import,install,sql

// An import of GoTrue in place: the report of a dry run, the result of an import, and the revert. An import that was
// stopped at one of its steps can resume, with the same result. Until it has ended, no process may serve.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkCompatibility, readDatabaseState } from '../../core/database/release.ts';
import { readEnvironment, readSettings } from '../../core/settings/reading.ts';
import { examineInstallation } from '../../install/doctor/doctor.ts';
import { migrate } from '../../install/migrate/migrate.ts';
import { waitForSchema } from '../../install/schema.ts';
import { expectMigrationRefused } from '../install/migration_database.ts';
import { compareDumps, dumpDatabase } from '../support/database/gotrue/dump.ts';
import { createGotrueDatabase, type GotrueDatabase, PASSWORD } from '../support/database/gotrue/gotrue_database.ts';
import { readImportResult } from '../support/database/gotrue/outcome.ts';
import { postJson, runCli } from '../support/processes/process.ts';
import { stackSettings } from '../support/processes/stack.ts';

const stands: GotrueDatabase[] = [];
async function createDatabaseWithUsers(): Promise<GotrueDatabase> {
  const made = await createGotrueDatabase({ people: PEOPLE });
  stands.push(made);
  return made;
}
test.after(async () => {
  for (const { db } of stands) await db.drop();
});

const PEOPLE = 120;

class KilledError extends Error {}

/** Points between two transactions at which an import of three ranges is stopped. */
const PLACES = [
  ...[
    'move 1',
    'install 1',
    'installed 1',
    'copy_clients 1',
    'copy_users 1',
    'copy_users 3',
    'copy_users 4',
    'copy_entries 1',
  ],
  ...['copy_rest 1', 'verify 1', 'switch 1'],
];

const straight = await createDatabaseWithUsers();
const before = await dumpDatabase(straight.db.sql);
let wanted: string[] = [];

test('a dry run reports the changes, and changes nothing', async () => {
  const report = await straight.look();
  assert.equal(report.blockers, []);
  assert.equal(report.counts.imported, {
    users: PEOPLE,
    addresses: PEOPLE,
    passwords: PEOPLE,
    'pending passwords': 0,
    identities: PEOPLE * 1.5,
    sessions: PEOPLE,
    'refresh tokens': PEOPLE * 2,
    'links and codes': 0,
    'PKCE flows': 0,
    factors: 0,
    passkeys: 0,
    'custom providers': 0,
    'OAuth clients': 0,
    'OAuth consents': 0,
    'audit entries': 0,
    'rows in kept_rows': 0,
  });
  assert.equal(report.counts.findings, []);
  assert.equal(compareDumps(before, await dumpDatabase(straight.db.sql)), []);
});

test('an import copies every user, and points the application at the new tables', async () => {
  await straight.apply({
    checkpoint: async (at) => {
      // Counts users and audit entries in blocks, like a worker that was started too early.
      if (at !== 'copy_rest') return;
      await straight.db
        .sql`insert into auth.user_blocks (aud, until, users, counted_at) values ('authenticated', now(), 1, now())`;
      await straight.db.sql`insert into auth.audit_blocks (since, until, entries, actions, counted_at, counted_in)
        values ('-infinity', now(), 1, '{"login": 1}', now(), pg_current_snapshot())`;
    },
  });
  wanted = await readImportResult(straight.db.sql);
  const { sql } = straight.db;
  const [counts] =
    await sql`select (select count(*)::int from auth.users) as users, (select count(*)::int from auth.identities) as identities,
    (select count(*)::int from auth.sessions) as sessions, (select count(*)::int from auth.old_refresh_tokens) as tokens,
    (select count(*)::int from auth.users as u where u.banned_until is not null) as banned`;
  assert.equal(counts, { users: PEOPLE, identities: PEOPLE * 1.5, sessions: PEOPLE, tokens: PEOPLE * 2, banned: 0 });
  const keys = await sql`select conname::text as name, confrelid::regclass::text as target from pg_constraint
    where conrelid in ('public.profiles'::regclass, 'public.notes'::regclass) and contype = 'f' order by 1`;
  assert.equal(
    [...keys].map(({ name, target }) => [name, target]),
    [
      ['notes_author_fkey', 'auth.users'],
      ['profiles_id_fkey', 'auth.users'],
    ],
  );
  const left = await sql`select pg_describe_object(d.classid, d.objid, d.objsubid) as name from pg_depend as d
    cross join lateral pg_identify_object(d.classid, d.objid, d.objsubid) as i
    cross join lateral pg_identify_object(d.refclassid, d.refobjid, 0) as r
    where r.schema = 'auth_gotrue' and i.schema = 'public'`;
  assert.equal([...left], [], 'nothing of the application depends on the old tables');
});

test('blocks counted before the import do not falsify totals, and the server may start after it', async () => {
  const [blocks] = await straight.db.sql`
    select (select count(*)::int from auth.user_blocks) as users, (select count(*)::int from auth.audit_blocks) as entries`;
  assert.equal(blocks, { users: 0, entries: 0 });
  assert.equal(checkCompatibility(await readDatabaseState(straight.db.sql, straight.places.names.auth)), {
    verdict: 'ready',
  });
});

test('after an import, a revert restores every line of the database', async () => {
  await straight.revert();
  assert.equal(compareDumps(before, await dumpDatabase(straight.db.sql)), []);
});

// The following tests share one database and continue from each other's state.
const broken = await createDatabaseWithUsers();

test('on a database of GoTrue migrate names the command that imports it', async () => {
  const message = await expectMigrationRefused(migrate(broken.db.migration()));
  assert.match(
    message,
    /holds the users of GoTrue \(supabase\/auth\), so it is not changed\. "npx postern import gotrue" reports/,
  );
});

test('between an interruption and its end serve and worker wait; they, start and doctor print the commands to resume and to revert', async () => {
  const ways = /"npx postern import gotrue --apply" resumes it, .*--revert"? undoes it/;
  const env = { ...stackSettings(25), DATABASE_URL: broken.db.superuser_url };
  const { settings } = readSettings(readEnvironment({ env, file: null }));
  for (const stop of ['install', 'copy_entries']) {
    await broken
      .apply({
        checkpoint: (at) => {
          if (at === stop) throw new KilledError();
        },
      })
      .catch((error: unknown) => {
        if (!(error instanceof KilledError)) throw error;
      });
    const lines: string[] = [];
    const waiting = new AbortController();
    const serving = waitForSchema({
      own_url: broken.db.superuser_url,
      database_url: '',
      role: 'auth_gateway',
      namespace: 'auth',
      say: (line) => {
        lines.push(line);
        waiting.abort();
      },
      signal: waiting.signal,
    });
    await serving.then(
      () => assert.unreachable('it would have served'),
      () => undefined,
    );
    assert.match(lines.join('\n'), ways, `serve, after ${stop}`);
    // First step of `postern start`.
    assert.match(await expectMigrationRefused(migrate(broken.db.migration())), ways, `migrate, after ${stop}`);
    const { findings } = await examineInstallation({
      ...broken.db.migration(),
      logins: {},
      settings,
      log: () => undefined,
      now: Date.now,
    });
    const named = findings.filter(({ check }) => check === 'import');
    assert.equal(named.length, 1, JSON.stringify(findings));
    assert.match(`${named[0]?.finding} ${named[0]?.advice}`, ways);
    const mending = findings
      .flatMap(({ sql }) => sql)
      .filter((statement) => /^grant .* on (table|function|all|auth)/i.test(statement));
    assert.equal(mending, [], 'nothing that would open the tables before the end is advised');
  }
  await broken.revert();
  const [there] = await broken.db
    .sql`select to_regclass('auth.instances') is not null as theirs, to_regnamespace('auth_import') is null as clean`;
  assert.equal(there, { theirs: true, clean: true });
});

test('a connection lost in a range rolls back that range only', async () => {
  let looks = 0;
  const dying = broken.apply({
    checkpoint: async (at) => {
      if (at !== 'copy_users') return;
      looks += 1;
      if (looks === 2)
        await broken.db.sql`select pg_terminate_backend(a.pid) from pg_stat_activity as a
          where a.datname = current_database() and a.application_name = 'postern migrate'`;
    },
  });
  await dying.then(
    () => assert.unreachable('the import went on without a connection'),
    (error: unknown) => assert.instance(error, Error),
  );
  const [state] = await broken.db.sql`select s.phase, s.users::int from auth_import.state as s`;
  assert.equal(state, { phase: 'installed', users: 50 });
});

test('serve, started after an interruption, prints the command that resumes, and serves those users once it has run', async () => {
  const serve = runCli(['serve'], { env: { ...stackSettings(25), DATABASE_URL: broken.db.superuser_url, PORT: '0' } });
  try {
    await serve.until(/An import into this database is not done: \\?"npx postern import gotrue --apply\\?" resumes it/);
    await broken.apply();
    assert.equal(await readImportResult(broken.db.sql), wanted);
    const [, port] = await serve.until(/serves on port (\d+)/);
    const url = `http://127.0.0.1:${port}/token?grant_type=password`;
    const { status, body } = await postJson(url, { email: 'person1@example.com', password: PASSWORD });
    assert.is(status, 200, JSON.stringify(body));
    assert.is(await serve.stop('SIGTERM'), 0);
  } finally {
    serve.child.kill('SIGKILL');
  }
});

test('an import stopped at each of its steps in turn and resumed has the same result', async () => {
  await broken.revert();
  const met: string[] = [];
  for (const place of PLACES) {
    const times = new Map<string, number>();
    const [name = '', time] = place.split(' ');
    await broken
      .apply({
        checkpoint: (at) => {
          times.set(at, (times.get(at) ?? 0) + 1);
          if (at === name && (times.get(at) === Number(time) || place === 'copy_users 4')) throw new KilledError();
        },
      })
      .then(
        () => assert.unreachable(place),
        (error: unknown) => {
          if (!(error instanceof KilledError)) throw error;
          met.push(place);
        },
      );
  }
  assert.equal(met, PLACES);
  await broken.apply();
  assert.equal(await readImportResult(broken.db.sql), wanted);
});

test.run();
