-- GET /user/identities/authorize. Starts a flow like that of a sign-in, and stores the user who will get
-- the identity. `provider` is null if the gateway does not know the provider; then only the caller is
-- checked, and no flow is created.
create function auth_api.start_identity_link(
  claims jsonb, id uuid, provider text, link jsonb, verifier text, audience text, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user       auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_definition jsonb := auth_lib.provider_definition(provider);
  v_refused    jsonb := auth_lib.check_linking_caller(claims, v_user, audience, settings);
begin
  if provider is null then
    return coalesce(v_refused, '{}');
  end if;
  v_refused := coalesce(v_refused, auth_lib.check_provider_enabled(provider, v_definition),
    auth_lib.check_pkce(link),
    auth_lib.check_identity_link_pkce(v_user, coalesce(v_definition ->> 'identifier', provider), link,
      settings));
  if v_refused is not null then
    return v_refused;
  end if;
  insert into auth.flow_states (id, provider, provider_endpoint_digest, authentication_method, code_challenge,
    code_challenge_method, redirect_to,
    verifier, linking_user_id, linking_session_id, access_epoch, created_at)
  values (id, coalesce(v_definition ->> 'identifier', provider), auth_lib.provider_endpoint_digest(v_definition),
    'oauth',
    nullif(link ->> 'code_challenge', ''), nullif(lower(link ->> 'code_challenge_method' collate "C"), ''),
    link ->> 'redirect_to',
    verifier, v_user.id, auth_lib.claimed_session(claims), v_user.access_epoch, auth_lib.clock());
  return jsonb_build_object('custom', v_definition);
end
$$;
comment on function auth_api.start_identity_link is
  'GET /user/identities/authorize. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, unexpected_audience, '
  'identities_need_owner, user_sso_managed, identities_need_aal2, custom_provider_unknown, '
  'custom_provider_off, pkce_pair_required, pkce_length, pkce_characters, pkce_method, link_needs_pkce.';

-- Checks that an identity link has a PKCE challenge if one is required. Returns an error or null. Without a
-- challenge, the link is not bound to the browser that started it, so an attacker could send its URL to a
-- victim and link the victim's identity to the attacker's account. A challenge is required for an account
-- without an e-mail address, because the account would get the victim's address. A challenge is also required
-- for a provider whose tokens are stored, because the attacker could read these tokens, and for all links
-- with security_manual_linking_require_pkce.
create function auth_lib.check_identity_link_pkce(
  person auth.users, provider text, link jsonb, settings jsonb)
returns jsonb
language sql stable
as $$
  select auth_lib.refusal('link_needs_pkce')
  where coalesce(link ->> 'code_challenge', '') = ''
    and ((person).email is null or auth_lib.stores_provider_tokens(provider, settings)
      or coalesce((settings ->> 'security_manual_linking_require_pkce')::boolean, false))
$$;
