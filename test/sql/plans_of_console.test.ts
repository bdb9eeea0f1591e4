// Query plans of the console: each uses an index and reads one page of a long list.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createNames } from '../../core/database/names.ts';
import { checkFailingWebhooks, checkWaitingJobs } from '../../core/doctor/work.ts';
import { listReportNames, readReportQuery } from '../../core/reports.ts';
import { createDatabase } from '../support/database/db.ts';
import { api, type CallArguments } from '../support/database/sql_api.ts';
import { insertActivity, insertUsers } from './crowd.ts';
import { largeSequentialScans, nodeName, openPlanReader, rowsRead } from './plan_reader.ts';

const USERS = 5_000;
const ADMIN: CallArguments = { claims: { role: 'service_role' }, settings: {} };

const db = await createDatabase();
const { sql, nodesAfterMany } = await openPlanReader(db.superuser_url);
let id = '';
let email = '';
let message = '';
let webhook = '';
test.before(async () => {
  await insertUsers(db, USERS);
  await insertActivity(db);
  // All rows are of today, because a new installation has no partition for yesterday. There are four rows per user,
  // because for a smaller partition a sequential scan costs hardly more than an index scan.
  await db.sql`insert into auth.refusals (at, id, request_id, route, code, status, address_digest, user_id, ip)
    select d.midnight + (now() - d.midnight) * (row_number() over () / ${4 * USERS + 1}::double precision), gen_random_uuid(), 'r' || row_number() over (), '/token', 'invalid_credentials', 400,
      sha256(convert_to('refusal:' || u.email, 'UTF8')), u.id, '192.0.2.1'::inet + (row_number() over () % 800)
    from auth.users as u cross join generate_series(1, 4)
    cross join (select date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' as midnight) as d`;
  // Moves 480 messages and 10 events to the last 24 hours, and makes one event in 500 failed.
  await db.sql`update auth.messages as m set created_at = o.at, finished_at = o.at
    from (select n.id, now() - row_number() over () * interval '3 minutes' as at from auth.messages as n where n.state = 'sent') as o
    where m.id = o.id`;
  await db.sql`update auth.webhook_events as e set created_at = o.at, finished_at = o.at,
      state = case when o.n % 500 = 0 then 'failed' else 'delivered' end, data = case when o.n % 500 = 0 then e.data end
    from (select x.id, row_number() over () as n, now() - row_number() over () * interval '2 hours' as at from auth.webhook_events as x) as o
    where e.id = o.id and o.n > 5`;
  await db.sql`update auth.sessions set created_at = now() - interval '2 days' where random() < 0.9`;
  await db.sql`insert into auth.suppressions (address, reason, created_at) select u.email, 'bounced', u.created_at from auth.users as u`;
  await db.sql`vacuum analyze`;
  const [row] = await db.sql`select u.id, u.email from auth.users as u order by u.created_at limit 1`;
  ({ id, email } = row as unknown as { id: string; email: string });
  const [others] =
    await db.sql`select m.id as message, w.id as webhook from auth.messages as m, auth.webhooks as w limit 1`;
  ({ message, webhook } = others as unknown as { message: string; webhook: string });
});
test.after(async () => {
  await sql.end();
  await db.drop();
});

/** Functions with their arguments, and the maximum number of rows that a plan node may read. */
const CASES: readonly [name: string, args: () => CallArguments, most: number][] = [
  ['get_administrator', () => ({}), 2],
  ['get_timeline', () => ({ user_id: id }), 51],
  ['explain_sign_in', () => ({ address: email }), 5],
  ['find_refusal', () => ({ id: 'r77' }), 5],
  ['list_refusals', () => ({}), 55],
  ['list_refusals', () => ({ user_id: id }), 5],
  ['list_refusals', () => ({ address: email }), 5],
  ['list_refusals', () => ({ request_id: 'r77' }), 5],
  ['list_refusals', () => ({ ip: '192.0.2.7' }), 55],
  ['list_refusals', () => ({ ip: '192.0.2.0/24' }), 20_000],
  // A network with so many error responses that they are filtered like those with a code.
  ['list_refusals', () => ({ ip: '192.0.0.0/8' }), 20_001],
  ['list_refusals', () => ({ ip: '198.51.100.0/24' }), 5],
  ['list_audit', () => ({ user_id: id }), 55],
  ['list_audit', () => ({ actor_id: id }), 55],
  ['list_audit', () => ({ most: '50' }), 60],
  ['list_audit', () => ({ action: 'none' }), 2_100],
  ['list_all_sessions', () => ({ user_id: id }), 5],
  ['list_messages', () => ({ address: email }), 5],
  ['get_message', () => ({ message_id: message }), 2],
  ['list_webhook_events', () => ({}), 55],
  ['list_webhook_events', () => ({ webhook_id: webhook }), 55],
  ['list_webhook_events', () => ({ user_id: id }), 5],
  ['list_users', () => ({ most: '50' }), 60],
  ['list_users', () => ({ email }), 5],
  ['count_error', () => ({ code: 'invalid_credentials' }), 5],
  ['list_user_grants', () => ({ user_id: id }), 5],
  ['list_factors', () => ({ user_id: id }), 5],
  ['list_user_passkeys', () => ({ user_id: id }), 5],
  ['list_suppressions', () => ({}), 60],
  ['list_suppressions', () => ({ address: email }), 2],
  ['get_figures', () => ({}), 10_000],
];

const LONG = /^(users|sessions|messages|refusals|audit_log|webhook_events|suppressions|job)/;

/** Asserts that `work` reads no table completely, and that no plan node reads more than `most` rows. */
async function assertBounded(work: () => PromiseLike<unknown>, most: number): Promise<void> {
  const nodes = await nodesAfterMany(work);
  assert.equal(largeSequentialScans(nodes, most), []);
  for (const node of nodes.filter((one) => LONG.test(one['Relation Name'] ?? '')))
    assert.ok(rowsRead(node) <= most, `${nodeName(node)}: ${rowsRead(node)} rows`);
}

for (const [name, args, most] of CASES) {
  test(`${name} ${JSON.stringify(args())}: no table is read whole, no node reads more than it needs`, async () => {
    const all = Object.fromEntries(
      Object.entries(args()).map(([key, value]) => [key, value === '' ? (key === 'address' ? email : id) : value]),
    );
    await assertBounded(() => api(sql, name, { ...ADMIN, ...all }), most);
  });
}

for (const name of listReportNames().filter((one) => one.endsWith('_by_hour')))
  test(`report ${name}: reads the last 24 hours only`, () =>
    assertBounded(() => sql.unsafe(readReportQuery(name, createNames('auth', 'auth'))), 500));

test('the checks of doctor that the console runs: events and jobs that wait or failed, not those that ended', async () => {
  const ask = async <Row>(query: string): Promise<Row[]> => [...(await sql.unsafe(query))] as Row[];
  const found = await checkFailingWebhooks({ ask }, 'auth_api.audit_webhook_events');
  assert.match(found[0]?.finding ?? '', /^10 event\(s\) since .* failed/);
  await assertBounded(() => checkFailingWebhooks({ ask }, 'auth_api.audit_webhook_events'), 20);
  await assertBounded(() => checkWaitingJobs({ ask }, 'auth_api.audit_jobs'), 20);
});

test.run();
