-- GET and POST /oauth/authorize. Validates the client's request. Errors are only redirected after client and
-- redirect URI were checked. The gateway has sealed state and nonce with the id. request.fault is an error in
-- the parameters themselves: a parameter is repeated, too long or cannot be stored. request.pushed is the id
-- of a pushed authorization request, which replaces all other parameters.
create function auth_api.start_authorization(id uuid, request jsonb, settings jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    timestamptz := auth_lib.clock();
  v_client auth.oauth_clients;
  v_fault  jsonb;
  v_scopes text[];
  v_resources text[] := array(select jsonb_array_elements_text(request -> 'resource'));
begin
  if coalesce(request ->> 'client_id', '') = '' then
    return auth_lib.refusal('oauth_client_id_missing');
  elsif request ->> 'pushed' is null and coalesce(request ->> 'redirect_uri', '') = '' then
    return auth_lib.refusal('oauth_redirect_uri_missing');
  elsif auth_lib.uuid_or_null(request ->> 'client_id') is null and request ->> 'client_id' not like 'https://%' then
    return auth_lib.refusal('oauth_client_id_malformed');
  end if;
  v_client := auth_lib.find_oauth_client(request ->> 'client_id');
  if v_client.id is null then
    return auth_lib.refusal('oauth_client_unknown');
  elsif request ->> 'pushed' is not null then
    return auth_lib.consume_pushed_request(v_client, (request ->> 'pushed')::uuid, settings);
  elsif not auth_lib.has_redirect_uri(v_client, request ->> 'redirect_uri') then
    return auth_lib.refusal('oauth_redirect_uri_unknown');
  end if;
  v_scopes := auth_lib.requested_scopes(v_client, request ->> 'scope', settings);
  v_fault := case when v_client.require_pushed
    then auth_lib.oauth_fault('invalid_request', 'this client must push its requests')
    else auth_lib.request_fault(v_client, request, v_scopes, v_resources, settings) end;
  if v_fault is not null then
    if not auth_lib.may_redirect_before_consent(v_client, request ->> 'redirect_uri') then
      return auth_lib.refusal('oauth_request_faulty', v_fault ->> 'description');
    end if;
    return v_fault || jsonb_build_object('outcome', 'error', 'redirect_uri', request ->> 'redirect_uri');
  end if;
  v_client := auth_lib.lock_oauth_client_shared(v_client.id);
  if v_client.id is null then   -- deleted meanwhile
    return auth_lib.refusal('oauth_client_unknown');
  end if;
  insert into auth.oauth_authorizations (id, kind, client_id, redirect_uri, scopes, resources, challenge, sealed,
    wishes, status, created_at, expires_at)
  values (id, 'code', v_client.id, request ->> 'redirect_uri', v_scopes, v_resources,
    auth_lib.stored_challenge(request), request ->> 'sealed', coalesce(request -> 'wishes', '{}'), 'pending', v_now,
    v_now + auth_lib.authorization_lifetime(settings));
  return jsonb_build_object('outcome', 'page', 'authorization', id);
end
$$;
comment on function auth_api.start_authorization is
  'GET /oauth/authorize. Errors: oauth_client_id_missing, oauth_redirect_uri_missing, '
  'oauth_client_id_malformed, oauth_client_unknown, oauth_redirect_uri_unknown, oauth_request_faulty, '
  'oauth_request_uri_unknown.';

-- Starts the authorization of a pushed request. Of parallel uses, the one that updates the row succeeds.
create function auth_lib.consume_pushed_request(c auth.oauth_clients, pushed uuid, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_now timestamptz := auth_lib.clock();
  v_row auth.oauth_authorizations;
begin
  update auth.oauth_authorizations as a
  set kind = 'code', status = 'pending', created_at = v_now,
      expires_at = v_now + auth_lib.authorization_lifetime(settings)
  where a.id = pushed and a.kind = 'pushed' and a.client_id = c.id and a.expires_at >= v_now
    and auth_lib.has_redirect_uri(c, a.redirect_uri)
  returning a.* into v_row;
  if v_row.id is null then
    return auth_lib.refusal('oauth_request_uri_unknown');
  end if;
  return jsonb_build_object('outcome', 'page', 'authorization', v_row.id, 'wishes', v_row.wishes);
end
$$;
