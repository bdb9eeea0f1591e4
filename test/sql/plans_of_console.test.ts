// The plans of the console's queries: each uses an index and reads one page of a long list.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';
import { type Args, api } from '../support/database/surface.ts';
import { makeCrowd, makeTraffic } from './crowd.ts';
import { fullScans, openPlanReader, rowsRead } from './plan_reader.ts';

const USERS = 5_000;
const ADMIN: Args = { claims: { role: 'service_role' }, settings: {} };

const db = await createDatabase();
const { sql, nodesAfterMany } = await openPlanReader(db.superuser_url);
let id = '';
let email = '';
test.before(async () => {
  await makeCrowd(db, USERS);
  await makeTraffic(db);
  await db.sql`insert into auth.refusals (at, id, request_id, route, code, status, address_digest, user_id, ip)
    select now() - row_number() over () * interval '1 s', gen_random_uuid(), 'r' || row_number() over (), '/token', 'invalid_credentials', 400,
      sha256(convert_to('refusal:' || u.email, 'UTF8')), u.id, '192.0.2.1'::inet + (row_number() over () % 200)
    from auth.users as u`;
  await db.sql`update auth.sessions set created_at = now() - interval '2 days' where random() < 0.9`;
  await db.sql`insert into auth.suppressions (address, reason, created_at) select u.email, 'bounced', u.created_at from auth.users as u`;
  await db.sql`vacuum analyze`;
  const [row] = await db.sql`select u.id, u.email from auth.users as u order by u.created_at limit 1`;
  ({ id, email } = row as unknown as { id: string; email: string });
});
test.after(async () => {
  await sql.end();
  await db.drop();
});

/** Functions with their arguments, and the most rows that a node may read. */
const CASES: readonly [name: string, args: () => Args, most: number][] = [
  ['get_administrator', () => ({}), 2],
  ['get_timeline', () => ({ user_id: id }), 51],
  ['explain_sign_in', () => ({ address: email }), 5],
  ['find_refusal', () => ({ id: 'r77' }), 5],
  ['list_refusals', () => ({}), 55],
  ['list_refusals', () => ({ user_id: id }), 5],
  ['list_refusals', () => ({ address: email }), 5],
  ['list_refusals', () => ({ request_id: 'r77' }), 5],
  ['list_refusals', () => ({ ip: '192.0.2.7' }), 55],
  ['list_audit', () => ({ user_id: id }), 55],
  ['list_audit', () => ({ actor_id: id }), 55],
  ['list_audit', () => ({ most: '50' }), 60],
  ['list_audit', () => ({ action: 'none' }), 2_100],
  ['list_all_sessions', () => ({ user_id: id }), 5],
  ['list_messages', () => ({ address: email }), 5],
  ['list_webhook_events', () => ({ user_id: id }), 5],
  ['list_suppressions', () => ({}), 60],
  ['list_suppressions', () => ({ address: email }), 2],
  ['get_figures', () => ({}), 10_000],
];

for (const [name, args, most] of CASES) {
  test(`${name} ${JSON.stringify(args())}: no table is read whole, no node reads more than it needs`, async () => {
    const all = Object.fromEntries(
      Object.entries(args()).map(([key, value]) => [key, value === '' ? (key === 'address' ? email : id) : value]),
    );
    const nodes = await nodesAfterMany(() => api(sql, name, { ...ADMIN, ...all }));
    assert.equal(fullScans(nodes, most), []);
    const big = nodes.filter((node) =>
      /^(users|sessions|messages|refusals|audit_log|webhook_events|suppressions)/.test(node['Relation Name'] ?? ''),
    );
    for (const node of big)
      assert.ok(
        rowsRead(node) <= most,
        `${node['Node Type']} ${node['Relation Name']} ${node['Index Name']} ${rowsRead(node)}`,
      );
  });
}

test.run();
