-- POST /sso. Finds the provider by its id or by a domain, and creates a flow. The id of the flow is the
-- RelayState, and the id of the SAML request is derived from it. Returns the provider data for the request.
create function auth_api.start_saml_flow(
  id uuid, provider_id text, domain text, link jsonb, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_id       uuid := nullif(auth_lib.path_uuid(provider_id), '00000000-0000-0000-0000-000000000000');
  v_domain   text := nullif(auth_lib.normal_domain(domain), '');
  v_provider auth.sso_providers;
  v_refused  jsonb;
begin
  if v_id is not null and v_domain is not null then
    return auth_lib.refusal('sso_one_choice');
  elsif v_id is null and v_domain is null then
    return auth_lib.refusal('sso_no_choice');
  end if;
  select p.* into v_provider from auth.sso_providers as p
  where p.id = coalesce(v_id, (select d.provider_id from auth.sso_domains as d where d.domain = v_domain));
  v_refused := case
    when v_provider.id is null and v_id is not null then auth_lib.refusal('sso_provider_unknown')
    when v_provider.id is null then auth_lib.refusal('sso_domain_unknown')
    when v_provider.disabled then auth_lib.refusal('sso_provider_disabled')
    else auth_lib.check_pkce(link) end;
  if v_refused is not null then
    return v_refused;
  end if;
  insert into auth.flow_states (id, provider, authentication_method, code_challenge, code_challenge_method,
    redirect_to, created_at)
  values (id, 'sso:' || v_provider.id, 'sso/saml', nullif(link ->> 'code_challenge', ''),
    nullif(lower(link ->> 'code_challenge_method' collate "C"), ''), link ->> 'redirect_to',
    auth_lib.clock());
  return auth_lib.saml_definition(v_provider, settings);
end
$$;
comment on function auth_api.start_saml_flow is
  'POST /sso. Errors: sso_one_choice, sso_no_choice, sso_provider_unknown, sso_domain_unknown, '
  'sso_provider_disabled, pkce_pair_required, pkce_length, pkce_characters, pkce_method.';
