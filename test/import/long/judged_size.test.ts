// runner: timeout=3000

// An import of 100,000 users, 150,000 identities and 200,000 refresh tokens: dry run, two kills, completion, clients
// with old sessions, revert. The output of pg_dump is identical before the dry run, after the dry run, and after the
// revert.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createClient, expectData, sessionOf } from '../../support/clients/client.ts';
import { createDebianCluster } from '../../support/database/debian.ts';
import { createGotrueDatabase } from '../../support/database/gotrue/gotrue_database.ts';
import { cannotRun } from '../../support/processes/cannot_run.ts';
import { startStack } from '../../support/processes/stack.ts';
import { digestOfDump, measurements, runPostern } from './command.ts';

const PEOPLE = 100_000;
const CLIENTS = 100;
const PEPPER = `1:${Buffer.alloc(32, 7).toString('base64')}`;
const cluster = await createDebianCluster({ shared_buffers: '128MB' });

test('a full-size import, killed twice, works, and its reverse restores every byte', async () => {
  if (cluster === null)
    return cannotRun('an import of the judged size', 'the Debian packages of PostgreSQL 15 are not installed');
  const stand = await createGotrueDatabase({ people: PEOPLE, server: cluster });
  const { db } = stand;
  const [size] =
    await db.sql`select (select count(*)::int from auth.users) as users, (select count(*)::int from auth.identities) as identities,
    (select count(*)::int from auth.refresh_tokens) as tokens`;
  assert.ok(size?.users >= PEOPLE && size?.identities >= 150_000 && size?.tokens >= 200_000);
  const env = { DATABASE_URL: db.superuser_url, SVC_SECURITY_PEPPER: PEPPER };
  const before = await digestOfDump(db.superuser_url);

  const look = await runPostern(env, []);
  assert.is(look.code, 0, look.output);
  assert.is(await digestOfDump(db.superuser_url), before, 'a look changes nothing');

  const copied = (users: number) => async (): Promise<boolean> => {
    const [there] = await db.sql`select to_regclass('auth_import.state') is not null as there`;
    if (!there?.there) return false;
    const [state] = await db.sql`select s.users::int as users from auth_import.state as s`;
    return Number(state?.users) >= users;
  };
  for (const users of [20_000, 60_000]) {
    const killed = await runPostern(env, ['--apply', '--yes'], copied(users));
    assert.is(killed.code, null, killed.output);
  }
  const applied = await runPostern(env, ['--apply', '--yes']);
  assert.is(applied.code, 0, applied.output);
  const [counts] = await db.sql`select (select count(*)::int from auth.users) as users,
    (select count(*)::int from auth.old_refresh_tokens) as tokens`;
  assert.is(counts?.users, size?.users);
  assert.ok(counts?.tokens >= 200_000);

  await db.letLogIn('auth');
  const stack = await startStack({
    db: { ...db, drop: () => Promise.resolve() },
    env: { SVC_SECURITY_PEPPER: PEPPER },
  });
  try {
    for (let client = 0; client < CLIENTS; client += 1) {
      const number = 1 + client * (PEOPLE / CLIENTS);
      const [row] = await db.sql`select gotrue_fixture.token(${number}, 'current') as token`;
      const { auth } = createClient(stack.url);
      const session = sessionOf(await auth.refreshSession({ refresh_token: String(row?.token) }));
      assert.is(session.user.email, `person${number}@example.com`);
      sessionOf(await auth.refreshSession());
      assert.is(expectData(await auth.getUser()).user.id, session.user.id);
    }
  } finally {
    await stack.close();
  }

  const reverted = await runPostern(env, ['--revert', '--yes']);
  assert.is(reverted.code, 0, reverted.output);
  assert.is(await digestOfDump(db.superuser_url), before, 'the way back restores every byte');
  const straight = await runPostern(env, ['--apply', '--yes']);
  assert.is(straight.code, 0, straight.output);
  assert.is((await runPostern(env, ['--commit', '--yes'])).code, 0);
  await db.drop();
  console.log(measurements.join('\n'));
});

test.after(() => cluster?.stop());

test.run();
