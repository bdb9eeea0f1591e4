-- GET /admin/oauth/clients/{client_id}.
create function auth_api.get_oauth_client(claims jsonb, client_id text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings, 'read'),
    auth_lib.check_client_id(client_id));
  v_client  auth.oauth_clients;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_client := auth_lib.client_of_path(client_id);
  return case when v_client.id is null then auth_lib.refusal('oauth_client_not_found')
    else auth_lib.oauth_client_json(v_client) end;
end
$$;
comment on function auth_api.get_oauth_client is
  'GET /admin/oauth/clients/{client_id}. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'admin_session_expired, admin_needs_aal2, oauth_client_id_format, oauth_client_not_found.';
