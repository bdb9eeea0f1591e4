// SESSIONS_SINGLE_PER_USER and SESSIONS_TAGS decide which of a user's sessions may be refreshed.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  errorCodeOf,
  openSqlApi,
  readSession,
  type SqlPerson,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const SINGLE = { sessions_single_per_user: true };
const NEWER = [400, 'session_expired', 'Invalid Refresh Token: Session Expired (Revoked by Newer Login)'] as const;

async function signIn({ email, password }: SqlPerson, session_tag?: string): Promise<string> {
  await sql_api.advance(1);
  const args = { email, password, settings: settings(), client: { ...client, session_tag } };
  return readSession(await sql_api.call('sign_in_with_password', args)).session_id;
}

async function refreshSession(user_id: string, session_id: string, set: CallArguments = SINGLE): Promise<string> {
  await sql_api.advance(1);
  const [row] = await sql_api.rows('auth.sessions', `t.id = '${session_id}'`);
  return errorCodeOf(
    sql_api.call('refresh_session', { user_id, session_id, counter: row?.counter, settings: settings(set), client }),
  );
}

test('a newer sign-in stops refreshes of the older session, and changes nothing in it', async () => {
  const person = await createConfirmedPerson(sql_api);
  const { id: user_id, session_id } = person;
  assert.is(await refreshSession(user_id, session_id), '');
  const newer = await signIn(person);
  await sql_api.refused('refresh_session', { user_id, session_id, counter: 1, settings: settings(SINGLE), client }, [
    ...NEWER,
  ]);
  assert.is(await refreshSession(user_id, newer), '');
  assert.is(await refreshSession(user_id, newer), '');
  assert.is(await refreshSession(user_id, session_id, {}), '', 'without the setting both go on');
});

test('sessions of another user, ended and expired ones do not count', async () => {
  const [person, stranger] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const { id: user_id, session_id } = person;
  await signIn(stranger);
  assert.is(await refreshSession(user_id, session_id), '');
  const ended = await signIn(person);
  await sql_api.call('end_session', { claims: person.claims, session_id: ended, settings: settings(), client });
  assert.is(await refreshSession(user_id, session_id), '');
  const fixed = await signIn(person);
  assert.is(await refreshSession(user_id, session_id), 'session_expired');
  await sql_api.db.sql`update auth.sessions set not_after = ${sql_api.now()} where id = ${fixed}`;
  assert.is(await refreshSession(user_id, session_id), '');
});

test('a newer session that has waited too long for its second factor does not end an older one', async () => {
  const person = await createConfirmedPerson(sql_api);
  const { id: user_id, session_id } = person;
  await sql_api.db.sql`update auth.users set factor_status = 'verified' where id = ${user_id}`;
  await sql_api.db.sql`update auth.sessions set aal = 'aal2' where id = ${session_id}`;
  const WAITING = { ...SINGLE, sessions_allow_low_aal: 60 };
  await signIn(person);
  assert.is(
    await refreshSession(user_id, session_id, WAITING),
    'session_expired',
    'while it may still be proven it is newer',
  );
  await sql_api.advance(60);
  assert.is(await refreshSession(user_id, session_id, WAITING), '');
});

test('tags count separately; a session without one, or with an unknown one, counts under the first', async () => {
  const TAGS = { ...SINGLE, sessions_tags: ['web', 'mobile'] };
  const person = await createConfirmedPerson(sql_api);
  const { id, session_id } = person;
  const mobile = await signIn(person, 'mobile');
  assert.is(await refreshSession(id, session_id, TAGS), '');
  assert.is(await refreshSession(id, mobile, TAGS), '');
  const web = await signIn(person, 'web');
  assert.is(await refreshSession(id, session_id, TAGS), 'session_expired', 'no tag is web');
  assert.is(await refreshSession(id, mobile, TAGS), '');
  const former = await signIn(person, 'fridge');
  assert.is(await refreshSession(id, web, TAGS), 'session_expired', 'fridge is web');
  assert.is(await refreshSession(id, former, TAGS), '');
  assert.is(await refreshSession(id, mobile, SINGLE), 'session_expired', 'without tags all are alike');
});

test('a lost response is repeated, even for a single session', async () => {
  const { id: user_id, session_id } = await createConfirmedPerson(sql_api);
  const set = settings({
    ...SINGLE,
    security_refresh_token_rotation_enabled: true,
    security_refresh_token_reuse_interval: 10,
  });
  const call = () => sql_api.call('refresh_session', { user_id, session_id, counter: 0, settings: set, client });
  assert.equal((await call()).refresh, (await call()).refresh);
});

test.run();
