// runner: when=cli,import,install,sql

// Objects of an application in and on GoTrue's schema: rights, functions, sequences, columns, rules. An import copies
// them, or the dry run names them. --commit drops none of them, and --revert restores them.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkNoDependants } from '../../import/gotrue/dependants.ts';
import { reportLines } from '../../import/gotrue/report.ts';
import { expectMigrationRefused } from '../install/migration_database.ts';
import { compareDumps, dumpDatabase } from '../support/database/gotrue/dump.ts';
import { createGotrueDatabase, createImportTarget } from '../support/database/gotrue/gotrue_database.ts';

const stand = await createGotrueDatabase({ people: 4 });
test.after(() => stand.db.drop());
const { sql } = stand.db;

const ROLES = {
  reads: 'gotrue_reads',
  reads_some: 'gotrue_reads_some',
  bypasses: 'gotrue_bypasses',
};
for (const [name, attributes] of [
  [ROLES.reads, ''],
  [ROLES.reads_some, ''],
  [ROLES.bypasses, 'bypassrls'],
] as const)
  await sql.unsafe(
    `do $$ begin create role ${name} ${attributes}; exception when duplicate_object or unique_violation then null; end $$`,
  );

/** Runs a query as a role. Returns the column `said` of the first row, or the error message. */
const as = (role: string, query: string): Promise<string> =>
  sql
    .begin(async (tx) => {
      await tx.unsafe(`set local role ${role}`);
      const rows = await tx.unsafe<{ said: unknown }[]>(query);
      return String(rows[0]?.said);
    })
    .catch((error: Error) => error.message);

test('objects that would not work after an import stop it before it begins', async () => {
  await sql.unsafe(`
    alter extension pgcrypto set schema auth;
    create function auth.is_admin() returns boolean language sql stable as $$ select auth.jwt() ->> 'admin' = 'true' $$;
    create function auth.follow() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger followed after delete on auth.users for each row execute function auth.follow();
    comment on trigger followed on auth.users is 'Who goes is remembered.';
    create view public.admins as select u.id, auth.is_admin() as is_admin from auth.users as u;
    create sequence auth.numbers;
    create table public.numbered (number bigint default nextval('auth.numbers'), user_id uuid);
    create rule numbered_too as on insert to public.numbered do also
      update public.profiles set full_name = 'x' where id in (select u.id from auth.users as u)`);
  const { blockers } = await stand.look();
  const calls =
    'which is yours and stays behind: move it to a schema of your own first (alter function … set schema …)';
  assert.equal(blockers, [
    `view public.admins: it calls auth.is_admin(), ${calls}`,
    `trigger followed on users: it calls auth.follow(), ${calls}`,
    'object default value for column number of table public.numbered: it depends on sequence auth.numbers and would still do so after the import',
    'extension pgcrypto: it is installed in schema auth: move it to another one first (create schema extensions; alter extension pgcrypto set schema extensions)',
    'object rule numbered_too on table public.numbered: it depends on table auth.users and would still do so after the import',
  ]);
  await sql.unsafe(`alter extension pgcrypto set schema public; drop view public.admins;
    alter function auth.follow() set schema public; drop table public.numbered`);
  assert.equal((await stand.look()).blockers, []);
});

