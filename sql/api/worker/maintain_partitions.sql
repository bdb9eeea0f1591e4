-- Hourly, and by migrate: creates the audit log's partitions of this month and the next three, and drops
-- partitions past the retention (settings.audit_log_retention in seconds; absent: 13 months; 0: none is
-- dropped). The last month is never dropped, so that an attacker with the worker's login cannot erase
-- recent entries. Rows that were inserted before their month had a partition are moved into that
-- partition, newest first, five thousand per call. The worker repeats the call until all are moved. Until
-- then the rows are in a separate table and not visible in the log. Also maintains the partitions of
-- auth.refusals. Only this file uses dynamic SQL for tables, because names and bounds of partitions cannot
-- be parameters. The names and bounds are built from dates.
create function auth_api.maintain_partitions(settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_kept    double precision := coalesce((settings ->> 'audit_log_retention')::double precision, 397 * 86400);
  v_oldest  timestamptz := case when v_kept = 0 then '-infinity'
    else least(v_now - make_interval(secs => v_kept), v_now - interval '1 month') end;
  v_parent  oid := (select t.typrelid from pg_type as t where t.oid = pg_typeof(null::auth.audit_log)::oid);
  v_schema  name := (select n.nspname from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.oid = v_parent);
  v_month   timestamp;
  v_months  timestamp[];
  v_name    text;
  v_dropped text[];
begin
  perform auth_lib.maintain_refusal_partitions(v_schema, settings);
  -- Allows one call at a time, and no concurrent counting. Does not block writers of the log.
  lock table auth.audit_blocks in share update exclusive mode;
  lock table auth.audit_log_default in share update exclusive mode;
  select array_agg(c.relname::text order by c.relname) into v_dropped from pg_inherits as i
  join pg_class as c on c.oid = i.inhrelid
  where i.inhparent = v_parent and c.relname ~ '^audit_log_\d{4}_\d{2}$'
    and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= v_oldest;
  foreach v_name in array coalesce(v_dropped, '{}') loop
    execute format('drop table %I.%I', v_schema, v_name);
    delete from auth.audit_blocks as b where b.since < (to_date(right(v_name, 7),
      'YYYY_MM') + interval '1 month') at time zone 'UTC';
  end loop;

  perform auth_lib.move_late_rows();
  select array_agg(w.month order by w.month) into v_months from (
    select date_trunc('month', v_now at time zone 'UTC') + make_interval(months => s.ahead) as month
    from generate_series(0, 3) as s (ahead)
    union
    select date_trunc('month', o.created_at at time zone 'UTC') from (
      select l.created_at from auth.audit_log_late as l where l.created_at >= v_oldest
      order by l.created_at desc limit 5000) as o) as w
  where not exists (select from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
                    where i.inhparent = v_parent and c.relname = 'audit_log_' || to_char(w.month, 'YYYY_MM'));
  if v_months is not null then
    -- A partition cannot be attached while the default partition contains rows of its month. A writer that
    -- has already selected the default partition would fail, so the log itself is locked before writers
    -- select a partition.
    lock table auth.audit_log in access exclusive mode;
    with since as (delete from auth.audit_log_default
      returning *) insert into auth.audit_log_late select since.* from since;
  end if;
  foreach v_month in array coalesce(v_months, '{}') loop
    v_name := 'audit_log_' || to_char(v_month, 'YYYY_MM');
    execute format('create table %I.%I (like %I.audit_log including defaults including constraints)',
      v_schema, v_name, v_schema);
    execute format('alter table %I.%I enable row level security', v_schema, v_name);
    execute format('alter table %I.audit_log attach partition %I.%I for values from (%L) to (%L)', v_schema,
      v_schema, v_name, v_month at time zone 'UTC', (v_month + interval '1 month') at time zone 'UTC');
  end loop;

  -- Deletes the blocks whose range contains a row of audit_log_late. The counts of such a block are wrong: a
  -- row was moved out after it was counted, or is moved in below without having been counted.
  delete from auth.audit_blocks as b
  where exists (select from auth.audit_log_late as l
    where l.created_at > b.since and l.created_at <= b.until);
  with late as (delete from auth.audit_log_late as l where (l.created_at, l.id) in (
      select o.created_at, o.id from auth.audit_log_late as o order by o.created_at desc, o.id desc
      limit 5000) returning l.*)
  insert into auth.audit_log select late.* from late where late.created_at >= v_oldest;
  return jsonb_build_object('created', coalesce(array_length(v_months, 1), 0),
    'dropped', coalesce(array_length(v_dropped, 1), 0),
    'late', (select count(*) from (select from auth.audit_log_late limit 1) as l));
end
$$;
comment on function auth_api.maintain_partitions is
  'For the worker and migrate: creates and drops the monthly partitions of the audit log, and moves rows '
  'that were inserted before their month had one.';

-- Creates the partitions of auth.refusals for today and the next three days, and drops days past the
-- retention (settings.refusal_retention in seconds; absent: seven days). Rows of the default partition are
-- not moved, so a day with such rows gets no partition, and the rows are deleted after the retention.
create function auth_lib.maintain_refusal_partitions(schema name, settings jsonb) returns void
language plpgsql volatile
as $$
declare
  v_now    timestamptz := auth_lib.clock();
  v_oldest timestamptz := v_now - make_interval(
    secs => greatest(coalesce((settings ->> 'refusal_retention')::double precision, 604800), 86400));
  v_parent oid := (select t.typrelid from pg_type as t where t.oid = pg_typeof(null::auth.refusals)::oid);
  v_day    timestamp;
  v_name   text;
begin
  lock table auth.refusals_default in share update exclusive mode;   -- one call at a time
  for v_name in select c.relname::text from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
    where i.inhparent = v_parent and c.relname ~ '^refusals_\d{4}_\d{2}_\d{2}$'
      and (to_date(right(c.relname, 10), 'YYYY_MM_DD') + 1)::timestamp at time zone 'UTC' <= v_oldest
    order by c.relname loop
    execute format('drop table %I.%I', schema, v_name);
  end loop;
  delete from auth.refusals_default as r where (r.at, r.id) in (
    select o.at, o.id from auth.refusals_default as o where o.at < v_oldest order by o.at limit 5000);
  for v_day in select date_trunc('day', v_now at time zone 'UTC') + make_interval(days => s.ahead)
    from generate_series(0, 3) as s (ahead) loop
    v_name := 'refusals_' || to_char(v_day, 'YYYY_MM_DD');
    if not exists (select from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
        where i.inhparent = v_parent and c.relname = v_name)
      and not exists (select from auth.refusals_default as r where r.at >= v_day at time zone 'UTC'
        and r.at < (v_day + interval '1 day') at time zone 'UTC') then
      execute format('create table %I.%I (like %I.refusals including defaults including constraints)',
        schema, v_name, schema);
      execute format('alter table %I.%I enable row level security', schema, v_name);
      execute format('alter table %I.refusals attach partition %I.%I for values from (%L) to (%L)', schema,
        schema, v_name, v_day at time zone 'UTC', (v_day + interval '1 day') at time zone 'UTC');
    end if;
  end loop;
end
$$;

-- Swaps the default partition with the empty table for late rows. A partition cannot be created while the
-- default partition contains rows of its range. The time of the swap does not depend on the number of
-- rows. The swap waits for writers.
create function auth_lib.move_late_rows() returns void
language plpgsql volatile
as $$
begin
  if exists (select from auth.audit_log_late) or not exists (select from auth.audit_log_default) then
    return;
  end if;
  lock table auth.audit_log in access exclusive mode;
  alter table auth.audit_log detach partition auth.audit_log_default;
  alter table auth.audit_log_default rename to audit_log_swap;
  alter index auth.audit_log_default_pkey rename to audit_log_swap_pkey;
  alter index auth.audit_log_default_actor_id_created_at_idx rename to audit_log_swap_actor_id_created_at_idx;
  alter index auth.audit_log_default_expr_created_at_idx rename to audit_log_swap_expr_created_at_idx;
  alter index auth.audit_log_default_made_in_idx rename to audit_log_swap_made_in_idx;
  alter table auth.audit_log_late rename to audit_log_default;
  alter index auth.audit_log_late_pkey rename to audit_log_default_pkey;
  alter index auth.audit_log_late_actor_id_created_at_idx rename to audit_log_default_actor_id_created_at_idx;
  alter index auth.audit_log_late_expr_created_at_idx rename to audit_log_default_expr_created_at_idx;
  alter index auth.audit_log_late_made_in_idx rename to audit_log_default_made_in_idx;
  alter table auth.audit_log_swap rename to audit_log_late;
  alter index auth.audit_log_swap_pkey rename to audit_log_late_pkey;
  alter index auth.audit_log_swap_actor_id_created_at_idx rename to audit_log_late_actor_id_created_at_idx;
  alter index auth.audit_log_swap_expr_created_at_idx rename to audit_log_late_expr_created_at_idx;
  alter index auth.audit_log_swap_made_in_idx rename to audit_log_late_made_in_idx;
  alter table auth.audit_log attach partition auth.audit_log_default default;
end
$$;
