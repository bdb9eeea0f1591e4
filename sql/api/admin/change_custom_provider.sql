-- PUT /admin/custom-providers/{identifier}, after the gateway has fetched the discovery document if one is
-- needed. The provider is found by its id, to which the sealed secret is bound. If the provider was deleted
-- and another one with the same identifier was added, the other one is not changed.
create function auth_api.change_custom_provider(
  claims jsonb, id uuid, provider jsonb, secret text, discovery_document jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_old     auth.custom_providers;
  v_new     auth.custom_providers;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select p.* into v_old from auth.custom_providers as p where p.id = change_custom_provider.id
  for no key update;
  if v_old.id is null then
    return auth_lib.refusal('custom_provider_not_found');
  end if;
  v_new := auth_lib.changed_custom_provider(v_old, provider, secret, discovery_document);
  v_refused := auth_lib.check_custom_provider(v_new);
  if v_refused is not null then
    return v_refused;
  elsif v_new.provider_type = 'oidc' and v_new.discovery_document ->> 'issuer' is distinct from v_new.issuer
    then
    return auth_lib.refusal('custom_provider_issuer');
  end if;
  update auth.custom_providers as p
  set name = v_new.name, client_id = v_new.client_id, client_secret = v_new.client_secret,
      acceptable_client_ids = v_new.acceptable_client_ids, scopes = v_new.scopes,
      pkce_enabled = v_new.pkce_enabled,
      attribute_mapping = v_new.attribute_mapping, custom_claims_allowlist = v_new.custom_claims_allowlist,
      authorization_params = v_new.authorization_params, enabled = v_new.enabled,
      email_optional = v_new.email_optional,
      issuer = v_new.issuer, discovery_url = v_new.discovery_url, skip_nonce_check = v_new.skip_nonce_check,
      discovery_document = v_new.discovery_document, authorization_url = v_new.authorization_url,
      token_url = v_new.token_url, userinfo_url = v_new.userinfo_url, jwks_uri = v_new.jwks_uri,
      updated_at = auth_lib.clock()
  where p.id = v_old.id returning p.* into v_new;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{custom_provider_changed}',
    jsonb_build_object('provider', v_new.identifier, 'changed', auth_lib.changed_columns(to_jsonb(v_old), to_jsonb(v_new))), client);
  return auth_lib.custom_provider_json(v_new);
end
$$;
comment on function auth_api.change_custom_provider is
  'PUT /admin/custom-providers/{identifier}, second half. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, custom_provider_not_found, field_required, '
  'field_too_long, custom_provider_list, custom_provider_mapping, custom_provider_target, '
  'custom_provider_params, custom_provider_reserved, custom_provider_needs, custom_provider_url, '
  'custom_provider_issuer.';
