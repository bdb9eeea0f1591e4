-- Tables by size on disk, with their indexes and estimated rows; locks nothing (reads the catalog, and the size of each file).
select c.oid::regclass::text as table_name, pg_size_pretty(pg_total_relation_size(c.oid)) as total,
  pg_size_pretty(pg_indexes_size(c.oid)) as indexes, greatest(c.reltuples, 0)::bigint::text as estimated_rows,
  coalesce(t.n_dead_tup, 0)::text as dead_rows, greatest(t.last_vacuum, t.last_autovacuum) as last_vacuum
from pg_class as c
join pg_namespace as n on n.oid = c.relnamespace
join (values (name 'auth'), (name 'auth_queue')) as ours (schema) on ours.schema = n.nspname
left join pg_stat_all_tables as t on t.relid = c.oid
where c.relkind = 'r'
order by pg_total_relation_size(c.oid) desc, 1
limit 50;
