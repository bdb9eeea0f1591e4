// check_admin accepts service tokens, and users with a session and an admin role.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  client,
  createConfirmedPerson,
  openSqlApi,
  readSession,
  type SqlPerson,
  settings,
} from '../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

async function callCheckAdmin(claims: CallArguments, more: CallArguments = {}): Promise<unknown> {
  const [row] = await sql_api.db.sql<{ answer: CallResult | null }[]>`
    select auth_lib.check_admin(${sql_api.db.sql.json(claims as never)}, ${sql_api.db.sql.json(settings(more) as never)}) as answer`;
  const refused = row?.answer?.refused as { status: number; code: string; message: string } | undefined;
  return refused ? [refused.status, refused.code, refused.message] : null;
}
const NOT_ADMIN = [403, 'not_admin', 'User not allowed'];
const GONE = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'];
const OLD = [403, 'session_expired', 'Session is no longer valid'];

/** Creates a user with an admin role and a session. */
async function createAdministrator(): Promise<SqlPerson> {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`update auth.users set role = 'service_role' where id = ${person.id}`;
  const credentials = { email: person.email, password: person.password, settings: settings(), client };
  return { ...person, ...readSession(await sql_api.call('sign_in_with_password', credentials)) };
}

test('a service token: only its role and its expiry', async () => {
  for (const role of ['service_role', 'supabase_admin']) assert.is(await callCheckAdmin({ role }), null);
  for (const session_id of ['', '00000000-0000-0000-0000-000000000000', null]) {
    assert.is(await callCheckAdmin({ role: 'service_role', session_id, sub: 'nobody' }), null);
  }
  for (const role of ['authenticated', 'anon', '', null, 'Service_Role'])
    assert.equal(await callCheckAdmin({ role }), NOT_ADMIN);
  assert.is(await callCheckAdmin({ role: 'boss' }, { jwt_admin_roles: ['boss'] }), null);
  assert.equal(await callCheckAdmin({ role: 'service_role' }, { jwt_admin_roles: ['boss'] }), NOT_ADMIN);
  const now = Date.parse(sql_api.now()) / 1000;
  const expired = 'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired';
  assert.equal(await callCheckAdmin({ role: 'service_role', exp: now }), [403, 'bad_jwt', expired]);
  assert.is(await callCheckAdmin({ role: 'service_role', exp: now + 1 }), null);
});

test('a token with a session: user and session exist, in supabase/auth’s order', async () => {
  const { claims } = await createAdministrator();
  assert.is(claims.role, 'service_role');
  assert.is(await callCheckAdmin(claims), null);
  const missing = [403, 'bad_jwt', 'invalid claim: missing sub claim'];
  assert.equal(await callCheckAdmin({ ...claims, sub: undefined, session_id: 'x' }), missing);
  const odd = [400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'];
  assert.equal(await callCheckAdmin({ ...claims, sub: 'x', session_id: 'x' }), odd);
  const nobody = [403, 'user_not_found', 'User from sub claim in JWT does not exist'];
  assert.equal(await callCheckAdmin({ ...claims, sub: randomUUID(), session_id: 'x' }), nobody);
  const session = [403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID'];
  assert.equal(await callCheckAdmin({ ...claims, session_id: 'x' }), session);
  assert.equal(await callCheckAdmin({ ...claims, session_id: randomUUID() }), GONE);
  const other = await createConfirmedPerson(sql_api);
  assert.equal(await callCheckAdmin({ ...claims, session_id: other.session_id }), GONE, 'a session of another user');
  assert.equal(await callCheckAdmin({ ...other.claims, session_id: randomUUID() }), GONE, 'told before the role');
  assert.equal(await callCheckAdmin(other.claims), NOT_ADMIN);
});

test('signed out, reused, ended by an administrator: the token is rejected at once, strict or not', async () => {
  for (const reason of ['logout', 'reuse', 'password', 'admin', 'deleted']) {
    const { claims, session_id } = await createAdministrator();
    await sql_api.db.sql`
      update auth.sessions set revoked_at = auth_lib.clock(), revoked_reason = ${reason} where id = ${session_id}`;
    assert.equal(await callCheckAdmin(claims), GONE, reason);
    assert.equal(await callCheckAdmin(claims, { security_strict_sessions: true }), GONE, reason);
  }
  const deleted = await createAdministrator();
  await sql_api.db.sql`delete from auth.sessions where id = ${deleted.session_id}`;
  assert.equal(await callCheckAdmin(deleted.claims), GONE);
  const soft = await createAdministrator();
  await sql_api.db.sql`update auth.users set deleted_at = auth_lib.clock() where id = ${soft.id}`;
  assert.equal(await callCheckAdmin(soft.claims), GONE);
});

test('past not_after, the time box or the inactivity timeout', async () => {
  const { claims, session_id } = await createAdministrator();
  claims.exp = Date.parse(sql_api.now()) / 1000 + 100_000;
  await sql_api.advance(600);
  assert.is(await callCheckAdmin(claims, { sessions_timebox: 600, sessions_inactivity_timeout: 600 }), null);
  await sql_api.advance(1);
  assert.equal(await callCheckAdmin(claims, { sessions_timebox: 600 }), OLD);
  assert.equal(await callCheckAdmin(claims, { sessions_inactivity_timeout: 600 }), OLD);
  assert.is(
    await callCheckAdmin(claims, { sessions_timebox: 0, sessions_inactivity_timeout: 0 }),
    null,
    'zero is no limit',
  );
  await sql_api.db.sql`update auth.sessions set not_after = auth_lib.clock() where id = ${session_id}`;
  assert.is(await callCheckAdmin(claims), null);
  await sql_api.advance(1);
  assert.equal(await callCheckAdmin(claims), OLD);
  assert.equal(await callCheckAdmin({ ...claims, role: 'authenticated' }), OLD, 'told before the role');
});

test('a ban ends the rights of an administrator, also for a token with a user and no session', async () => {
  const { claims, id } = await createAdministrator();
  const { session_id: _, ...sessionless } = claims;
  assert.is(await callCheckAdmin(sessionless), null);
  await sql_api.db.sql`update auth.users set banned_until = '2099-01-01' where id = ${id}`;
  for (const token of [claims, sessionless])
    assert.equal(await callCheckAdmin(token), [403, 'user_banned', 'User is banned']);
  await sql_api.db.sql`update auth.users set banned_until = auth_lib.clock() where id = ${id}`;
  for (const token of [claims, sessionless]) assert.is(await callCheckAdmin(token), null, 'the ban has ended');
  await sql_api.db.sql`update auth.users set deleted_at = auth_lib.clock() where id = ${id}`;
  for (const token of [claims, sessionless]) assert.equal(await callCheckAdmin(token), GONE);
});

test('a revoked role rejects an administrator at once', async () => {
  const { claims, id } = await createAdministrator();
  // The role of the sign-up, and another role without rights.
  for (const role of ['authenticated', 'editor']) {
    await sql_api.db.sql`update auth.users set role = ${role} where id = ${id}`;
    assert.equal(await callCheckAdmin(claims), NOT_ADMIN, 'although its token has the role');
  }
  await sql_api.db.sql`update auth.users set role = 'supabase_admin' where id = ${id}`;
  assert.is(await callCheckAdmin(claims), null);
});

test.run();
