// Tests of get_sessions.
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

test('the live sessions of the caller, most recently used first, with device, address and the current one marked', async () => {
  const person = await createConfirmedPerson(sql_api);
  await createConfirmedPerson(sql_api);
  await sql_api.advance(60);
  const phone = await signIn(person, { ip: '2001:db8::7', user_agent: 'phone', session_tag: 'mobile' });
  const lost = await signIn(person, {});
  await end(person.claims, lost.session_id);
  let sessions: ListedSession[] = [];
  const tables = await sql_api.changes(async () => {
    sessions = await list(person.claims);
  });
  assert.equal(tables, []);
  assert.equal(
    sessions.map(({ id, current }) => [id, current]),
    [
      [phone.session_id, false],
      [person.session_id, true],
    ],
  );
  assert.equal(sessions[0], {
    id: phone.session_id,
    created_at: '2031-05-01T12:01:00.0Z',
    last_used_at: '2031-05-01T12:01:00.0Z',
    not_after: null,
    user_agent: 'phone',
    ip: '2001:db8::7',
    aal: 'aal1',
    amr: phone.amr,
    tag: 'mobile',
    current: false,
  } as ListedSession);
  await sql_api.advance(60);
  const { id: user_id, session_id } = person;
  await sql_api.call('refresh_session', { user_id, session_id, counter: 0, settings: settings(), client });
  const [first] = await list(person.claims);
  assert.equal([first?.id, first?.last_used_at], [session_id, sql_api.now()], 'a refresh is a use');
});

test('excludes expired sessions', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.advance(3600);
  const claims = await signIn(person, {});
  assert.is((await list(claims)).length, 2);
  for (const limit of [{ sessions_timebox: 600 }, { sessions_inactivity_timeout: 600 }]) {
    assert.equal(
      (await list(claims, limit)).map(({ id }) => id),
      [claims.session_id],
    );
  }
});

test('excludes a session replaced by a newer one of its tag, or that waits too long for a second factor', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.advance(60);
  const phone = await signIn(person, { session_tag: 'mobile' });
  await sql_api.advance(60);
  const web = await signIn(person, { session_tag: 'web' });
  const listed = async (set: CallArguments) => (await list(web, set)).map(({ id }) => id);
  assert.equal(await listed({}), [web.session_id, phone.session_id, person.session_id]);
  const SINGLE = { sessions_single_per_user: true };
  assert.equal(await listed(SINGLE), [web.session_id]);
  assert.equal(await listed({ ...SINGLE, sessions_tags: ['web', 'mobile'] }), [web.session_id, phone.session_id]);
  assert.equal(await listed({ ...SINGLE, sessions_tags: ['mobile', 'web'] }), [web.session_id, phone.session_id]);
  await sql_api.db.sql`update auth.users set factor_status = 'verified' where id = ${person.id}`;
  assert.equal(await listed({ sessions_allow_low_aal: 90 }), [web.session_id, phone.session_id]);
  await sql_api.db.sql`update auth.sessions set aal = 'aal2' where id = ${person.session_id}`;
  assert.is((await listed({ sessions_allow_low_aal: 90 })).length, 3);
  await sql_api.advance(60);
  assert.equal(await listed({ ...SINGLE, sessions_allow_low_aal: 90 }), [web.session_id]);
  await sql_api.advance(60);
  assert.equal(await listed({ ...SINGLE, sessions_allow_low_aal: 90 }), [person.session_id], 'as a refresh has it');
});

test('a token of an ended session does not list the others', async () => {
  const person = await createConfirmedPerson(sql_api);
  const thief = await signIn(person, {});
  await end(person.claims, thief.session_id);
  const dead = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'] as const;
  await sql_api.refused('get_sessions', { claims: thief, settings: settings() }, [...dead]);
});

test.run();
