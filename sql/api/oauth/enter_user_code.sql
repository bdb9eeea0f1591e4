-- POST /oauth/device. Binds a device's request permanently to the user who enters its code. Returns the
-- data of the consent page, including the device's IP address and user agent. The user must always decide,
-- even if the client was approved before, because a stranger may have sent the code. `user_code_macs`
-- contains the code's MAC under each key of the ring. Wrong codes are counted against the account, so
-- anonymous users, who can create accounts freely, are refused before the code is looked up. The errors are
-- returned by refusal() instead of fail(), so that the count is committed.
create function auth_api.enter_user_code(claims jsonb, user_code_macs jsonb, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_refused jsonb := coalesce(auth_lib.check_caller(claims, v_user, settings),
    auth_lib.check_session_live(claims), case when v_user.is_anonymous
      then auth_lib.refusal('anonymous_not_allowed') end,
    auth_lib.check_user_code_attempts(v_user.id, settings));
  v_session auth.sessions;
  v_client  auth.oauth_clients;
  v_row     auth.oauth_authorizations;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select s.* into v_session from auth.sessions as s
  where s.user_id = v_user.id and s.id = auth_lib.claimed_session(claims);
  select a.* into v_row from auth.oauth_authorizations as a
  where a.user_code_mac = any (array(select decode(m.mac, 'hex')
    from jsonb_array_elements_text(user_code_macs) as m (mac)));
  v_client := auth_lib.client_of_authorization(v_row.id);
  v_row := auth_lib.lock_authorization(v_row.id);
  if v_row.id is null or v_client.id is null or v_session.id is null
    or coalesce(v_row.user_id, v_user.id) <> v_user.id then
    perform auth_lib.count_limited_events('user_code', v_user.id::text, 1, false, settings);
    return auth_lib.refusal('oauth_user_code_wrong');
  elsif v_row.status <> 'pending' then
    return auth_lib.refusal('oauth_authorization_decided');
  end if;
  update auth.oauth_authorizations as a set user_id = v_user.id
  where a.id = v_row.id returning a.* into v_row;
  return jsonb_build_object('authorization', v_row.id)
    || auth_lib.authorization_json(v_row, v_user, v_session, v_client, settings);
end
$$;
comment on function auth_api.enter_user_code is
  'POST /oauth/device. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, anonymous_not_allowed, '
  'too_many_attempts, oauth_user_code_wrong, oauth_authorization_decided.';

-- Checks the limits for one more user code of an account (docs/adr/0007-guesses-at-codes.md). Returns an
-- error or null. The caller has locked the user, so parallel attempts are counted one after the other.
create function auth_lib.check_user_code_attempts(user_id uuid, settings jsonb) returns jsonb
language sql stable
as $$
  select case when num_nonnulls(
    auth_lib.limited_events_reached_at('user_code', user_id::text, interval '1 hour', auth_lib.max_code_failures(settings)),
    auth_lib.limited_events_reached_at('user_code', user_id::text, interval '1 day',
      auth_lib.max_code_failures_per_day(settings))) > 0
    then auth_lib.refusal('too_many_attempts') end
$$;
