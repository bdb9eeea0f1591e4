-- GET /admin/custom-providers/{identifier}. Returns a custom provider without its secret.
create function auth_api.get_custom_provider(claims jsonb, identifier text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused  jsonb := auth_lib.check_admin(claims, settings, 'read');
  v_provider auth.custom_providers := auth_lib.find_custom_provider(identifier);
begin
  if v_refused is not null then
    return v_refused;
  elsif v_provider.id is null then
    return auth_lib.refusal('custom_provider_not_found');
  end if;
  return auth_lib.custom_provider_json(v_provider);
end
$$;
comment on function auth_api.get_custom_provider is
  'GET /admin/custom-providers/{identifier}. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'admin_session_expired, admin_needs_aal2, custom_provider_not_found.';
