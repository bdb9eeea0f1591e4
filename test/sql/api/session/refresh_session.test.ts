// refresh_session: the counter in a refresh token, with rotation on and off, and the durability of a revocation.
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  api,
  type CallArguments,
  type CallResult,
  client,
  createConfirmedPerson,
  type ExpectedError,
  openSqlApi,
  readMemberAt,
  type SqlPerson,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const rotating = (interval: number | null = 10, more: CallArguments = {}): CallArguments =>
  settings({
    security_refresh_token_rotation_enabled: true,
    security_refresh_token_reuse_interval: interval,
    ...more,
  });
const OFF = settings({ security_refresh_token_rotation_enabled: false, security_refresh_token_reuse_interval: 0 });
const UNKNOWN: ExpectedError = [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'];
const USED: ExpectedError = [400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'];
const EXPIRED: ExpectedError = [400, 'session_expired', 'Invalid Refresh Token: Session Expired'];

const args = (person: SqlPerson, counter: number, set: CallArguments): CallArguments => ({
  user_id: person.id,
  session_id: person.session_id,
  counter,
  settings: set,
  client,
});
const refresh = (person: SqlPerson, counter: number, set = rotating()) =>
  sql_api.call('refresh_session', args(person, counter, set));
const refused = (
  person: SqlPerson,
  counter: number,
  set: CallArguments,
  expected: ExpectedError,
  changes: string[] = [],
) => sql_api.refused('refresh_session', args(person, counter, set), expected, changes);
const session = async (person: SqlPerson) => (await sql_api.rows('auth.sessions', `t.id = '${person.session_id}'`))[0];
const next = (answer: CallResult) => readMemberAt(answer, 'refresh.counter');

test('the current token rotates: counter, times, client; the user is not touched', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.advance(30);
  let answer: CallResult = {};
  const tables = await sql_api.changes(async () => {
    answer = await sql_api.call('refresh_session', {
      ...args(person, 0, rotating(10, { jwt_exp: 120 })),
      client: { ip: '2001:db8::1', user_agent: 'other' },
    });
  });
  assert.equal(tables, ['audit_log', 'sessions']);
  assert.equal(answer.refresh, { user_id: person.id, session_id: person.session_id, counter: 1 });
  assert.equal(readMemberAt(answer, 'claims.amr'), person.claims.amr, 'amr does not move');
  const now = Date.parse(sql_api.now()) / 1000;
  assert.is(readMemberAt(answer, 'claims.iat'), now);
  assert.is(readMemberAt(answer, 'claims.exp'), now + 120);
  assert.is(readMemberAt(answer, 'body.expires_at'), now + 120);
  assert.is(readMemberAt(answer, 'body.user.id'), person.id);
  assert.is('weak_password' in (answer.body as CallArguments), false);
  const row = await session(person);
  assert.is(row?.ip, '2001:db8::1');
  assert.is(row?.user_agent, 'other');
  assert.is(new Date(String(row?.refreshed_at)).getTime(), now * 1000);
  assert.equal((await sql_api.audited())?.actions, ['token_refreshed', 'token_revoked']);
});

test('the parent within the interval returns the child again, inclusive', async () => {
  const person = await createConfirmedPerson(sql_api);
  assert.is(next(await refresh(person, 0)), 1);
  await sql_api.advance(10);
  assert.is(next(await refresh(person, 0)), 1);
  assert.equal((await sql_api.audited())?.actions, ['token_refreshed']);
  assert.is((await session(person))?.counter, '1');
  assert.is(next(await refresh(person, 1)), 2, 'and the child is as good as ever');
});

test('the parent after the interval, or with interval 0, or an ancestor: revoked, the newest token invalid too', async () => {
  for (const [set, seconds, counter] of [
    [rotating(10), 10.001, 1],
    [rotating(0), 0, 1],
    [rotating(null), 0, 1],
    [rotating(10), 0, 0],
  ] as const) {
    const person = await createConfirmedPerson(sql_api);
    await refresh(person, 0, set);
    await refresh(person, 1, set);
    await sql_api.advance(seconds);
    await refused(person, counter, set, USED, ['sessions', 'audit_log']);
    const row = await session(person);
    assert.is(row?.revoked_reason, 'reuse');
    assert.equal(await sql_api.audited(), {
      actions: ['token_revoked'],
      traits: { reason: 'reuse' },
      actor_id: person.id,
    });
    for (const dead of [0, 1, 2]) await refused(person, dead, set, USED);
  }
});

test('rotation off: the parent returns the child at any time, older tokens are rejected, nothing is revoked', async () => {
  const person = await createConfirmedPerson(sql_api);
  await refresh(person, 0, OFF);
  await sql_api.advance(86_400);
  assert.is(next(await refresh(person, 0, OFF)), 1);
  assert.is(next(await refresh(person, 1, settings())), 2, 'off is the default');
  await refused(person, 0, OFF, USED);
  assert.is(next(await refresh(person, 2, OFF)), 3);
});

test('a counter ahead of ours, after a failover lost a commit: accepted, audited, continues from there', async () => {
  const person = await createConfirmedPerson(sql_api);
  const quiet = rotating(10, { security_audit_refresh: false });
  assert.is(next(await refresh(person, 7, quiet)), 8);
  assert.equal((await sql_api.audited())?.traits, { counter_ahead: 7 });
  assert.is(next(await refresh(person, 8, quiet)), 9);
});

test('the audit of refreshes can be switched off', async () => {
  const person = await createConfirmedPerson(sql_api);
  const tables = await sql_api.changes(() => refresh(person, 0, rotating(10, { security_audit_refresh: false })));
  assert.equal(tables, ['sessions']);
});

test('unknown session, of another user, signed out: not found', async () => {
  const person = await createConfirmedPerson(sql_api);
  const other = await createConfirmedPerson(sql_api);
  await refused({ ...person, session_id: randomUUID() }, 0, rotating(), UNKNOWN);
  await refused({ ...person, session_id: other.session_id }, 0, rotating(), UNKNOWN);
  await sql_api.call('sign_out', { claims: person.claims, settings: settings() });
  await refused(person, 0, rotating(), UNKNOWN);
});

test('the order of refusals: revoked, banned, expired, then the counter', async () => {
  const person = await createConfirmedPerson(sql_api);
  const set = rotating(10, { sessions_timebox: 60, sessions_inactivity_timeout: 30 });
  await refresh(person, 0, set);
  await refresh(person, 1, set);
  await sql_api.advance(61);
  const { sql } = sql_api.db;
  await sql`update auth.users set banned_until = '2099-01-01' where id = ${person.id}`;
  await refused(person, 0, set, [400, 'user_banned', 'Invalid Refresh Token: User Banned']);
  await sql`update auth.users set banned_until = null where id = ${person.id}`;
  await refused(person, 0, set, EXPIRED);
  const inactive: ExpectedError = [400, 'session_expired', 'Invalid Refresh Token: Session Expired (Inactivity)'];
  await refused(person, 0, rotating(10, { sessions_inactivity_timeout: 30 }), inactive);
  await refused(person, 0, rotating(10), USED, ['sessions', 'audit_log']);
  await sql`update auth.users set banned_until = '2099-01-01' where id = ${person.id}`;
  await refused(person, 2, set, USED);
});

test('the limits of a session count from its start, its last refresh, and its own not_after; zero means none', async () => {
  const person = await createConfirmedPerson(sql_api);
  const none = rotating(10, { sessions_timebox: 0, sessions_inactivity_timeout: 0 });
  await sql_api.advance(60);
  assert.is(next(await refresh(person, 0, rotating(10, { sessions_timebox: 60 }))), 1, 'the boundary is inside');
  assert.is(next(await refresh(person, 1, rotating(10, { sessions_inactivity_timeout: 1 }))), 2);
  await sql_api.advance(1_000_000);
  assert.is(next(await refresh(person, 2, none)), 3);
  await sql_api.db.sql`update auth.sessions set not_after = auth_lib.clock() where id = ${person.session_id}`;
  assert.is(next(await refresh(person, 3, none)), 4);
  await sql_api.advance(0.001);
  await refused(person, 4, none, EXPIRED);
});

test('a refresh returns the current user', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`update auth.users set raw_user_meta_data = '{"x":1}', role = 'editor' where id = ${person.id}`;
  const answer = await refresh(person, 0);
  assert.equal(readMemberAt(answer, 'claims.user_metadata'), { x: 1 });
  assert.is(readMemberAt(answer, 'claims.role'), 'editor');
});

