// SQL written for supabase/auth runs unchanged after `migrate --api-roles`, as the database owner without further
// rights: a profile trigger, policies, a claims hook in SQL, and views of users. Users sign up with auth-js. `postern
// doctor` has notes about these objects, but no finding.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doctorCommand } from '../../cli/commands/doctor.ts';
import { readDatabaseSettings } from '../../cli/settings.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { migrate } from '../../install/migrate/migrate.ts';
import { environmentFor } from '../cli/admin.ts';
import { claimsOf } from '../support/clients/client.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';
import { CUSTOM_CLAIMS, ROW_LEVEL_SECURITY, USER_MANAGEMENT, USER_MANAGEMENT_STARTER } from './supabase_guides.ts';

const stack = await startStack({
  worker: false,
  env: {
    SVC_MAILER_AUTOCONFIRM: 'true',
    SVC_HOOK_CUSTOM_ACCESS_TOKEN_ENABLED: 'true',
    SVC_HOOK_CUSTOM_ACCESS_TOKEN_URI: 'pg-functions://postgres/public/custom_access_token_hook',
  },
});
const { db } = stack;
const { sql } = db;
// The roles of the guides belong to the server and are not dropped, because other tests may need them. Dropping the
// database drops their grants.
await migrate({ ...db.migration(), api_roles: true });
const [OWNER, OTHER] = ['owner', 'other'].map((name) => `${name}_${db.name}`) as [string, string];
const ROLES = [OWNER, OTHER];
test.after(async () => {
  await sql.unsafe(`alter database ${db.name} owner to current_user; drop owned by ${ROLES.join(', ')} cascade`);
  await sql.unsafe(ROLES.map((role) => `drop role ${role}`).join('; '));
  await stack.close();
});
await sql.unsafe(`${ROLES.map((role) => `create role ${role} nologin`).join('; ')};
  alter database ${db.name} owner to ${OWNER}`);

type Row = Record<string, unknown>;

/** Runs statements as the owner of the database, or as another role. */
async function queryAsOwner(text: string, role = OWNER): Promise<Row[]> {
  return sql.begin(async (tx) => {
    await tx.unsafe(`set local role ${role}`);
    return [...(await tx.unsafe(text))] as Row[];
  }) as Promise<Row[]>;
}

