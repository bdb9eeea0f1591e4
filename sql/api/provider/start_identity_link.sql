-- GET /user/identities/authorize. The same row as for a sign-in, with the user to whom the identity will belong; none where
-- provider is null: the gateway knows none of that name, and asks whether the caller may link at all.
create function auth_api.start_identity_link(
  claims jsonb, id uuid, provider text, link jsonb, verifier text, audience text, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user       auth.users := auth_lib.caller(claims);
  v_definition jsonb := auth_lib.provider_definition(provider);
  v_refused    jsonb := auth_lib.check_linker(claims, v_user, audience, settings);
begin
  if provider is null then
    return coalesce(v_refused, '{}');
  end if;
  v_refused := coalesce(v_refused, auth_lib.check_provider(provider, v_definition), auth_lib.check_pkce(link));
  if v_refused is not null then
    return v_refused;
  end if;
  insert into auth.flow_states (id, provider, provider_place, authentication_method, code_challenge, code_challenge_method, redirect_to,
    verifier, linking_user_id, created_at)
  values (id, coalesce(v_definition ->> 'identifier', provider), auth_lib.provider_place(v_definition), 'oauth',
    nullif(link ->> 'code_challenge', ''), nullif(lower(link ->> 'code_challenge_method' collate "C"), ''), link ->> 'redirect_to',
    verifier, v_user.id, auth_lib.clock());
  return jsonb_build_object('custom', v_definition);
end
$$;
comment on function auth_api.start_identity_link is
  'GET /user/identities/authorize. Refuses: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, unexpected_audience, identities_need_aal2, custom_provider_unknown, '
  'custom_provider_off, pkce_pair_required, pkce_length, pkce_characters, pkce_method.';
