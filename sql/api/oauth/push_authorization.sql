-- POST /oauth/par (RFC 9126). Validates and stores the authorization request of an authenticated client. The
-- gateway has sealed state and nonce with the id. The stored request can be used at /oauth/authorize once,
-- within 90 seconds.
create function auth_api.push_authorization(id uuid, proof jsonb, request jsonb, settings jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now       timestamptz := auth_lib.clock();
  v_client    auth.oauth_clients := auth_lib.find_oauth_client(proof ->> 'client_id');
  v_refused   jsonb := auth_lib.authenticate_client(v_client, proof);
  v_resources text[] := array(select jsonb_array_elements_text(request -> 'resource'));
  v_scopes    text[];
  v_fault     jsonb;
begin
  if v_refused is not null then
    return v_refused;
  elsif coalesce(request ->> 'redirect_uri', '') = '' then
    return auth_lib.refusal('oauth_request_unusable', 'redirect_uri is required');
  elsif not auth_lib.has_redirect_uri(v_client, request ->> 'redirect_uri') then
    return auth_lib.refusal('oauth_request_unusable', 'invalid redirect_uri');
  end if;
  v_scopes := auth_lib.requested_scopes(v_client, request ->> 'scope', settings);
  v_fault := auth_lib.request_fault(v_client, request, v_scopes, v_resources, settings);
  if v_fault is not null then
    return auth_lib.refusal_for_oauth_fault(v_fault);
  end if;
  v_client := auth_lib.lock_oauth_client_shared(v_client.id);
  if v_client.id is null then   -- deleted meanwhile
    return auth_lib.refusal('oauth_client_unauthenticated');
  end if;
  insert into auth.oauth_authorizations (id, kind, client_id, redirect_uri, scopes, resources, challenge, sealed,
    wishes, status, created_at, expires_at)
  values (id, 'pushed', v_client.id, request ->> 'redirect_uri', v_scopes, v_resources,
    auth_lib.stored_challenge(request), request ->> 'sealed', coalesce(request -> 'wishes', '{}'), 'pushed', v_now,
    v_now + interval '90 seconds');
  return jsonb_build_object('expires_in', 90);
end
$$;
comment on function auth_api.push_authorization is
  'POST /oauth/par. Errors: oauth_client_unauthenticated, oauth_request_unusable, '
  'oauth_response_type_unsupported, oauth_flow_unauthorized, oauth_scope_unsupported, '
  'oauth_target_unsupported.';
