-- Current grants in the four schemas, which doctor compares with grants.sql; locks nothing (reads the catalog).
select s.nspname as schema, g.kind, g.name, g.grantee, string_agg(lower(g.privilege collate "C"), ', ' order by g.privilege) as rights
from (
  select p.pronamespace as schema, 'function' as kind, p.proname || '(' || oidvectortypes(p.proargtypes) || ')' as name,
    case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee)::text end as grantee, a.privilege_type as privilege, p.proowner as owner, a.grantee as grantee_id
  from pg_proc as p cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a
  union all
  select c.relnamespace, case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, c.relname,
    case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee)::text end, a.privilege_type, c.relowner, a.grantee
  from pg_class as c cross join aclexplode(c.relacl) as a
  union all
  select n.oid, 'schema', '', case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee)::text end, a.privilege_type, n.nspowner, a.grantee
  from pg_namespace as n cross join aclexplode(n.nspacl) as a
) as g
join pg_namespace as s on s.oid = g.schema
join (values (name 'auth'), (name 'auth_lib'), (name 'auth_api'), (name 'auth_queue')) as ours (schema) on ours.schema = s.nspname
where g.grantee_id <> g.owner
group by 1, 2, 3, 4
order by 1, 2, 3, 4;
