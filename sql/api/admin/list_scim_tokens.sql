-- GET /admin/sso/providers/{provider_id}/scim-tokens.
create function auth_api.list_scim_tokens(claims jsonb, id text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
  v_id      uuid := (auth_lib.find_sso_provider(id)).id;
begin
  if v_refused is not null then
    return v_refused;
  elsif v_id is null then
    return auth_lib.refusal('sso_provider_not_found');
  end if;
  return jsonb_build_object('tokens', (
    select coalesce(jsonb_agg(auth_lib.scim_token_json(t) order by t.created_at, t.id), '[]')
    from auth.scim_tokens as t where t.provider_id = v_id));
end
$$;
comment on function auth_api.list_scim_tokens is
  'GET /admin/sso/providers/{provider_id}/scim-tokens. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'admin_session_expired, admin_needs_aal2, sso_provider_not_found.';
