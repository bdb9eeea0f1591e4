// lease_audit_entries returns each audit entry until a worker confirms it, and never afterwards. Tested with late
// commits, several workers and lost results.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../../../support/database/db.ts';

let db: TestDatabase;
test.before(async () => {
  db = await createDatabase();
});
test.after(() => db.drop());
test.before.each(async () => {
  await db.sql`truncate auth.audit_reader, auth.audit_log`;
});

interface AuditEvent {
  action: string;
  traits?: { n?: number };
  audit_log_id: string;
}
interface LeaseResult {
  rows: { events: AuditEvent[]; login: object | null }[];
  more: boolean;
  upto: string | null;
}

type Client = TestDatabase['sql'];

async function leaseEntries(worker_id: string, written: string | null = null, most = 100): Promise<LeaseResult> {
  const [row] = await db.sql`
    select auth_api.lease_audit_entries(worker_id => ${worker_id}, written => ${written}, most => ${most}) as taken`;
  return row?.taken;
}

const write = async (sql: Client, n: number): Promise<void> => {
  await sql`select auth_lib.audit(jsonb_populate_record(null::auth.users,
    ${sql.json({ id: randomUUID(), email: 'a@example.com' })}), '{login}', ${sql.json({ n })}, '{"login_method": "otp"}')`;
};
const numbers = ({ rows }: LeaseResult): (number | undefined)[] =>
  rows.flatMap(({ events }) => events.map(({ traits }) => traits?.n));

/** Leases entries until none is left, and confirms each batch. */
async function leaseAllEntries(worker_id: string, most: number): Promise<(number | undefined)[]> {
  const all: (number | undefined)[] = [];
  let taken = await leaseEntries(worker_id, null, most);
  for (let turns = 0; turns < 100; turns += 1) {
    all.push(...numbers(taken));
    if (taken.rows.length === 0) return all;
    taken = await leaseEntries(worker_id, taken.upto, most);
  }
  throw new Error('it does not end');
}

test('starts with the first call: earlier entries are skipped, all later ones are returned once, in order', async () => {
  await write(db.sql, 0);
  const worker_id = randomUUID();
  assert.equal(await leaseEntries(worker_id), { rows: [], more: false, upto: null });
  assert.equal(numbers(await leaseEntries(worker_id)), []);
  for (const n of [1, 2, 3, 4, 5]) await write(db.sql, n);
  for (const most of [2]) assert.equal(await leaseAllEntries(worker_id, most), [1, 2, 3, 4, 5]);
  assert.equal(await leaseAllEntries(worker_id, 2), []);
  await write(db.sql, 6);
  assert.equal(await leaseAllEntries(worker_id, 2), [6]);
});

test('an entry of a transaction that commits late is returned after its commit, even after newer ones', async () => {
  const worker_id = randomUUID();
  const early = db.connect(1);
  await leaseEntries(worker_id);
  try {
    await early`begin`;
    await write(early, 1);
    await write(db.sql, 2);
    assert.equal(await leaseAllEntries(worker_id, 10), [2]);
    await write(db.sql, 3);
    assert.equal(await leaseAllEntries(worker_id, 10), [3], 'nothing waits for the one that is open');
    await early`commit`;
    await write(db.sql, 4);
    assert.equal(await leaseAllEntries(worker_id, 10), [1, 4]);
    assert.equal(await leaseAllEntries(worker_id, 10), []);
  } finally {
    await early.end();
  }
});

test('with many open transactions, returns each committed one once, and none that is rolled back', async () => {
  const worker_id = randomUUID();
  await leaseEntries(worker_id);
  const open = Array.from({ length: 6 }, () => db.connect(1));
  const counts: (number | undefined)[] = [];
  try {
    for (const [n, sql] of open.entries()) {
      await sql`begin`;
      await write(sql, n);
    }
    // The transactions end in another order than they began. After each end, all available entries are leased.
    for (const n of [4, 1, 5, 0, 3, 2]) {
      await open[n]?.unsafe(n === 3 ? 'rollback' : 'commit');
      const taken = await leaseAllEntries(worker_id, 1);
      counts.push(...taken);
      assert.equal(taken, n === 3 ? [] : [n]);
    }
  } finally {
    await Promise.all(open.map((sql) => sql.end()));
  }
  assert.equal(counts, [4, 1, 5, 0, 2]);
});

