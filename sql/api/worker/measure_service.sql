-- For metrics: returns how many jobs of each queue are due, how long the oldest has waited and, if asked, how
-- many sessions are live. Reads only. Sessions are counted on at most 2,000 pages (16 MB), on a sample of a
-- larger table.
create function auth_api.measure_service(with_sessions boolean)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now      timestamptz := auth_queue.job_now();
  v_queues   jsonb;
  v_sessions bigint;
begin
  select coalesce(jsonb_agg(jsonb_build_object('name', q.name, 'jobs', q.jobs, 'age', q.age) order by q.name),
    '[]')
  into v_queues
  from (
    select k.name, count(j.name) as jobs, coalesce(extract(epoch from v_now - min(j.start_after)), 0) as age
    from auth_queue.queue as k
    left join auth_queue.job as j on j.name = k.name and j.state < 'active' and j.start_after <= v_now
    where k.name not like '\_\_%'   -- internal queues of pg-boss
    group by k.name) as q;
  if with_sessions then
    v_sessions := auth_lib.count_live_sessions(auth_lib.clock(), 2000);
  end if;
  return jsonb_build_object('queues', v_queues, 'sessions', v_sessions);
end
$$;
comment on function auth_api.measure_service is
  'For the worker, if metrics are on: due jobs by queue, and live sessions.';

-- Returns the number of live sessions, counted on at most most_pages pages and scaled to the whole table.
create function auth_lib.count_live_sessions(at timestamptz, most_pages integer) returns bigint
language plpgsql stable
as $$
declare
  v_bytes bigint := (select pg_relation_size(s.tableoid) from auth.sessions as s limit 1);
  v_pages bigint := coalesce(v_bytes, 0) / current_setting('block_size')::bigint;
  v_share real := 100::real;
  v_count bigint;
begin
  if v_pages > most_pages then
    v_share := (100.0 * most_pages / v_pages)::real;
  end if;
  select count(*) into v_count
  from auth.sessions as s tablesample system (v_share)
  where s.revoked_at is null and (s.not_after is null or s.not_after > at);
  return (v_count * 100 / v_share)::bigint;
end
$$;
