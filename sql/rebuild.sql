-- Drops all views and functions of the two code schemas before they are created again. CASCADE is not used,
-- so migrate stops with an error if a policy, view or default elsewhere depends on a dropped object. One
-- statement drops all objects of a kind, because they may depend on each other.
do $$
declare
  v_views    text;
  v_routines text;
begin
  select string_agg(c.oid::regclass::text, ', ') into v_views
  from pg_catalog.pg_namespace as s
  join pg_catalog.pg_class as c on c.relnamespace = s.oid and c.relkind = 'v'
  where s.nspname in (name 'auth_lib', name 'auth_api');
  if v_views is not null then
    execute 'drop view ' || v_views;
  end if;

  select string_agg(p.oid::regprocedure::text, ', ') into v_routines
  from pg_catalog.pg_namespace as s
  join pg_catalog.pg_proc as p on p.pronamespace = s.oid
  where s.nspname in (name 'auth_lib', name 'auth_api');
  if v_routines is not null then
    execute 'drop routine ' || v_routines;
  end if;
end
$$;
