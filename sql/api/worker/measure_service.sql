-- For metrics: returns the number of due jobs of each queue, the longest waiting time and, if requested,
-- the number of live sessions. Sessions are counted on at most 2,000 pages (16 MB); larger tables are
-- sampled.
create function auth_api.measure_service(with_sessions boolean)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_sessions bigint;
begin
  if with_sessions then
    v_sessions := auth_lib.count_live_sessions(auth_lib.clock(), 2000);
  end if;
  return jsonb_build_object('queues', auth_lib.due_jobs(null), 'sessions', v_sessions);
end
$$;
comment on function auth_api.measure_service is
  'For the worker, if metrics are on: due jobs by queue, and live sessions.';
