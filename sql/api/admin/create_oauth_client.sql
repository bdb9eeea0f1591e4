-- POST /admin/oauth/clients.
create function auth_api.create_oauth_client(claims jsonb, metadata jsonb, settings jsonb,
  client jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_fault   text := coalesce(auth_lib.client_redirects_fault(metadata),
    auth_lib.client_metadata_fault(metadata));
  v_new     auth.oauth_clients;
begin
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.needs_redirect_uris(metadata)
    and coalesce(metadata -> 'redirect_uris', 'null') in ('null', '[]') then
    return auth_lib.refusal('field_required', 'redirect_uris');
  elsif v_fault is null then
    v_new := auth_lib.new_oauth_client(metadata, 'manual', settings);
    v_fault := auth_lib.client_metadata_conflict(v_new);
  end if;
  if v_fault is not null then
    return auth_lib.refusal('oauth_client_metadata', v_fault);
  end if;
  insert into auth.oauth_clients select v_new.*;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{oauth_client_created}',
    jsonb_build_object('client_id', v_new.id), client);
  return auth_lib.client_with_secret(v_new);
end
$$;
comment on function auth_api.create_oauth_client is
  'POST /admin/oauth/clients. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, right_missing, '
  'admin_session_expired, admin_needs_aal2, field_required, oauth_client_metadata.';
