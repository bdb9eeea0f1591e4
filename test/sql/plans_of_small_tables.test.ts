// A cached plan lives as long as its connection. A plan made while a table was small must not read the whole table once
// it is large.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, openRenamingPool } from '../support/database/db.ts';
import { roleName } from '../support/database/layout.ts';

const SETTINGS = JSON.stringify({ security_refresh_token_rotation_enabled: true });
const CLIENT = JSON.stringify({ ip: '127.0.0.1', user_agent: 'test', request_id: 'test' });

const db = await createDatabase();
// A superuser's session with the settings of the gateway's role, because that role cannot log in in every layout.
const sql = openRenamingPool(db.superuser_url, 1);
test.before(async () => {
  await sql`
    select set_config(split_part(c.pair, '=', 1), substr(c.pair, strpos(c.pair, '=') + 1), false)
    from pg_db_role_setting as s join pg_roles as r on r.oid = s.setrole
    join pg_database as d on d.oid = s.setdatabase and d.datname = current_database() cross join unnest(s.setconfig) as c (pair)
    where r.rolname = ${roleName('gateway')}`;
});
test.after(async () => {
  await sql.end();
  await db.drop();
});

async function countScans(): Promise<Map<string, number>> {
  const rows = await db.sql<{ name: string; count: number }[]>`
    select s.relname as name, s.seq_scan::int as count from pg_stat_user_tables as s where s.schemaname = name 'auth'`;
  return new Map(rows.map(({ name, count }) => [name, count]));
}

test('requests of a user use an index in tables of one page too', async () => {
  await db.sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'few' || n || '@example.com', now(), now(), now()
    from generate_series(1, 12) as n`;
  await db.sql`insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    select u.id, 'email', gen_random_uuid(), u.id::text, jsonb_build_object('sub', u.id, 'email', u.email), now(), now() from auth.users as u`;
  await db.sql`insert into auth.sessions (user_id, id, amr, created_at) select u.id, gen_random_uuid(), '[]', now() from auth.users as u`;
  await db.sql`insert into auth.one_time_tokens (id, user_id, kind, purpose, address, key_id, digits, valid_for, expires_at, created_at)
    select gen_random_uuid(), u.id, 'recovery', 'magiclink', u.email, 1, 6, '1 day', now() + interval '1 day', now() from auth.users as u`;
  await db.sql`vacuum analyze`;
  const people = await db.sql<{ id: string; session: string; token: string }[]>`
    select u.id, s.id as session, t.id as token from auth.users as u join auth.sessions as s on s.user_id = u.id
    join auth.one_time_tokens as t on t.user_id = u.id`;
  const before = await countScans();
  for (const { id, session, token } of people) {
    const claims = JSON.stringify({ sub: id, aud: 'authenticated', role: 'authenticated', session_id: session });
    await sql`select auth_api.get_user(claims => ${claims}::text::jsonb, audience => null, settings => '{}')`;
    await sql`
      select auth_api.refresh_session(user_id => ${id}, session_id => ${session}, counter => 0,
        settings => ${SETTINGS}::text::jsonb, client => ${CLIENT}::text::jsonb)`;
    const link = JSON.stringify({ id: token, pkce: false });
    const [row] = await sql<{ answer: { body?: object } }[]>`
      select auth_api.verify_token(type => 'magiclink', email => null, phone => null, code => null, link => ${link}::text::jsonb,
        redirect_to => null, password => null, needs_password => false, code_keys => '{}', audience => null, settings => '{}',
        client => ${CLIENT}::text::jsonb) as answer`;
    assert.ok(row?.answer.body, JSON.stringify(row?.answer));
  }
  await sql`select pg_stat_force_next_flush()`;
  await sql`select 1`;
  const after = await countScans();
  const read = [...after].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name);
  assert.equal(read, [], 'tables that were read from end to end');
});

test.run();
