// runner: when=sql

// Query plans of the console: each call reads a bounded number of rows, and no long table completely.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createNames } from '../../core/database/names.ts';
import { checkFailingWebhooks, checkWaitingJobs } from '../../core/doctor/work.ts';
import { listReportNames, readReportQuery } from '../../core/reports.ts';
import { createDatabase } from '../support/database/db.ts';
import { api, type CallArguments } from '../support/database/sql_api.ts';
import { insertActivity, insertUsers } from './many_users.ts';
import { largeSequentialScans, nodeName, openPlanReader, type PlanNode, rowsRead } from './plan_reader.ts';

const USERS = 5_000;
/** Number of identity providers of organizations. There are as many domains, custom providers and templates. */
const CONFIGURED = 400;
const BUSY_ACTOR = '00000000-0000-4000-8000-000000000001';
const BUSY_ADDRESS = 'busy@example.com';
const ADMIN: CallArguments = { claims: { role: 'service_role' }, settings: {} };

const db = await createDatabase();
const { sql, nodesAfterMany } = await openPlanReader(db.superuser_url);
let id = '';
let email = '';
let message = '';
let webhook = '';
/** Id of a user with 25,000 sessions, messages and events. */
let busy = '';
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
  // Spreads sent messages and events over the past, so that the last 24 hours have only a few of them. One event in 500
  // has failed.
  await db.sql`update auth.messages as m set created_at = o.at, finished_at = o.at
    from (select n.id, now() - row_number() over () * interval '3 minutes' as at from auth.messages as n where n.state = 'sent') as o
    where m.id = o.id`;
  await db.sql`update auth.webhook_events as e set created_at = o.at, finished_at = o.at,
      state = case when o.n % 500 = 0 then 'failed' else 'delivered' end, data = case when o.n % 500 = 0 then e.data end
    from (select x.id, row_number() over () as n, now() - row_number() over () * interval '2 hours' as at from auth.webhook_events as x) as o
    where e.id = o.id and o.n > 5`;
  await db.sql`update auth.sessions set created_at = now() - interval '2 days' where random() < 0.9`;
  // More rows than a list may read for a page: sessions, messages and events of one user, and audit entries of one
  // actor from one address. One of these entries in 500 has another action. The pages of auth.sessions are nearly
  // empty, so the table is much larger than the sample that get_figures reads.
  await db.sql`alter table auth.sessions set (fillfactor = 10)`;
  await db.sql`insert into auth.sessions (user_id, id, amr, ip, created_at)
    select u.id, gen_random_uuid(), '[]', '192.0.2.1', now() - interval '3 days' - n * interval '1 minute'
    from generate_series(1, 25000) as n, (select x.id from auth.users as x order by x.created_at desc limit 1) as u`;
  await db.sql`insert into auth.audit_log (created_at, id, actor_id, actor_username, actions, ip)
    select now() - interval '3 days' - n * interval '1 minute', gen_random_uuid(), ${BUSY_ACTOR}, 'busy',
      case when n % 500 = 0 then '{seldom}'::text[] else '{login}' end, '192.0.2.1'
    from generate_series(1, 25000) as n`;
  await db.sql`delete from auth.audit_blocks`;
  await db.sql`select auth_api.maintain_audit_counts(most => 100000)`;
  await db.sql`insert into auth.suppressions (address, reason, created_at) select u.email, 'bounced', u.created_at from auth.users as u`;
  await db.sql`insert into auth.messages (id, user_id, kind, channel, to_address, generation, base_url, redirect_to, state, expires_at, created_at, finished_at)
    select gen_random_uuid(), u.id, 'recovery', 'mail', ${BUSY_ADDRESS}, 1, '', '', 'sent', now(), now() - interval '3 days' - n * interval '1 minute',
      now() - interval '3 days' - n * interval '1 minute'
    from generate_series(1, 25000) as n, (select x.id from auth.users as x order by x.created_at desc limit 1) as u`;
  await db.sql`insert into auth.webhook_events (id, webhook_id, user_id, kind, made_in, state, created_at, finished_at)
    select gen_random_uuid(), w.id, u.id, 'user.updated', pg_current_xact_id(), 'delivered', now() - interval '3 days' - n * interval '1 minute', now()
    from generate_series(1, 25000) as n, (select x.id from auth.webhooks as x limit 1) as w,
      (select x.id from auth.users as x order by x.created_at desc limit 1) as u`;
  await db.sql`insert into auth.sso_providers (id, name, entity_id, metadata_xml, certificates, sso_url, fetched_at, created_at, updated_at)
    select gen_random_uuid(), 'Organization ' || n, 'https://idp' || n || '.example.com', '<EntityDescriptor/>', '[{}]', 'https://idp.example.com/sso',
      now(), now() - n * interval '1 s', now() from generate_series(1, ${CONFIGURED}::integer) as n`;
  await db.sql`insert into auth.sso_domains (domain, provider_id, created_at)
    select 'org' || row_number() over () || '.example.com', p.id, now() from auth.sso_providers as p`;
  await db.sql`insert into auth.custom_providers (id, identifier, provider_type, name, client_id, client_secret, authorization_url, token_url, userinfo_url, created_at, updated_at)
    select gen_random_uuid(), 'custom:plan-' || n, 'oauth2', 'Provider ' || n, 'client', 'sealed', 'https://idp.example.com/authorize',
      'https://idp.example.com/token', 'https://idp.example.com/userinfo', now(), now() from generate_series(1, ${CONFIGURED}::integer) as n`;
  await db.sql`insert into auth.templates (kind, locale, subject, html, text, updated_at)
    select k.kind::auth.mail_kind, 'de-x' || n, 'Your link', '<p>{{ .ConfirmationURL }}</p>', '{{ .ConfirmationURL }}', now()
    from unnest('{confirmation,invite,recovery,magic_link}'::text[]) as k (kind), generate_series(1, ${CONFIGURED / 4}::integer) as n`;
  await db.sql`vacuum analyze`;
  const [row] = await db.sql`select u.id, u.email from auth.users as u order by u.created_at limit 1`;
  ({ id, email } = row as unknown as { id: string; email: string });
  const [others] =
    await db.sql`select m.id as message, w.id as webhook from auth.messages as m, auth.webhooks as w limit 1`;
  const [newest] = await db.sql`select u.id from auth.users as u order by u.created_at desc limit 1`;
  busy = newest?.id;
  ({ message, webhook } = others as unknown as { message: string; webhook: string });
});
test.after(async () => {
  await sql.end();
  await db.drop();
});

