// SQL that was written for supabase/auth runs as it is, by the role that owns the database and is nobody else: profiles made by
// a trigger, policies, roles as claims by a hook in SQL, views of users. And doctor finds nothing wrong with any of it.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doctorCommand } from '../../cli/commands/doctor.ts';
import { migrate } from '../../cli/migrate/migrate.ts';
import { readDatabaseSettings } from '../../cli/settings.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { environmentFor } from '../cli/admin.ts';
import { claimsOf } from '../support/client.ts';
import { bearer, newEmail, startStack } from '../support/stack.ts';
import { customClaims } from './supabase_claims.ts';

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
// Roles are the cluster's, so their names are this database's own.
const [OWNER, ANON, AUTHENTICATED, OTHER] = ['owner', 'anon', 'authenticated', 'other'].map(
  (name) => `${name}_${db.name}`,
) as [string, string, string, string];
const ROLES = [OWNER, ANON, AUTHENTICATED, OTHER];
test.after(async () => {
  await sql.unsafe(`alter database ${db.name} owner to current_user; drop owned by ${ROLES.join(', ')} cascade`);
  await sql.unsafe(ROLES.map((role) => `drop role ${role}`).join('; '));
  await stack.close();
});
await sql.unsafe(`${ROLES.map((role) => `create role ${role} nologin`).join('; ')};
  alter database ${db.name} owner to ${OWNER};
  grant usage on schema public to ${ANON}, ${AUTHENTICATED}`);

type Row = Record<string, unknown>;

/** Statements by the owner of the database. */
async function asOwner(text: string, role = OWNER): Promise<Row[]> {
  return sql.begin(async (tx) => {
    await tx.unsafe(`set local role ${role}`);
    return [...(await tx.unsafe(text))] as Row[];
  }) as Promise<Row[]>;
}

