-- Records the outcome of an attempt to send a logout token: delivered, failed (retried like a webhook event)
-- or rejected (permanently). Returns {"finished"}, with not_before if it will be retried. An attempt that
-- lost its lease may still report delivered, and nothing else.
create function auth_api.finish_client_logout(logout_id uuid, attempt integer, outcome text, error text,
  retry_after double precision, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    timestamptz := auth_lib.clock();
  v_last   boolean := auth_lib.is_last_attempt(attempt, outcome, settings);
  v_logout auth.oauth_logouts;
begin
  if outcome not in ('delivered', 'failed', 'rejected') then
    raise exception 'a logout token cannot end as %', outcome;
  end if;
  update auth.oauth_logouts as l
  set state = case when outcome = 'delivered' then 'delivered' when v_last then 'failed' else 'queued' end,
      leased_until = null, waits_since = v_now, last_error = left(error, 500),
      not_before = case when outcome <> 'delivered' and not v_last
        then v_now + auth_lib.delivery_backoff(attempt, retry_after, settings) end,
      finished_at = case when outcome = 'delivered' or v_last then v_now end
  where l.id = logout_id
    and (l.state = 'sending' and l.tries = attempt or outcome = 'delivered'
      and l.state in ('queued', 'sending'))
  returning l.* into v_logout;
  return jsonb_build_object('finished', v_logout.id is not null,
    'not_before', auth_lib.wire_time(v_logout.not_before));
end
$$;
comment on function auth_api.finish_client_logout is
  'For the worker: ends the lease of an attempt to send a logout token as delivered, failed (to be retried, up '
  'to a number of attempts) or rejected (permanently).';
