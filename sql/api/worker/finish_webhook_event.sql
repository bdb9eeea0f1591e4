-- Records the outcome of a delivery attempt. delivered ends the event and deletes its data. failed queues
-- it again, after a backoff that grows fourfold per attempt up to six hours, or longer if the server
-- requests it. After the last attempt the event has failed, and the user's next event is delivered.
-- rejected (a permanent error) fails it at once. Returns {"finished"}, with not_before if it will be
-- retried. An attempt that lost its lease may only report delivered.
create function auth_api.finish_webhook_event(event_id uuid, attempt integer, outcome text, error text,
  retry_after double precision, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now   timestamptz := auth_lib.clock();
  v_last  boolean := auth_lib.is_last_attempt(attempt, outcome, settings);
  v_event auth.webhook_events;
begin
  if outcome not in ('delivered', 'failed', 'rejected') then
    raise exception 'an event cannot end as %', outcome;
  end if;
  update auth.webhook_events as e
  set state = case when outcome = 'delivered' then 'delivered' when v_last then 'failed' else 'queued' end,
      data = case when outcome <> 'delivered' then e.data end,
      leased_until = null, waits_since = v_now, last_error = left(error, 500),
      not_before = case when outcome <> 'delivered' and not v_last
        then v_now + auth_lib.delivery_backoff(attempt, retry_after, settings) end,
      finished_at = case when outcome = 'delivered' or v_last then v_now end
  where e.id = event_id
    and (e.state = 'sending' and e.tries = attempt or outcome = 'delivered'
      and e.state in ('queued', 'sending'))
  returning e.* into v_event;
  return jsonb_build_object('finished', v_event.id is not null,
    'not_before', auth_lib.wire_time(v_event.not_before));
end
$$;
comment on function auth_api.finish_webhook_event is
  'For the worker: ends the lease of an attempt as delivered, failed (to be retried, up to a number of '
  'attempts) or rejected (permanently).';
