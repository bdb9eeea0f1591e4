-- Daily, and by migrate: keeps the audit log's months. Makes the partitions of this month and the next three, brings
-- rows home that arrived in the default partition because a month was late, and drops months past the retention
-- (settings.audit_log_retention in seconds; absent: 13 months; 0: none is ever dropped). The last month always stays,
-- whatever is asked for: who has the worker's login cannot erase what it just did.
-- The one function with dynamic SQL: names and bounds of partitions cannot be parameters. Both are made from dates.
create function auth_api.keep_partitions(settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_kept    double precision := coalesce((settings ->> 'audit_log_retention')::double precision, 397 * 86400);
  v_oldest  timestamptz := case when v_kept = 0 then '-infinity'
    else least(v_now - make_interval(secs => v_kept), v_now - interval '1 month') end;
  v_parent  oid := (select t.typrelid from pg_type as t where t.oid = pg_typeof(null::auth.audit_log)::oid);
  v_schema  name := (select n.nspname from pg_class as c join pg_namespace as n on n.oid = c.relnamespace where c.oid = v_parent);
  v_month   timestamp;
  v_months  timestamp[];
  v_name    text;
  v_dropped text[];
begin
  select array_agg(c.relname::text order by c.relname) into v_dropped from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
  where i.inhparent = v_parent and c.relname ~ '^audit_log_\d{4}_\d{2}$'
    and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= v_oldest;
  foreach v_name in array coalesce(v_dropped, '{}') loop
    execute format('drop table %I.%I', v_schema, v_name);
  end loop;
  delete from auth.audit_log_default as d where d.created_at < v_oldest;

  -- Looked at twice: what is missing, and, once nobody can add rows to the default partition, what is missing still.
  for v_look in 1..2 loop
    select array_agg(w.month order by w.month) into v_months from (
      select date_trunc('month', v_now at time zone 'UTC') + make_interval(months => s.ahead) as month from generate_series(0, 3) as s (ahead)
      union
      select date_trunc('month', d.created_at at time zone 'UTC') from auth.audit_log_default as d) as w
    where not exists (select from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
                      where i.inhparent = v_parent and c.relname = 'audit_log_' || to_char(w.month, 'YYYY_MM'));
    exit when v_months is null;
    lock table auth.audit_log_default in access exclusive mode;
  end loop;

  foreach v_month in array coalesce(v_months, '{}') loop
    v_name := 'audit_log_' || to_char(v_month, 'YYYY_MM');
    execute format('create table %I.%I (like %I.audit_log including defaults including constraints)', v_schema, v_name, v_schema);
    execute format('alter table %I.%I enable row level security', v_schema, v_name);
    execute format('with late as (delete from %I.audit_log_default where created_at >= %L and created_at < %L returning *) '
      'insert into %I.%I select * from late', v_schema, v_month at time zone 'UTC', (v_month + interval '1 month') at time zone 'UTC', v_schema, v_name);
    execute format('alter table %I.audit_log attach partition %I.%I for values from (%L) to (%L)', v_schema, v_schema, v_name,
      v_month at time zone 'UTC', (v_month + interval '1 month') at time zone 'UTC');
  end loop;
  return jsonb_build_object('created', coalesce(array_length(v_months, 1), 0), 'dropped', coalesce(array_length(v_dropped, 1), 0));
end
$$;
comment on function auth_api.keep_partitions is
  'For the worker and migrate: makes and drops the monthly partitions of the audit log, and empties its default partition.';
