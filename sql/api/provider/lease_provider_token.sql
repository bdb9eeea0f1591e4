-- GET /user/identities/{identity_id}/token. Returns the sealed tokens of an identity. If the access token is
-- about to expire, one caller gets a lease and renews it at the provider; others get the current token until
-- it expires. Tokens of a provider that is not in EXTERNAL_KEPT_TOKENS are not returned. Such tokens are
-- deleted only after a day, because gateways may have different settings while a new setting is deployed.
create function auth_api.lease_provider_token(
  claims jsonb, identity_id text, audience text, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_id      uuid := auth_lib.path_uuid(identity_id);
  v_user    auth.users := auth_lib.find_caller(claims);
  v_refused jsonb := auth_lib.check_linking_caller(claims, v_user, audience, settings);
  v_tokens  auth.provider_tokens;
  v_renew   boolean;
begin
  if v_refused is not null then
    return v_refused;
  elsif v_id is null then
    return auth_lib.refusal('identity_id_not_uuid');
  end if;
  select t.* into v_tokens from auth.provider_tokens as t
  where t.user_id = v_user.id and t.identity_id = v_id
  for no key update;
  if v_tokens.user_id is not null
    and not auth_lib.stores_provider_tokens(v_tokens.provider, settings) then
    delete from auth.provider_tokens as t
    where t.id = v_tokens.id and t.updated_at < v_now - interval '1 day';
    return auth_lib.refusal('provider_token_missing');
  end if;
  v_renew := v_tokens.expires_at <= v_now + interval '1 minute' and v_tokens.renewable;
  if v_tokens.user_id is null or v_tokens.expires_at <= v_now and not v_tokens.renewable then
    return auth_lib.refusal('provider_token_missing');
  elsif v_renew and v_tokens.leased_until > v_now then
    if v_tokens.expires_at <= v_now then
      return auth_lib.refusal('provider_token_busy');
    end if;
    v_renew := false;
  elsif v_renew then
    update auth.provider_tokens as t set leased_until = v_now + interval '30 seconds'
    where t.user_id = v_user.id and t.provider = v_tokens.provider and t.identity_id = v_id;
  end if;
  return jsonb_build_object('id', v_tokens.id, 'provider', v_tokens.provider, 'sealed', v_tokens.sealed,
    'expires_at', floor(extract(epoch from v_tokens.expires_at))::bigint, 'renew', coalesce(v_renew, false),
    'custom', auth_lib.provider_definition(v_tokens.provider));
end
$$;
comment on function auth_api.lease_provider_token is
  'GET /user/identities/{identity_id}/token. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'unexpected_audience, identities_need_owner, user_sso_managed, identities_need_aal2, '
  'identity_id_not_uuid, provider_token_missing, provider_token_busy.';
