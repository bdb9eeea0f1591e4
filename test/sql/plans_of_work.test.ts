// The plans of the worker's statements, for each message and event and every minute: an index finds due rows, however
// many others there are.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';
import { type Args, api } from '../support/database/surface.ts';
import { makeCrowd, makeTraffic } from './crowd.ts';
import { assertSmall, assertSorts, openPlanReader } from './plan_reader.ts';

const USERS = 5_000;
/** Maximum batch of a call of the minute's work. */
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
  await makeCrowd(db, USERS);
  await makeTraffic(db);
  messages = await db.sql`select m.id, m.generation from auth.messages as m where m.state = 'queued' limit 100`;
  events = await db.sql`select e.id, e.user_id, e.webhook_id, e.place from auth.webhook_events as e limit 100`;
});
test.after(async () => {
  await sql.end();
  await db.drop();
});

const usual: Args = { settings: {} };

test('leasing and finishing a message', async () => {
  const nodes = await nodesAfterMany(async () => {
    const { id, generation } = messages.pop() as Message;
    const taken = await api(sql, 'lease_message', { ...usual, message_id: id, generation });
    assert.ok(taken.message, JSON.stringify(taken));
    const ended = await api(sql, 'finish_message', { message_id: id, attempt: 1, outcome: 'sent' });
    assert.equal(ended, { finished: true });
  });
  assertSmall(nodes, 10);
});

test('leasing and finishing an event', async () => {
  const nodes = await nodesAfterMany(async () => {
    const { id, user_id, webhook_id, place } = events.pop() as Event;
    const taken = await api(sql, 'lease_webhook_event', { ...usual, webhook_id, user_id, place });
    assert.ok(taken.event, JSON.stringify(taken));
    await api(sql, 'finish_webhook_event', { ...usual, event_id: id, attempt: 1, outcome: 'delivered' });
  });
  assertSmall(nodes, 10);
});

test('messages not sent in time: the oldest, and no more than requested', async () => {
  await db.sql`update auth.messages as m set expires_at = now() - interval '1 minute' where m.id in (
    select o.id from auth.messages as o where o.state = 'queued' order by o.id limit 1000)`;
  await db.sql`vacuum analyze auth.messages`;
  const nodes = await nodesAfterMany(async () => {
    assert.equal(await api(sql, 'expire_messages', { most: MOST }), { expired: MOST });
  });
  // An index still has the entries of rows that have just expired.
  assertSmall(nodes, 10 * MOST);
  assertSorts(nodes, MOST);
});

test('deletes expired rows without reading others', async () => {
  const nothing = await nodesAfterMany(() => api(sql, 'purge_expired', { ...usual, most: MOST }));
  assertSmall(nothing, MOST);
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
  // By the seventh call an index still has the entries of the six calls before, and a table without order reads one
  // page of them.
  assertSmall(nodes, 10 * MOST);
  assertSorts(nodes, 10 * MOST);
});

test('blocks of users: those since the last block', async () => {
  assertSmall(await nodesAfterMany(() => api(sql, 'maintain_user_list_counts', { most: 100_000 })), 600);
});

test('entries of the audit log for the log: only new ones, however many old ones', async () => {
  const taker = randomUUID();
  const write = (count: number) => db.sql`insert into auth.audit_log (created_at, id, actor_id, actor_username, actions)
    select now(), gen_random_uuid(), gen_random_uuid(), 'somebody', '{login}' from generate_series(1, ${count}::integer)`;
  let written: unknown = null;
  const logEntries = async (most: number): Promise<number> => {
    const leased = await api(sql, 'lease_audit_entries', { taker, written, most });
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
  assertSmall(nodes, 20 * MOST); // all of one transaction, which an index on transaction ids does not split
});

test.run();
