-- Roles, their rights and settings in this database, pgcrypto, and the four schemas. Migrate runs this file
-- first. A DBA may run it manually, connected to the target database:
--   psql -v ON_ERROR_STOP=1 -f roles.sql
--
-- Each query returns the statements that are still missing, and \gexec runs them (as migrate does). A
-- second run changes nothing, and needs no rights if nothing is missing. With SVC_DB_NAMESPACE, the loader
-- renames only strings that are constants of type name: name 'auth_owner'.

-- Roles: the owner of all objects, four login roles, and two roles that run functions of the operator
-- (hooks, and triggers on users). All are created without LOGIN. A DBA grants LOGIN and a password to the
-- four.
select format('create role %I nologin noinherit', wanted.name)
from (values (1, name 'auth_owner'), (2, name 'auth_gateway'), (3, name 'auth_admin'),
  (4, name 'auth_worker'),
  (5, name 'auth_auditor'), (6, name 'auth_hooks'), (7, name 'auth_triggers')) as wanted (place, name)
where not exists (select from pg_roles as r where r.rolname = wanted.name)
order by wanted.place
\gexec

-- The migrating role must be able to act as the owner role. A superuser can. Since PostgreSQL 16, the
-- creator of a role cannot do so without this grant.
select format('grant %I to %I%s', wanted.name, current_user,
  case when current_setting('server_version_num')::integer >= 160000 then ' with inherit true, set true'
    else '' end)
from (values (name 'auth_owner')) as wanted (name)
left join pg_roles as r on r.rolname = wanted.name
where not coalesce(pg_has_role(current_user, r.oid,
  case when current_setting('server_version_num')::integer >= 160000 then 'SET' else 'MEMBER' end),
  (select s.rolsuper from pg_roles as s where s.rolname = current_user))
\gexec

-- The owner role gives the functions that call functions of the operator to these two roles (hooks.sql,
-- triggers.sql). The owner role must therefore be able to set these roles, but inherits no rights from them.
select format('grant %I to %I%s', wanted.name, o.name,
  case when current_setting('server_version_num')::integer >= 160000 then ' with inherit false, set true'
    else '' end)
from (values (name 'auth_hooks'), (name 'auth_triggers')) as wanted (name)
cross join (values (name 'auth_owner')) as o (name)
left join pg_roles as r on r.rolname = wanted.name
left join pg_roles as w on w.rolname = o.name
where not coalesce(pg_has_role(w.oid, r.oid,
  case when current_setting('server_version_num')::integer >= 160000 then 'SET' else 'MEMBER' end), false)
order by wanted.name
\gexec

-- No role may call the owner's functions before grants.sql. Only the form without IN SCHEMA has this
-- effect.
select format('set role %1$I; alter default privileges revoke execute on functions from public; reset role',
  wanted.name)
from (values (name 'auth_owner')) as wanted (name)
where not exists (
  select from pg_default_acl as d
  join pg_roles as r on r.oid = d.defaclrole
  where r.rolname = wanted.name and d.defaclnamespace = 0 and d.defaclobjtype = 'f'
    and not exists (select from aclexplode(d.defaclacl) as a
      where a.grantee = 0 and a.privilege_type = 'EXECUTE'))
\gexec

-- Schemas for tables, private functions, API functions and the job queue.
select format('create schema %I authorization %I', wanted.name, o.name)
from (values (name 'auth'), (name 'auth_lib'), (name 'auth_api'), (name 'auth_queue')) as wanted (name)
cross join (values (name 'auth_owner')) as o (name)
where not exists (select from pg_namespace as s where s.nspname = wanted.name)
order by wanted.name
\gexec

-- If the DBA has installed pgcrypto, it is not moved. If not, pgcrypto gets its own schema, which no other
-- role may use.
select 'create schema extensions'
where not exists (select from pg_extension as e where e.extname = 'pgcrypto')
  and not exists (select from pg_namespace as s where s.nspname = 'extensions')
\gexec

select 'create extension pgcrypto schema extensions'
where not exists (select from pg_extension as e where e.extname = 'pgcrypto')
\gexec

select format('grant usage on schema %I to %I', place.name, wanted.name)
from (values (name 'auth_owner')) as wanted (name)
left join pg_roles as r on r.rolname = wanted.name
cross join (select coalesce(
  (select s.nspname from pg_extension as e join pg_namespace as s on s.oid = e.extnamespace
    where e.extname = 'pgcrypto'),
  'extensions')) as place (name)
