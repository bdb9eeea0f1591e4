// More defects that doctor must find: objects of other owners on Postern's tables and in its schemas, and changed
// defaults.
import type { Defect } from './doctor_damages.ts';

export const MORE_DEFECTS: Defect[] = [
  {
    name: 'a changed default',
    make: ['alter table auth.users alter column is_anonymous set default true'],
    check: 'columns.default',
    finding: /^the default of column auth\.users\.is_anonymous is true instead of false$/,
  },
  {
    name: 'a default that is gone',
    make: ['alter table auth.users alter column email_change_status drop default'],
    check: 'columns.default',
    finding: /email_change_status is no default instead of 0$/,
  },
  {
    name: 'a column that allows null',
    make: ['alter table auth.users alter column aud drop not null'],
    check: 'columns',
    finding: /^column auth\.users\.aud allows null$/,
  },
  {
    name: 'a column of another type',
    make: ['alter table auth.online_steps alter column digest type varchar(90)'],
    check: 'columns',
    finding: /^column auth\.online_steps\.digest is digest character varying\(90\)/,
    undo: ['alter table auth.online_steps alter column digest type text'],
  },
  {
    name: "somebody else's column, under a name that would read as one of ours",
    make: [`alter table auth.passwords add column "hash text not null,\n  constraint x" text`],
    check: 'columns',
    finding: /^auth\.passwords has a foreign column/,
    undo: [`alter table auth.passwords drop column "hash text not null,\n  constraint x"`],
  },
  {
    name: "somebody else's constraint",
    make: [`alter table auth.users add constraint no_strangers check (email like '%@example.com')`],
    check: 'tables.constraint',
    finding: /has a foreign constraint: no_strangers CHECK/,
  },
  {
    name: 'a type of columns that takes every value',
    make: ['alter domain auth.json_map drop constraint json_map_check'],
    check: 'domains',
    finding: /^auth\.json_map lacks a constraint: CHECK/,
  },
  {
    name: "a type of columns with somebody else's constraint",
    make: [`alter domain auth.filled_text add constraint short check (length(value) < 300)`],
    check: 'domains.constraint',
    finding: /^auth\.filled_text has a foreign constraint: short CHECK/,
  },
  {
    name: "somebody else's index",
    make: ['create index users_mine on auth.users (role)'],
    check: 'indexes.foreign',
    finding: /has a foreign index: CREATE INDEX users_mine/,
  },
  {
    name: 'a trigger on passwords',
    make: [
      `create function public.peek() returns trigger language plpgsql as 'begin return new; end'`,
      'create trigger peek after insert on auth.passwords for each row execute function public.peek()',
    ],
    check: 'triggers',
    finding: /^auth\.passwords has a foreign trigger: peek calls peek\(\)|public\.peek\(\)/,
  },
  {
    name: 'a rule',
    make: ['create rule quiet as on delete to auth.sessions do instead nothing'],
    check: 'rules',
    finding: /^auth\.sessions has a foreign rule: quiet/,
  },
  {
    name: 'a policy',
    make: ['create policy everybody on auth.users using (true)'],
    check: 'policies',
    finding: /^auth\.users has a foreign policy: everybody using true/,
  },
  {
    name: 'foreign keys switched off',
    make: ['alter table auth.sessions disable trigger all'],
    check: 'tables',
    finding: /^auth\.sessions does not check foreign keys/,
  },
  {
    name: 'row security that shuts the owner out',
    make: ['alter table auth.users force row level security'],
    check: 'tables',
    finding: /^auth\.users forces row level security on its owner/,
  },
  {
    name: 'a table that would be lost in a crash',
    make: ['alter table auth.quotas set unlogged'],
    check: 'tables',
    finding: /^auth\.quotas is unlogged$/,
  },
  {
    name: "somebody else's view",
    make: ['set role auth_owner', 'create view auth.everybody as select u.email from auth.users as u'],
    check: 'objects',
    finding: /^the view auth\.everybody is in a schema of Postern but/,
  },
  {
    name: "somebody else's view among the auditor's",
    make: ['set role auth_owner', 'create view auth_api.everybody as select u.email from auth.users as u'],
    check: 'views',
    finding: /^view auth_api\.everybody is in no file/,
  },
  {
    name: 'a view that shows more than it should',
    make: [
      'set role auth_owner',
      'create or replace view auth_api.audit_events with (security_barrier) as select e.created_at, e.id, e.actor_id, e.actor_username, e.actions, e.traits, e.ip, e.user_agent, e.request_id, e.actor_name from auth.audit_log as e',
    ],
    check: 'views',
    finding: /^view auth_api\.audit_events differs from sql\/views\.sql/,
  },
  {
    name: "somebody else's table, under the name of one that nobody looks at",
    make: ['set role auth_owner', 'create table auth.migrations_2 (id int)'],
    check: 'objects',
    finding: /^the table auth\.migrations_2 is in a schema of Postern but/,
    undo: ['drop table auth.migrations_2'],
  },
  {
    name: 'an operator among the private functions',
    make: [
      'set role auth_owner',
      'create operator auth_lib.=== (leftarg = text, rightarg = text, function = pg_catalog.textne)',
    ],
    check: 'objects',
    finding: /^the operator auth_lib\.===/,
    undo: ['drop operator auth_lib.=== (text, text)'],
  },
  {
    name: 'a view elsewhere that shows hashes',
    make: ['create view public.hashes as select p.hash from auth.passwords as p'],
    check: 'dependants',
    finding: /^view (public\.)?hashes reads auth\.passwords$/,
    undo: ['drop view public.hashes'],
  },
  {
    name: 'a foreign key that stops the purge',
    make: [
      'create table public.devices (user_id uuid, id uuid, foreign key (user_id, id) references auth.sessions (user_id, id))',
    ],
    check: 'dependants',
    finding: /references auth\.sessions by devices_user_id_id_fkey/,
  },
  {
    name: 'a child by inheritance, whose rows are users',
    make: ['create table public.more_users () inherits (auth.users)'],
    check: 'dependants',
    finding: /more_users inherits from auth\.users/,
  },
  {
    name: 'a definer function with the rights of the owner',
    make: [
      `create function public.read_all() returns bigint language sql security definer as 'select 1::bigint'`,
      'alter function public.read_all() owner to auth_owner',
    ],
    check: 'definers',
    finding: /^function public\.read_all\(\) runs with the rights of auth_owner/,
    left: {
      check: 'belongings',
      undo: ['drop function public.read_all()'],
    },
  },
  {
    name: 'a schema that belongs to one of ours',
    make: ['create schema stray authorization auth_worker'],
    check: 'belongings',
    finding: /^auth_worker owns the schema stray/,
    undo: ['drop schema stray'],
  },
  {
    name: 'a default privilege that gives tables away',
    make: ['alter default privileges for role auth_owner in schema auth grant select on tables to public'],
    check: 'default_privileges',
    finding:
      /^default privileges of auth_owner: objects it creates will grant SELECT on tables in schema auth to public/,
  },
  {
    name: 'a setting of a role',
    make: [`alter role auth_gateway in database %database% set session_replication_role = 'replica'`],
    check: 'role_settings',
    finding: /^auth_gateway runs with session_replication_role = replica/,
  },
  {
    name: 'a search_path of a role',
    make: [`alter role auth_worker in database %database% set search_path = public, pg_catalog`],
    check: 'role_settings',
    finding: /^auth_worker runs with search_path = public, pg_catalog/,
  },
  {
    name: 'large objects that everybody may make',
    make: ['grant execute on function pg_catalog.lo_create(oid) to public'],
    check: 'roles',
    finding: /revoke execute on function pg_catalog\.lo_create\(oid\) from public/,
  },
  {
    name: 'a default of a parameter',
    make: [
      'set role auth_owner',
      `do $$ declare v_text text := pg_get_functiondef('auth_api.get_user_by_id(jsonb,text,jsonb)'::regprocedure);
       begin execute replace(v_text, 'settings jsonb)', 'settings jsonb default null)'); end $$`,
    ],
    check: 'functions',
    finding: /auth_api\.get_user_by_id\(\) was changed after migrate created it/,
  },
  {
    name: 'a table without autovacuum',
    make: ['alter table auth.one_time_tokens set (autovacuum_enabled = off)'],
    check: 'tables.options',
    finding: /^auth\.one_time_tokens has a foreign storage parameter: autovacuum_enabled=off$/,
  },
  {
    name: 'a TOAST table without autovacuum, in the queue',
    make: ['alter table auth_queue.job_common set (toast.autovacuum_enabled = off)'],
    check: 'tables.options',
    finding: /^auth_queue\.job_common has a foreign storage parameter: toast\.autovacuum_enabled=off$/,
  },
  {
    name: 'pages without room for updates',
    make: ['alter table auth.users reset (fillfactor)'],
    check: 'tables.options',
    finding: /^auth\.users lacks the storage parameter fillfactor=\d\d$/,
  },
  {
    name: 'a publication of hashes',
    make: ['create publication hashes for table auth.passwords, auth.users (id, email)'],
    check: 'publications',
    finding: /^publication hashes copies auth\.passwords to its subscribers$/,
  },
  {
    name: 'a publication of our schemas, and of the audit log by its name',
    make: ['create publication everything for table auth.audit_log, tables in schema auth, auth_queue'],
    check: 'publications',
    finding: /^publication everything copies auth\.\w+, auth\.\w+, auth\.\w+ and \d+ more to its subscribers$/,
  },
  {
    name: 'a publication of all tables',
    make: ['create publication all_of_it for all tables'],
    check: 'publications',
    finding: /^publication all_of_it copies .* and \d+ more to its subscribers$/,
    undo: ['drop publication all_of_it'],
  },
  {
    name: 'a database whose sessions check no foreign key',
    make: [`alter database %database% set session_replication_role = 'replica'`],
    check: 'server.session_replication_role',
    finding: /^session_replication_role is replica for database \w+: triggers and foreign key checks are skipped/,
  },
  {
    name: 'a policy by which triggers see users',
    make: ['alter policy deletes on auth.users using (true)'],
    check: 'policies',
    finding: /^the policy deletes on auth\.users is changed: it lets auth_triggers delete users/,
  },
  {
    name: 'no policy by which users are deleted',
    make: ['drop policy deletes on auth.users'],
    check: 'policies',
    finding: /^the policy deletes on auth\.users is missing/,
  },
  {
    name: 'no trigger that resets session state',
    make: ['drop trigger zz_reset_session_state on auth.users'],
    check: 'triggers',
    finding: /^the trigger zz_reset_session_state on auth\.users is missing/,
  },
  {
    name: 'a disabled trigger that would reset session state',
    make: ['alter table auth.users disable trigger zz_reset_session_state'],
    check: 'triggers',
    finding: /^the trigger zz_reset_session_state on auth\.users is changed/,
  },
  {
    name: 'no trigger that queues logout tokens',
    make: ['drop trigger queue_client_logout on auth.sessions'],
    check: 'triggers',
    finding: /^the trigger queue_client_logout on auth\.sessions is missing/,
  },
  {
    name: 'a trigger that queues no logout token of a deleted session',
    make: [
      'drop trigger queue_client_logout on auth.sessions',
      `create trigger queue_client_logout after update of revoked_at on auth.sessions for each row
        when (old.oauth_client_id is not null and old.revoked_at is null) execute function auth.queue_client_logout()`,
    ],
    check: 'triggers',
    finding: /^the trigger queue_client_logout on auth\.sessions is changed/,
  },
  {
    name: 'the function that deletes users with the rights of the owner',
    make: ['alter function auth_lib.run_delete owner to auth_owner'],
    check: 'owners',
    finding: /run_delete\(uuid\) belongs to auth_owner: triggers of applications run with the rights/,
  },
];
