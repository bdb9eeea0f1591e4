// The plans of the statements that every request runs, with enough users that a bad one would show: an index for each look-up,
// no sort of more than a page, and updates of sessions that touch no index.
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/db.ts';

const USERS = 5_000;
const ADMIN = JSON.stringify({ role: 'service_role' });
const SETTINGS = JSON.stringify({
  security_refresh_token_rotation_enabled: true,
  security_refresh_token_reuse_interval: 10,
});
const CLIENT = JSON.stringify({ ip: '127.0.0.1', user_agent: 'test', request_id: 'test' });

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const db = await createDatabase();
const logged: string[] = [];
// A connection whose statements tell their plans, those inside functions too.
const sql = postgres(db.superuser_url, {
  max: 1,
  onnotice: ({ message }) => void logged.push(message ?? ''),
  connection: { client_min_messages: 'log' },
});
test.before(async () => {
  await db.sql`
    insert into auth.users (id, aud, role, email, raw_app_meta_data, created_at, updated_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'plan' || n || '@example.com', '{"provider": "email", "providers": ["email"]}',
      now() - interval '1 day' + n * interval '1 s', now() from generate_series(1, ${USERS}::integer) as n`;
  await db.sql`insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
    select 'email', u.email, u.id, true, now(), now() from auth.users as u`;
  await db.sql`insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    select u.id, 'email', gen_random_uuid(), u.id::text, jsonb_build_object('sub', u.id, 'email', u.email), now(), now() from auth.users as u`;
  await db.sql`insert into auth.sessions (user_id, id, amr, created_at) select u.id, gen_random_uuid(), '[]', now() from auth.users as u`;
  await db.sql`insert into auth.one_time_tokens (id, user_id, kind, purpose, address, key_id, digits, valid_for, expires_at, created_at)
    select gen_random_uuid(), u.id, 'recovery', 'magiclink', u.email, 1, 6, '1 day', now() + interval '1 day', now() from auth.users as u`;
  await db.sql`insert into auth.passwords (user_id, hash, updated_at)
    select u.id, '$2a$04$' || repeat('a', 53), now() from auth.users as u`;
  await db.sql`select auth_api.keep_user_blocks(most => 100000)`;
  await db.sql`vacuum analyze`;
  await sql`load 'auto_explain'`;
  for (const [name, value] of [
    ['log_min_duration', '0'],
    ['log_nested_statements', 'on'],
    ['log_format', 'json'],
    ['log_analyze', 'on'],
    ['log_timing', 'off'],
    ['log_level', 'log'],
  ] as const) {
    await sql.unsafe(`set auto_explain.${name} = '${value}'`);
  }
});
test.after(async () => {
  await sql.end();
  await db.drop();
});

/** Every node of every plan of a statement, run often enough that a generic plan would show. */
async function nodesOf(run: () => PromiseLike<unknown>): Promise<Plan[]> {
  for (let times = 0; times < 6; times += 1) await run();
  logged.length = 0;
  await run();
  const plans = logged.flatMap((message) => {
    const at = message.indexOf('plan:');
    return at < 0 ? [] : [(JSON.parse(message.slice(at + 5)) as { Plan: Plan }).Plan];
  });
  assert.ok(plans.length > 0, 'no plan was told');
  const all = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(all)];
  return plans.flatMap(all);
}

const BIG = new Set(['users', 'addresses', 'identities', 'sessions', 'one_time_tokens', 'passwords']);

const readWhole = (nodes: Plan[]): unknown[] =>
  nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && BIG.has(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name']);

/** No big table is read from end to end, and no scan meets more rows than it may. */
function assertSmall(nodes: Plan[], most: number): void {
  assert.equal(readWhole(nodes), [], 'read from end to end');
  for (const node of nodes.filter((one) => one['Relation Name'] !== undefined || one['Index Name'] !== undefined)) {
    const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    assert.ok(
      rows <= most,
      `${node['Node Type']} of ${node['Relation Name'] ?? ''} ${node['Index Name'] ?? ''}: ${rows} rows`,
    );
  }
}

async function somebody() {
  const [row] = await db.sql`
    select u.id, u.email, s.id as session, t.id as token from auth.users as u join auth.sessions as s on s.user_id = u.id
    join auth.one_time_tokens as t on t.user_id = u.id order by random() limit 1`;
  return row as unknown as { id: string; email: string; session: string; token: string };
}

test('GET /user, alone and several in one statement', async () => {
  const { id, session } = await somebody();
  const claims = JSON.stringify({ sub: id, aud: 'authenticated', role: 'authenticated', session_id: session });
  assertSmall(
    await nodesOf(
      () => sql`select auth_api.get_user(claims => ${claims}::text::jsonb, audience => null, settings => '{}')`,
    ),
    2,
  );
});

test('refresh: one row of each table, and an update that touches no index (HOT)', async () => {
  const { id, session } = await somebody();
  let counter = 0;
  const refresh = () => sql`
    select auth_api.refresh_session(user_id => ${id}, session_id => ${session}, counter => ${counter++},
      settings => ${SETTINGS}::text::jsonb, client => ${CLIENT}::text::jsonb)`;
  assertSmall(await nodesOf(refresh), 2);
  await sql`select pg_stat_force_next_flush()`;
  const [stat] =
    await sql`select n_tup_upd::int as updated, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'sessions'`;
  assert.is(stat?.updated, counter);
  assert.is(stat?.hot, counter);
});

test('a sign-in: the user by its address', async () => {
  const { email } = await somebody();
  const signIn = () => sql`
    select auth_api.sign_in_with_password(email => ${email}, phone => null, password => 'wrong', audience => null,
      settings => '{"security_bcrypt_cost": 4}', client => ${CLIENT}::text::jsonb)`;
  assertSmall(await nodesOf(signIn), 2);
});

test('verify: the link by its id, and what hangs on its user', async () => {
  const nodes = await nodesOf(async () => {
    const { token } = await somebody();
    logged.length = 0;
    const link = JSON.stringify({ id: token, pkce: false });
    await sql`
      select auth_api.verify_token(type => 'magiclink', email => null, phone => null, code => null, link => ${link}::text::jsonb,
        redirect_to => null, password => null, needs_password => false, code_keys => '{}', audience => null, settings => '{}',
        client => ${CLIENT}::text::jsonb)`;
  });
  assertSmall(nodes, 3);
});

for (const [name, page, sort] of [
  ['the first page', 1, 'created_at desc'],
  ['a page in the middle', 55, 'created_at desc'],
  ['the last page', 100, 'created_at desc'],
  ['the last page, oldest first', 100, 'created_at asc'],
] as const) {
  test(`the list of users, ${name}: a block at most is skipped, a page at most is read`, async () => {
    const nodes = await nodesOf(
      () => sql`
        select auth_api.list_users(claims => ${ADMIN}::text::jsonb, page => ${String(page)}, per_page => '50', sort => ${sort}, filter => null,
          audience => 'authenticated', settings => '{}')`,
    );
    assertSmall(nodes, 2_100);
    const sorts = nodes.filter((node) => node['Node Type'] === 'Sort');
    for (const sorted of sorts) assert.ok(sorted['Actual Rows'] <= 100, `sorts ${sorted['Actual Rows']} rows`);
  });
}

test('it would have seen a table that is read from end to end', async () => {
  const nodes = await nodesOf(() => sql`select count(*) from auth.users as u where u.email like '%x%'`);
  assert.equal(readWhole(nodes), ['users']);
});

test.run();
