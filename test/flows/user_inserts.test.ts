// Requests create a user with one INSERT that contains all data. A trigger of an application therefore sees the
// address, and a BEFORE trigger that allows only some domains cannot be bypassed.
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SQL_DIR } from '../../install/migrate/tree.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { type Answer, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({
  worker: false,
  env: { SVC_EXTERNAL_PHONE_ENABLED: 'true', SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true', SVC_SMS_TEST_OTP: '491:1' },
});
const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true', SVC_SMS_AUTOCONFIRM: 'true' });
const { sql } = stack.db;
test.after(() => stack.close());

await sql.unsafe(`
  create table public.seen (at bigserial, id uuid, row jsonb);
  create function public.see() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    insert into public.seen (id, row) values (new.id, to_jsonb(new));
    return new;
  end $$;
  create function public.allow() returns trigger language plpgsql as $$
  begin
    if new.email like '%@left-out.example' then
      return null;
    elsif new.email not like '%@example.com' then
      raise exception 'this domain may not';
    end if;
    return new;
  end $$;
  create trigger see after insert on auth.users for each row execute function public.see();
  create trigger allow before insert on auth.users for each row execute function public.allow()`);

const PASSWORD = 'correct horse battery';
let numbers = 0;
const newPhone = (): string => `4916500${String(++numbers).padStart(5, '0')}`;
const made = (address: object) => ({
  ...address,
  ...{
    password: PASSWORD,
    role: 'editor',
    aud: 'shop',
    user_metadata: { name: 'Ada' },
    app_metadata: { plan: 'gold' },
  },
});

/** Requests that create a user with an e-mail address. */
const BY_MAIL: Record<string, (email: string) => Promise<Answer>> = {
  'POST /signup': (email) => stack.post('/signup', { email, password: PASSWORD, data: { name: 'Ada' } }),
  'POST /signup, autoconfirmed': (email) => auto.post('/signup', { email, password: PASSWORD, data: { name: 'Ada' } }),
  'POST /otp': (email) => stack.post('/otp', { email, data: { name: 'Ada' } }),
  'POST /magiclink, autoconfirmed': (email) => auto.post('/magiclink', { email }),
  'POST /invite': (email) => stack.post('/invite', { email, data: { name: 'Ada' } }, SERVICE),
  'POST /admin/generate_link': (email) => stack.post('/admin/generate_link', { type: 'invite', email }, SERVICE),
  'POST /admin/users': (email) => stack.post('/admin/users', made({ email }), SERVICE),
  'POST /admin/users, confirmed, banned, with a number': (email) =>
    stack.post(
      '/admin/users',
      made({ email, email_confirm: true, phone: newPhone(), phone_confirm: true, ban_duration: '1h' }),
      SERVICE,
    ),
};
const BY_PHONE: Record<string, (phone: string) => Promise<Answer>> = {
  'POST /signup by phone': (phone) => auto.post('/signup', { phone, password: PASSWORD }),
  'POST /admin/users by phone': (phone) => stack.post('/admin/users', made({ phone }), SERVICE),
};

const KNOWN = `array['id', 'aud', 'role', 'email', 'phone', 'email_confirmed_at', 'phone_confirmed_at', 'raw_app_meta_data',
  'raw_user_meta_data', 'banned_until', 'is_anonymous', 'sign_up_role', 'administered_at', 'created_at']`;

for (const [name, make] of [...Object.entries(BY_MAIL), ...Object.entries(BY_PHONE)]) {
  test(`${name}: a trigger sees the complete user once, with its address`, async () => {
    const address = name in BY_MAIL ? newEmail() : newPhone();
    const answer = await make(address);
    assert.is(answer.status, 200, answer.text);
    const rows = await sql.unsafe(
      `select (select jsonb_object_agg(e.key, e.value) from jsonb_each(s.row) as e where e.key = any (${KNOWN})) as seen,
         (select jsonb_object_agg(e.key, e.value) from jsonb_each(to_jsonb(u)) as e where e.key = any (${KNOWN})) as is
       from auth.users as u join public.seen as s on s.id = u.id where u.email = $1 or u.phone = $1`,
      [address],
    );
    assert.is(rows.length, 1);
    assert.equal(rows[0]?.seen, rows[0]?.is);
  });
}

test('a trigger sees an anonymous user as such', async () => {
  const answer = await stack.post('/signup', { data: { name: 'Ada' } });
  assert.is(answer.status, 200, answer.text);
  const [row] = await sql`select row from public.seen order by at desc limit 1`;
  assert.equal([row?.row.is_anonymous, row?.row.raw_user_meta_data], [true, { name: 'Ada' }]);
});

const everything = async () => [
  ...(await sql`
    select (select count(*)::int from auth.users) as users, (select count(*)::int from auth.addresses) as addresses,
      (select count(*)::int from auth.identities) as identities, (select count(*)::int from auth.passwords) as passwords,
      (select count(*)::int from auth.messages) as messages, (select count(*)::int from auth.audit_log) as audit`),
];

for (const [name, make] of Object.entries(BY_MAIL)) {
  test(`${name}: a BEFORE trigger that allows only some domains, or omits the row, cannot be bypassed`, async () => {
    for (const domain of ['elsewhere.example', 'left-out.example']) {
      const before = await everything();
      const { status, body } = await make(newEmail().replace('example.com', domain));
      assert.equal([status, body.msg], [500, 'Database error saving new user'], domain);
      assert.equal(await everything(), before, domain);
    }
  });
}

test('one function inserts users, besides the bulk imports', () => {
  const files = readdirSync(SQL_DIR, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sql'));
  const inserting = files.filter((path) =>
    /insert into auth\.users\b/i.test(readFileSync(`${SQL_DIR}/${path}`, 'utf8').replace(/^--.*$/gm, '')),
  );
  assert.equal(inserting.map((path) => path.replaceAll('\\', '/')).sort(), [
    'api/admin/import_users.sql',
    'import/gotrue/copy_users.sql',
    'lib/user.sql',
  ]);
});

test.run();
