-- What of the application names GoTrue and needs no change, or stays behind: one row an object. In the names of application.sql.
with their as (
  select c.oid, c.relname::text as name, c.relkind from pg_class as c
  where c.relnamespace = (select s.oid from pg_namespace as s where s.nspname = name 'auth_gotrue')
),
outside as (
  select s.oid from pg_namespace as s where s.nspname not in (name 'auth_gotrue', name 'auth_import', name 'auth', name 'auth_lib', name 'auth_api', name 'auth_queue')
    and s.nspname !~ '^pg_' and s.nspname <> 'information_schema'
)
select 'policy' as kind, format('%s on %s', quote_ident(p.polname), p.polrelid::regclass) as name, 'calls ' || string_agg(distinct f.proname || '()', ', ')
  || ', which keeps its identity' as remark
from pg_policy as p
join pg_depend as d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_proc'::regclass
join pg_proc as f on f.oid = d.refobjid and f.pronamespace = (select s.oid from pg_namespace as s where s.nspname = name 'auth_gotrue')
group by p.oid, p.polname, p.polrelid
union all
select 'function', f.oid::regprocedure::text, 'names ' || (
    select string_agg(distinct m[1], ', ') from regexp_matches(f.prosrc, '\mauth\.[a-z_]+', 'gi') as m) || ' in its text, which finds the new one'
from pg_proc as f
where f.pronamespace in (select o.oid from outside as o) and f.prosqlbody is null
  and f.prosrc ~* '\mauth\.(users|identities|sessions|refresh_tokens|uid|role|email|jwt)\M'
union all
select 'stays', format('trigger %s on %s', quote_ident(g.tgname), t.name), 'only triggers on users come'
from pg_trigger as g join their as t on t.oid = g.tgrelid and t.name <> 'users' where not g.tgisinternal
union all
select 'stays', format('policy %s on %s', quote_ident(p.polname), t.name), 'policies on the tables of GoTrue do not come'
from pg_policy as p join their as t on t.oid = p.polrelid
union all
select 'stays', format('table %s', t.name), 'GoTrue has no such table: move it to a schema of your own before'
from their as t where t.relkind in ('r', 'p', 'v', 'm', 'f') and t.name not in (select g.table_name from auth_import.gotrue_tables as g)
union all
select 'stays', format('function %s', f.oid::regprocedure), 'GoTrue has no such function: move it to a schema of your own before'
from pg_proc as f where f.pronamespace = (select s.oid from pg_namespace as s where s.nspname = name 'auth_gotrue')
  and (f.proname not in ('uid', 'role', 'email', 'jwt') or f.pronargs > 0)
union all
select 'stays', format('publication %s of %s', quote_ident(b.pubname), t.name), 'publications of the tables of GoTrue do not come'
from pg_publication_rel as r join pg_publication as b on b.oid = r.prpubid join their as t on t.oid = r.prrelid
order by 1, 2
