// The plans of what an administrator, or a user about oneself, reads: by an index, and of a long list a page.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/db.ts';
import { type Args, api } from '../support/surface.ts';
import { makeCrowd, makeTraffic } from './crowd.ts';
import { assertSmall, assertSorts, openPlanReader, type Plan, readWhole, rowsMet } from './plan_reader.ts';

const USERS = 5_000;
const ENTRIES = 4 * USERS;
const ADMIN: Args = { claims: { role: 'service_role' }, settings: {} };

const db = await createDatabase();
const { sql, nodesAfterMany } = await openPlanReader(db.superuser_url);
let id = '';
let email = '';
let claims: Args = {};
test.before(async () => {
  await makeCrowd(db, USERS);
  await makeTraffic(db);
  const [row] = await db.sql`
    select u.id, u.email, s.id as session from auth.users as u join auth.sessions as s on s.user_id = u.id order by u.created_at limit 1`;
  ({ id, email } = row as unknown as { id: string; email: string });
  claims = { sub: id, aud: 'authenticated', role: 'authenticated', session_id: row?.session };
});
test.after(async () => {
  await sql.end();
  await db.drop();
});

/** Of a statement over the audit log, what is read of its months; it is counted by reading each once. */
function assertAuditPage(nodes: Plan[], most: number): void {
  const counted = readWhole(nodes, 0);
  assert.equal(counted.length, new Set(counted).size, `read twice: ${counted.join()}`);
  const read = nodes.filter(
    (node) => /^audit_log/.test(node['Relation Name'] ?? '') && /Index/.test(node['Node Type']),
  );
  assert.ok(read.length > 0, 'the page comes from an index');
  assert.ok(read.reduce((sum, node) => sum + rowsMet(node), 0) <= most);
  assertSorts(nodes, most);
}

test('the audit log: a page in the order of the index, nothing sorted but the page, each month counted once', async () => {
  for (const [page, most] of [
    ['1', 100],
    ['20', 1_100],
  ] as const) {
    const nodes = await nodesAfterMany(async () => {
      const answer = await api(sql, 'list_audit', { ...ADMIN, page, per_page: '50', query: '' });
      assert.is(answer.total, ENTRIES);
    });
    assertAuditPage(nodes, most);
  }
});

test('the audit log by an action: as far as the page needs, in the order of the index', async () => {
  const nodes = await nodesAfterMany(() =>
    api(sql, 'list_audit', { ...ADMIN, page: '1', per_page: '50', query: 'action:login' }),
  );
  const sorts = nodes.filter((node) => node['Node Type'] === 'Sort');
  assert.equal(
    sorts.map((node) => node['Actual Rows']),
    [],
    'sorts as a whole',
  );
});

test('the export of a user, by the user and by an administrator: what is that user’s', async () => {
  const own = async () => {
    const answer = await api(sql, 'export_own_data', { claims, settings: {} });
    assert.is((answer.audit_log as unknown[]).length, 4);
  };
  assertSmall(await nodesAfterMany(own), 10);
  assertSmall(await nodesAfterMany(() => api(sql, 'export_user', { ...ADMIN, user_id: id })), 10);
});

test('all users for a file: a page by the primary key, wherever it begins', async () => {
  const [middle] = await db.sql`select u.id from auth.users as u order by u.id offset ${USERS / 2} limit 1`;
  for (const after of [null, middle?.id]) {
    const run = async () => {
      const answer = await api(sql, 'export_users', { ...ADMIN, after, most: 50, with_password_hashes: true });
      assert.is((answer.users as unknown[]).length, 50);
    };
    assertSmall(await nodesAfterMany(run), 50);
  }
});

test('one user: by id, by address; the sessions of one', async () => {
  assertSmall(await nodesAfterMany(() => api(sql, 'show_user', { ...ADMIN, user_id: id })), 2);
  assertSmall(await nodesAfterMany(() => api(sql, 'look_up_user', { ...ADMIN, address: email })), 2);
  assertSmall(await nodesAfterMany(() => api(sql, 'list_sessions', { ...ADMIN, user_id: id })), 2);
  assertSmall(await nodesAfterMany(() => api(sql, 'get_sessions', { claims, settings: {} })), 2);
});

test.run();
