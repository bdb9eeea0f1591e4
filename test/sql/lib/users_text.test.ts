// A user in a list has the same members, in the same order, as a single user.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toWireUser } from '../../../core/wire_user.ts';
import { createDatabase } from '../../support/database/db.ts';

const db = await createDatabase();
test.after(() => db.drop());

test('users_text equals user_json of each, in the order of the ids', async () => {
  await db.sql`
    insert into auth.users (id, aud, role, email, phone, email_confirmed_at, phone_confirmed_at, invited_at, confirmation_sent_at,
      recovery_sent_at, email_change_sent_at, phone_change_sent_at, reauthentication_sent_at, last_sign_in_at, new_email, new_phone,
      raw_app_meta_data, raw_user_meta_data, banned_until, deleted_at, is_anonymous,
      is_sso_user, deprovisioned_at, created_at, updated_at)
    select gen_random_uuid(), 'authenticated', 'authenticated',
      case when n % 2 = 0 then 'list' || n || '@example.com' end, case when n % 3 = 0 then '49151' || n end,
      case when n % 2 = 0 then now() end, case when n % 3 = 0 then now() - interval '1 h' end, case when n % 5 = 0 then now() end,
      case when n % 7 = 0 then now() end, case when n % 5 = 1 then now() end, case when n % 5 = 2 then now() end,
      case when n % 5 = 3 then now() end, case when n % 5 = 4 then now() end, case when n % 4 = 0 then now() end,
      case when n % 4 = 1 then 'new' || n || '@example.com' end, case when n % 4 = 2 then '49152' || n end,
      '{"a": null}', '{"b": {"c": null}}', case when n % 6 = 0 then now() end, case when n % 11 = 0 then now() end, n % 9 = 0,
      n % 8 = 0, case when n % 16 = 0 then now() end, now(), now()
    from generate_series(1, 30) as n`;
  await db.sql`
    insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    select u.id, p.provider, gen_random_uuid(), u.id::text, p.data, now(), now() from auth.users as u
    cross join (values ('email', '{"email": "A@example.com"}'::jsonb), ('github', '{}')) as p (provider, data)
    where u.email is not null`;
  await db.sql`update auth.users set banned_until = 'infinity' where email = 'list2@example.com'`;
  await db.sql`update auth.users set created_at = '2026-01-02 03:04:05Z', role = '"<>& é' || chr(8232) where email = 'list4@example.com'`;
  const sql = db.connect(1);
  await sql`set time zone 'UTC'`;
  const rows = await sql`select u.id, auth_lib.user_json(u)::text as alone from auth.users as u order by random()`;
  const ids = rows.map((row) => row.id as string);
  const [list] = await sql`select auth_lib.users_text(${ids}::uuid[], null) as users`;
  assert.equal(
    (JSON.parse(list?.users) as object[]).map((user) => JSON.stringify(user)),
    rows.map((row) => JSON.stringify(toWireUser(JSON.parse(row.alone)))),
  );
  assert.match(list?.users, '"created_at":"2026-01-02T03:04:05.0Z"');
  // Each member can be requested alone.
  const [known] = await sql<{ members: string[] }[]>`select auth_lib.user_member_names() as members`;
  const users = JSON.parse(list?.users) as Record<string, unknown>[];
  const members = known?.members ?? [];
  assert.equal([...members].sort(), [...new Set(users.flatMap(Object.keys))].sort());
  for (const member of members) {
    const [one] = await sql`select auth_lib.users_text(${ids}::uuid[], ${[member]}) as users`;
    assert.equal(
      JSON.parse(one?.users),
      users.map((user) => (member in user ? { [member]: user[member] } : {})),
    );
  }
  await sql.end();
});

test('a page without users is an empty list', async () => {
  const [list] = await db.sql`select auth_lib.users_text('{}', null) as users`;
  assert.is(list?.users, '[]');
});

test.run();
