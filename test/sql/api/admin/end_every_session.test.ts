// end_every_session revokes all live sessions in batches, or only the sessions of a role or started before a time. Each
// batch writes an audit entry and sends notifications.
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  client,
  createConfirmedPerson,
  openSqlApi,
  type SqlPerson,
  settings,
} from '../../../support/database/sql_api.ts';
import { ADMIN, assertAdministratorsOnly } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

interface BatchResult {
  users: number;
  sessions: number;
  after_user: string | null;
}
const call = (more: Record<string, unknown> = {}) => {
  const all = { opened_before: null, role: null, after_user: null, most: null };
  return sql_api.call('end_every_session', {
    claims: ADMIN,
    settings: settings(),
    client,
    ...all,
    ...more,
  }) as unknown as Promise<BatchResult>;
};
const reasons = async (people: readonly SqlPerson[]) => {
  const rows = await sql_api.rows('auth.sessions');
  return people.map(({ session_id }) => rows.find(({ id }) => id === session_id)?.revoked_reason);
};
const people = (count: number) => Promise.all(Array.from({ length: count }, () => createConfirmedPerson(sql_api)));

test('administrators only', () =>
  assertAdministratorsOnly(sql_api, 'end_every_session', {
    opened_before: null,
    role: null,
    after_user: null,
    most: null,
  }));

test('batches by user id until none is left; an audit row and a notification for each batch that ended a session', async () => {
  const all = await people(5);
  const listener = postgres(sql_api.db.superuser_url, { max: 1, onnotice: () => undefined });
  const ended: string[] = [];
  await listener.listen('postern_session_ended', (id) => void ended.push(id));
  const seen: BatchResult[] = [];
  for (let after: string | null = null, at = 0; at === 0 || after !== null; at += 1) {
    assert.ok(at < 5);
    const done = await call({ after_user: after, most: 2 });
    seen.push(done);
    after = done.after_user;
  }
  assert.equal(
    seen.map(({ users, sessions }) => [users, sessions]),
    [
      [2, 2],
      [2, 2],
      [1, 1],
    ],
  );
  assert.equal(await reasons(all), Array(5).fill('admin'));
  await listener.notify('postern_session_ended', 'last');
  for (let looks = 0; !ended.includes('last') && looks < 500; looks += 1)
    await new Promise((done) => setTimeout(done, 10));
  assert.equal(ended.slice(0, -1).sort(), all.map(({ session_id }) => session_id).sort());
  await listener.end();
  const rows = (await sql_api.rows('auth.audit_log')).filter(
    ({ traits }) => (traits as Record<string, unknown>)?.reason === 'everybody',
  );
  assert.equal(
    rows.map(({ actions, traits }) => [actions, (traits as Record<string, unknown>).sessions]).sort(),
    [2, 2, 1].map((count) => [['token_revoked'], count]).sort(),
  );
  assert.equal(await sql_api.changes(() => call()), [], 'writes nothing when no session is left');
});

test('only sessions started before a time, and only users with a role', async () => {
  const [early, late, other] = (await people(3)) as [SqlPerson, SqlPerson, SqlPerson];
  await sql_api.db
    .sql`update auth.sessions set created_at = created_at - interval '2 hours' where id = ${early.session_id}`;
  await sql_api.db.sql`update auth.users set role = 'editor' where id = ${other.id}`;
  const [now] = await sql_api.rows('auth.sessions', `t.id = '${late.session_id}'`);
  const opened_before = new Date(Date.parse(String(now?.created_at)) - 3_600_000).toISOString();
  assert.equal(await call({ opened_before, role: 'editor' }), { users: 0, sessions: 0, after_user: null });
  assert.equal(await call({ opened_before }), { users: 1, sessions: 1, after_user: null });
  assert.equal(await reasons([early, late, other]), ['admin', null, null]);
  assert.equal(await call({ role: 'editor' }), { users: 1, sessions: 1, after_user: null });
  assert.equal(await reasons([early, late, other]), ['admin', null, 'admin']);
  assert.equal(await call({ role: '' }), { users: 0, sessions: 0, after_user: null });
});

test.run();
