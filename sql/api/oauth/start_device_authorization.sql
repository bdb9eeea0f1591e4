-- POST /oauth/device_authorization (RFC 8628). The gateway has generated several user codes. The first code
-- that no other device has is assigned. The response's member `chosen` is the zero-based index of the
-- assigned code.
create function auth_api.start_device_authorization(
  id uuid, proof jsonb, user_code_macs jsonb, request jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now       timestamptz := auth_lib.clock();
  v_client    auth.oauth_clients := auth_lib.find_oauth_client(proof ->> 'client_id');
  v_refused   jsonb := coalesce(auth_lib.authenticate_client(v_client, proof),
    auth_lib.check_client_grant(v_client, 'urn:ietf:params:oauth:grant-type:device_code'));
  v_scopes    text[];
  v_resources text[] := array(select jsonb_array_elements_text(request -> 'resource'));
  v_fault     jsonb;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_scopes := auth_lib.requested_scopes(v_client, request ->> 'scope', settings);
  v_fault := auth_lib.scope_fault(v_client, request ->> 'scope', v_scopes, v_resources, settings);
  if v_fault is not null then
    return auth_lib.refusal_for_oauth_fault(v_fault);
  end if;
  v_client := auth_lib.lock_oauth_client_shared(v_client.id);
  if v_client.id is null then   -- deleted meanwhile
    return auth_lib.refusal('oauth_client_unauthenticated');
  end if;
  for v_at in 0 .. jsonb_array_length(user_code_macs) - 1 loop
    insert into auth.oauth_authorizations (id, kind, client_id, scopes, resources, wishes, status, user_code_mac,
      poll_interval, asker, created_at, expires_at)
    values (id, 'device', v_client.id, v_scopes, v_resources, '{}', 'pending', decode(user_code_macs ->> v_at, 'hex'),
      auth_lib.first_poll_interval(), jsonb_strip_nulls(jsonb_build_object('ip', client -> 'ip',
        'user_agent', left(client ->> 'user_agent', 1000))), v_now, v_now + auth_lib.authorization_lifetime(settings))
    on conflict on constraint oauth_authorizations_user_code_mac_key do nothing;
    if found then
      return jsonb_build_object('chosen', v_at, 'expires_in',
        floor(extract(epoch from auth_lib.authorization_lifetime(settings)))::integer,
        'interval', auth_lib.first_poll_interval());
    end if;
  end loop;
  return auth_lib.refusal('oauth_device_codes_taken');
end
$$;
comment on function auth_api.start_device_authorization is
  'POST /oauth/device_authorization. Errors: oauth_client_unauthenticated, oauth_grant_unauthorized, '
  'oauth_device_codes_taken, oauth_scope_unsupported, oauth_target_unsupported.';

-- Returns the initial polling interval of a device in seconds (RFC 8628, section 3.2).
create function auth_lib.first_poll_interval() returns integer
language sql immutable
as $$ select 5 $$;