test('the dry run lists objects that stay behind, and functions that have to be edited by hand', async () => {
  await sql.unsafe(`
    alter table auth.users add column tenant integer;
    create rule keep as on delete to auth.users where old.email = 'root@example.com' do instead nothing;
    create table public.tickets (code text default auth.is_admin()::text, user_id uuid default auth.uid());
    alter table public.tickets enable row level security;
    create policy admins on public.tickets as restrictive using (auth.is_admin());
    grant select on auth.users to public;
    create function public.delete_me() returns void language sql security definer as $$ delete from "auth"."users" where id = auth.uid() $$;
    create function public.sign_out_all() returns void language plpgsql as $$ begin perform 1 from auth.sessions; end $$`);
  const { unchanged } = await stand.look();
  const own = (kind: string): string[] =>
    unchanged.filter((object) => object.kind === kind).map(({ name, remark }) => `${name}: ${remark}`);
  const before = 'move it to a schema of your own first';
  assert.equal(own('stays'), [
    'column tenant of users: Postern does not know it, so its values are not imported: move them to a table of your own first',
    `function auth.is_admin(): GoTrue has no such function: ${before}; it is used by default value for column code of table public.tickets, policy admins on table public.tickets`,
    'right of PUBLIC on users: rights of PUBLIC are not imported: grant them to a role',
    'rule keep on users: rules on the tables of GoTrue are not imported',
    `sequence numbers: GoTrue has none of this name: ${before}`,
  ]);
  assert.equal(
    own('by hand').filter((line) => line.includes('public.')),
    [
      'function public.delete_me(): its text writes to users, which only the API does in Postern',
      'function public.sign_out_all(): its text names sessions, which applications cannot read in Postern',
    ],
  );
  const lines = reportLines(await stand.look()).join('\n');
  assert.match(lines, /Objects of your application to change by hand\n(.*\n)+.*public\.delete_me/);
  await sql.unsafe('drop function public.delete_me(), public.sign_out_all(); revoke select on auth.users from public');
});

const NOT_ENFORCED = [
  ['constraint identities_few of identities', "Postern does not enforce it: CHECK ((provider <> 'saml'::text))"],
  ['constraint users_tenant_key of users', 'Postern does not enforce it: UNIQUE (tenant, email)'],
  [
    'unique index nicknames of users',
    "Postern does not enforce it: UNIQUE (((raw_user_meta_data ->> 'nickname'::text))) WHERE (deleted_at IS NULL)",
  ],
  [
    'index users_seen of users',
    'indexes on the tables of GoTrue are not imported: queries that use this one may become slow',
  ],
] as const;

test('names added constraints and indexes, but not those of any release of GoTrue', async () => {
  await sql.unsafe(`
    alter table auth.identities add constraint identities_few check (provider <> 'saml');
    alter table auth.users add constraint users_tenant_key unique (tenant, email);
    create unique index nicknames on auth.users ((raw_user_meta_data ->> 'nickname')) where deleted_at is null;
    create index users_seen on auth.users (last_sign_in_at);
    create index idx_users_email on auth.users (email)`);
  const { unchanged } = await stand.look();
  assert.equal(
    unchanged
      .filter(({ name }) => /^(constraint|unique index|index) /.test(name))
      .map(({ name, remark }) => [name, remark]),
    NOT_ENFORCED,
  );
  assert.ok(unchanged.every(({ kind, name }) => kind === 'stays' || !/^(constraint|unique index|index) /.test(name)));
});

test('names objects added to the tables of another database too', async () => {
  const target = await createImportTarget(stand);
  try {
    const { remarks, unchanged } = await target.look();
    assert.equal(
      remarks.filter((remark) => remark.includes('column')),
      ['Postern does not know the column tenant of users, so its values are not imported'],
    );
    assert.equal(
      remarks.filter((remark) => /constraint|index/.test(remark)),
      NOT_ENFORCED.map(([name, remark]) => `${name} is not imported: ${remark}`),
    );
    // Fetched tables have only the indexes that the import creates.
    assert.equal(
      unchanged.filter(({ name }) => /constraint|index/.test(name)),
      [],
    );
  } finally {
    await target.db.drop();
    // Revokes the reader's rights. Otherwise the next check would list the reader too.
    await sql.unsafe(
      'revoke all on all tables in schema auth from gotrue_reader; revoke all on schema auth from gotrue_reader',
    );
  }
});

let before: string[] = [];

