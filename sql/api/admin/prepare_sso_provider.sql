-- POST /admin/sso/providers, PUT /admin/sso/providers/{provider_id} and POST
-- /admin/sso/providers/{provider_id}/metadata, before the gateway fetches and parses the metadata.
-- Validates the members. `id` is null for a new provider. Returns the id, metadata URL and entity id of the
-- stored provider, or nulls.
create function auth_api.prepare_sso_provider(claims jsonb, id text, provider jsonb, settings jsonb)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused  jsonb := auth_lib.check_admin(claims, settings);
  v_provider auth.sso_providers;
begin
  if v_refused is not null then
    return v_refused;
  elsif id is not null then
    v_provider := auth_lib.find_sso_provider(id);
    if v_provider.id is null then
      return auth_lib.refusal('sso_provider_not_found');
    end if;
  end if;
  return coalesce(auth_lib.check_sso_provider(provider, id is null),
    jsonb_build_object('id', v_provider.id, 'metadata_url', v_provider.metadata_url,
      'entity_id', v_provider.entity_id));
end
$$;
comment on function auth_api.prepare_sso_provider is
  'POST /admin/sso/providers, PUT /admin/sso/providers/{provider_id} and POST '
  '/admin/sso/providers/{provider_id}/metadata, first half. Errors: token_expired, sub_missing, '
  'sub_not_uuid, session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'not_admin, right_missing, admin_session_expired, admin_needs_aal2, sso_provider_not_found, sso_type, '
  'sso_metadata_twice, sso_metadata_missing, sso_metadata_url, sso_metadata_url_scheme, '
  'sso_name_id_format, field_too_long, sso_email_domains, sso_require_signed, sso_uri_list, sso_algorithms, '
  'sso_mapping.';