test('parallel refreshes of one token all return the one child', async () => {
  const person = await createConfirmedPerson(sql_api);
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(person, 0)));
  assert.equal([...new Set(answers.map(next))], [1]);
});

test('without a reuse interval one of 20 parallel refreshes of a token succeeds, and the session ends', async () => {
  const login = sql_api.db.login('gateway', 20);
  for (let round = 0; round < 5; round += 1) {
    const person = await createConfirmedPerson(sql_api);
    const call = () => api(login, 'refresh_session', args(person, 0, rotating(0)));
    const answers = await Promise.all(Array.from({ length: 20 }, call));
    assert.is(answers.filter((answer) => answer.refused === undefined).length, 1);
    assert.is((await session(person))?.revoked_reason, 'reuse');
  }
});

/**
 * Stores refresh tokens of an imported user, as `import gotrue` does: the current token, its parent and an older token.
 */
async function insertImportedTokens(person: SqlPerson): Promise<Record<0 | 1 | 2, CallArguments>> {
  await sql_api.db.sql`update auth.sessions as s set counter = 2, rotated_at = null where s.id = ${person.session_id}`;
  const tokens = { 0: randomUUID(), 1: randomUUID(), 2: randomUUID() };
  for (const [counter, token] of Object.entries(tokens))
    await sql_api.db.sql`insert into auth.old_refresh_tokens (digest, user_id, session_id, counter)
      values (sha256(convert_to(${token}, 'UTF8')), ${person.id}, ${person.session_id}, ${counter}::text::bigint)`;
  const sent = (token: string): CallArguments => ({
    user_id: null,
    session_id: null,
    counter: null,
    old_token: createHash('sha256').update(token).digest('hex'),
    settings: rotating(),
    client,
  });
  return { 0: sent(tokens[0]), 1: sent(tokens[1]), 2: sent(tokens[2]) };
}

test('the current token of an imported session is exchanged for one of ours, once; then it is the parent', async () => {
  const person = await createConfirmedPerson(sql_api);
  const old = await insertImportedTokens(person);
  const answer = await sql_api.call('refresh_session', old[2]);
  assert.equal(answer.refresh, { user_id: person.id, session_id: person.session_id, counter: 3 });
  assert.is(next(await sql_api.call('refresh_session', old[2])), 3, 'within the interval: the answer was lost');
  await sql_api.advance(11);
  await sql_api.refused('refresh_session', old[2], USED, ['audit_log', 'sessions']);
  await refused(person, 3, rotating(), USED);
});

test('an older token of an imported session ends it, and an unknown one changes nothing', async () => {
  const person = await createConfirmedPerson(sql_api);
  const old = await insertImportedTokens(person);
  await sql_api.refused('refresh_session', { ...old[0], old_token: '00'.repeat(32) }, UNKNOWN, []);
  await sql_api.refused('refresh_session', old[0], USED, ['audit_log', 'sessions']);
  await sql_api.refused('refresh_session', old[2], USED, []);
});

test.run();
