-- What of the application hangs on the tables and functions of GoTrue: one row an object. blocks says why it cannot be pointed at
-- the new ones; definition are the statements that make it as it is, from which cli/import/gotrue/switch.ts makes the new one.
-- auth_import.our_columns is what applications may read in Postern (sources.ts).
with their as (
  select c.oid, c.relname::text as name from pg_class as c where c.relnamespace = (select s.oid from pg_namespace as s where s.nspname = name 'auth_gotrue')
),
outside as (
  select s.oid from pg_namespace as s where s.nspname not in (name 'auth_gotrue', name 'auth_import', name 'auth', name 'auth_lib', name 'auth_api', name 'auth_queue')
),
-- Columns that an object reads and that docs/for-dbas.md does not promise.
lacking as (
  select d.classid, d.objid, string_agg(distinct t.name || '.' || a.attname, ', ') as columns
  from pg_depend as d
  join their as t on t.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
  join pg_attribute as a on a.attrelid = t.oid and a.attnum = d.refobjsubid and a.attnum > 0
  where not exists (select from auth_import.our_columns as o where o.table_name = t.name and o.column_name = a.attname)
  group by d.classid, d.objid
)
-- Foreign keys: to users (id), which every application may have.
select 1 as place, 'foreign key' as kind, k.oid, format('%s on %s', quote_ident(k.conname), k.conrelid::regclass) as name,
  case when t.name <> 'users' or k.confkey <> array[(select a.attnum from pg_attribute as a where a.attrelid = t.oid and a.attname = 'id')]
    then 'it references ' || t.name || ', where only users (id) may be referenced' end as blocks,
  array_remove(array[format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname),
    format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)),
    'comment on constraint ' || format('%I on %s is ', k.conname, k.conrelid::regclass) || quote_literal(obj_description(k.oid, 'pg_constraint'))], null) as definition,
  null::text as columns, null::oid as owner
from pg_constraint as k join their as t on t.oid = k.confrelid
join pg_class as c on c.oid = k.conrelid and c.relnamespace in (select o.oid from outside as o)
where k.contype = 'f' and k.conparentid = 0
union all
-- Views. Their columns keep their types (columns), so that what depends on them stays as it is.
select 2, 'view', c.oid, c.oid::regclass::text, case
    when c.relkind = 'm' then 'it is a materialized view: drop it before, and make it again afterwards'
    else 'it reads ' || l.columns || ', which applications cannot read in Postern' end,
  array[format('create or replace view %s%s as %s', c.oid::regclass, ' with (' || array_to_string(c.reloptions, ', ') || ')',
    rtrim(pg_get_viewdef(c.oid), ';'))],
  (select string_agg(format('w.%I::%s as %1$I', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
   from pg_attribute as a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), c.relowner
from pg_class as c
join pg_rewrite as r on r.ev_class = c.oid
left join lacking as l on l.classid = 'pg_rewrite'::regclass and l.objid = r.oid
where c.relkind in ('v', 'm') and c.relnamespace in (select o.oid from outside as o) and r.rulename = '_RETURN'
  and exists (select from pg_depend as d join their as t on t.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
    where d.classid = 'pg_rewrite'::regclass and d.objid = r.oid)
union all
-- Policies that read a table. Those that only call auth.uid() and its like need nothing: the functions keep their identity.
select 3, 'policy', p.oid, format('%s on %s', quote_ident(p.polname), p.polrelid::regclass),
  'it reads ' || l.columns || ', which applications cannot read in Postern',
  array[format('alter policy %I on %s%s%s', p.polname, p.polrelid::regclass,
    ' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', ' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')')], null, null
from pg_policy as p
join pg_class as c on c.oid = p.polrelid and c.relnamespace in (select o.oid from outside as o)
left join lacking as l on l.classid = 'pg_policy'::regclass and l.objid = p.oid
where exists (select from pg_depend as d join their as t on t.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
  where d.classid = 'pg_policy'::regclass and d.objid = p.oid)
union all
-- Functions whose body was parsed when they were made (BEGIN ATOMIC).
select 4, 'function', f.oid, f.oid::regprocedure::text, 'it reads ' || l.columns || ', which applications cannot read in Postern', array[pg_get_functiondef(f.oid)], null, null
from pg_proc as f
left join lacking as l on l.classid = 'pg_proc'::regclass and l.objid = f.oid
where f.pronamespace in (select o.oid from outside as o) and f.prosqlbody is not null
  and exists (select from pg_depend as d join their as t on t.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
    where d.classid = 'pg_proc'::regclass and d.objid = f.oid)
union all
-- Triggers on users. Those on other tables stay behind (left_in_place below).
select 5, 'trigger', g.oid, format('%s on %s', quote_ident(g.tgname), t.name),
  'it names ' || l.columns || ', which applications cannot read in Postern',
  array_remove(array[pg_get_triggerdef(g.oid), case when g.tgenabled <> 'O' then format('alter table %s %s trigger %I', t.oid::regclass,
    case g.tgenabled when 'D' then 'disable' when 'R' then 'enable replica' else 'enable always' end, g.tgname) end], null), null, null
from pg_trigger as g
join their as t on t.oid = g.tgrelid and t.name = 'users'
left join lacking as l on l.classid = 'pg_trigger'::regclass and l.objid = g.oid
where not g.tgisinternal and g.tgparentid = 0
union all
-- Everything else that depends on something of GoTrue's: columns of its types, defaults, rules.
select 6, 'object', d.objid, pg_describe_object(d.classid, d.objid, d.objsubid),
  'it depends on ' || pg_describe_object(d.refclassid, d.refobjid, 0) || ' and would go on doing so', null, null, null
from pg_depend as d
cross join lateral pg_identify_object(d.classid, d.objid, d.objsubid) as i
where i.schema in (select s.nspname from pg_namespace as s join outside as o on o.oid = s.oid)
  and d.deptype in ('n', 'a') and d.classid not in ('pg_policy'::regclass, 'pg_trigger'::regclass)
  and not (d.classid = 'pg_constraint'::regclass and exists (select from pg_constraint as k where k.oid = d.objid and k.contype = 'f'))
  and not (d.classid = 'pg_rewrite'::regclass and exists (select from pg_rewrite as r join pg_class as c on c.oid = r.ev_class
    where r.oid = d.objid and r.rulename = '_RETURN' and c.relkind in ('v', 'm')))
  and not (d.classid = 'pg_proc'::regclass and d.refclassid = 'pg_class'::regclass)
  and (d.refclassid = 'pg_class'::regclass and d.refobjid in (select t.oid from their as t)
    or d.refclassid = 'pg_type'::regclass and d.refobjid in (
      select y.oid from pg_type as y where y.typnamespace = (select s.oid from pg_namespace as s where s.nspname = name 'auth_gotrue')))
order by place, name
