-- Objects of the application that depend on tables and functions of GoTrue, one row per object. blocks is
-- the reason why an object cannot be changed to use Postern's tables. definition contains the statements
-- that create it; import/gotrue/switch.ts derives the new statements. auth_import.our_columns lists the
-- columns that applications may read in Postern (sources.ts).
with their as (
  select c.oid, c.relname::text as name from pg_class as c
  where c.relnamespace = (select s.oid from pg_namespace as s where s.nspname = name 'auth_gotrue')
),
outside as (
  select s.oid from pg_namespace as s
  where s.nspname not in (name 'auth_gotrue', name 'auth_import', name 'auth', name 'auth_lib',
    name 'auth_api', name 'auth_queue')
),
-- Columns and functions that an object uses but that Postern does not have: columns that docs/for-dbas.md
-- does not list, and functions that were added to GoTrue's schema.
lacking as (
  select d.classid, d.objid, 'it reads ' || string_agg(distinct t.name || '.' || a.attname, ', ')
    || ', which applications cannot read in Postern' as why
  from pg_depend as d
  join their as t on t.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
  join pg_attribute as a on a.attrelid = t.oid and a.attnum = d.refobjsubid and a.attnum > 0
  where not exists (select from auth_import.our_columns as o
    where o.table_name = t.name and o.column_name = a.attname)
  group by d.classid, d.objid
  union all
  select d.classid, d.objid, 'it calls ' || string_agg(distinct f.oid::regprocedure::text, ', ')
    || ', which is yours and stays behind: move it to a schema of your own first (alter function … set schema …)'
  from pg_depend as d
  join pg_proc as f on f.oid = d.refobjid and d.refclassid = 'pg_proc'::regclass
  where f.pronamespace = (select s.oid from pg_namespace as s where s.nspname = name 'auth_gotrue')
    and (f.proname not in ('uid', 'role', 'email', 'jwt') or f.pronargs > 0)
    and not exists (select from pg_depend as e
      where e.classid = d.refclassid and e.objid = f.oid and e.deptype = 'e')
  group by d.classid, d.objid
),
stuck as (
  select l.classid, l.objid, string_agg(l.why, '; ' order by l.why desc) as why from lacking as l
  group by l.classid, l.objid
),
-- Rights on users; column_name is null for rights on the whole table. A view reads users with the rights of
-- its owner, so owners of such views are included.
rights as (
  select a.grantee, a.privilege_type, null::text as column_name, false as by_view
  from their as t join pg_class as c on c.oid = t.oid
  cross join aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) as a where t.name = 'users'
  union all
  select a.grantee, a.privilege_type, b.attname::text, false
  from their as t join pg_attribute as b on b.attrelid = t.oid cross join aclexplode(b.attacl) as a
  where t.name = 'users'
  union all
  select c.relowner, 'SELECT', null, true
  from their as t
  join pg_depend as d on d.refclassid = 'pg_class'::regclass and d.refobjid = t.oid
    and d.classid = 'pg_rewrite'::regclass
  join pg_rewrite as r on r.oid = d.objid and r.rulename = '_RETURN'
  join pg_class as c on c.oid = r.ev_class and c.relkind = 'v'
    and c.relnamespace in (select o.oid from outside as o)
  where t.name = 'users'
),
-- Rights of each role on users: the readable columns that Postern has too. sees is true if row level security
-- hides no rows from the role. GoTrue's own role gets no rights.
readers as (
  select g.rolname as role, t.oid as users, c.columns, n.refers, n.hangs,
    n.views or not u.relrowsecurity or pg_has_role(g.oid, u.relowner, 'USAGE') as sees
  from their as t join pg_class as u on u.oid = t.oid and t.name = 'users'
  cross join pg_roles as g
  cross join lateral (
    select string_agg(quote_ident(o.column_name), ', ' order by o.column_name) as columns
    from auth_import.our_columns as o
    where o.table_name = 'users' and exists (select from rights as r
      where r.grantee = g.oid and r.privilege_type = 'SELECT'
        and coalesce(r.column_name, o.column_name) = o.column_name)) as c
  cross join lateral (
    select coalesce(bool_or(r.privilege_type = 'REFERENCES' and coalesce(r.column_name, 'id') = 'id'),
      false) as refers,
      coalesce(bool_or(r.privilege_type = 'TRIGGER'), false) as hangs,
      coalesce(bool_or(r.by_view), false) as views
    from rights as r where r.grantee = g.oid) as n
  where not g.rolsuper and g.rolname <> 'supabase_auth_admin'
)
-- Rights of roles on users: select, references and trigger.
select 0 as place, 'right' as kind, null::oid as oid, format('of %I on users', r.role) as name,
  null::text as blocks,
  array_remove(array[case when r.columns is not null
    then format('grant select (%s) on %s to %I', r.columns, r.users::regclass, r.role) end,
    case when r.refers then format('grant references (id) on %s to %I', r.users::regclass, r.role) end,
    case when r.hangs then format('grant trigger on %s to %I', r.users::regclass, r.role) end,
    case when r.sees and r.columns is not null then
      format('create policy %I on %s for select to %I using (true)', 'imported_' || r.role, r.users::regclass,
        r.role) end], null) as definition,
  null::text as columns
