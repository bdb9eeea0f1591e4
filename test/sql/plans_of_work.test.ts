// Query plans of the worker, per message and event and every minute: an index finds due rows among many other rows.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';
import { api, type CallArguments } from '../support/database/sql_api.ts';
import { insertActivity, insertUsers } from './many_users.ts';
import { assertNoLargeScan, assertNoLargeSort, openPlanReader } from './plan_reader.ts';

const USERS = 5_000;
/** Maximum number of rows that one call processes. */
const MOST = 10;

const db = await createDatabase();
const { sql, nodesAfterMany } = await openPlanReader(db.superuser_url);
interface Message {
  id: string;
  generation: string;
}
interface Event {
  id: string;
  user_id: string;
  webhook_id: string;
  place: string;
}
let messages: Message[] = [];
let events: Event[] = [];
test.before(async () => {
  await insertUsers(db, USERS);
  await insertActivity(db);
  messages = await db.sql`select m.id, m.generation from auth.messages as m where m.state = 'queued' limit 100`;
  events = await db.sql`select e.id, e.user_id, e.webhook_id, e.place from auth.webhook_events as e limit 100`;
});
test.after(async () => {
  await sql.end();
  await db.drop();
});

const usual: CallArguments = { settings: {} };

test('leasing and finishing a message', async () => {
  const nodes = await nodesAfterMany(async () => {
    const { id, generation } = messages.pop() as Message;
    const taken = await api(sql, 'lease_message', { ...usual, message_id: id, generation });
    assert.ok(taken.message, JSON.stringify(taken));
    const ended = await api(sql, 'finish_message', { message_id: id, attempt: 1, outcome: 'sent' });
    assert.equal(ended, { finished: true });
  });
  assertNoLargeScan(nodes, 10);
});

test('leasing and finishing an event', async () => {
  const nodes = await nodesAfterMany(async () => {
    const { id, user_id, webhook_id, place } = events.pop() as Event;
    const taken = await api(sql, 'lease_webhook_event', { ...usual, webhook_id, user_id, place });
    assert.ok(taken.event, JSON.stringify(taken));
    await api(sql, 'finish_webhook_event', { ...usual, event_id: id, attempt: 1, outcome: 'delivered' });
  });
  assertNoLargeScan(nodes, 10);
});

test('messages not sent in time: the oldest, and no more than requested', async () => {
  await db.sql`update auth.messages as m set expires_at = now() - interval '1 minute' where m.id in (
    select o.id from auth.messages as o where o.state = 'queued' order by o.id limit 1000)`;
  await db.sql`vacuum analyze auth.messages`;
  const nodes = await nodesAfterMany(async () => {
    assert.equal(await api(sql, 'expire_messages', { most: MOST }), { expired: MOST });
  });
  // An index still contains the entries of rows that have just expired.
  assertNoLargeScan(nodes, 10 * MOST);
  assertNoLargeSort(nodes, MOST);
});

test('deletes expired rows without reading others', async () => {
  const nothing = await nodesAfterMany(() => api(sql, 'purge_expired', { ...usual, most: MOST }));
  assertNoLargeScan(nothing, MOST);
});

test('ends the sessions of clients that are over without reading those that are not, or were revoked', async () => {
  await db.sql`insert into auth.oauth_clients (id, registration_type, client_type, token_endpoint_auth_method, redirect_uris,
      grant_types, created_at, updated_at)
    values (gen_random_uuid(), 'manual', 'public', 'none', '{https://client.example.com/}', '{authorization_code}', now(), now())`;
  await db.sql`insert into auth.sessions (user_id, id, amr, created_at, oauth_client_id, not_after, revoked_at, revoked_reason)
    select u.id, gen_random_uuid(), '[]', now(), c.id, case when n.ends then now() + interval '1 day' end,
      case when n.revoked then now() - interval '1 hour' end, case when n.revoked then 'logout' end
    from auth.users as u cross join auth.oauth_clients as c
    cross join (values (true, false), (false, false), (false, true)) as n (ends, revoked)`;
  await db.sql`vacuum analyze auth.sessions`;
  const nodes = await nodesAfterMany(() => api(sql, 'purge_expired', { ...usual, most: MOST }));
  assertNoLargeScan(nodes, MOST);
});

test('reads no more expired rows than it deletes', async () => {
  for (const change of [
    `update auth.messages as t set finished_at = now() - interval '60 days' where t.state = 'sent'`,
    `update auth.one_time_tokens as t set expires_at = now() - interval '2 hours'`,
    `update auth.flow_states as t set created_at = now() - interval '2 days'`,
    `update auth.sessions as t set revoked_at = now() - interval '2 days', revoked_reason = 'logout'`,
    `update auth.attempts as t set touched_at = now() - interval '3 days'`,
    `update auth.webhook_events as t set created_at = now() - interval '9 days'`,
  ])
    await db.sql.unsafe(change);
  await db.sql`vacuum analyze`;
  const nodes = await nodesAfterMany(async () => {
    const done = await api(sql, 'purge_expired', { ...usual, most: MOST });
    for (const table of ['messages', 'one_time_tokens', 'flow_states', 'sessions', 'attempts', 'webhook_events'])
      assert.is(done[table], MOST, table);
  });
  // After six calls an index still contains entries of the processed rows, and a scan without an order reads one page
  // of them.
  assertNoLargeScan(nodes, 10 * MOST);
  assertNoLargeSort(nodes, 10 * MOST);
});

test('blocks of users: those since the last block', async () => {
  assertNoLargeScan(await nodesAfterMany(() => api(sql, 'maintain_user_list_counts', { most: 100_000 })), 600);
});

test('lease_audit_entries reads only new entries among many old ones', async () => {
  const worker_id = randomUUID();
  const write = (count: number) => db.sql`insert into auth.audit_log (created_at, id, actor_id, actor_username, actions)
    select now(), gen_random_uuid(), gen_random_uuid(), 'somebody', '{login}' from generate_series(1, ${count}::integer)`;
  let written: unknown = null;
  const logEntries = async (most: number): Promise<number> => {
    const leased = await api(sql, 'lease_audit_entries', { worker_id, written, most });
    written = leased.upto ?? written;
    return (leased.rows as unknown[]).length;
  };
  await logEntries(1_000); // rows that exist were written before
  await write(5_000);
  let logged = 0;
  for (let calls = 0; calls < 6; calls += 1) logged += await logEntries(1_000);
  assert.is(logged, 5_000);
  await write(10 * MOST);
  await db.sql`vacuum analyze`;
  const nodes = await nodesAfterMany(async () => assert.is(await logEntries(MOST), MOST));
  assertNoLargeScan(nodes, 20 * MOST); // the index on transaction ids returns all entries of a transaction
});

test.run();
