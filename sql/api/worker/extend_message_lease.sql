-- Extends the lease of a running attempt, because a mail server may take minutes to respond. Returns
-- {"extended"}, which is false if the attempt has lost its lease.
create function auth_api.extend_message_lease(message_id uuid, attempt integer, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update auth.messages as m
  set leased_until = greatest(m.leased_until, auth_lib.clock() + auth_lib.message_lease(settings))
  where m.id = message_id and m.state = 'sending' and m.tries = attempt;
  return jsonb_build_object('extended', found);
end
$$;
comment on function auth_api.extend_message_lease is
  'For the worker: extends the lease of an attempt that is still running.';
