-- POST /admin/custom-providers and PUT /admin/custom-providers/{identifier}, before the gateway contacts
-- the provider. Validates the definition. Returns it, and whether its discovery document must be fetched.
-- For a new provider identifier is null, and the gateway has already created the id and the sealed secret.
create function auth_api.prepare_custom_provider(
  claims jsonb, identifier text, provider jsonb, secret text, settings jsonb)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_old     auth.custom_providers;
  v_new     auth.custom_providers;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_old := case when identifier is null then auth_lib.new_custom_provider()
    else auth_lib.find_custom_provider(identifier) end;
  if identifier is not null and v_old.id is null then
    return auth_lib.refusal('custom_provider_not_found');
  end if;
  v_new := auth_lib.changed_custom_provider(v_old, provider, secret, null);
  v_refused := auth_lib.check_custom_provider(v_new);
  if v_refused is not null then
    return v_refused;
  end if;
  return jsonb_build_object('provider', auth_lib.custom_provider_json(v_new),
    'discover', v_new.provider_type = 'oidc'
      and (identifier is null or provider ?| '{issuer,discovery_url}'));
end
$$;
comment on function auth_api.prepare_custom_provider is
  'POST /admin/custom-providers and PUT /admin/custom-providers/{identifier}, first half. Errors: '
  'token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, session_not_found, '
  'banned_caller, client_token, not_admin, right_missing, admin_session_expired, admin_needs_aal2, '
  'custom_provider_not_found, custom_provider_type, field_required, custom_provider_prefix, '
  'custom_provider_identifier, field_too_long, custom_provider_list, custom_provider_mapping, '
  'custom_provider_target, custom_provider_params, custom_provider_reserved, custom_provider_needs, '
  'custom_provider_url.';
