// GET /admin/audit with cursors: entries by user, actor, action, address, request and time. A search for an action
// skips blocks without that action.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { sql } = sql_api.db;

interface Entry {
  id: string;
  created_at: string;
  actions: string[];
  actor_id: string;
  request_id: string | null;
}
async function readPage(args: CallArguments): Promise<{ entries: Entry[]; next: string | undefined }> {
  const answer = await sql_api.call('list_audit', { claims: ADMIN, settings: settings(), ...args });
  const { entries, pagination } = answer as unknown as { entries: Entry[]; pagination: { next_cursor?: string } };
  return { entries, next: pagination.next_cursor };
}
/** Reads all pages, with two entries each. */
async function readAllPages(args: CallArguments): Promise<Entry[]> {
  const found: Entry[] = [];
  let cursor: string | undefined;
  do {
    const { entries, next } = await readPage({ ...args, most: '2', cursor });
    found.push(...entries);
    cursor = next;
  } while (cursor !== undefined);
  return found;
}

test('the same entries as a scan of the table, for every parameter, with and without blocks', async () => {
  const user = await createConfirmedPerson(sql_api);
  const { id } = user;
  await sql`insert into auth.audit_log (created_at, id, actor_id, actor_username, actions, traits, ip, request_id)
    select auth_lib.clock() - interval '20 minutes' * g, gen_random_uuid(),
      case when g % 3 = 0 then ${id}::uuid else '00000000-0000-0000-0000-000000000000' end, 'ada',
      case when g % 50 = 7 then '{rare}'::text[] when g % 2 = 0 then '{login}' else '{user_modified,login}' end,
      case when g % 5 = 1 then jsonb_build_object('user_id', ${id}::uuid) end,
      ('192.0.2.' || g % 7)::inet, 'req-' || g % 11
    from generate_series(1, 200) as g`;
  const cases: [CallArguments, string][] = [
    [{ user_id: id }, `l.actor_id = '${id}' or l.traits ->> 'user_id' = '${id}'`],
    [
      { user_id: id, action: 'rare' },
      `(l.actor_id = '${id}' or l.traits ->> 'user_id' = '${id}') and 'rare' = any (l.actions)`,
    ],
    [{ actor_id: id }, `l.actor_id = '${id}'`],
    [{ actor_id: id, user_id: id }, `l.actor_id = '${id}'`],
    [{ action: 'rare' }, `'rare' = any (l.actions)`],
    [
      { action: 'login', since: '2031-05-01T06:00:00Z' },
      `'login' = any (l.actions) and l.created_at >= '2031-05-01T06:00:00Z'`,
    ],
    [{ until: '2031-05-01T06:00:00Z' }, `l.created_at < '2031-05-01T06:00:00Z'`],
    [{ ip: '192.0.2.3' }, `l.ip = '192.0.2.3' and l.created_at >= '2031-04-30T12:00:00Z'`],
    [{ ip: '192.0.2.0/30', since: '2031-04-01T00:00:00Z' }, `l.ip <<= '192.0.2.0/30'`],
    [{ request_id: 'req-4' }, `l.request_id = 'req-4' and l.created_at >= '2031-04-30T12:00:00Z'`],
    [{ action: 'none' }, 'false'],
  ];
  for (const blocks of [false, true]) {
    if (blocks) await sql`select auth_api.maintain_audit_counts(most => 100000)`;
    for (const [args, condition] of cases) {
      const rows = await sql.unsafe(
        `select l.id from auth.audit_log as l where ${condition} order by l.created_at desc, l.id desc`,
      );
      assert.equal(
        (await readAllPages(args)).map((entry) => entry.id),
        rows.map((row) => row.id),
        `${JSON.stringify(args)} ${blocks ? 'with' : 'without'} blocks`,
      );
    }
  }
});

test('rejects invalid parameters, and page, per_page or query together with other parameters', async () => {
  const wrong: [CallArguments, string][] = [
    [{ cursor: 'x' }, 'Bad Pagination Parameters: cursor is none of ours'],
    [{ most: '0' }, 'Bad Pagination Parameters: limit is from 1 to 1000'],
    [{ since: 'yesterday' }, 'Bad Search Parameters: since is a time as in 2026-11-26T20:42:00Z'],
    [{ until: '2031-02-30T00:00:00Z' }, 'Bad Search Parameters: until is a time as in 2026-11-26T20:42:00Z'],
    [{ user_id: 'x' }, 'Bad Search Parameters: user_id and actor_id are ids'],
    [{ actor_id: 'x' }, 'Bad Search Parameters: user_id and actor_id are ids'],
    [{ ip: '300.1.1.1' }, 'Bad Search Parameters: ip is an address or a network'],
    [{ action: 'login', page: '2' }, 'Bad Search Parameters: page, per_page and query do not go with other parameters'],
    [
      { action: 'login', query: 'type:team' },
      'Bad Search Parameters: page, per_page and query do not go with other parameters',
    ],
  ];
  for (const [args, text] of wrong) {
    await sql_api.refused('list_audit', { claims: ADMIN, settings: settings(), ...args }, [
      400,
      'validation_failed',
      text,
    ]);
  }
});

test.run();
