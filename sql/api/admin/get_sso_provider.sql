-- GET /admin/sso/providers/{provider_id}. Returns a provider with its metadata document.
create function auth_api.get_sso_provider(claims jsonb, id text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused  jsonb := auth_lib.check_admin(claims, settings, 'read');
  v_provider auth.sso_providers := auth_lib.find_sso_provider(id);
begin
  if v_refused is not null then
    return v_refused;
  elsif v_provider.id is null then
    return auth_lib.refusal('sso_provider_not_found');
  end if;
  return auth_lib.sso_provider_json(v_provider, true);
end
$$;
comment on function auth_api.get_sso_provider is
  'GET /admin/sso/providers/{provider_id}. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'admin_session_expired, admin_needs_aal2, sso_provider_not_found.';
