// end_sessions: ends one session or all, of this user only, without a ban.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  client,
  codeIn,
  confirmed,
  openSurface,
  type Person,
  sessionOf,
  settings,
} from '../../../support/database/surface.ts';
import { ADMIN, byAdmin, NO_IDS, NOT_FOUND, NOT_UUID, refusesStrangers } from './admin.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const args = { claims: ADMIN, settings: settings() };
const end = (user_id: string, session_id: string | null = null) =>
  surface.call('end_sessions', { ...args, client, user_id, session_id });
const refresh = (user_id: string, session_id: string) =>
  codeIn(surface.call('refresh_session', { user_id, session_id, counter: 0, settings: settings(), client }));
const reasons = async (person: Person) =>
  (await surface.rows('auth.sessions', `t.user_id = '${person.id}'`)).map((session) => session.revoked_reason).sort();
async function twice(): Promise<Person & { second: string }> {
  const person = await confirmed(surface);
  const { email, password } = person;
  const answer = await surface.call('sign_in_with_password', { email, password, settings: settings(), client });
  return { ...person, second: sessionOf(answer).session_id };
}

test('administrators only; rejects an invalid id, and an unknown user', async () => {
  await refusesStrangers(surface, 'end_sessions', { user_id: 'x' });
  const person = await confirmed(surface);
  for (const user_id of [...NO_IDS, null]) await surface.refused('end_sessions', { ...args, user_id }, NOT_UUID);
  for (const session_id of NO_IDS) {
    await surface.refused('end_sessions', { ...args, user_id: person.id, session_id }, [
      404,
      'validation_failed',
      'session_id must be an UUID',
    ]);
  }
  await surface.refused('end_sessions', { ...args, user_id: randomUUID(), session_id: randomUUID() }, NOT_FOUND);
});

test('one session: its refresh tokens are invalid, the other stays, and the user may sign in again', async () => {
  const person = await twice();
  assert.equal(await surface.changes(() => end(person.id, person.second)), ['audit_log', 'sessions', 'users']);
  const traits = { user_id: person.id, user_email: person.email, user_phone: '' };
  assert.equal(await surface.audited(), byAdmin('token_revoked', traits));
  assert.is(await refresh(person.id, person.second), 'refresh_token_not_found');
  assert.is(await refresh(person.id, person.session_id), '');
  const { email, password } = person;
  assert.ok((await surface.call('sign_in_with_password', { email, password, settings: settings(), client })).claims);
});

test('all sessions; those that had ended keep their reason', async () => {
  const person = await twice();
  await surface.call('sign_out', { claims: person.claims, scope: 'local', settings: settings(), client });
  assert.equal(await end(person.id), {});
  assert.equal(await reasons(person), ['admin', 'logout']);
  assert.is(await refresh(person.id, person.second), 'refresh_token_not_found');
});

test("another user's session is unchanged", async () => {
  const [person, other] = [await twice(), await twice()];
  await surface.refused('end_sessions', { ...args, client, user_id: person.id, session_id: other.session_id }, [
    404,
    'session_not_found',
    'Session not found',
  ]);
  await end(person.id);
  assert.equal(await reasons(other), [null, null]);
  assert.equal(await reasons(person), ['admin', 'admin']);
});

test.run();