test('roles that could read users, reference them or create triggers on them still can, and no others', async () => {
  await sql.unsafe(`
    grant usage on schema auth to ${Object.values(ROLES).join(', ')};
    grant select, references, trigger on auth.users to ${ROLES.reads};
    grant select (id, email, instance_id) on auth.users to ${ROLES.reads_some};
    grant select on auth.users to ${ROLES.bypasses};
    create function public.people_seen() returns bigint language sql stable security definer set search_path = '' as $$ select count(*) from auth.users $$;
    grant create on schema public to ${ROLES.bypasses};
    alter function public.people_seen() owner to ${ROLES.bypasses}`);
  before = await dumpDatabase(sql);
  await stand.apply();
  const [seen] = await sql`select public.people_seen()::int as people`;
  assert.is(seen?.people, 4, 'a function with the rights of its owner');
  const [trigger] = await sql`select obj_description(g.oid, 'pg_trigger') as comment from pg_trigger as g
    where g.tgrelid = 'auth.users'::regclass and g.tgname = 'followed'`;
  assert.is(trigger?.comment, 'Who goes is remembered.');
  // On GoTrue's table, row-level security hid every row from these two roles. That is unchanged.
  assert.is(await as(ROLES.reads, 'select count(email) as said from auth.users'), '0');
  assert.is(await as(ROLES.reads_some, 'select count(email) as said from auth.users'), '0');
  assert.match(await as(ROLES.reads_some, 'select count(phone) as said from auth.users'), /permission denied/);
  const held =
    await sql`select a.grantee::regrole::text as role, string_agg(distinct a.privilege_type, ',' order by a.privilege_type) as rights
    from (select aclexplode(c.relacl) as a from pg_class as c where c.oid = 'auth.users'::regclass
      union all select aclexplode(b.attacl) from pg_attribute as b where b.attrelid = 'auth.users'::regclass) as r cross join lateral (select (r.a).*) as a
    where a.grantee <> 0 and a.grantee::regrole::text ~ 'gotrue|supabase' group by 1 order by 1`;
  assert.equal(
    [...held].map(({ role, rights }) => `${role} ${rights}`),
    [
      'gotrue_app_owner SELECT',
      'gotrue_bypasses SELECT',
      'gotrue_reads REFERENCES,SELECT,TRIGGER',
      'gotrue_reads_some SELECT',
    ],
  );
});

test('the reverse restores every line of such a database too', async () => {
  await stand.revert();
  assert.equal(compareDumps(before, await dumpDatabase(sql)), []);
});

test('--commit drops no policy, default or extension of the application: it refuses until they are moved', async () => {
  await stand.apply();
  const message = await expectMigrationRefused(stand.commit());
  assert.match(
    message,
    /depends on what would be dropped: default value for column code of table public\.tickets \(on auth_gotrue\.is_admin\(\)\), policy admins on table public\.tickets \(on auth_gotrue\.is_admin\(\)\)\. Nothing was changed\./,
  );
  await sql`alter extension pgcrypto set schema auth_gotrue`;
  assert.match(await expectMigrationRefused(stand.commit()), /extension pgcrypto \(on auth_gotrue\)/);
  await sql.unsafe(
    'alter extension pgcrypto set schema public; alter function auth_gotrue.is_admin() set schema public',
  );
  await stand.commit();
  const [left] = await sql`select (select count(*)::int from pg_policy as p where p.polname = 'admins') as policies,
    (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef as d where d.adrelid = 'public.tickets'::regclass and d.adnum = 1) as code,
    to_regnamespace('auth_gotrue') is null as gone`;
  assert.equal(left, { policies: 1, code: '(is_admin())::text', gone: true });
});

test('policies, views, rules and defaults that use our schema prevent dropping it', async () => {
  await sql.unsafe(`
    create policy second_factor on public.tickets as restrictive using (auth.aal() = 'aal2');
    create view public.everybody as select u.id from auth.users as u;
    create table public.levels (level text default auth.aal());
    create rule level_too as on insert to public.levels do also update public.profiles set full_name = auth.aal()`);
  const message = await stand.on((connection) =>
    expectMigrationRefused(checkNoDependants(connection, ['auth'], ['auth_lib', 'auth_api'])),
  );
  for (const what of [
    'policy second_factor on table public.tickets',
    'rule _RETURN on view public.everybody',
    'default value for column level of table public.levels',
    'rule level_too on table public.levels',
  ])
    assert.ok(message.includes(what), `${what} is not in: ${message}`);
});

test.run();
