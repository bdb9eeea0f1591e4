-- Leases the logout token to send for a job. Returns the session that ended, and the current logout URI of
-- its client. Returns {"nothing": reason} if there is nothing to send, and {"leased_until": …} while another
-- worker sends the token or it waits for a retry. The worker signs the token.
create function auth_api.lease_client_logout(logout_id uuid, settings jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    timestamptz := auth_lib.clock();
  v_waits  timestamptz;
  v_logout auth.oauth_logouts;
  v_client auth.oauth_clients;
begin
  select l.* into v_logout from auth.oauth_logouts as l where l.id = logout_id for no key update;
  if v_logout.id is null or v_logout.finished_at is not null then
    return jsonb_build_object('nothing', 'already ended');
  end if;
  v_waits := auth_lib.trusted_instant(greatest(v_logout.leased_until, v_logout.not_before), v_logout.waits_since);
  if v_waits > v_now then
    return jsonb_build_object('leased_until', auth_lib.wire_time(v_waits));
  end if;
  select c.* into v_client from auth.oauth_clients as c where c.id = v_logout.client_id;
  if v_client.backchannel_logout_uri is null then
    update auth.oauth_logouts as l
    set state = 'failed', leased_until = null, not_before = null, finished_at = v_now,
        last_error = 'the client has no address for logout tokens any more'
    where l.id = v_logout.id;
    return jsonb_build_object('nothing', 'no address any more');
  end if;
  update auth.oauth_logouts as l
  set state = 'sending', leased_until = v_now + auth_lib.message_lease(settings), waits_since = v_now,
      tries = l.tries + 1
  where l.id = v_logout.id returning l.* into v_logout;
  return jsonb_build_object('logout', jsonb_build_object('id', v_logout.id, 'user_id', v_logout.user_id,
    'session_id', v_logout.session_id, 'attempt', v_logout.tries), 'client', jsonb_build_object(
    'client_id', auth_lib.wire_client_id(v_client), 'url', v_client.backchannel_logout_uri));
end
$$;
comment on function auth_api.lease_client_logout is
  'For the worker: leases the logout token of a client whose session ended, or returns that there is nothing '
  'to send or until when it waits.';