left join pg_namespace as s on s.nspname = place.name
where not coalesce(has_schema_privilege(r.oid, s.oid, 'USAGE'), false)
\gexec

-- CONNECT is granted to each role, so that a DBA may revoke it from PUBLIC. A migrating role that does not
-- own the database grants it only if it is missing.
select format('grant connect on database %I to %I', d.datname, wanted.name)
from (values (name 'auth_gateway'), (name 'auth_admin'), (name 'auth_worker'),
  (name 'auth_auditor')) as wanted (name)
join pg_database as d on d.datname = current_database()
left join pg_roles as r on r.rolname = wanted.name
where not exists (select from aclexplode(d.datacl) as a
  where a.grantee = r.oid and a.privilege_type = 'CONNECT')
  and (pg_has_role(current_user, d.datdba, 'USAGE')
    or not coalesce(has_database_privilege(r.oid, d.oid, 'CONNECT'), false))
order by wanted.name
\gexec

-- A caller's temporary table can deceive a security definer function, so PUBLIC may not create temporary
-- tables in this database. Grant the right to roles of applications that need it: grant temporary on
-- database … to …
select format('revoke temporary on database %I from public', d.datname)
from pg_database as d
where d.datname = current_database()
  and exists (select from aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) as a
    where a.grantee = 0 and a.privilege_type = 'TEMPORARY')
  and pg_has_role(current_user, d.datdba, 'USAGE')
\gexec

-- PUBLIC may not create large objects either, because no limit and no cleanup applies to them. Only a
-- superuser can revoke this. Grant the right to roles of applications that need it: grant execute on
-- function lo_create(oid) to …
select format('revoke execute on function pg_catalog.%I(%s) from public', p.proname,
  pg_get_function_identity_arguments(p.oid))
from pg_proc as p
where p.pronamespace = 'pg_catalog'::regnamespace and p.proname in ('lo_creat', 'lo_create', 'lo_from_bytea')
  and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a
    where a.grantee = 0 and a.privilege_type = 'EXECUTE')
  and pg_has_role(current_user, p.proowner, 'USAGE')
order by p.proname
\gexec

-- Settings of each role in this database, set only if absent, so that a DBA's value is not replaced. The
-- three logging settings keep bind values (passwords, codes) out of the server's log; two of them need a
-- superuser or a grant. The gateway's queries use indexes and cached generic plans without sequential
-- scans: a plan made while a table was empty would otherwise scan it until it is analyzed.
select format('alter role %I in database %I set %s = %L', wanted.name, current_database(), setting.name,
  setting.value)
from (values (name 'auth_gateway', 'gateway'), (name 'auth_admin', 'admin'), (name 'auth_worker', 'worker'),
  (name 'auth_auditor', 'auditor')) as wanted (name, kind)
join (values
  (1, 'gateway', 'statement_timeout', '4s'),
  (1, 'admin',   'statement_timeout', '4s'),
  (1, 'worker',  'statement_timeout', '4s'),
  (1, 'auditor', 'statement_timeout', '60s'),
  (2, null,      'lock_timeout', '1s'),
  (3, null,      'idle_in_transaction_session_timeout', '10s'),
  (4, null,      'client_connection_check_interval', '1s'),
  (5, null,      'search_path', 'pg_catalog'),
  (6, 'auditor', 'default_transaction_read_only', 'on'),
  (7, null,      'log_parameter_max_length', '0'),
  (8, null,      'log_parameter_max_length_on_error', '0'),
  (9, null,      'log_error_verbosity', 'terse'),
  (10, null,     'TimeZone', 'UTC'),
  (11, 'gateway', 'plan_cache_mode', 'force_generic_plan'),
  (12, 'gateway', 'enable_seqscan', 'off'),
  (13, 'gateway', 'jit', 'off')   -- before 18, the cost of a disabled scan would start JIT
) as setting (place, kind, name, value) on coalesce(setting.kind, wanted.kind) = wanted.kind
join pg_settings as p on p.name = setting.name
left join pg_roles as r on r.rolname = wanted.name
where (p.context = 'user' or has_parameter_privilege(current_user, p.name, 'SET'))
  -- Windows cannot detect a lost client and rejects this setting.
  and (setting.name <> 'client_connection_check_interval' or version() !~* 'mingw|msvc|visual c|windows')
  and not exists (
    select from pg_db_role_setting as s
    join pg_database as d on d.oid = s.setdatabase and d.datname = current_database()
    cross join unnest(s.setconfig) as c (pair)
    where s.setrole = r.oid and split_part(c.pair, '=', 1) = setting.name)
order by wanted.name, setting.place
\gexec
