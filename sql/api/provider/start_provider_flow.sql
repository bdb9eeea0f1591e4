-- GET /authorize, after the gateway has found the provider. Creates a flow, whose id is the state
-- parameter. `verifier` is sealed by the gateway. Returns the definition of a custom provider.
create function auth_api.start_provider_flow(
  id uuid, provider text, link jsonb, invitation jsonb, verifier text)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_invitation uuid := (auth_lib.find_invitation(invitation)).id;
  v_definition jsonb := auth_lib.provider_definition(provider);
  v_refused    jsonb := coalesce(auth_lib.check_provider_enabled(provider, v_definition),
    auth_lib.check_pkce(link));
begin
  if invitation is not null and v_invitation is null then
    return auth_lib.refusal('invited_user_not_found');
  elsif v_refused is not null then
    return v_refused;
  end if;
  insert into auth.flow_states (id, provider, provider_endpoint_digest, authentication_method, code_challenge,
    code_challenge_method, redirect_to, verifier, invitation_id, created_at)
  values (id, coalesce(v_definition ->> 'identifier', provider), auth_lib.provider_endpoint_digest(v_definition),
    'oauth',
    nullif(link ->> 'code_challenge', ''), nullif(lower(link ->> 'code_challenge_method' collate "C"), ''),
    link ->> 'redirect_to', verifier, v_invitation, auth_lib.clock());
  return jsonb_build_object('custom', v_definition);
end
$$;
comment on function auth_api.start_provider_flow is
  'GET /authorize. Errors: custom_provider_unknown, custom_provider_off, invited_user_not_found, '
  'pkce_pair_required, pkce_length, pkce_characters, pkce_method.';