/** Statements as PostgREST runs them for a token. */
async function asUser(token: unknown, text: string): Promise<Row[]> {
  return sql.begin(async (tx) => {
    await tx.unsafe(`set local role ${token === null ? ANON : AUTHENTICATED}`);
    const claims = token === null ? { role: 'anon' } : claimsOf(String(token));
    await tx`select pg_catalog.set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    return [...(await tx.unsafe(text))] as Row[];
  }) as Promise<Row[]>;
}
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );

async function member(data: object = {}): Promise<{ id: string; email: string; token: string; refresh_token: string }> {
  const email = newEmail();
  const { status, body, text } = await stack.post('/auth/v1/signup', {
    email,
    password: 'correct horse battery',
    data,
  });
  assert.is(status, 200, text);
  const { id } = body.user as { id: string };
  return { id, email, token: String(body.access_token), refresh_token: String(body.refresh_token) };
}

await asOwner(customClaims(AUTHENTICATED));

// User management: a profile for everybody who signs up, which all may read and its owner may change.
await asOwner(`
  create table public.profiles (
    id uuid references auth.users on delete cascade not null primary key,
    updated_at timestamp with time zone,
    username text unique,
    full_name text,
    avatar_url text,
    plan text,
    email text,
    confirmed boolean,
    constraint username_length check (char_length(username) >= 3));
  alter table public.profiles enable row level security;
  create policy "Public profiles are viewable by everyone." on profiles for select using (true);
  create policy "Users can insert their own profile." on profiles for insert with check ((select auth.uid()) = id);
  create policy "Users can update own profile." on profiles for update using ((select auth.uid()) = id);
  create function public.handle_new_user() returns trigger set search_path = '' as $$
  begin
    insert into public.profiles (id, full_name, avatar_url, plan, email, confirmed)
    values (new.id, new.raw_user_meta_data->>'full_name', new.raw_user_meta_data->>'avatar_url',
      new.raw_app_meta_data->>'provider', new.email, new.confirmed_at is not null and new.encrypted_password is null);
    return new;
  end; $$ language plpgsql security definer;
  create trigger on_auth_user_created after insert on auth.users for each row execute procedure public.handle_new_user();
  create function public.handle_user_update() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    if old.raw_user_meta_data is distinct from new.raw_user_meta_data then
      update public.profiles set full_name = new.raw_user_meta_data ->> 'full_name', updated_at = now() where id = new.id;
    end if;
    return new;
  end; $$;
  create trigger on_auth_user_updated after update of raw_user_meta_data on auth.users
    for each row execute function public.handle_user_update();
  grant select, insert, update on public.profiles to ${AUTHENTICATED};
  grant select on public.profiles to ${ANON}`);

test('user management: a trigger makes the profile, a later one follows its user, a deletion takes it along', async () => {
  const person = await member({ full_name: 'Ada Lovelace', avatar_url: 'https://example.com/a.png' });
  const profile = async () =>
    (await sql`select full_name, avatar_url, plan, email, confirmed from public.profiles where id = ${person.id}`)[0];
  const { email } = person;
  const made = {
    full_name: 'Ada Lovelace',
    avatar_url: 'https://example.com/a.png',
    plan: 'email',
    email,
    confirmed: true,
  };
  assert.equal({ ...(await profile()) }, made);
  const data = { full_name: 'Ada King' };
  assert.is((await stack.request('PUT', '/auth/v1/user', { data }, bearer(person.token))).status, 200);
  assert.is((await profile())?.full_name, 'Ada King');
  await sql`delete from auth.users where id = ${person.id}`;
  assert.is(await profile(), undefined);
});

test('policies: everybody reads profiles, the owner alone changes one, nobody inserts for somebody else', async () => {
  const [ada, bob] = [await member(), await member()];
  const rename = `update public.profiles set username = 'name_${db.name}' where id = '${ada.id}' returning id`;
  assert.equal(await asUser(bob.token, rename), []);
  assert.equal(await asUser(ada.token, rename), [{ id: ada.id }]);
  assert.is((await asUser(null, `select from public.profiles where id = '${ada.id}'`)).length, 1);
  const forged = asUser(bob.token, `insert into public.profiles (id) values ('${ada.id}')`);
  assert.match(await refusal(forged), 'row-level security');
});

test('policies on the claims: address, role, a list in app_metadata, the level of assurance', async () => {
  await asOwner(`
    create table public.notes (team text, mail text);
    alter table public.notes enable row level security;
    create policy "Team members" on public.notes for select to ${AUTHENTICATED}
      using (team in (select jsonb_array_elements_text(auth.jwt() -> 'app_metadata' -> 'teams')));
    create policy "Own mail" on public.notes for select to ${AUTHENTICATED}
      using (mail = (select auth.email()) and (select auth.role()) = 'authenticated');
    create policy "With a second factor" on public.notes as restrictive for update to ${AUTHENTICATED}
      using ((select auth.jwt() ->> 'aal') = 'aal2');
    create policy "All change" on public.notes for update to ${AUTHENTICATED} using (true);
    grant select, update on public.notes to ${AUTHENTICATED}`);
  const person = await member();
  await sql`update auth.users set raw_app_meta_data = raw_app_meta_data || '{"teams": ["red"]}' where id = ${person.id}`;
  await sql`insert into public.notes (team, mail) values ('red', null), ('blue', null), (null, ${person.email}), (null, 'x')`;
  const { body } = await stack.post('/auth/v1/token?grant_type=refresh_token', { refresh_token: person.refresh_token });
  const seen = await asUser(body.access_token, 'select team, mail from public.notes order by team');
  assert.equal(seen, [
    { team: 'red', mail: null },
    { team: null, mail: person.email },
  ]);
  assert.equal(await asUser(body.access_token, `update public.notes set team = 'x' returning team`), []);
});

test('custom claims: the hook puts the role into the token, and a policy asks what it may', async () => {
  const person = await member();
  assert.is(claimsOf(person.token).user_role, null);
  const remove = `delete from public.channels where slug = 'random' returning slug`;
  assert.equal(await asUser(person.token, remove), []);
  await asOwner(`insert into public.user_roles (user_id, role) values ('${person.id}', 'admin')`);
  const { body } = await stack.post('/auth/v1/token?grant_type=refresh_token', { refresh_token: person.refresh_token });
  assert.is(claimsOf(String(body.access_token)).user_role, 'admin');
  assert.equal(await asUser(body.access_token, remove), [{ slug: 'random' }]);
});

const COLUMNS = 'id, email, raw_user_meta_data, encrypted_password, confirmed_at, last_sign_in_at';

test('a view of users shows the promised columns once they are granted, and no other', async () => {
  const person = await member({ full_name: 'Ada' });
  const view = `create view public.members as select ${COLUMNS} from auth.users`;
  assert.match(await refusal(asOwner(`select ${COLUMNS} from auth.users`)), 'permission denied');
  await sql.unsafe(`grant select (${COLUMNS}) on auth.users to ${OWNER}`);
  await asOwner(view);
  const [row] =
    await asOwner(`select email, raw_user_meta_data ->> 'full_name' as name, encrypted_password, confirmed_at is not null as confirmed,
    last_sign_in_at is not null as seen from public.members where id = '${person.id}'`);
  assert.equal(row, { email: person.email, name: 'Ada', encrypted_password: null, confirmed: true, seen: true });
  for (const column of ['banned_until', 'new_email', '*']) {
    assert.match(await refusal(asOwner(`select ${column} from auth.users`)), 'permission denied', column);
  }
  for (const statement of [
    'delete from auth.users',
    'update auth.users set email = null',
    'select from auth.passwords',
  ]) {
    assert.match(await refusal(asOwner(statement)), 'permission denied', statement);
  }
});

test('no password gets into users, and confirmed_at follows by itself', async () => {
  const { id } = await member();
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

interface Diagnosis {
  findings: { finding: string }[];
  notes: string[];
}

const doctor = async (): Promise<Diagnosis> => {
  const env = { ...environmentFor(db), SVC_JWT_DEFAULT_GROUP_NAME: 'authenticated' };
  const settings = readDatabaseSettings(readEnvironment({ env, file: null }));
  const lines: string[] = [];
  await doctorCommand({ settings, json: true, print: (line) => lines.push(line), log: (line) => lines.push(line) });
  return JSON.parse(lines.join('\n')) as Diagnosis;
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

test('doctor tells of columns that are not promised, and of what PUBLIC may see', async () => {
  await sql.unsafe(`grant select (new_email) on auth.users to ${OWNER}; grant select (email) on auth.users to public;
    create policy everybody on auth.users for select using (true); create policy writers on auth.users for update to ${OWNER} using (true)`);
  await asOwner('create view public.changes as select id, new_email from auth.users');
  const { findings } = await doctor();
  const told = findings.map(({ finding }) => finding).join('\n');
  await sql.unsafe(`revoke select (new_email) on auth.users from ${OWNER}; revoke select (email) on auth.users from public;
    drop policy everybody on auth.users; drop policy writers on auth.users; drop view public.changes`);
  assert.is(findings.length, 5, told);
  for (const part of [`${OWNER} has SELECT`, 'public has SELECT', 'everybody using', 'writers using', 'changes reads'])
    assert.match(told, part);
});

test('--app-owner gives another role the same, beside the owner; a role that is not there, or ours, is refused', async () => {
  const build = 'create table public.other (id uuid references auth.users)';
  await sql.unsafe(`grant create on schema public to ${OTHER}`);
  assert.match(await refusal(asOwner(build, OTHER)), 'permission denied');
  await migrate({ ...db.migration(), app_owner: OTHER });
  await asOwner(build, OTHER);
  await sql.unsafe(`grant select (id) on auth.users to ${OTHER}`);
  const [count] = await asOwner('select count(id)::int > 0 as some from auth.users', OTHER);
  assert.equal(count, { some: true });
  await asOwner('create table public.still (id uuid references auth.users)');
  await migrate({ ...db.migration(), app_owner: OTHER });
  assert.match(await refusal(migrate({ ...db.migration(), app_owner: 'no_such_role' })), 'there is no role');
  assert.match(await refusal(migrate({ ...db.migration(), app_owner: 'auth_gateway' })), "a role of Postern's");
});

test.run();
