// runner: when=cli,import,install,sql

// A revert fails if rows of the application reference users who have signed up since the import. The error says what to
// do, and doing that is enough.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareDumps, dumpDatabase } from '../support/database/gotrue/dump.ts';
import { createGotrueDatabase, PEPPER } from '../support/database/gotrue/gotrue_database.ts';
import { runToEnd } from '../support/processes/process.ts';
import { type Stack, startStack } from '../support/processes/stack.ts';

const stand = await createGotrueDatabase({ people: 8 });
const { sql } = stand.db;
let stack: Stack | undefined;
test.after(async () => {
  await stack?.close();
  await stand.db.drop();
});
const env = { DATABASE_URL: stand.db.superuser_url, SVC_SECURITY_PEPPER: PEPPER };
const revert = () => runToEnd(['import', 'gotrue', '--revert', '--yes'], { env });

test('new users referenced by rows of the application stop the reverse; after their deletion it works', async () => {
  const before = await dumpDatabase(sql);
  await stand.apply();
  await stand.db.letLogIn('auth');
  stack = await startStack({
    db: { ...stand.db, drop: () => Promise.resolve() },
    env: { SVC_SECURITY_PEPPER: PEPPER, SVC_MAILER_AUTOCONFIRM: 'true' },
    worker: false,
  });
  for (const name of ['new', 'newer']) {
    const { status } = await stack.post('/signup', { email: `${name}@example.com`, password: 'a new password' });
    assert.is(status, 200);
  }
  const [row] = await sql`insert into public.notes (author, text) select u.id, 'mine' from auth.users as u
    where u.email = 'new@example.com' returning author`;
  await stack.close();
  stack = undefined;
  const [profiles] = await sql`select count(*)::int as rows from public.profiles as p where p.id not in (
    select gotrue_fixture.id(n, 'user') from generate_series(1, 8) as n)`;
  assert.is(profiles?.rows, 2, "the application's trigger has made their profiles");

  const imported = await dumpDatabase(sql);
  const refused = await revert();
  assert.is(refused.code, 1);
  assert.is(
    refused.stderr.trim(),
    'Rows of yours refer to users who have signed up since the import, whom GoTrue does not know: public.notes (author): 1 row, ' +
      'public.profiles (id): 2 rows. Nothing was changed. Delete these users (npx postern user delete), or these rows, and run the command again.',
  );
  assert.equal(compareDumps(imported, await dumpDatabase(sql)), [], 'nothing was changed');

  const deleted = await runToEnd(['user', 'delete', 'newer@example.com', '--yes'], { env });
  assert.is(deleted.code, 0, deleted.stderr);
  const still = await revert();
  assert.is(still.code, 1);
  assert.match(still.stderr, /public\.notes \(author\): 1 row, public\.profiles \(id\): 1 row\./);

  assert.is((await runToEnd(['user', 'delete', 'new@example.com', '--yes'], { env })).code, 0);
  // The foreign key has ON DELETE SET NULL.
  const [left] = await sql`select count(*)::int as rows from public.notes as n where n.author = ${row?.author}`;
  assert.is(left?.rows, 0);
  await sql`delete from public.notes where author is null`;
  await sql`select setval(pg_get_serial_sequence('public.notes', 'id'), 1, false)`;
  const done = await revert();
  assert.is(done.code, 0, done.stderr);
  assert.match(done.stderr, /The database is as it was before the import\./);
  assert.equal(compareDumps(before, await dumpDatabase(sql)), []);
});

class KilledError extends Error {}

test('an import stopped at any of its steps can be reverted from there', async () => {
  const other = await createGotrueDatabase({ people: 4 });
  try {
    const was = await dumpDatabase(other.db.sql);
    const steps = [
      'install',
      'installed',
      'copy_clients',
      'copy_users',
      'copy_entries',
      'copy_rest',
      'verify',
      'switch',
    ];
    for (const step of steps) {
      const stopped = await other
        .apply({
          checkpoint: (at) => {
            if (at === step) throw new KilledError();
          },
        })
        .catch((error: unknown) => error);
      assert.instance(stopped, KilledError, step);
      await other.revert();
      assert.equal(compareDumps(was, await dumpDatabase(other.db.sql)), [], step);
    }
  } finally {
    await other.db.drop();
  }
});

test.run();
