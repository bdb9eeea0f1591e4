// runner: timeout=2400

// Imports from another server with another PostgreSQL version: 100,000 users, 150,000 identities and 200,000 refresh
// tokens from 15 to 18, with a killed fetch, a killed import and rounds of --follow, and sixty users from 18 to 15.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createClient, expectData, sessionOf } from '../../support/clients/client.ts';
import { createDebianCluster } from '../../support/database/debian.ts';
import { compareDumps, dumpDatabase } from '../../support/database/gotrue/dump.ts';
import { createGotrueDatabase, createImportTarget, PEPPER } from '../../support/database/gotrue/gotrue_database.ts';
import { cannotRun } from '../../support/processes/cannot_run.ts';
import { startStack } from '../../support/processes/stack.ts';
import { digestOfDump, measurements, runPostern } from './command.ts';

const PEOPLE = Number(process.env.PEOPLE ?? 100_000);
const CLIENTS = 100;
const cluster = await createDebianCluster({ shared_buffers: '128MB' });
const missing = 'the Debian packages of PostgreSQL 15 are not installed';

type Database = Awaited<ReturnType<typeof createImportTarget>>['db'];
const versionOf = async ({ sql }: Database): Promise<number> =>
  Number((await sql`select current_setting('server_version_num')::int / 10000 as version`)[0]?.version);

/** Asserts that clients with a session of the old server continue. */
async function assertSessionsStillWork(there: Database, db: Database, numbers: readonly number[]): Promise<void> {
  await db.letLogIn('auth');
  const stack = await startStack({
    db: { ...db, drop: () => Promise.resolve() },
    env: { SVC_SECURITY_PEPPER: PEPPER },
    worker: false,
  });
  try {
    for (const number of numbers) {
      const [row] = await there.sql`select gotrue_fixture.token(${number}, 'current') as token`;
      const { auth } = createClient(stack.url);
      const session = sessionOf(await auth.refreshSession({ refresh_token: String(row?.token) }));
      assert.is(session.user.email, `person${number}@example.com`);
      sessionOf(await auth.refreshSession());
      assert.is(expectData(await auth.getUser()).user.id, session.user.id);
    }
  } finally {
    await stack.close();
  }
}