from readers as r where r.columns is not null or r.refers or r.hangs
union all
-- Foreign keys to users (id), which every application may have.
select 1, 'foreign key', k.oid, format('%s on %s', quote_ident(k.conname), k.conrelid::regclass),
  case when t.name <> 'users' or k.confkey <> array[(select a.attnum from pg_attribute as a
    where a.attrelid = t.oid and a.attname = 'id')]
    then 'it references ' || t.name || ', where only users (id) may be referenced'
    else auth_import.owner_change_blocker(c.relowner) end,
  array_remove(array[format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname),
    format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname,
      pg_get_constraintdef(k.oid)),
    'comment on constraint ' || format('%I on %s is ', k.conname, k.conrelid::regclass)
      || quote_literal(obj_description(k.oid, 'pg_constraint'))], null), null
from pg_constraint as k join their as t on t.oid = k.confrelid
join pg_class as c on c.oid = k.conrelid and c.relnamespace in (select o.oid from outside as o)
where k.contype = 'f' and k.conparentid = 0
union all
-- Views. Their column types do not change (columns), so that dependent objects remain valid.
select 2, 'view', c.oid, c.oid::regclass::text, case
    when c.relkind = 'm' then 'it is a materialized view: drop it before the import and create it again afterwards'
    else coalesce(l.why, auth_import.owner_change_blocker(c.relowner)) end,
  array[format('create or replace view %s%s as %s', c.oid::regclass, ' with ('
    || array_to_string(c.reloptions, ', ') || ')', rtrim(pg_get_viewdef(c.oid), ';'))],
  (select string_agg(format('w.%I::%s as %1$I', a.attname, format_type(a.atttypid, a.atttypmod)), ', '
    order by a.attnum)
   from pg_attribute as a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
from pg_class as c
join pg_rewrite as r on r.ev_class = c.oid
left join stuck as l on l.classid = 'pg_rewrite'::regclass and l.objid = r.oid
where c.relkind in ('v', 'm') and c.relnamespace in (select o.oid from outside as o)
  and r.rulename = '_RETURN'
  and exists (select from pg_depend as d
    join their as t on t.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
    where d.classid = 'pg_rewrite'::regclass and d.objid = r.oid)
union all
-- Policies that read a table. Policies that only call auth.uid() and similar functions need no change,
-- because these functions are replaced in place.
select 3, 'policy', p.oid, format('%s on %s', quote_ident(p.polname), p.polrelid::regclass),
  coalesce(l.why, auth_import.owner_change_blocker(c.relowner)),
  array[format('alter policy %I on %s%s%s', p.polname, p.polrelid::regclass,
    ' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', ' with check ('
      || pg_get_expr(p.polwithcheck, p.polrelid) || ')')], null
from pg_policy as p
join pg_class as c on c.oid = p.polrelid and c.relnamespace in (select o.oid from outside as o)
left join stuck as l on l.classid = 'pg_policy'::regclass and l.objid = p.oid
where exists (select from pg_depend as d
  join their as t on t.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
  where d.classid = 'pg_policy'::regclass and d.objid = p.oid)
union all
-- Functions whose body was parsed at creation (BEGIN ATOMIC).
select 4, 'function', f.oid, f.oid::regprocedure::text, coalesce(l.why, auth_import.owner_change_blocker(f.proowner)),
  array[pg_get_functiondef(f.oid)], null
from pg_proc as f
left join stuck as l on l.classid = 'pg_proc'::regclass and l.objid = f.oid
where f.pronamespace in (select o.oid from outside as o) and f.prosqlbody is not null
  and exists (select from pg_depend as d
    join their as t on t.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
    where d.classid = 'pg_proc'::regclass and d.objid = f.oid)
union all
-- Triggers on users. Triggers on other tables of GoTrue are not imported (listed in unchanged.sql).
select 5, 'trigger', g.oid, format('%s on %s', quote_ident(g.tgname), t.name),
  l.why,
  array_remove(array[pg_get_triggerdef(g.oid),
    case when g.tgenabled <> 'O' then format('alter table %s %s trigger %I', t.oid::regclass,
    case g.tgenabled when 'D' then 'disable' when 'R' then 'enable replica' else 'enable always' end,
    g.tgname) end,
    format('comment on trigger %I on %s is ', g.tgname, t.oid::regclass)
      || quote_literal(obj_description(g.oid, 'pg_trigger'))], null), null
from pg_trigger as g
join their as t on t.oid = g.tgrelid and t.name = 'users'
left join stuck as l on l.classid = 'pg_trigger'::regclass and l.objid = g.oid
where not g.tgisinternal and g.tgparentid = 0
union all
-- All other dependencies on GoTrue: columns with its types, defaults, rules, statistics.
select distinct 6, 'object', d.objid, pg_describe_object(d.classid, d.objid, d.objsubid),
  'it depends on ' || pg_describe_object(d.refclassid, d.refobjid, 0) || ' and would still do so after the import',
  null::text[], null
from pg_depend as d
cross join lateral pg_identify_object(d.classid, d.objid, d.objsubid) as i
-- Defaults and rules belong to the schema of their table.
left join pg_attrdef as f on d.classid = 'pg_attrdef'::regclass and f.oid = d.objid
left join pg_rewrite as w on d.classid = 'pg_rewrite'::regclass and w.oid = d.objid
left join pg_class as h on h.oid = coalesce(f.adrelid, w.ev_class)
where coalesce(h.relnamespace, (select s.oid from pg_namespace as s
  where s.nspname = i.schema)) in (select o.oid from outside as o)
  and d.deptype in ('n', 'a') and d.classid not in ('pg_policy'::regclass, 'pg_trigger'::regclass)
  and not (d.classid = 'pg_constraint'::regclass
    and exists (select from pg_constraint as k where k.oid = d.objid and k.contype = 'f'))
  and not (w.oid is not null and w.rulename = '_RETURN' and h.relkind in ('v', 'm'))
  and not (d.classid = 'pg_proc'::regclass and d.refclassid = 'pg_class'::regclass)
  and (d.refclassid = 'pg_class'::regclass and d.refobjid in (select t.oid from their as t)
    or d.refclassid = 'pg_type'::regclass and d.refobjid in (
      select y.oid from pg_type as y where y.typnamespace = (select s.oid from pg_namespace as s
        where s.nspname = name 'auth_gotrue')))
union all
-- Extensions, which would be moved with the schema and dropped with it.
select 6, 'extension', e.oid, e.extname,
  format('it is installed in schema %I: move it to another one first (%salter extension %I set schema extensions)',
  s.nspname, case when to_regnamespace('extensions') is null then 'create schema extensions; ' end,
  e.extname), null, null
from pg_extension as e join pg_namespace as s on s.oid = e.extnamespace where s.nspname = name 'auth_gotrue'
order by place, name
