-- POST /oauth/clients/register (RFC 7591). Anybody may register, so such a client is never trusted: it gets
-- the built-in scopes, needs PKCE, and by default only redirects to the user's own device.
create function auth_api.register_oauth_client(metadata jsonb, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_fault text := auth_lib.redirect_uris_fault(metadata -> 'redirect_uris');
  v_new   auth.oauth_clients;
  v_nobody auth.users;
begin
  if v_fault is null and coalesce(settings ->> 'oauth_server_dynamic_redirects', 'device') = 'device' then
    select format('invalid redirect_uri ''%s'': only this device and private-use schemes can be registered openly',
      left(r.uri, 200)) into v_fault
    from jsonb_array_elements_text(metadata -> 'redirect_uris') as r (uri) where r.uri like 'https:%' limit 1;
  end if;
  if v_fault is not null then
    return auth_lib.refusal('oauth_registration_redirect', v_fault);
  end if;
  v_fault := auth_lib.client_metadata_fault(metadata);
  if v_fault is not null then
    return auth_lib.refusal('oauth_registration_metadata', v_fault);
  end if;
  if (select count(*) from auth.oauth_clients as c where c.registration_type = 'dynamic'
    and c.deleted_at is null)
    >= coalesce((settings ->> 'oauth_server_max_dynamic_clients')::integer, 10000) then
    return auth_lib.refusal('oauth_too_many_clients');
  end if;
  v_new := auth_lib.new_oauth_client(metadata - '{resources,require_pkce,skips_consent}'::text[], 'dynamic',
    settings);
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