/** Runs statements as PostgREST does for a token. */
async function queryAsUser(token: string | null, text: string): Promise<Row[]> {
  return sql.begin(async (tx) => {
    const claims = token === null ? { role: 'anon' } : claimsOf(token);
    await tx.unsafe(`set local role ${String(claims.role)}`);
    await tx`select pg_catalog.set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    return [...(await tx.unsafe(text))] as Row[];
  }) as Promise<Row[]>;
}
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );

interface Member {
  id: string;
  email: string;
  token: string;
  supabase: SupabaseClient;
}

async function createMember(data: object = {}): Promise<Member> {
  const supabase = createClient(stack.url, 'anon', { auth: { persistSession: false, autoRefreshToken: false } });
  const email = newEmail();
  const signed_up = await supabase.auth.signUp({ email, password: 'correct horse battery', options: { data } });
  assert.is(signed_up.error, null, signed_up.error?.message);
  const { user, session } = signed_up.data;
  return { id: user?.id ?? '', email, token: session?.access_token ?? '', supabase };
}

/** Refreshes the client's session and returns the new access token. */
async function refreshAccessToken({ supabase }: Member): Promise<string> {
  const { data, error } = await supabase.auth.refreshSession();
  assert.is(error, null, error?.message);
  return data.session?.access_token ?? '';
}

await queryAsOwner(CUSTOM_CLAIMS);

test('user management: a profile for every new user, deleted with the user', async () => {
  await queryAsOwner(USER_MANAGEMENT);
  const { id } = await createMember({ first_name: 'John', last_name: 'Doe', age: 27 });
  const names = () => sql`select first_name, last_name from public.profiles where id = ${id}`;
  assert.equal([...(await names())], [{ first_name: 'John', last_name: 'Doe' }]);
  assert.equal(await queryAsUser(null, 'select from public.profiles'), [], 'no policy yet');
  await sql`delete from auth.users where id = ${id}`;
  assert.equal([...(await names())], []);
  await queryAsOwner(`drop function public.handle_new_user cascade; drop table public.profiles`);
});

test('the user management app: all read profiles, only the owner changes one, no one inserts for another user', async () => {
  await queryAsOwner(USER_MANAGEMENT_STARTER);
  await queryAsOwner(`grant select on profiles to anon; grant select, insert, update on profiles to authenticated`);
  const [ada, bob] = [
    await createMember({ full_name: 'Ada Lovelace', avatar_url: 'https://example.com/a.png' }),
    await createMember(),
  ];
  const rename = `update profiles set username = 'name_${db.name}' where id = '${ada.id}' returning full_name, avatar_url`;
  assert.equal(await queryAsUser(bob.token, rename), []);
  assert.equal(await queryAsUser(ada.token, rename), [
    { full_name: 'Ada Lovelace', avatar_url: 'https://example.com/a.png' },
  ]);
  assert.is((await queryAsUser(null, `select from profiles where id = '${ada.id}'`)).length, 1);
  assert.match(
    await refusal(queryAsUser(bob.token, `insert into profiles (id) values ('${ada.id}')`)),
    'row-level security',
  );
});

test("an application's trigger follows the metadata, and sees no password", async () => {
  await queryAsOwner(`
    alter table profiles add column plan text, add column email text, add column confirmed boolean;
    create function public.handle_user_update() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      if old.raw_user_meta_data is distinct from new.raw_user_meta_data then
        update public.profiles set full_name = new.raw_user_meta_data ->> 'full_name', plan = new.raw_app_meta_data ->> 'provider',
          email = new.email, confirmed = new.confirmed_at is not null and new.encrypted_password is null where id = new.id;
      end if;
      return new;
    end; $$;
    create trigger on_auth_user_updated after update of raw_user_meta_data on auth.users
      for each row execute function public.handle_user_update()`);
  const person = await createMember({ full_name: 'Ada' });
  const { error } = await person.supabase.auth.updateUser({ data: { full_name: 'Ada King' } });
  assert.is(error, null);
  const [row] = await sql`select full_name, plan, email, confirmed from public.profiles where id = ${person.id}`;
  assert.equal({ ...row }, { full_name: 'Ada King', plan: 'email', email: person.email, confirmed: true });
});

test('row level security: own rows, nothing without a token, a second factor to update, a view that respects policies', async () => {
  await queryAsOwner(ROW_LEVEL_SECURITY);
  const [ada, bob] = [await createMember(), await createMember()];
  await queryAsUser(ada.token, `insert into todos (task) values ('of ada')`);
  await queryAsUser(bob.token, `insert into todos (task) values ('of bob')`);
  assert.equal(await queryAsUser(ada.token, 'select task from todos'), [{ task: 'of ada' }]);
  assert.equal(await queryAsUser(bob.token, 'select task from own_tasks'), [{ task: 'of bob' }]);
  assert.equal(await queryAsUser(null, 'select task from todos'), []);
  assert.match(await refusal(queryAsUser(null, `insert into todos (task) values ('x')`)), 'permission denied');
  const forged = queryAsUser(bob.token, `insert into todos (user_id, task) values ('${ada.id}', 'x')`);
  assert.match(await refusal(forged), 'row-level security');
  assert.equal(await queryAsUser(ada.token, `update todos set task = 'x' returning task`), [], 'aal1');
  assert.equal(await queryAsUser(bob.token, `delete from todos returning task`), [{ task: 'of bob' }]);
  await sql`insert into my_table values ('red', 'of red'), ('blue', 'of blue')`;
  await sql`update auth.users set raw_app_meta_data = raw_app_meta_data || '{"teams": ["red"]}' where id = ${ada.id}`;
  assert.equal(await queryAsUser(await refreshAccessToken(ada), 'select note from my_table'), [{ note: 'of red' }]);
});

test('custom claims: the hook reads a table of supabase_auth_admin, and a policy checks the claim', async () => {
  const person = await createMember();
  assert.is(claimsOf(person.token).user_role, null);
  await sql`insert into public.channels (slug) values ('public'), ('random')`;
  const remove = `delete from public.channels where slug = 'random' returning slug`;
  assert.equal(await queryAsUser(person.token, remove), []);
  await queryAsOwner(`insert into public.user_roles (user_id, role) values ('${person.id}', 'admin')`);
  const token = await refreshAccessToken(person);
  assert.is(claimsOf(token).user_role, 'admin');
  assert.equal(await queryAsUser(token, remove), [{ slug: 'random' }]);
  assert.match(await refusal(queryAsUser(token, 'select from public.user_roles')), 'permission denied');
  assert.match(await refusal(queryAsUser(token, `select public.custom_access_token_hook('{}')`)), 'permission denied');
});

test("the rights of supabase_auth_admin give a hook no access to our objects, and it cannot grant its role's rights", async () => {
  const tries = [
    'reassign owned by auth_hooks to supabase_auth_admin',
    'set local role supabase_auth_admin',
    'select 1 from auth.users limit 1',
    'select 1 from auth.passwords limit 1',
    `select auth_api.get_release()`,
  ];
  await queryAsOwner(
    'create table public.told (statement text, said text); grant insert on public.told to supabase_auth_admin',
  );
  const attempts = tries.map(
    (text) => `begin execute ${quoted(text)}; insert into public.told values (${quoted(text)}, 'done');
      exception when others then insert into public.told values (${quoted(text)}, sqlerrm); end;`,
  );
  await queryAsOwner(`create or replace function public.custom_access_token_hook(event jsonb) returns jsonb language plpgsql volatile as $$
    begin ${attempts.join('\n')} return event; end $$`);
  await createMember();
  const told = await sql<{ statement: string; said: string }[]>`select statement, said from public.told`;
  assert.equal(told.map(({ statement }) => statement).sort(), [...tries].sort());
  for (const { statement, said } of told)
    assert.match(said, /permission denied|cannot set parameter|must be able to SET ROLE/, `${statement}: ${said}`);
  await queryAsOwner(`create or replace function public.custom_access_token_hook(event jsonb) returns jsonb language sql stable
    as $$ select event $$; drop table public.told`);
});
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const COLUMNS = 'id, email, raw_user_meta_data, encrypted_password, confirmed_at, last_sign_in_at';

test('a view of users shows the promised columns once they are granted, and no other', async () => {
  const person = await createMember({ full_name: 'Ada' });
  const view = `create view public.members as select ${COLUMNS} from auth.users`;
  assert.match(await refusal(queryAsOwner(`select ${COLUMNS} from auth.users`)), 'permission denied');
  await sql.unsafe(`grant select (${COLUMNS}) on auth.users to ${OWNER}`);
  await queryAsOwner(view);
  const [row] =
    await queryAsOwner(`select email, raw_user_meta_data ->> 'full_name' as name, encrypted_password, confirmed_at is not null as confirmed,
    last_sign_in_at is not null as seen from public.members where id = '${person.id}'`);
  assert.equal(row, { email: person.email, name: 'Ada', encrypted_password: null, confirmed: true, seen: true });
  for (const column of ['banned_until', 'new_email', '*']) {
    assert.match(await refusal(queryAsOwner(`select ${column} from auth.users`)), 'permission denied', column);
  }
  for (const statement of [
    'delete from auth.users',
    'update auth.users set email = null',
    'select from auth.passwords',
  ]) {
    assert.match(await refusal(queryAsOwner(statement)), 'permission denied', statement);
  }
});

test('users contains no password, and confirmed_at follows automatically', async () => {
  const { id } = await createMember();
  for (const column of ['encrypted_password', 'confirmed_at']) {
    const write = sql.unsafe(
      `update auth.users set ${column} = now()::text::timestamptz::text::${column === 'confirmed_at' ? 'timestamptz' : 'text'} where id = $1`,
      [id],
    );
    assert.match(await refusal(write), 'can only be updated to DEFAULT', column);
  }
  const [row] = await sql`
    update auth.users set phone_confirmed_at = email_confirmed_at - interval '1 day' where id = ${id}
    returning confirmed_at = phone_confirmed_at as follows, encrypted_password as password`;
  assert.equal({ ...row }, { follows: true, password: null });
});

interface DoctorOutput {
  findings: { finding: string }[];
  notes: string[];
}

const doctor = async (): Promise<DoctorOutput> => {
  const env = { ...environmentFor(db), SVC_JWT_DEFAULT_GROUP_NAME: 'authenticated' };
  const settings = readDatabaseSettings(readEnvironment({ env, file: null }));
  const lines: string[] = [];
  await doctorCommand({ settings, json: true, print: (line) => lines.push(line), log: (line) => lines.push(line) });
  return JSON.parse(lines.join('\n')) as DoctorOutput;
};

test('doctor has no finding about any of it, and notes the triggers and the view', async () => {
  const { findings, notes } = await doctor();
  assert.equal(
    findings.map(({ finding }) => finding),
    [],
  );
  assert.equal(notes.map((note) => note.split(' ').slice(0, 2).join(' ')).sort(), [
    'trigger on_auth_user_created',
    'trigger on_auth_user_updated',
    notes
      .find((note) => note.startsWith('view'))
      ?.split(' ')
      .slice(0, 2)
      .join(' '),
  ]);
});

test('doctor reports columns that are not promised, and those that PUBLIC may see', async () => {
  await sql.unsafe(`grant select (new_email) on auth.users to ${OWNER}; grant select (email) on auth.users to public;
    create policy everybody on auth.users for select using (true); create policy writers on auth.users for update to ${OWNER} using (true)`);
  await queryAsOwner('create view public.changes as select id, new_email from auth.users');
  const { findings } = await doctor();
  const text = findings.map(({ finding }) => finding).join('\n');
  await sql.unsafe(`revoke select (new_email) on auth.users from ${OWNER}; revoke select (email) on auth.users from public;
    drop policy everybody on auth.users; drop policy writers on auth.users; drop view public.changes`);
  assert.is(findings.length, 5, text);
  for (const part of [`${OWNER} has SELECT`, 'public has SELECT', 'everybody using', 'writers using', 'changes reads'])
    assert.match(text, part);
});

test('--app-owner gives another role the same rights, beside the owner; rejects an unknown role, and ours', async () => {
  const build = 'create table public.other (id uuid references auth.users)';
  await sql.unsafe(`grant create on schema public to ${OTHER}`);
  assert.match(await refusal(queryAsOwner(build, OTHER)), 'permission denied');
  await migrate({ ...db.migration(), app_owner: OTHER });
  await queryAsOwner(build, OTHER);
  await sql.unsafe(`grant select (id) on auth.users to ${OTHER}`);
  const [count] = await queryAsOwner('select count(id)::int > 0 as some from auth.users', OTHER);
  assert.equal(count, { some: true });
  await queryAsOwner('create table public.still (id uuid references auth.users)');
  await migrate({ ...db.migration(), app_owner: OTHER });
  assert.match(await refusal(migrate({ ...db.migration(), app_owner: 'no_such_role' })), 'there is no role');
  assert.match(await refusal(migrate({ ...db.migration(), app_owner: 'auth_gateway' })), "a role of Postern's");
});

test.run();
