-- Every minute: repairs jobs that were created or started more than a minute in the future, because the clock
-- has been set back since. Waiting jobs become due, and the lease of active jobs starts at the current time,
-- because both kinds of jobs would wait until the clock reaches the stored times. Also resets the maintenance
-- times of pg-boss.
create function auth_api.release_jobs(most integer)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now   timestamptz := auth_queue.job_now();
  v_ahead timestamptz := v_now + interval '1 minute';
  v_count integer;
begin
  update auth_queue.queue as q
  set monitor_on = least(q.monitor_on, v_now), monitor_claim_on = least(q.monitor_claim_on, v_now),
      maintain_on = least(q.maintain_on, v_now)
  where greatest(q.monitor_on, q.monitor_claim_on, q.maintain_on) > v_ahead;

  update auth_queue.job as j
  set created_on = least(j.created_on, v_now), started_on = least(j.started_on, v_now),
      start_after = case when j.state < 'active' then v_now else j.start_after end
  where (j.name, j.id) in (
    select o.name, o.id from auth_queue.job as o
    where o.state <= 'active' and greatest(o.created_on, o.started_on) > v_ahead
    limit coalesce(most, 500) for no key update skip locked);
  get diagnostics v_count = row_count;
  return jsonb_build_object('jobs', v_count);
end
$$;
comment on function auth_api.release_jobs is
  'For the worker: makes jobs due that were written by a clock that has been set back, a bounded number per '
  'call.';
