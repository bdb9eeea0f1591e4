// Tests of end_sessions.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  client,
  createConfirmedPerson,
  errorCodeOf,
  openSqlApi,
  readSession,
  type SqlPerson,
  settings,
} from '../../../support/database/sql_api.ts';
import { ADMIN, adminAuditEntry, assertAdministratorsOnly, INVALID_IDS, NOT_FOUND, NOT_UUID } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const args = { claims: ADMIN, settings: settings() };
const end = (user_id: string, session_id: string | null = null) =>
  sql_api.call('end_sessions', { ...args, client, user_id, session_id });
const refresh = (user_id: string, session_id: string) =>
  errorCodeOf(sql_api.call('refresh_session', { user_id, session_id, counter: 0, settings: settings(), client }));
const reasons = async (person: SqlPerson) =>
  (await sql_api.rows('auth.sessions', `t.user_id = '${person.id}'`)).map((session) => session.revoked_reason).sort();
async function createTwoSessions(): Promise<SqlPerson & { second: string }> {
  const person = await createConfirmedPerson(sql_api);
  const { email, password } = person;
  const answer = await sql_api.call('sign_in_with_password', { email, password, settings: settings(), client });
  return { ...person, second: readSession(answer).session_id };
}

test('administrators only; rejects an invalid id, and an unknown user', async () => {
  await assertAdministratorsOnly(sql_api, 'end_sessions', { user_id: 'x' });
  const person = await createConfirmedPerson(sql_api);
  for (const user_id of [...INVALID_IDS, null]) await sql_api.refused('end_sessions', { ...args, user_id }, NOT_UUID);
  for (const session_id of INVALID_IDS) {
    await sql_api.refused('end_sessions', { ...args, user_id: person.id, session_id }, [
      404,
      'validation_failed',
      'session_id must be an UUID',
    ]);
  }
  await sql_api.refused('end_sessions', { ...args, user_id: randomUUID(), session_id: randomUUID() }, NOT_FOUND);
});

test('one session: its refresh tokens are invalid, the other stays, and the user may sign in again', async () => {
  const person = await createTwoSessions();
  assert.equal(await sql_api.changes(() => end(person.id, person.second)), ['audit_log', 'sessions', 'users']);
  const traits = { user_id: person.id, user_email: person.email, user_phone: '' };
  assert.equal(await sql_api.audited(), adminAuditEntry('token_revoked', traits));
  assert.is(await refresh(person.id, person.second), 'refresh_token_not_found');
  assert.is(await refresh(person.id, person.session_id), '');
  const { email, password } = person;
  assert.ok((await sql_api.call('sign_in_with_password', { email, password, settings: settings(), client })).claims);
});

test('all sessions; those that had ended keep their reason', async () => {
  const person = await createTwoSessions();
  await sql_api.call('sign_out', { claims: person.claims, scope: 'local', settings: settings(), client });
  assert.equal(await end(person.id), {});
  assert.equal(await reasons(person), ['admin', 'logout']);
  assert.is(await refresh(person.id, person.second), 'refresh_token_not_found');
});

test("another user's session is unchanged", async () => {
  const [person, other] = [await createTwoSessions(), await createTwoSessions()];
  await sql_api.refused('end_sessions', { ...args, client, user_id: person.id, session_id: other.session_id }, [
    404,
    'session_not_found',
    'Session not found',
  ]);
  await end(person.id);
  assert.equal(await reasons(other), [null, null]);
  assert.equal(await reasons(person), ['admin', 'admin']);
});

test.run();
