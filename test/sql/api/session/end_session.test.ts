// Tests of end_session.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  openSqlApi,
  readSession,
  type SqlPerson,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

interface ListedSession {
  id: string;
  current: boolean;
  user_agent: string | null;
  tag: string | null;
  last_used_at: string;
}

const signIn = async ({ email, password }: SqlPerson, device: CallArguments): Promise<CallArguments> =>
  readSession(await sql_api.call('sign_in_with_password', { email, password, settings: settings(), client: device }))
    .claims;
const list = async (claims: CallArguments, set: CallArguments = {}): Promise<ListedSession[]> =>
  (await sql_api.call('get_sessions', { claims, settings: settings(set) })).sessions as ListedSession[];
const end = (claims: CallArguments, session_id: unknown) =>
  sql_api.call('end_session', { claims, session_id, settings: settings(), client });
const GONE = [404, 'session_not_found', 'Session not found'] as const;

test('an ended session cannot be refreshed, and the log names it', async () => {
  const person = await createConfirmedPerson(sql_api);
  const other = await signIn(person, {});
  const tables = await sql_api.changes(async () => assert.equal(await end(person.claims, other.session_id), {}));
  assert.equal(tables, ['audit_log', 'sessions', 'users']);
  const traits = { session_id: other.session_id };
  assert.equal(await sql_api.audited(), { actions: ['logout'], traits, actor_id: person.id });
  const refresh = { user_id: person.id, session_id: other.session_id, counter: 0, settings: settings(), client };
  await sql_api.refused('refresh_session', refresh, [
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  ]);
});

test("an invalid id, an ended session and another user's are not found, and nothing ends", async () => {
  const [person, stranger] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const args = { claims: person.claims, settings: settings(), client };
  for (const session_id of ['', 'x', null]) {
    const not_uuid = [404, 'validation_failed', 'session_id must be an UUID'] as const;
    await sql_api.refused('end_session', { ...args, session_id }, [...not_uuid]);
  }
  const ended = await signIn(person, {});
  await end(person.claims, ended.session_id);
  for (const session_id of [randomUUID(), ended.session_id, stranger.session_id]) {
    await sql_api.refused('end_session', { ...args, session_id }, [...GONE]);
  }
  assert.is((await list(stranger.claims)).length, 1);
});

test('a token of an ended session does not end the others', async () => {
  const person = await createConfirmedPerson(sql_api);
  const thief = await signIn(person, {});
  await end(person.claims, thief.session_id);
  const dead = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'] as const;
  const args = { claims: thief, session_id: person.session_id, settings: settings(), client };
  await sql_api.refused('end_session', args, [...dead]);
});

test.run();