/** Functions with their arguments, and the maximum number of rows that they may read of a table. */
const CASES: readonly [name: string, args: () => CallArguments, most: number][] = [
  ['get_administrator', () => ({}), 2],
  ['get_timeline', () => ({ user_id: id }), 51],
  ['get_timeline', () => ({ user_id: busy }), 55],
  ['explain_sign_in', () => ({ address: email }), 5],
  ['find_refusal', () => ({ id: 'r77' }), 5],
  ['list_refusals', () => ({}), 55],
  ['list_refusals', () => ({ user_id: id }), 5],
  ['list_refusals', () => ({ address: email }), 5],
  ['list_refusals', () => ({ request_id: 'r77' }), 5],
  ['list_refusals', () => ({ ip: '192.0.2.7' }), 55],
  ['list_refusals', () => ({ ip: '192.0.2.0/24' }), 20_000],
  // For a network with many error responses, at most 20,000 rows are read.
  ['list_refusals', () => ({ ip: '192.0.0.0/8' }), 20_001],
  ['list_refusals', () => ({ ip: '198.51.100.0/24' }), 5],
  ['list_audit', () => ({ user_id: id }), 55],
  ['list_audit', () => ({ actor_id: id }), 55],
  ['list_audit', () => ({ most: '50' }), 60],
  ['list_audit', () => ({ action: 'none' }), 2_100],
  ['list_all_sessions', () => ({ user_id: id }), 5],
  ['list_sessions', () => ({ user_id: id, most: '50' }), 5],
  ['list_messages', () => ({ address: email }), 5],
  ['list_messages', () => ({ address: BUSY_ADDRESS, most: '50' }), 55],
  ['list_messages', () => ({ address: BUSY_ADDRESS, state: 'failed' }), 20_000],
  ['get_message', () => ({ message_id: message }), 2],
  ['list_webhook_events', () => ({}), 55],
  ['list_webhook_events', () => ({ webhook_id: webhook }), 55],
  ['list_webhook_events', () => ({ user_id: id }), 5],
  ['list_webhook_events', () => ({ user_id: busy }), 55],
  ['list_users', () => ({ most: '50' }), 110],
  ['list_users', () => ({ email }), 5],
  ['get_error_counts', () => ({ code: 'invalid_credentials' }), 5],
  ['list_user_grants', () => ({ user_id: id }), 5],
  ['list_factors', () => ({ user_id: id }), 5],
  ['list_user_passkeys', () => ({ user_id: id }), 5],
  ['list_suppressions', () => ({}), 60],
  ['list_suppressions', () => ({ address: email }), 2],
  ['list_messages', () => ({}), 110],
  ['list_all_sessions', () => ({}), 110],
  ['list_all_sessions', () => ({ since: '2020-01-01T00:00:00Z' }), 110],
  ['list_all_sessions', () => ({ ip: '198.51.100.1', since: '2020-01-01T00:00:00Z' }), 20_000],
  ['list_audit', () => ({ ip: '198.51.100.1', since: '2020-01-01T00:00:00Z' }), 20_000],
  ['list_audit', () => ({ request_id: 'none', since: '2020-01-01T00:00:00Z' }), 20_000],
  ['list_audit', () => ({ actor_id: BUSY_ACTOR, action: 'none' }), 20_001],
  ['list_audit', () => ({ user_id: BUSY_ACTOR, request_id: 'none' }), 20_001],
  ['list_audit', () => ({ action: 'seldom', most: '60' }), 20_000],
  // Lists of what administrators configure: each row is read at most once.
  ['list_sso_providers', () => ({}), CONFIGURED],
  ['list_sso_providers', () => ({ domain: 'org7.example.com' }), CONFIGURED],
  ['list_sso_providers', () => ({ most: '50' }), 55],
  ['list_custom_providers', () => ({}), CONFIGURED],
  ['list_custom_providers', () => ({ type: 'oauth2' }), CONFIGURED],
  ['list_templates', () => ({}), CONFIGURED],
];