test('returns unacknowledged entries again, even if an answer was lost', async () => {
  const worker_id = randomUUID();
  await leaseEntries(worker_id);
  for (const n of [1, 2, 3]) await write(db.sql, n);
  const first = await leaseEntries(worker_id, null, 2);
  assert.equal([numbers(first), first.more], [[1, 2], true]);
  assert.equal(numbers(await leaseEntries(worker_id, null, 2)), [1, 2]);
  const lost = await leaseEntries(worker_id, first.upto, 2);
  assert.equal([numbers(lost), lost.more], [[3], false]);
  // The result was lost, so the worker repeats its confirmation.
  assert.equal(numbers(await leaseEntries(worker_id, first.upto, 2)), [3]);
  assert.equal(numbers(await leaseEntries(worker_id, lost.upto, 2)), []);
});

test('one worker is active; the next continues from its end, at once when it stops', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await leaseEntries(one);
  await leaseEntries(one);
  for (const n of [1, 2, 3]) await write(db.sql, n);
  const taken = await leaseEntries(one, null, 2);
  assert.equal(numbers(taken), [1, 2]);
  assert.equal(numbers(await leaseEntries(other)), [], 'another worker holds the lease');
  assert.equal(numbers(await leaseEntries(one, taken.upto, 0)), []);
  assert.equal(numbers(await leaseEntries(other)), [3]);
  // After a worker was killed, the next worker gets the unconfirmed entries again.
  assert.equal(numbers(await leaseEntries(one)), []);
  await db.sql`update auth.audit_reader set leased_until = now()`;
  assert.equal(numbers(await leaseEntries(one)), [3]);
});

test('in a cluster with lower transaction ids it starts again, and returns entries written there', async () => {
  const worker_id = randomUUID();
  await leaseEntries(worker_id);
  await write(db.sql, 1);
  await db.sql`update auth.audit_log set made_in = '900000000000'`;
  await db.sql`
    update auth.audit_reader set (logged_snapshot, logging_snapshot) = ('900000000000:900000000000:', '900000000005:900000000005:'),
      after_made_in = '0', leased_until = now()`;
  assert.equal(await leaseAllEntries(worker_id, 10), []);
  await write(db.sql, 2);
  assert.equal(await leaseAllEntries(worker_id, 10), [2]);
});

test('a line for each action, and one more if a session was opened', async () => {
  const worker_id = randomUUID();
  await leaseEntries(worker_id);
  const id = randomUUID();
  const traits = { request_id: 'req-1', user_agent: 'tests/1', ip: '192.0.2.7', login_method: 'password' };
  await db.sql`select auth_lib.audit(jsonb_populate_record(null::auth.users,
    ${db.sql.json({ id, email: 'a@example.com' })}), '{user_signedup,login}', '{"provider": "email"}', ${db.sql.json(traits)})`;
  const [row] = (await leaseEntries(worker_id)).rows;
  const [entry] = await db.sql`select id, auth_lib.wire_time(created_at) as created_at from auth.audit_log`;
  const both = {
    ...{ actor_id: id, actor_username: 'a@example.com', actor_via_sso: false, traits: { provider: 'email' } },
    ...{ ip_address: '192.0.2.7', user_agent: 'tests/1', request_id: 'req-1', created_at: entry?.created_at },
  };
  const [first, second] = row?.events ?? [];
  assert.equal(first, { ...both, action: 'user_signedup', log_type: 'team', audit_log_id: entry?.id });
  assert.equal(second, { ...both, action: 'login', log_type: 'account', audit_log_id: second?.audit_log_id });
  assert.is.not(second?.audit_log_id, entry?.id);
  assert.equal(row?.login, { user_id: id, login_method: 'password', provider: 'email', request_id: 'req-1' });
});

test('reads a large backlog by its index, in parts', async () => {
  const worker_id = randomUUID();
  await leaseEntries(worker_id);
  await db.sql`insert into auth.audit_log (created_at, id, actor_id, actor_username, actions)
    select now(), gen_random_uuid(), gen_random_uuid(), '', '{login}' from generate_series(1, 3000)`;
  await db.sql`analyze auth.audit_log`;
  const [{ reader } = {}] = await db.sql`select r::text as reader from auth.audit_reader as r`;
  const plan = await db.sql.unsafe(
    `explain select l.id from auth.audit_log as l where l.made_in >= pg_snapshot_xmax(pg_current_snapshot())
     order by l.made_in, l.id limit 200`,
  );
  assert.match(JSON.stringify(plan), /made_in_idx/, String(reader));
  let count = 0;
  let taken = await leaseEntries(worker_id, null, 1000);
  for (; taken.rows.length > 0; taken = await leaseEntries(worker_id, taken.upto, 1000)) count += taken.rows.length;
  assert.is(count, 3000);
});

test.run();
