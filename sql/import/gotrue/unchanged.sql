-- Objects of the application that name GoTrue: those that need no change, those that must be changed by
-- hand, and those that are not imported. One row per object, with the columns of application.sql.
-- auth_import.gotrue_columns lists GoTrue's own columns (sources.ts).
with their as (
  select c.oid, c.relname::text as name, c.relkind from pg_class as c
  where c.relnamespace = (select s.oid from pg_namespace as s where s.nspname = name 'auth_gotrue')
),
outside as (
  select s.oid from pg_namespace as s
  where s.nspname not in (name 'auth_gotrue', name 'auth_import', name 'auth', name 'auth_lib',
    name 'auth_api', name 'auth_queue')
    and s.nspname !~ '^pg_' and s.nspname <> 'information_schema'
),
-- Objects of extensions, which are excluded.
of_extensions as (
  select e.classid, e.objid from pg_depend as e where e.deptype = 'e'
),
-- Functions that were added to GoTrue's schema.
added as (
  select f.oid, f.oid::regprocedure::text as name from pg_proc as f
  where f.pronamespace = (select s.oid from pg_namespace as s where s.nspname = name 'auth_gotrue')
    and (f.proname not in ('uid', 'role', 'email', 'jwt') or f.pronargs > 0)
    and not exists (select from of_extensions as e where e.classid = 'pg_proc'::regclass and e.objid = f.oid)
),
-- Functions of the application whose text names objects of GoTrue.
texts as (
  select f.oid::regprocedure::text as name,
  b.body ~* '\m(insert\s+into|update(\s+only)?|delete\s+from(\s+only)?|merge\s+into)\s+auth\.users\M' as writes,
    (select string_agg(distinct lower(m[1] collate "C"), ', ')
      from regexp_matches(b.body, '\m(auth\.([a-z_]+))', 'gi') as m
      where lower(m[2] collate "C") in ('users', 'uid', 'role', 'email', 'jwt')) as found,
    (select string_agg(distinct lower(m[1] collate "C"), ', ')
      from regexp_matches(b.body, '\mauth\.([a-z_]+)', 'gi') as m
      where lower(m[1] collate "C") <> 'users'
        and lower(m[1] collate "C") in (select t.table_name from auth_import.gotrue_tables as t)) as lost
  from pg_proc as f
  cross join lateral replace(f.prosrc, '"', '') as b (body)
  where f.pronamespace in (select o.oid from outside as o) and f.prosqlbody is null and b.body ~* '\mauth\.'
    and not exists (select from of_extensions as e where e.classid = 'pg_proc'::regclass and e.objid = f.oid)
)
select 'policy' as kind, format('%s on %s', quote_ident(p.polname), p.polrelid::regclass) as name, 'calls '
  || string_agg(distinct f.proname || '()', ', ')
  || ', which keeps its identity' as remark
from pg_policy as p
join pg_depend as d on d.classid = 'pg_policy'::regclass and d.objid = p.oid
  and d.refclassid = 'pg_proc'::regclass
join pg_proc as f on f.oid = d.refobjid
  and f.pronamespace = (select s.oid from pg_namespace as s where s.nspname = name 'auth_gotrue')
where f.oid not in (select a.oid from added as a)
group by p.oid, p.polname, p.polrelid
union all
select 'function', t.name, 'names ' || t.found || ' in its text, which finds the new one'
from texts as t where t.found is not null and t.lost is null and not t.writes
union all
select 'by hand', 'function ' || t.name, concat_ws('; ',
  'its text names ' || t.lost || ', which applications cannot read in Postern',
  case when t.writes then 'its text writes to users, which only the API does in Postern' end)
from texts as t where t.lost is not null or t.writes
union all
select 'stays', format('trigger %s on %s', quote_ident(g.tgname), t.name), 'only triggers on users are imported'
from pg_trigger as g join their as t on t.oid = g.tgrelid and t.name <> 'users' where not g.tgisinternal
union all
select 'stays', format('policy %s on %s', quote_ident(p.polname), t.name),
  'policies on the tables of GoTrue are not imported'
from pg_policy as p join their as t on t.oid = p.polrelid
union all
select 'stays', format('rule %s on %s', quote_ident(r.rulename), t.name),
  'rules on the tables of GoTrue are not imported'
from pg_rewrite as r join their as t on t.oid = r.ev_class where r.rulename <> '_RETURN'
union all
select 'stays', 'right of PUBLIC on users', 'rights of PUBLIC are not imported: grant them to a role'
from their as t join pg_class as c on c.oid = t.oid
where t.name = 'users' and exists (select from aclexplode(c.relacl) as a where a.grantee = 0)
union all
select 'stays', format('%s %s', case when t.relkind = 'S' then 'sequence' else 'table' end, t.name),
  'GoTrue has none of this name: move it to a schema of your own first'
from their as t
where t.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  and t.name not in (select g.table_name from auth_import.gotrue_tables as g)
  and not exists (select from of_extensions as e where e.classid = 'pg_class'::regclass and e.objid = t.oid)
  and not exists (select from pg_depend as d join their as o on o.oid = d.refobjid
    where d.classid = 'pg_class'::regclass and d.objid = t.oid
    and t.relkind = 'S' and d.deptype in ('a', 'i'))
union all
select 'stays', format('column %s of %s', quote_ident(a.attname), t.name),
  'Postern does not know it, so its values are not imported: move them to a table of your own first'
from their as t join pg_attribute as a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
where t.name in (select g.table_name from auth_import.gotrue_columns as g)
  and not exists (select from auth_import.gotrue_columns as g
    where g.table_name = t.name and g.column_name = a.attname)
union all
select 'stays', 'function ' || a.name, 'GoTrue has no such function: move it to a schema of your own first'
  || coalesce('; it is used by ' || (
    select string_agg(distinct pg_describe_object(d.classid, d.objid, d.objsubid), ', ') from pg_depend as d
    where d.refclassid = 'pg_proc'::regclass and d.refobjid = a.oid and d.deptype in ('n', 'a')), '')
from added as a
union all
select 'stays', format('publication %s of %s', quote_ident(b.pubname), t.name),
  'publications of the tables of GoTrue are not imported'
from pg_publication_rel as r join pg_publication as b on b.oid = r.prpubid
join their as t on t.oid = r.prrelid
union all
select 'stays', format('publication %s of the schema', quote_ident(b.pubname)),
  'publications of the tables of GoTrue are not imported'
from pg_publication_namespace as n join pg_publication as b on b.oid = n.pnpubid
where n.pnnspid = (select s.oid from pg_namespace as s where s.nspname = name 'auth_gotrue')
order by 1, 2