const LONG =
  /^(users|sessions|messages|refusals|audit_log|webhook_events|suppressions|attempts|job|sso_providers|sso_domains|custom_providers|templates)/;

/** Returns the number of rows read from each long table, over all nodes together. */
function rowsReadByTable(nodes: readonly PlanNode[]): Record<string, number> {
  const rows: Record<string, number> = {};
  for (const node of nodes) {
    const table = LONG.exec(node['Relation Name'] ?? '')?.[1];
    if (table) rows[table] = (rows[table] ?? 0) + rowsRead(node);
  }
  return rows;
}

/**
 * Asserts that `work` reads at most `most` rows in a sequential scan of a large table and, of each long table, at most
 * `most` rows and at most `most` index entries.
 */
async function assertBounded(work: () => PromiseLike<unknown>, most: number): Promise<void> {
  const nodes = await nodesAfterMany(work);
  assert.equal(largeSequentialScans(nodes, most), []);
  for (const index_only of [true, false]) {
    const scans = nodes.filter((node) => (node['Node Type'] === 'Index Only Scan') === index_only);
    for (const [table, rows] of Object.entries(rowsReadByTable(scans)))
      assert.ok(rows <= most, `${table}: ${rows} rows, ${scans.map(nodeName).join(', ')}`);
  }
}

for (const [name, args, most] of CASES) {
  test(`${name} ${JSON.stringify(args())}: reads as many rows as it needs`, async () => {
    const all = Object.fromEntries(
      Object.entries(args()).map(([key, value]) => [key, value === '' ? (key === 'address' ? email : id) : value]),
    );
    await assertBounded(() => api(sql, name, { ...ADMIN, ...all }), most);
  });
}

