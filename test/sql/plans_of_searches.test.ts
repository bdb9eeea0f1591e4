// Query plans of searches among 40,000 users: by the search index if it helps, otherwise a bounded part of the list.
// With cursors, the last page reads as many rows as the first.
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';
import { nodeName, openPlanReader, type PlanNode, rowsRead } from './plan_reader.ts';
import { SEARCH_INDEX } from './search_index.ts';

const USERS = 40_000;
/** Maximum number of users that a page reads, plus one to detect a next page. */
const MOST = 5_001;
const ADMIN = JSON.stringify({ role: 'service_role' });

interface Page {
  users: { email: string }[];
  pagination: { next_cursor?: string };
}

const db = await createDatabase();
const { sql, nodesOf } = await openPlanReader(db.superuser_url);
test.before(async () => {
  await db.sql`
    insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'person' || n || '@example.com',
      jsonb_build_object('full_name', 'Name ' || md5(n::text), 'plan', case when n % 10000 = 0 then 'gold' else 'free' end),
      now() - interval '2 days' + n * interval '1 s', now() from generate_series(1, ${USERS}::integer) as n`;
  await db.sql`insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    select u.id, case when u.raw_user_meta_data ->> 'plan' = 'gold' then 'github' else 'email' end, gen_random_uuid(), u.id::text, '{}', now(), now()
    from auth.users as u`;
  await db.sql`create extension pg_trgm schema public`;
  await db.sql.unsafe(SEARCH_INDEX);
  await db.sql`vacuum analyze`;
});
test.after(async () => {
  await sql.end();
  await db.drop();
});

async function searchUsers(
  args: Readonly<Record<string, string>>,
  filter = '',
): Promise<{ page: Page; nodes: PlanNode[] }> {
  const given = Object.entries(args).map(([name, value]) => `, ${name} => '${value}'`);
  const { result, nodes } = await nodesOf(() =>
    sql.unsafe<{ answer: string }[]>(
      `select auth_api.list_users(claims => '${ADMIN}', page => null, per_page => null, sort => null, filter => '${filter}',
        audience => 'authenticated', settings => '{}'${given.join('')}) as answer`,
    ),
  );
  return { page: (JSON.parse(result[0]?.answer ?? '') as { body: Page }).body, nodes };
}

const usesSearch = (nodes: PlanNode[]): boolean => nodes.some((node) => node['Index Name'] === 'users_search_idx');

/**
 * Asserts that users and identities are not read completely, and that no plan node except a bitmap index scan reads
 * more than `most` rows.
 */
function assertBounded(nodes: PlanNode[], most = MOST): void {
  for (const node of nodes) {
    assert.not(
      node['Node Type'] === 'Seq Scan' && ['users', 'identities'].includes(node['Relation Name'] ?? ''),
      nodeName(node),
    );
    // The bitmap of an index contains all matches. Reads of the table are bounded.
    if (node['Node Type'] === 'Bitmap Index Scan') continue;
    assert.ok(rowsRead(node) <= most, `${nodeName(node)}: ${rowsRead(node)} rows`);
  }
}

const emails = ({ users }: Page): string[] => users.map(({ email }) => email);

test('a text of few users: the index, and no other rows of the table', async () => {
  const { page, nodes } = await searchUsers({ search: 'person37777@' });
  assert.equal(emails(page), ['person37777@example.com']);
  assert.is(page.pagination.next_cursor, undefined);
  assert.ok(usesSearch(nodes));
  assertBounded(nodes, 100);
});

test('a member of the metadata: uses the index too', async () => {
  const { page, nodes } = await searchUsers({ user_metadata: '{"plan": "gold"}' });
  assert.equal(
    emails(page),
    [4, 3, 2, 1].map((n) => `person${n * 10_000}@example.com`),
  );
  assert.ok(usesSearch(nodes));
  assertBounded(nodes, 100);
});

test('a provider of few users: the index of identities', async () => {
  const { page, nodes } = await searchUsers({ provider: 'github' });
  assert.is(page.users.length, 4);
  assertBounded(nodes, 100);
});

test('a text of all users: as much of the list as the page needs; a deep page reads no more, without the index', async () => {
  const first = await searchUsers({ search: 'example', most: '50' });
  assert.is(first.page.users.length, 50);
  assertBounded(first.nodes);
  const [row] = await db.sql<{ at: string; id: string }[]>`
    select (extract(epoch from u.created_at) * 1000000)::bigint::text as at, u.id from auth.users as u where u.email = 'person500@example.com'`;
  const deep = await searchUsers({ search: 'example', most: '50', cursor: `${row?.at}.${row?.id}w` });
  assert.is(emails(deep.page)[0], 'person499@example.com');
  assert.not(usesSearch(deep.nodes));
  assertBounded(deep.nodes);
});

test('the filter of supabase/auth: uses the index if it can match few; otherwise it reads all to count them', async () => {
  for (const filter of ['person37777@', 'person3777_@', `name ${createHash('md5').update('37777').digest('hex')}`]) {
    const { page, nodes } = await searchUsers({}, filter);
    assert.ok(emails(page).includes('person37777@example.com'), filter);
    assert.ok(usesSearch(nodes));
    assertBounded(nodes, 2_000);
  }
  const { page, nodes } = await searchUsers({}, 'example.com');
  assert.is(page.users.length, 50);
  assert.ok(usesSearch(nodes), 'asked once, and given up at 5,001');
  assert.equal((await searchUsers({}, 'Person37777@')).page.users, [], 'the address in its case');
});

test('a text that the index cannot find: a part of the list, and a cursor after it', async () => {
  const { page, nodes } = await searchUsers({ search: '??' });
  assert.equal(page.users, []);
  assert.match(page.pagination.next_cursor ?? '', /w$/);
  assertBounded(nodes);
});

test('the list itself: a page and one more row, at any position', async () => {
  const first = await searchUsers({ most: '50' });
  assertBounded(first.nodes, 51);
  const [row] = await db.sql<{ at: string; id: string }[]>`
    select (extract(epoch from u.created_at) * 1000000)::bigint::text as at, u.id from auth.users as u where u.email = 'person100@example.com'`;
  const deep = await searchUsers({ most: '50', cursor: `${row?.at}.${row?.id}w` });
  assert.is(emails(deep.page)[49], 'person50@example.com');
  assertBounded(deep.nodes, 51);
});

test.run();
