-- POST /oauth/token with a device code that the gateway has unsealed. Until the user has decided, the device
-- gets an error that tells it to poll again. Of parallel requests after the approval, one gets the session. A
-- repeated use of a device code does not revoke the session, because only the client has the code, and
-- responses can be lost. Lock order: user, client, authorization, session.
create function auth_api.poll_device_authorization(
  proof jsonb, authorization_id uuid, settings jsonb, client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_client  auth.oauth_clients := auth_lib.find_oauth_client(proof ->> 'client_id');
  v_refused jsonb := coalesce(auth_lib.authenticate_client(v_client, proof),
    auth_lib.check_client_grant(v_client, 'urn:ietf:params:oauth:grant-type:device_code'));
  v_row     auth.oauth_authorizations;
  v_user    auth.users;
  v_session auth.sessions;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select a.* into v_row from auth.oauth_authorizations as a
  where a.id = authorization_id and a.kind = 'device' and a.client_id = v_client.id;
  if v_row.id is null then
    return auth_lib.refusal('oauth_device_code_invalid');
  elsif v_row.status = 'denied' then
    return auth_lib.refusal('oauth_device_denied');
  elsif coalesce(v_row.code_expires_at, v_row.expires_at) < v_now then
    return auth_lib.refusal('oauth_device_expired');
  elsif v_row.status = 'pending' then
    return auth_lib.count_poll(v_row);
  end if;
  v_user := auth_lib.lock_user(v_row.user_id);
  v_client := auth_lib.lock_oauth_client_shared(v_client.id);
  v_row := auth_lib.narrow_authorization(v_row, v_client, settings);
  if v_client.id is null then
    return auth_lib.refusal('oauth_client_unauthenticated');
  elsif auth_lib.is_banned(v_user) then
    return auth_lib.refusal('oauth_user_banned');
  elsif v_row.id is null or v_user.id is null or auth_lib.check_sso_account(v_user, settings) is not null
    or not auth_lib.is_flow_valid(v_user, v_row.access_epoch, v_row.session_id, settings) then
    return auth_lib.refusal('oauth_device_code_invalid');
  end if;
  delete from auth.oauth_authorizations as a where a.id = v_row.id;
  if not found then
    return auth_lib.refusal('oauth_device_code_invalid');
  end if;
  v_session := auth_lib.open_client_session(v_user, v_row, v_client, 'oauth_provider/device_code', client);
  return auth_lib.client_session_reply(v_user, v_session, v_client, v_session.scopes, v_session.resources,
    auth_lib.id_claims(v_user, v_session, v_client, v_row.amr, settings), null, settings);
end
$$;
comment on function auth_api.poll_device_authorization is
  'POST /oauth/token with the grant type of devices. Errors: oauth_client_unauthenticated, '
  'oauth_grant_unauthorized, oauth_device_code_invalid, oauth_device_pending, oauth_device_slow_down, '
  'oauth_device_denied, oauth_device_expired, oauth_user_banned.';

-- Counts a poll of a device whose user has not decided. Returns the error with which the device polls
-- again. A poll that comes more than a second too early increases the interval by 5 seconds (RFC 8628,
-- section 3.5), up to a minute. Without this maximum, a device that sends several requests at once could
-- never poll again before its code expires.
create function auth_lib.count_poll(a auth.oauth_authorizations) returns jsonb
language plpgsql volatile
as $$
declare
  v_now timestamptz := auth_lib.clock();
  v_early boolean;
begin
  select o.* into a from auth.oauth_authorizations as o where o.id = a.id and o.status = 'pending'
  for no key update;
  v_early := v_now >= a.polled_at and v_now < a.polled_at + make_interval(secs => a.poll_interval - 1);
  update auth.oauth_authorizations as o
  set polled_at = v_now, poll_interval = case when v_early then least(o.poll_interval + 5, 60)
    else o.poll_interval end
  where o.id = a.id;
  return auth_lib.refusal(case when v_early then 'oauth_device_slow_down' else 'oauth_device_pending' end);
end
$$;