test('from PostgreSQL 15 to 18, at full size: dry run, follow, kill, switch, revert, import again', async () => {
  if (cluster === null) return cannotRun('an import of the judged size from another server', missing);
  const stand = await createGotrueDatabase({ people: PEOPLE, server: cluster });
  const there = stand.db;
  const target = await createImportTarget(stand);
  const here = target.db;
  assert.equal([await versionOf(there), await versionOf(here)], [15, 18]);
  const [size] = await there.sql`select (select count(*)::int from auth.users) as users,
    (select count(*)::int from auth.identities) as identities, (select count(*)::int from auth.refresh_tokens) as tokens`;
  assert.ok(size?.users >= PEOPLE && size?.identities >= 1.5 * PEOPLE && size?.tokens >= 2 * PEOPLE);
  const env = { DATABASE_URL: here.superuser_url, SVC_SECURITY_PEPPER: PEPPER };
  const from = ['--from', target.from_url];
  const source = await digestOfDump(there.superuser_url);
  const untouched = await dumpDatabase(here.sql);

  const looked = await runPostern(env, from);
  assert.is(looked.code, 0, looked.output);
  assert.equal(compareDumps(untouched, await dumpDatabase(here.sql)), [], 'a look leaves nothing here');
  assert.is(await digestOfDump(there.superuser_url), source, 'and nothing there');

  const countOf = async (table: string): Promise<number> => {
    const [found] = await here.sql`select to_regclass(${table}) is not null as there`;
    return found?.there ? Number((await here.sql.unsafe(`select count(*) as n from ${table}`))[0]?.n) : 0;
  };
  const follow = [...from, '--follow', '--every', '0', '--yes'];
  const killed = await runPostern(env, follow, async () => (await countOf('auth_gotrue.users')) > 0.3 * PEOPLE);
  assert.is(killed.code, null, killed.output);
  const fetched = await countOf('auth_gotrue.users');
  assert.ok(fetched < PEOPLE, `${fetched} of ${PEOPLE} were fetched when it was killed`);

  /** Runs rounds until one has fetched nothing. */
  const rounds = async (): Promise<string> => {
    let output = '';
    const stopped = await runPostern(env, follow, undefined, (text) => {
      output = text;
      return /nothing has changed/.test(text);
    });
    assert.is(stopped.code, 0, stopped.output);
    return output;
  };
  const first = await rounds();
  assert.match(
    first,
    new RegExp(`round 1: fetched .*\\b${(size?.users - fetched).toLocaleString('en')} rows of users`),
  );
  await there.sql.unsafe(`
    select gotrue_fixture.make(${PEOPLE + 1}, ${PEOPLE + 500}, '$2a$04$abcdefghijklmnopqrstuuWqKQ1uO0bB1rGd0l2pX5aPp0X1qVY2m');
    update auth.users set updated_at = now(), raw_user_meta_data = '{"changed": true}' where id = gotrue_fixture.id(7, 'user');
    delete from auth.users where id = gotrue_fixture.id(9, 'user')`);
  const second = await rounds();
  assert.match(second, /round \d+: fetched .*rows of users/);

  const copied = async (): Promise<boolean> => {
    const [state] = await here.sql`select s.users::int as users from auth_import.state as s`;
    return Number(state?.users) >= 0.4 * PEOPLE;
  };
  const cut = await runPostern(env, [...from, '--apply', '--yes'], copied);
  assert.is(cut.code, null, cut.output);
  const applied = await runPostern(env, [...from, '--apply', '--yes']);
  assert.is(applied.code, 0, applied.output);
  const [counts] = await here.sql`select (select count(*)::int from auth.users) as users,
    (select count(*)::int from auth.identities) as identities, (select count(*)::int from auth.old_refresh_tokens) as tokens`;
  const [wanted] = await there.sql`select count(*)::int as users from auth.users`;
  assert.is(counts?.users, wanted?.users);
  assert.ok(counts?.identities >= 1.5 * PEOPLE && counts?.tokens >= 2 * PEOPLE);
  const numbers = Array.from({ length: CLIENTS }, (_, n) => 1 + n * Math.floor(PEOPLE / CLIENTS));
  await assertSessionsStillWork(there, here, [...numbers, PEOPLE + 250]);

  const reverted = await runPostern(env, ['--revert', '--yes']);
  assert.is(reverted.code, 0, reverted.output);
  assert.equal(compareDumps(untouched, await dumpDatabase(here.sql)), [], 'the way back leaves nothing');
  const straight = await runPostern(env, [...from, '--apply', '--yes']);
  assert.is(straight.code, 0, straight.output);
  assert.is((await runPostern(env, ['--commit', '--yes'])).code, 0);
  await here.drop();
  await there.drop();
  console.log(measurements.join('\n'));
});

test('from PostgreSQL 18 to 15: every user is imported, and clients of the old server continue', async () => {
  if (cluster === null) return cannotRun('an import into PostgreSQL 15 from 18', missing);
  const stand = await createGotrueDatabase({ people: 60, files: ['odd'] });
  const target = await createImportTarget(stand, { server: cluster });
  assert.equal([await versionOf(stand.db), await versionOf(target.db)], [18, 15]);
  assert.equal((await target.look()).counts, (await stand.look()).counts);
  await target.follow();
  await target.apply();
  const users = async ({ sql }: Database): Promise<unknown> => (await sql`select count(*) from auth.users`)[0];
  assert.equal(await users(target.db), await users(stand.db));
  await assertSessionsStillWork(stand.db, target.db, [1, 4]);
  await target.db.drop();
  await stand.db.drop();
});

test.after(() => cluster?.stop());

test.run();
