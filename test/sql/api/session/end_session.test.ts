// end_session: ends one session of the user from another one.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Args,
  client,
  confirmed,
  openSurface,
  type Person,
  sessionOf,
  settings,
} from '../../../support/database/surface.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

interface Listed {
  id: string;
  current: boolean;
  user_agent: string | null;
  tag: string | null;
  last_used_at: string;
}

const signIn = async ({ email, password }: Person, device: Args): Promise<Args> =>
  sessionOf(await surface.call('sign_in_with_password', { email, password, settings: settings(), client: device }))
    .claims;
const list = async (claims: Args, set: Args = {}): Promise<Listed[]> =>
  (await surface.call('get_sessions', { claims, settings: settings(set) })).sessions as Listed[];
const end = (claims: Args, session_id: unknown) =>
  surface.call('end_session', { claims, session_id, settings: settings(), client });
const GONE = [404, 'session_not_found', 'Session not found'] as const;

test('an ended session cannot be refreshed, and the log names it', async () => {
  const person = await confirmed(surface);
  const other = await signIn(person, {});
  const tables = await surface.changes(async () => assert.equal(await end(person.claims, other.session_id), {}));
  assert.equal(tables, ['audit_log', 'sessions', 'users']);
  const traits = { session_id: other.session_id };
  assert.equal(await surface.audited(), { actions: ['logout'], traits, actor_id: person.id });
  const refresh = { user_id: person.id, session_id: other.session_id, counter: 0, settings: settings(), client };
  await surface.refused('refresh_session', refresh, [
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  ]);
});

test("an invalid id, an ended session and another user's are not found, and nothing ends", async () => {
  const [person, stranger] = [await confirmed(surface), await confirmed(surface)];
  const args = { claims: person.claims, settings: settings(), client };
  for (const session_id of ['', 'x', null]) {
    const not_uuid = [404, 'validation_failed', 'session_id must be an UUID'] as const;
    await surface.refused('end_session', { ...args, session_id }, [...not_uuid]);
  }
  const ended = await signIn(person, {});
  await end(person.claims, ended.session_id);
  for (const session_id of [randomUUID(), ended.session_id, stranger.session_id]) {
    await surface.refused('end_session', { ...args, session_id }, [...GONE]);
  }
  assert.is((await list(stranger.claims)).length, 1);
});

test('a token of an ended session does not end the others', async () => {
  const person = await confirmed(surface);
  const thief = await signIn(person, {});
  await end(person.claims, thief.session_id);
  const dead = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'] as const;
  const args = { claims: thief, session_id: person.session_id, settings: settings(), client };
  await surface.refused('end_session', args, [...dead]);
});

test.run();
