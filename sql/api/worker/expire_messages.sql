-- Every minute: marks messages as expired if their code has expired or they have waited for a day. Expired
-- messages are counted, so that a long outage of the mail server is visible.
create function auth_api.expire_messages(most integer)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now   timestamptz := auth_lib.clock();
  v_count integer;
begin
  update auth.messages as m
  set state = 'expired', leased_until = null, finished_at = v_now,
      last_error = coalesce(m.last_error, 'not sent in time')
  where m.id in (
    select o.id from auth.messages as o
    where o.state in ('queued', 'sending') and o.expires_at < v_now
      and (o.leased_until is null or auth_lib.trusted_instant(o.leased_until, o.waits_since) < v_now)
    order by o.expires_at
    limit coalesce(most, 500)
    for no key update skip locked);
  get diagnostics v_count = row_count;
  return jsonb_build_object('expired', v_count);
end
$$;
comment on function auth_api.expire_messages is
  'For the worker: marks messages that were not sent in time, a bounded number per call.';
