-- The worker tells how an attempt ended. delivered ends the event and forgets what it said of the user. failed puts it back in
-- line, after a pause that grows fourfold from try to try up to six hours, or longer if the server asks; after the last try
-- it is given up, and the next event of the line has its turn. rejected gives it up at once: the server wants it never again.
-- Answers {"finished"}, with not_before where it will be tried again. An attempt that lost its lease may still report that
-- it has delivered, and nothing else.
create function auth_api.finish_webhook_event(event_id uuid, attempt integer, outcome text, error text,
  retry_after double precision, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now   timestamptz := auth_lib.clock();
  v_most  integer := coalesce((settings ->> 'webhook_max_tries')::integer, 12);
  v_pause double precision := coalesce((settings ->> 'webhook_retry_pause')::double precision, 5);
  v_last  boolean := outcome = 'rejected' or attempt >= v_most;
  v_event auth.webhook_events;
begin
  if outcome not in ('delivered', 'failed', 'rejected') then
    raise exception 'an event cannot end as %', outcome;
  end if;
  v_pause := least(greatest(least(v_pause * 4 ^ least(attempt - 1, 20), 21600), coalesce(retry_after, 0)), 86400);
  update auth.webhook_events as e
  set state = case when outcome = 'delivered' then 'delivered' when v_last then 'failed' else 'queued' end,
      data = case when outcome <> 'delivered' then e.data end,
      leased_until = null, waits_since = v_now, last_error = left(error, 500),
      not_before = case when outcome <> 'delivered' and not v_last then v_now + make_interval(secs => v_pause) end,
      finished_at = case when outcome = 'delivered' or v_last then v_now end
  where e.id = event_id
    and (e.state = 'sending' and e.tries = attempt or outcome = 'delivered' and e.state in ('queued', 'sending'))
  returning e.* into v_event;
  return jsonb_build_object('finished', v_event.id is not null, 'not_before', auth_lib.wire_time(v_event.not_before));
end
$$;
comment on function auth_api.finish_webhook_event is
  'For the worker: ends the lease of an attempt as delivered, failed (to be tried again, up to a number of tries) or rejected (for good).';
