-- GET /admin/custom-providers. Returns all custom providers, or those of one type, without their secrets.
create function auth_api.list_custom_providers(claims jsonb, type text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
begin
  if v_refused is not null then
    return v_refused;
  elsif type <> '' and type not in ('oauth2', 'oidc') then
    return auth_lib.refusal('custom_provider_type_filter');
  end if;
  return jsonb_build_object('providers', coalesce((
    select jsonb_agg(auth_lib.custom_provider_json(p) order by p.created_at, p.identifier)
    from auth.custom_providers as p where coalesce(type, '') in ('', p.provider_type)), '[]'));
end
$$;
comment on function auth_api.list_custom_providers is
  'GET /admin/custom-providers. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2, custom_provider_type_filter.';
