// Query plans of administrators' lists and of a user's own data: each uses an index and reads a bounded part of a long
// list.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';
import { api, type CallArguments } from '../support/database/sql_api.ts';
import { insertActivity, insertUsers } from './many_users.ts';
import { assertNoLargeScan, assertNoLargeSort, openPlanReader, rowsRead } from './plan_reader.ts';

const USERS = 5_000;
const ENTRIES = 4 * USERS;
const PROVIDER = '00000000-0000-4000-8000-000000000001';
const ADMIN: CallArguments = { claims: { role: 'service_role' }, settings: {} };

const db = await createDatabase();
const { sql, nodesAfterMany } = await openPlanReader(db.superuser_url);
let id = '';
let email = '';
let claims: CallArguments = {};
test.before(async () => {
  await insertUsers(db, USERS);
  await insertActivity(db);
  // Makes one entry the only one of its action, and thereby its block the only one with that action.
  await db.sql`update auth.audit_log as l set actions = '{rare}' where l.id = (select x.id from auth.audit_log as x order by x.created_at limit 1)`;
  await db.sql`delete from auth.audit_blocks`;
  await db.sql`select auth_api.maintain_audit_counts(most => 100000)`;
  const [row] = await db.sql`
    select u.id, u.email, s.id as session from auth.users as u join auth.sessions as s on s.user_id = u.id order by u.created_at limit 1`;
  ({ id, email } = row as unknown as { id: string; email: string });
  claims = { sub: id, aud: 'authenticated', role: 'authenticated', session_id: row?.session };
});
test.after(async () => {
  await sql.end();
  await db.drop();
});

// Maximum number of rows: entries after the last block, and entries of a block that are skipped before a page.
const BLOCK = 2_100;

test('the audit log: reads at most two blocks for a page, in the order of the index', async () => {
  for (const page of ['1', '20', '200', String(ENTRIES / 50)]) {
    const nodes = await nodesAfterMany(async () => {
      const answer = await api(sql, 'list_audit', { ...ADMIN, page, per_page: '50', query: '' });
      assert.equal([answer.total, (answer.body as unknown[]).length], [ENTRIES, 50]);
    });
    assertNoLargeScan(nodes, BLOCK);
    const read = nodes.filter((node) => /^audit_log/.test(node['Relation Name'] ?? ''));
    assert.ok(read.reduce((sum, node) => sum + rowsRead(node), 0) <= 2 * BLOCK);
  }
});

// Before PostgreSQL 18, a disabled plan node costs 10,000,000,000, so each call would compile its plan.
test('a function that disables a kind of plan node disables JIT too', async () => {
  const functions = await db.sql<{ name: string; jit: boolean }[]>`
    select p.oid::regproc::text as name, 'jit=off' = any (p.proconfig) as jit from pg_proc as p
    where exists (select from unnest(p.proconfig) as c (setting) where c.setting ~ '^enable_.*=off$')`;
  assert.equal([...functions], [{ name: 'auth_api.list_audit', jit: true }]);
});

test('the audit log by a rare action: only the blocks that contain it', async () => {
  const nodes = await nodesAfterMany(async () => {
    const answer = await api(sql, 'list_audit', { ...ADMIN, page: '1', per_page: '50', query: 'action:rare' });
    assert.equal([answer.total, (answer.body as unknown[]).length], [1, 1]);
  });
  const read = nodes.filter((node) => /^audit_log/.test(node['Relation Name'] ?? ''));
  assert.ok(read.reduce((sum, node) => sum + rowsRead(node), 0) <= 2 * BLOCK);
});

test('blocks of the audit log: those since the last block', async () => {
  const nodes = await nodesAfterMany(() => api(sql, 'maintain_audit_counts', { most: 100_000 }));
  // Excludes scans by transaction id (made_in), which read back to the oldest open transaction of the server.
  const of_blocks = nodes.filter((node) => /made_in/.test(node['Index Name'] ?? '') === false);
  assertNoLargeScan(of_blocks, BLOCK);
});

test('the audit log by an action: as many rows as the page needs, in the order of the index', async () => {
  const nodes = await nodesAfterMany(() =>
    api(sql, 'list_audit', { ...ADMIN, page: '1', per_page: '50', query: 'action:login' }),
  );
  assertNoLargeSort(nodes, 50); // a page, and the blocks
});

test('the list of users: the blocks of one group and those in none', async () => {
  await db.sql`delete from auth.user_blocks`;
  await db.sql`insert into auth.user_blocks (aud, until, users, counted_at)
    select 'authenticated', max(n.created_at), count(*), now()
    from (select u.created_at, row_number() over (order by u.created_at) / 5 as place from auth.users as u) as n group by n.place`;
  await db.sql`select auth_api.maintain_user_list_counts(most => 100000)`;
  await db.sql`analyze auth.user_blocks, auth.user_block_groups`;
  for (const page of ['2', '37', '55', '100']) {
    const nodes = await nodesAfterMany(
      () => sql`select auth_api.list_users(claims => '{"role": "service_role"}', page => ${page}, per_page => '50', sort => null, filter => null,
        audience => 'authenticated', settings => '{}')`,
    );
    const read = (table: string): number =>
      nodes.filter((node) => node['Relation Name'] === table).reduce((sum, node) => sum + rowsRead(node), 0);
    assert.ok(read('user_blocks') <= 40 + 39, `${read('user_blocks')} of 1001 blocks`);
    assert.ok(read('user_block_groups') <= 2 * 25 + 1, `${read('user_block_groups')} of 25 groups, twice`);
    assert.ok(read('users') <= 5 + 2 * 50, `${read('users')} users`);
  }
});

