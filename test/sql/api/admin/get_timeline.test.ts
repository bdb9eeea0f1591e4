// Tests of get_timeline.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN, NOT_FOUND, NOT_UUID } from './admin.ts';
import { adminCalls, LIMIT_ERROR } from './console.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { sql } = sql_api.db;
const { ask, refused, refuse } = adminCalls(sql_api);

test('audit entries, messages, refused requests and events of the user, newest first, page by page', async () => {
  const user = await createConfirmedPerson(sql_api);
  await sql_api.advance(1);
  await ask('end_sessions', { user_id: user.id, client });
  await refuse({ user_id: user.id });
  await sql`with w as (insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
      values (gen_random_uuid(), 'https://example.com', '{user.banned}', '{sealed}', now(), now()) returning id)
    insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, created_at)
    select gen_random_uuid(), w.id, ${user.id}, 'user.banned', '{}', pg_current_xact_id(), 'queued', auth_lib.clock() from w`;
  type Entry = { at: string; id: string; kind: string; what: string; by_administrator?: boolean };
  const all = (await ask('get_timeline', { user_id: user.id })).entries as Entry[];
  assert.equal(new Set(all.map(({ kind }) => kind)), new Set(['audit', 'message', 'refusal', 'webhook']));
  assert.equal(
    [...all].sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : one.id < other.id ? 1 : -1)),
    all,
  );
  assert.equal(all.find(({ what }) => what === 'token_revoked')?.by_administrator, true);
  const paged: Entry[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask('get_timeline', { user_id: user.id, most: '2', cursor });
    paged.push(...(page.entries as Entry[]));
    cursor = (page.pagination as { next_cursor?: string }).next_cursor;
  } while (cursor !== undefined);
  assert.equal(paged, all);
  for (const kind of ['audit', 'message', 'refusal', 'webhook']) {
    const entries = (await ask('get_timeline', { user_id: user.id, kind })).entries as Entry[];
    assert.ok(entries.length > 0 && entries.every((entry) => entry.kind === kind), kind);
  }
  const kinds = 'Bad Search Parameters: kind is audit, message, refusal or webhook';
  await refused('get_timeline', { user_id: user.id, kind: 'x' }, kinds);
  await refused('get_timeline', { user_id: user.id, most: 'x' }, LIMIT_ERROR);
  await sql_api.refused('get_timeline', { claims: ADMIN, settings: settings(), user_id: 'x' }, NOT_UUID);
  await sql_api.refused('get_timeline', { claims: ADMIN, settings: settings(), user_id: randomUUID() }, NOT_FOUND);
});

test.run();
