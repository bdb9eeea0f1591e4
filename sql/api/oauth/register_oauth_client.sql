-- POST /oauth/clients/register (RFC 7591). Anybody may register, so these clients are not trusted: they get
-- only built-in scopes, need PKCE, and by default redirect only to the user's own device.
create function auth_api.register_oauth_client(metadata jsonb, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_fault text := coalesce(auth_lib.client_redirects_fault(metadata), auth_lib.undotted_scheme_fault(metadata));
  v_uris  jsonb := coalesce(nullif(metadata -> 'redirect_uris', 'null'), '[]')
    || coalesce(nullif(metadata -> 'post_logout_redirect_uris', 'null'), '[]');
  v_new   auth.oauth_clients;
  v_nobody auth.users;
begin
  if v_fault is null and auth_lib.restricts_redirects_to_device(settings) then
    select format('invalid redirect_uri ''%s'': only this device and private-use schemes can be registered openly',
      left(r.uri, 200)) into v_fault
    from jsonb_array_elements_text(v_uris) as r (uri)
    where r.uri like 'https:%' limit 1;
  end if;
  if v_fault is not null then
    return auth_lib.refusal('oauth_registration_redirect', v_fault);
  end if;
  v_fault := auth_lib.client_metadata_fault(metadata);
  -- The device grant needs no redirect to the user's device, so such a client could be used for phishing
  -- like a web site.
  if v_fault is null and metadata -> 'grant_types' ? 'urn:ietf:params:oauth:grant-type:device_code'
    and auth_lib.restricts_redirects_to_device(settings) then
    v_fault := 'the device grant cannot be registered openly';
  end if;
  if v_fault is not null then
    return auth_lib.refusal('oauth_registration_metadata', v_fault);
  end if;
  if auth_lib.client_limit_reached(settings) then
    return auth_lib.refusal('oauth_too_many_clients');
  end if;
  v_new := auth_lib.new_oauth_client(metadata - '{resources,require_pkce,skips_consent}'::text[], 'dynamic',
    settings);
  v_fault := auth_lib.client_metadata_conflict(v_new);
  if v_fault is not null then
    return auth_lib.refusal('oauth_registration_metadata', v_fault);
  end if;
  v_new.scopes := auth_lib.built_in_among(v_new.scopes);
  insert into auth.oauth_clients select v_new.*;
  v_nobody.id := '00000000-0000-0000-0000-000000000000';
  perform auth_lib.audit(v_nobody, '{oauth_client_registered}', jsonb_build_object('client_id', v_new.id),
    client);
  return auth_lib.client_with_secret(v_new);
end
$$;
comment on function auth_api.register_oauth_client is
  'POST /oauth/clients/register. Errors: oauth_registration_redirect, oauth_registration_metadata, '
  'oauth_too_many_clients.';

-- Returns true if clients that registered themselves may redirect only to the user's own device.
create function auth_lib.restricts_redirects_to_device(settings jsonb) returns boolean
language sql immutable
as $$ select coalesce(settings ->> 'oauth_server_dynamic_redirects', 'device') = 'device' $$;