test('a page that ends at 20,000 rows has a cursor with which the next page continues there', async () => {
  await db.sql`update auth.sessions set ip = '203.0.113.9' where (user_id, id) in (
    select s.user_id, s.id from auth.sessions as s order by s.created_at, s.id limit 10)`;
  const readPages = async (name: string, list: string, args: CallArguments): Promise<number[]> => {
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const answer = await api(sql, name, { ...ADMIN, ...args, most: '60', cursor });
      sizes.push((answer[list] as unknown[]).length);
      cursor = (answer.pagination as { next_cursor?: string }).next_cursor;
    } while (cursor !== undefined);
    return sizes;
  };
  const since = '2020-01-01T00:00:00Z';
  assert.equal(await readPages('list_all_sessions', 'sessions', { ip: '203.0.113.9', since }), [0, 10]);
  assert.equal(await readPages('list_audit', 'entries', { actor_id: BUSY_ACTOR, action: 'seldom' }), [40, 10]);
  // Entries of other actors are between them, so the end of the first page depends on the blocks.
  const [first, second, ...more] = await readPages('list_audit', 'entries', {
    action: 'seldom',
    ip: '192.0.2.1',
    since,
  });
  assert.ok(second !== undefined && second > 0);
  assert.equal([Number(first) + second, more], [50, []]);
  assert.equal(await readPages('list_audit', 'entries', { action: 'none', ip: '192.0.2.1', since }), [0]);
});

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

test('get_figures: each count ends at 10,000, and users and sessions are not counted one by one', async () => {
  // More rows for each count than it may read, all of them within the last day.
  await db.sql`insert into auth.users (id, aud, role, email, created_at, updated_at, banned_until)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'figure' || n || '@example.com',
      now() - interval '2 hours' - n * interval '1 second', now(), now() + interval '1 day' from generate_series(1, 11000) as n`;
  await db.sql`insert into auth.messages (id, user_id, kind, channel, to_address, generation, base_url, redirect_to, state, expires_at, created_at, finished_at)
    select gen_random_uuid(), ${id}::uuid, 'recovery', 'mail', 'figures@example.com', 1, '', '', s.state, now() + n * interval '1 s',
      now() - n * interval '1 s', case s.state when 'failed' then now() - n * interval '1 s' end
    from generate_series(1, 11000) as n, unnest('{queued,failed}'::text[]) as s (state)`;
  await db.sql`insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, created_at, finished_at)
    select gen_random_uuid(), ${webhook}::uuid, ${id}::uuid, 'user.updated', '{}', pg_current_xact_id(), s.state, now() - n * interval '1 s',
      case s.state when 'failed' then now() - n * interval '1 s' end
    from generate_series(1, 11000) as n, unnest('{queued,failed}'::text[]) as s (state)`;
  await db.sql`insert into auth.attempts (digest, failures, failing_since, unknown, touched_at)
    select sha256(int4send(n)), 1000, now() - n * interval '10 ms', true, now() from generate_series(1, 11000) as n`;
  await db.sql`insert into auth_queue.job (name, start_after)
    select q.name, now() - n * interval '1 s' from generate_series(1, 11000) as n,
      (select k.name from auth_queue.queue as k where k.name not like '\\_\\_%' order by k.name limit 1) as q`;
  await db.sql`select auth_api.maintain_user_list_counts(most => 100000)`;
  await db.sql`vacuum analyze`;
  const nodes = await nodesAfterMany(async () => {
    const { users, banned, new_users, locked_accounts, messages, webhook_events, queues } = await api(
      sql,
      'get_figures',
      ADMIN,
    );
    assert.is((queues as { jobs: number }[])[0]?.jobs, 10_000);
    assert.equal(
      { users, banned, new_users, locked_accounts, messages, webhook_events },
      {
        users: USERS + 11_000,
        banned: 10_000,
        new_users: 10_000,
        locked_accounts: 10_000,
        messages: { waiting: 10_000, failed: 10_000 },
        webhook_events: { waiting: 10_000, failed: 10_000 },
      },
    );
  });
  const most: Record<string, number> = {
    users: 20_500,
    sessions: 20_000,
    messages: 20_000,
    webhook_events: 20_000,
    attempts: 10_000,
    job: 10_010,
  };
  for (const [table, rows] of Object.entries(rowsReadByTable(nodes)))
    assert.ok(rows <= (most[table] ?? 0), `${table}: ${rows} rows`);
});

test.run();
