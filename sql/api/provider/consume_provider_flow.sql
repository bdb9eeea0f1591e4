-- GET and POST /callback, before the gateway calls the provider. Consumes the flow: of parallel callbacks
-- with the same state, one succeeds. Returns the current definition of a custom provider, even if its secret
-- was changed or it was disabled since. The definition is null if the provider was deleted or its endpoints
-- have changed.
create function auth_api.consume_provider_flow(id uuid, settings jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now        timestamptz := auth_lib.clock();
  v_flow       auth.flow_states;
  v_definition jsonb;
begin
  select f.* into v_flow from auth.flow_states as f
  where f.id = consume_provider_flow.id and f.redirect_to is not null for no key update;
  if v_flow.id is null then
    return auth_lib.refusal('oauth_state_not_found');
  elsif v_flow.consumed_at is not null then
    return auth_lib.refusal('oauth_state_used');
  elsif v_now > v_flow.created_at + auth_lib.flow_lifetime(settings) then
    return auth_lib.refusal('oauth_state_expired');
  end if;
  update auth.flow_states as f set consumed_at = v_now, verifier = null where f.id = v_flow.id;
  v_definition := auth_lib.provider_definition(v_flow.provider);
  return jsonb_build_object('provider', v_flow.provider, 'redirect_to', v_flow.redirect_to,
    'verifier', v_flow.verifier, 'pkce', v_flow.code_challenge is not null,
    'custom', case when auth_lib.provider_endpoint_digest(v_definition) = v_flow.provider_endpoint_digest
      then v_definition end);
end
$$;
comment on function auth_api.consume_provider_flow is
  'GET and POST /callback, first half. Errors: oauth_state_not_found, oauth_state_used, '
  'oauth_state_expired.';
