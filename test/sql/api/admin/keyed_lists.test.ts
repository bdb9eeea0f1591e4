// Lists of messages, webhook events and suppressed addresses with cursors: every row occurs once, in order, with every
// filter. Also the dry run of end_every_session.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, client, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';
import { adminCalls, LIMIT_ERROR } from './console.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { sql } = sql_api.db;
const { ask, refused } = adminCalls(sql_api);

/** Reads all pages, with three rows each. */
async function readAllPages<Row>(name: string, member: string, args: CallArguments): Promise<Row[]> {
  const found: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask(name, { ...args, most: '3', cursor });
    const rows = page[member] as Row[];
    assert.ok(rows.length <= 3);
    found.push(...rows);
    const { has_more, next_cursor } = page.pagination as { has_more: boolean; next_cursor?: string };
    assert.is(has_more, next_cursor !== undefined);
    cursor = next_cursor;
  } while (cursor !== undefined);
  return found;
}

test('list_messages', async () => {
  const { id } = await createConfirmedPerson(sql_api);
  await sql`delete from auth.messages`;
  await sql`insert into auth.messages (id, user_id, kind, channel, to_address, generation, base_url, redirect_to, state, last_error, expires_at, finished_at, created_at)
    select gen_random_uuid(), ${id}, 'recovery', 'mail', 'a' || n % 3 || '@example.com', 1, '', '', s.state, case when n % 4 = 0 then '550 no' end,
      auth_lib.clock() + interval '1 day', case when s.state <> 'queued' then auth_lib.clock() - n / 2 * interval '1 minute' end,
      auth_lib.clock() - n * interval '1 hour'
    from generate_series(1, 40) as n, lateral (select (array['queued', 'sent', 'failed', 'skipped'])[n % 4 + 1] as state) as s`;
  const conditions: [CallArguments, string][] = [
    [{}, 'true'],
    [{ state: 'failed' }, `m.state = 'failed'`],
    [{ state: 'queued' }, `m.state = 'queued'`],
    [{ address: 'A1@example.com' }, `m.to_address = 'a1@example.com'`],
    [{ address: 'a1@example.com', state: 'sent' }, `m.to_address = 'a1@example.com' and m.state = 'sent'`],
    [{ error: '550 no' }, `m.last_error = '550 no'`],
    [{ error: 'none' }, 'false'],
  ];
  for (const [args, condition] of conditions) {
    const rows = await sql.unsafe(
      `select m.id from auth.messages as m where ${condition} order by coalesce(m.finished_at, m.created_at) desc, m.id desc`,
    );
    const found = await readAllPages<{ id: string }>('list_messages', 'messages', args);
    assert.equal(
      found.map((one) => one.id),
      rows.map((one) => one.id),
      JSON.stringify(args),
    );
  }
  assert.equal((await ask('list_messages', {})).errors, [{ error: '', messages: 10 }]);
  await refused('list_messages', { most: 'x' }, LIMIT_ERROR);
});

test('list_webhook_events', async () => {
  const { id } = await createConfirmedPerson(sql_api);
  const [webhook] = await sql`insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
    values (gen_random_uuid(), 'https://example.com', '{user.banned}', '{sealed}', now(), now()) returning id`;
  await sql`insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, created_at, finished_at)
    select gen_random_uuid(), ${webhook?.id}, case when n % 2 = 0 then ${id}::uuid else gen_random_uuid() end, 'user.banned', '{}', pg_current_xact_id(),
      case when n % 3 = 0 then 'failed' else 'queued' end, auth_lib.clock() - n / 2 * interval '1 minute', case when n % 3 = 0 then now() end
    from generate_series(1, 30) as n`;
  const conditions: [CallArguments, string][] = [
    [{}, 'true'],
    [{ state: 'failed' }, `e.state = 'failed'`],
    [{ user_id: id }, `e.user_id = '${id}'`],
    [{ user_id: id, state: 'queued' }, `e.user_id = '${id}' and e.state = 'queued'`],
    [{ webhook_id: webhook?.id }, 'true'],
    [{ user_id: 'x' }, 'false'],
    [{ webhook_id: 'x' }, 'false'],
  ];
  for (const [args, condition] of conditions) {
    const rows = await sql.unsafe(
      `select e.id from auth.webhook_events as e where ${condition} order by e.created_at desc, e.place desc`,
    );
    const found = await readAllPages<{ id: string }>('list_webhook_events', 'events', args);
    assert.equal(
      found.map((one) => one.id),
      rows.map((one) => one.id),
      JSON.stringify(args),
    );
  }
  await refused('list_webhook_events', { cursor: 'x' }, 'Bad Pagination Parameters: cursor is none of ours');
});

test('list_suppressions', async () => {
  await sql`insert into auth.suppressions (address, reason, created_at)
    select 'a' || n || '@example.com', 'bounced', auth_lib.clock() - n / 5 * interval '1 minute' from generate_series(1, 20) as n`;
  const rows =
    await sql`select s.address from auth.suppressions as s order by s.created_at desc, md5(s.address)::uuid desc`;
  const found = await readAllPages<{ address: string }>('list_suppressions', 'suppressions', {});
  assert.equal(
    found.map((one) => one.address),
    rows.map((one) => one.address),
  );
  assert.is((await readAllPages('list_suppressions', 'suppressions', { address: 'A7@example.com' })).length, 1);
  await refused('list_suppressions', { most: '0' }, LIMIT_ERROR);
});

test('end_every_session: a dry run counts and changes nothing', async () => {
  for (let n = 0; n < 2; n += 1) await createConfirmedPerson(sql_api);
  const [live] =
    await sql`select count(*)::integer as n, count(distinct user_id)::integer as users from auth.sessions where revoked_at is null`;
  const changes = await sql_api.changes(async () => {
    assert.equal(await ask('end_every_session', { dry_run: true, client }), {
      users: live?.users,
      sessions: live?.n,
      after_user: null,
    });
    assert.equal(await ask('end_every_session', { dry_run: true, role: 'none', client }), {
      users: 0,
      sessions: 0,
      after_user: null,
    });
    const early = { dry_run: true, opened_before: '2001-01-01T00:00:00Z', client };
    assert.equal(await ask('end_every_session', early), { users: 0, sessions: 0, after_user: null });
  });
  assert.equal(changes, []);
  // Batches of one user each find the same sessions as the call for all users.
  const ids = (await sql`select id from auth.users order by id`).map(({ id }) => id as string);
  const found = { users: 0, sessions: 0 };
  let after_user: unknown;
  for (const id of ids) {
    const batch = await ask('end_every_session', { dry_run: true, most: 1, after_user, client });
    assert.is(batch.after_user, id);
    found.users += Number(batch.users);
    found.sessions += Number(batch.sessions);
    after_user = id;
  }
  assert.equal(found, { users: live?.users, sessions: live?.n });
  assert.ok(found.users >= 2);
});

test.run();
