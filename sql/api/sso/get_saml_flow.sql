-- POST /sso/saml/acs with a RelayState of this server, before the response is verified. Returns the provider
-- of the flow and the target of the redirect. Errors of a known flow contain that target too. Does not
-- consume the flow, because the response may be forged.
create function auth_api.get_saml_flow(id uuid, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_flow     auth.flow_states;
  v_provider auth.sso_providers;
  v_refused  jsonb;
begin
  select f.* into v_flow from auth.flow_states as f where f.id = get_saml_flow.id;
  v_provider := auth_lib.find_sso_provider(substr(v_flow.provider, 5));
  v_refused := coalesce(auth_lib.check_saml_flow(v_flow, settings), case
    when v_provider.id is null then auth_lib.refusal('saml_relay_state_not_found')
    when v_provider.disabled then auth_lib.refusal('saml_provider_off') end);
  if v_refused #>> '{refused,name}' = 'saml_relay_state_not_found' then
    return v_refused;
  elsif v_refused is not null then
    return jsonb_set(v_refused, '{refused,extra}', jsonb_build_object('redirect_to', v_flow.redirect_to));
  end if;
  return jsonb_build_object('provider', auth_lib.saml_definition(v_provider, settings),
    'redirect_to', v_flow.redirect_to);
end
$$;
comment on function auth_api.get_saml_flow is
  'POST /sso/saml/acs, of a flow. Errors: saml_relay_state_not_found, saml_relay_state_expired, '
  'saml_provider_off.';