test('the export of a user, by the user and by an administrator: only that user’s rows', async () => {
  const own = async () => {
    const answer = await api(sql, 'export_own_data', { claims, settings: {} });
    assert.is((answer.audit_log as unknown[]).length, 4);
  };
  assertNoLargeScan(await nodesAfterMany(own), 10);
  assertNoLargeScan(await nodesAfterMany(() => api(sql, 'export_user', { ...ADMIN, user_id: id })), 10);
});

test('all users for a file: a page by the primary key, from any start', async () => {
  const [middle] = await db.sql`select u.id from auth.users as u order by u.id offset ${USERS / 2} limit 1`;
  for (const after of [null, middle?.id]) {
    const run = async () => {
      const answer = await api(sql, 'export_users', { ...ADMIN, after, most: 50, with_password_hashes: true });
      assert.is((answer.users as unknown[]).length, 50);
    };
    assertNoLargeScan(await nodesAfterMany(run), 50);
  }
});

test('SCIM resources that have changed since a time: only those, of as many as there are', async () => {
  await db.sql`
    with made as (
      insert into auth.sso_providers select (jsonb_populate_record(null::auth.sso_providers, ${db.sql.json({
        id: PROVIDER,
        entity_id: 'https://idp.example.com/metadata',
        metadata_xml: '<x/>',
        sso_url: 'https://idp.example.com/sso',
        certificates: [{ der: 'AAAA', sha256: 'a'.repeat(64), not_after: '2040-01-01T00:00:00.000Z' }],
        attribute_mapping: {},
        just_in_time: true,
        require_signed: 'either',
        force_authn: false,
        sign_requests: true,
        created_at: '2026-01-01',
        updated_at: '2026-01-01',
        fetched_at: '2026-01-01',
      })})).* returning id)
    insert into auth.scim_tokens (id, provider_id, name, last_used_at, created_at)
    select ${PROVIDER}, m.id, 'x', now(), now() from made as m`;
  await db.sql`
    insert into auth.scim_users (id, provider_id, user_id, user_name, active, emails, attributes, created_at, updated_at)
    select u.id, ${PROVIDER}, u.id, u.email, true, '{}', '{}', '2026-01-01', '2026-01-01'::timestamptz + n.ordinality * interval '1 s'
    from auth.users as u join (select x.id, row_number() over (order by x.id) as ordinality from auth.users as x) as n using (id)`;
  await db.sql`
    insert into auth.scim_groups (id, provider_id, display_name, created_at, updated_at)
    select gen_random_uuid(), ${PROVIDER}, 'x' || n, '2026-01-01', '2026-01-01'::timestamptz + n * interval '1 s'
    from generate_series(1, ${2 * USERS}) as n`;
  await db.sql`analyze auth.scim_users, auth.scim_groups`;
  const path = ['meta', 'lastModified'];
  for (const [kind, all] of [
    ['User', USERS],
    ['Group', 2 * USERS],
  ] as const) {
    const at = new Date(Date.parse('2026-01-01T00:00:00Z') + (all - 20) * 1000).toISOString();
    const filter = { op: 'gt', path, type: 'instant', value: at };
    const list = (tree: object) =>
      api(sql, 'list_scim_resources', { token_id: PROVIDER, kind, filter: tree, settings: {} });
    const nodes = await nodesAfterMany(async () => assert.is((await list(filter)).totalResults, 20));
    const found = nodes.filter((node) => /_updated_at_idx$/.test(node['Index Name'] ?? ''));
    assert.ok(found.length > 0, `${kind}: the index is used`);
    // The index finds one more row, because times are compared in milliseconds, rounded down.
    assertNoLargeScan(nodes, 21);
    if (kind === 'Group') assert.match(JSON.stringify(await list({ ...filter, op: 'lt' })), 'scim_too_many');
  }
});

test('one user: by id, by address; the sessions of one', async () => {
  assertNoLargeScan(await nodesAfterMany(() => api(sql, 'get_user_by_id', { ...ADMIN, user_id: id })), 2);
  assertNoLargeScan(await nodesAfterMany(() => api(sql, 'find_user_by_address', { ...ADMIN, address: email })), 2);
  assertNoLargeScan(await nodesAfterMany(() => api(sql, 'list_sessions', { ...ADMIN, user_id: id })), 2);
  assertNoLargeScan(await nodesAfterMany(() => api(sql, 'get_sessions', { claims, settings: {} })), 2);
});

test.run();
