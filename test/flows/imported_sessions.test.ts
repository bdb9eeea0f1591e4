// After an import from GoTrue, the users, clients and application continue to work, and a reused old refresh token
// still revokes its session.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { examineInstallation } from '../../install/doctor/doctor.ts';
import { assertClientError, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { LOGIN_ROLES } from '../support/database/db.ts';
import { createGotrueDatabase, PASSWORD } from '../support/database/gotrue/gotrue_database.ts';
import { startStack } from '../support/processes/stack.ts';

const gotrue = await createGotrueDatabase({ people: 12 });
await gotrue.apply();
await gotrue.db.letLogIn('auth');
const stack = await startStack({
  db: gotrue.db,
  env: { SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'true', SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '10' },
});
test.after(() => stack.close());
const { sql } = gotrue.db;

const tokenOf = async (number: number, kind = 'current'): Promise<string> => {
  const [row] = await sql`select gotrue_fixture.token(${number}, ${kind}) as token`;
  return String(row?.token);
};
const refresh = (token: string) => stack.post('/token?grant_type=refresh_token', { refresh_token: token });

test('a client that was signed in before refreshes with its stored token, and continues', async () => {
  const { auth } = createClient(stack.url);
  const before = sessionOf(await auth.refreshSession({ refresh_token: await tokenOf(1) }));
  assert.is(before.user.email, 'person1@example.com');
  assert.is(before.user.user_metadata.full_name, 'Person 1');
  const after = sessionOf(await auth.refreshSession());
  assert.is.not(after.refresh_token, before.refresh_token);
  assert.is(expectData(await auth.getUser()).user.id, before.user.id);
});

test('two tabs that refresh with the old token at once get the same session', async () => {
  const token = await tokenOf(2);
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(token)));
  assert.equal(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  );
  assert.is(new Set(answers.map(({ body }) => body.refresh_token)).size, 1);
});

test('a reused old token is a copy: it ends the session, including the current token', async () => {
  const spent = await refresh(await tokenOf(3, 'spent'));
  assert.equal([spent.status, spent.body.error_code ?? spent.body.code], [400, 'refresh_token_already_used']);
  const { auth } = createClient(stack.url);
  assertClientError(await auth.refreshSession({ refresh_token: await tokenOf(3) }), [
    400,
    'refresh_token_already_used',
    /Already Used/,
  ]);
});

test('a token that was never issued is unknown, in any form', async () => {
  const { auth } = createClient(stack.url);
  assertClientError(await auth.refreshSession({ refresh_token: 'abcdefgh2345' }), [
    400,
    'refresh_token_not_found',
    /Not Found/,
  ]);
});

test("passwords still work, and the application's trigger creates a profile for a new user", async () => {
  const { auth } = createClient(stack.url);
  const session = sessionOf(await auth.signInWithPassword({ email: 'person4@example.com', password: PASSWORD }));
  assert.is(session.user.identities?.length, 2);
  const made = await stack.post('/signup', {
    email: 'new@example.com',
    password: 'correct horse battery',
    data: { full_name: 'New' },
  });
  assert.is(made.status, 200);
  const [profile] = await sql`select p.full_name from public.profiles as p where p.id = ${String(made.body.id)}`;
  assert.is(profile?.full_name, 'New');
});

test('views, functions and policies of the application read the new users', async () => {
  const [view] =
    await sql`select p.full_name, p.email, p.encrypted_password from public.people as p where p.email = 'person5@example.com'`;
  assert.equal(view, { full_name: 'Person 5', email: 'person5@example.com', encrypted_password: null });
  const [counted] =
    await sql`select public.user_count()::int as all_users, public.email_of((select p.id from public.people as p where p.email = 'person5@example.com')) as email`;
  assert.equal(counted, { all_users: 13, email: 'person5@example.com' });
  const [policy] =
    await sql`select pg_get_expr(p.polqual, p.polrelid) as rule from pg_policy as p where p.polname = 'Confirmed users delete'`;
  assert.match(policy?.rule, /FROM auth\.users/);
});

test('doctor finds nothing that the import left wrong', async () => {
  const { target, namespace, role_prefix } = gotrue.db.migration();
  const logins = Object.fromEntries(LOGIN_ROLES.map((role) => [role, `auth_${role}`]));
  const how = { target, namespace, role_prefix, logins, settings: stack.settings, log: () => undefined, now: Date.now };
  const { findings } = await examineInstallation(how);
  assert.equal(findings, []);
});

test('after --commit the tables of GoTrue are gone and all users continue', async () => {
  await gotrue.commit();
  const [there] =
    await sql`select to_regnamespace('auth_gotrue') is null and to_regnamespace('auth_import') is null as gone`;
  assert.is(there?.gone, true);
  assert.is((await refresh(await tokenOf(6))).status, 200);
});

test.run();
