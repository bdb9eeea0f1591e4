-- Roles that tokens name and policies use, and supabase_auth_admin. Run by migrate --api-roles after
-- roles.sql, in the same way. A DBA may run it manually. Existing roles do not change. All installations of
-- a cluster use the same roles. The reasons are in docs/adr/0031-roles-of-an-api.md.

-- Creates anon, authenticated and service_role, and the group role supabase_auth_admin. PostgREST's login
-- role must be a member of the first three, which a DBA grants (docs/for-dbas.md). service_role gets
-- BYPASSRLS if the migrating role may grant it: a superuser, and since PostgreSQL 16 a role that has
-- BYPASSRLS itself.
select format('create role %I nologin noinherit%s', wanted.name, case when wanted.bypasses
  and (me.rolsuper or me.rolbypassrls and current_setting('server_version_num')::integer >= 160000)
    then ' bypassrls' else '' end)
from (values (1, 'anon', false), (2, 'authenticated', false), (3, 'service_role', true),
  (4, 'supabase_auth_admin', false))
  as wanted (place, name, bypasses)
join pg_roles as me on me.rolname = current_user
where not exists (select from pg_roles as r where r.rolname = wanted.name)
order by wanted.place
\gexec

-- Grants the use of the schema public if a DBA has revoked it from PUBLIC.
select format('grant usage on schema public to %I', wanted.name)
from (values (1, 'anon'), (2, 'authenticated'), (3, 'service_role')) as wanted (place, name)
join pg_namespace as s on s.nspname = 'public'
left join pg_roles as r on r.rolname = wanted.name
where not coalesce(has_schema_privilege(r.oid, s.oid, 'USAGE'),
  has_schema_privilege('public', s.oid, 'USAGE'))
  and has_schema_privilege(current_user, s.oid, 'USAGE WITH GRANT OPTION')
order by wanted.place
\gexec

-- Hook functions have the rights and policies of supabase_auth_admin. Before PostgreSQL 16, inheritance is a
-- property of the role and not of a membership. auth_hooks is a member of no other role.
select format('alter role %I inherit', wanted.name)
from (values (name 'auth_hooks')) as wanted (name)
left join pg_roles as r on r.rolname = wanted.name
where current_setting('server_version_num')::integer < 160000 and not coalesce(r.rolinherit, false)
\gexec

select format('grant supabase_auth_admin to %I%s', wanted.name,
  case when current_setting('server_version_num')::integer >= 160000 then ' with inherit true, set false'
    else '' end)
from (values (name 'auth_hooks')) as wanted (name)
left join pg_roles as r on r.rolname = wanted.name
left join pg_roles as g on g.rolname = 'supabase_auth_admin'
where not coalesce(pg_has_role(r.oid, g.oid, 'USAGE'), false)
\gexec
