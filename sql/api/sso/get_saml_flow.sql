-- POST /sso/saml/acs with a RelayState of this server, before the response is verified. Returns the
-- provider of the flow and the target of the redirect. Does not consume the flow, because the response may
-- be forged.
create function auth_api.get_saml_flow(id uuid, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_flow     auth.flow_states;
  v_provider auth.sso_providers;
  v_refused  jsonb;
begin
  select f.* into v_flow from auth.flow_states as f where f.id = get_saml_flow.id;
  v_refused := auth_lib.check_saml_flow(v_flow, settings);
  if v_refused is not null then
    return v_refused;
  end if;
  v_provider := auth_lib.sso_provider(substr(v_flow.provider, 5));
  if v_provider.id is null then
    return auth_lib.refusal('saml_relay_state_not_found');
  elsif v_provider.disabled then
    return auth_lib.refusal('saml_provider_off');
  end if;
  return jsonb_build_object('provider', auth_lib.saml_definition(v_provider, settings),
    'redirect_to', v_flow.redirect_to);
end
$$;
comment on function auth_api.get_saml_flow is
  'POST /sso/saml/acs, of a flow. Errors: saml_relay_state_not_found, saml_relay_state_expired, '
  'saml_provider_off.';
