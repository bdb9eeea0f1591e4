// runner: when=cli,import,install,sql

// Imports without a superuser: missing rights are reported before any change. The owner of the database, of GoTrue's
// tables and of the application can import, revert and commit.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCluster } from '../support/database/cluster.ts';
import { compareDumps, dumpDatabase } from '../support/database/gotrue/dump.ts';
import { createGotrueDatabase, PASSWORD, PEPPER } from '../support/database/gotrue/gotrue_database.ts';
import { postJson, runCli, runToEnd } from '../support/processes/process.ts';
import { stackSettings } from '../support/processes/stack.ts';

// A separate server, because on a shared one Postern's roles already exist and belong to other roles.
const server = await createCluster();
const stand = await createGotrueDatabase({ people: 5, server });
const { sql } = stand.db;
test.after(async () => {
  await stand.db.drop();
  await server.stop();
});

await sql.unsafe(`create role gotrue_operator login password 'operates'`);
const url = new URL(stand.db.superuser_url);
url.username = 'gotrue_operator';
url.password = 'operates';
const env = { DATABASE_URL: url.href, SVC_SECURITY_PEPPER: PEPPER };
const run = (...args: readonly string[]) => runToEnd(['import', 'gotrue', ...args], { env });

/** Returns the lines with blockers in the report of a dry run. */
async function blockersInReport(): Promise<string[]> {
  const { code, stdout } = await run('--summary');
  assert.is(code, stdout.includes('Blockers') ? 1 : 0);
  if (code === 0) return [];
  return stdout
    .slice(stdout.indexOf('Blockers'))
    .split('\n')
    .filter((line) => line.startsWith('- '));
}

test('a role without rights gets an error that names the missing ones', async () => {
  const rights = await run('--summary');
  assert.is(rights.code, 1);
  assert.is(
    rights.stderr.trim(),
    'gotrue_operator lacks the rights of supabase_auth_admin, which owns the schema "auth" or an object in it: let a superuser import, or ' +
      '"grant supabase_auth_admin to gotrue_operator".',
  );
  await sql.unsafe('grant supabase_auth_admin to gotrue_operator');
  const creates = await run('--apply', '--yes');
  assert.is(creates.code, 1);
  assert.is(
    creates.stderr.trim(),
    'gotrue_operator may not create schemas in this database: let a superuser import, or ' +
      `"grant create on database ${stand.db.name} to gotrue_operator".`,
  );
  await sql.unsafe(`alter database ${stand.db.name} owner to gotrue_operator`);
});

test('an operation that the server would reject later stops the import before it begins', async () => {
  const owned = (owner: string): string =>
    `${owner} owns it, for whom gotrue_operator may not act: let a superuser import, or a role that is a member of it`;
  assert.equal(await blockersInReport(), [
    ...['notes_author_fkey on public.notes', 'profiles_id_fkey on public.profiles'].map(
      (name) => `- foreign key ${name}: ${owned('postgres')}`,
    ),
    `- view public.people: ${owned('gotrue_app_owner')}`,
    `- policy "Confirmed users delete" on public.profiles: ${owned('postgres')}`,
    `- function public.email_of(uuid): ${owned('postgres')}`,
    '- this server does not let you run "create role auth_owner nologin noinherit" (permission denied to create role): let a superuser import, or have one run it first',
  ]);
  const { code, stderr } = await run('--apply', '--yes');
  assert.is(code, 1);
  assert.match(stderr, /^Nothing was changed\. Blockers:/);
  await sql.unsafe(`grant gotrue_app_owner to gotrue_operator; alter table public.profiles owner to gotrue_operator;
    alter table public.notes owner to gotrue_operator; alter function public.email_of(uuid) owner to gotrue_operator;
    alter function public.user_count() owner to gotrue_operator; alter function public.handle_new_user() owner to gotrue_operator;
    alter role gotrue_operator createrole`);
  assert.equal(await blockersInReport(), []);
});

test('the owner of the database, the tables of GoTrue and the application imports, reverts, and imports again', async () => {
  const before = await dumpDatabase(sql);
  const done = await run('--apply', '--yes');
  assert.is(done.code, 0, done.stderr);
  const back = await run('--revert', '--yes');
  assert.is(back.code, 0, back.stderr);
  assert.equal(compareDumps(before, await dumpDatabase(sql)), []);
  assert.is((await run('--apply', '--yes')).code, 0);
});

test('after the import, triggers, functions and sign-ins work, and --commit completes it', async () => {
  const serve = runCli(['serve'], {
    env: { ...stackSettings(25), ...env, SVC_MAILER_AUTOCONFIRM: 'true', PORT: '0' },
  });
  try {
    const [, port] = await serve.until(/serves on port (\d+)/);
    const at = `http://127.0.0.1:${port}`;
    const old = await postJson(`${at}/token?grant_type=password`, { email: 'person1@example.com', password: PASSWORD });
    assert.is(old.status, 200, JSON.stringify(old.body));
    const made = await postJson(`${at}/signup`, {
      email: 'new@example.com',
      password: 'a new password',
      data: { full_name: 'New' },
    });
    assert.is(made.status, 200, JSON.stringify(made.body));
    assert.is(await serve.stop('SIGTERM'), 0);
  } finally {
    serve.child.kill('SIGKILL');
  }
  const [seen] =
    await sql`select public.user_count()::int as users, (select p.full_name from public.profiles as p where p.full_name = 'New') as name`;
  assert.equal(seen, { users: 6, name: 'New' });
  const kept = await run('--commit', '--yes');
  assert.is(kept.code, 0, kept.stderr);
});

test.run();
