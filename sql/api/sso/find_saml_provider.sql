-- POST /sso/saml/acs without a flow, for a sign-in started at the provider. `entity_id` is the issuer in
-- the response, which is not verified yet.
create function auth_api.find_saml_provider(entity_id text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_provider auth.sso_providers;
begin
  select p.* into v_provider from auth.sso_providers as p where p.entity_id = find_saml_provider.entity_id;
  if v_provider.id is null then
    return auth_lib.refusal('saml_idp_not_found');
  elsif v_provider.disabled then
    return auth_lib.refusal('saml_provider_off');
  end if;
  return jsonb_build_object('provider', auth_lib.saml_definition(v_provider, settings));
end
$$;
comment on function auth_api.find_saml_provider is
  'POST /sso/saml/acs, without a flow. Errors: saml_idp_not_found, saml_provider_off.';
