// Tests of list_sessions.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  openSqlApi,
  readSession,
  settings,
} from '../../../support/database/sql_api.ts';
import { ADMIN, assertAdministratorsOnly, INVALID_IDS, NOT_FOUND, NOT_UUID } from './admin.ts';
import { LIMIT_ERROR } from './console.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const args = { claims: ADMIN, settings: settings() };

test('administrators only; rejects an invalid id, and an unknown user', async () => {
  await assertAdministratorsOnly(sql_api, 'list_sessions', { user_id: 'x' });
  for (const user_id of [...INVALID_IDS, null]) await sql_api.refused('list_sessions', { ...args, user_id }, NOT_UUID);
  await sql_api.refused('list_sessions', { ...args, user_id: randomUUID() }, NOT_FOUND);
});

test('a live, a refreshed and an ended session; no secret, and nothing is written', async () => {
  const person = await createConfirmedPerson(sql_api);
  await createConfirmedPerson(sql_api);
  const start = sql_api.now();
  await sql_api.advance(60);
  const credentials = { email: person.email, password: person.password, settings: settings(), client: {} };
  const second = readSession(await sql_api.call('sign_in_with_password', credentials));
  await sql_api.advance(60);
  const refresh = { user_id: person.id, session_id: person.session_id, counter: 0, settings: settings(), client };
  await sql_api.call('refresh_session', refresh);
  await sql_api.call('sign_out', { claims: second.claims, scope: 'local', settings: settings(), client });
  let answer: CallArguments = {};
  const tables = await sql_api.changes(async () => {
    answer = await sql_api.call('list_sessions', { ...args, user_id: `{${person.id}}` });
  });
  assert.equal(tables, []);
  assert.equal(answer, {
    sessions: [
      {
        id: second.session_id,
        created_at: '2031-05-01T12:01:00.0Z',
        refreshed_at: null,
        revoked_at: sql_api.now(),
        revoked_reason: 'logout',
        last_used_at: '2031-05-01T12:01:00.0Z',
        not_after: null,
        aal: 'aal1',
        amr: second.claims.amr,
        tag: null,
        user_agent: null,
        ip: null,
      },
      {
        id: person.session_id,
        created_at: start,
        refreshed_at: sql_api.now(),
        revoked_at: null,
        revoked_reason: null,
        last_used_at: sql_api.now(),
        not_after: null,
        aal: 'aal1',
        amr: person.claims.amr,
        tag: null,
        user_agent: client.user_agent,
        ip: client.ip,
      },
    ],
    pagination: { has_more: false },
  });
});

test('page by page, 1,000 sessions without a limit; refuses a limit and a cursor that are none', async () => {
  const { id: user_id } = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`
    insert into auth.sessions (user_id, id, amr, created_at)
    select ${user_id}, gen_random_uuid(), '[]', auth_lib.clock() - (n / 3) * interval '1 second' from generate_series(1, 1004) as n`;
  const stored = await sql_api.db.sql<{ id: string }[]>`
    select id from auth.sessions where user_id = ${user_id} order by created_at desc, id desc`;
  const read = async (most?: string): Promise<string[][]> => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await sql_api.call('list_sessions', { ...args, user_id, most, cursor });
      pages.push((page.sessions as { id: string }[]).map((session) => session.id));
      cursor = (page.pagination as { next_cursor?: string }).next_cursor;
    } while (cursor !== undefined);
    return pages;
  };
  const ids = stored.map((session) => session.id);
  assert.equal(await read('400'), [ids.slice(0, 400), ids.slice(400, 800), ids.slice(800)]);
  assert.equal(await read(), [ids.slice(0, 1000), ids.slice(1000)]);
  for (const [wrong, message] of [
    [{ most: '1001' }, LIMIT_ERROR],
    [{ cursor: 'x' }, 'Bad Pagination Parameters: cursor is none of ours'],
  ] as const)
    await sql_api.refused('list_sessions', { ...args, user_id, ...wrong }, [400, 'validation_failed', message]);
});

test.run();
