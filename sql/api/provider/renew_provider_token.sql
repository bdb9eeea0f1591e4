-- GET /user/identities/{identity_id}/token, after the gateway has called the provider. Stores the outcome
-- of a lease. renewed: `tokens` contains {id, sealed, renewable, expires_in}. ended: the provider has ended
-- the access, so the tokens are deleted. failed: the provider is not available; the lease is extended, so
-- that no gateway retries at once. unread: this gateway cannot renew the tokens; the lease ends. `id`
-- identifies the leased tokens; newer tokens of a sign-in are not replaced. Renewed tokens are stored even
-- if the identity now belongs to another user, because the old refresh token may be void. The caller gets
-- the tokens only if the caller could lease them.
create function auth_api.renew_provider_token(
  claims jsonb, identity_id text, id uuid, tokens jsonb, outcome text, audience text, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_user auth.users := auth_lib.find_caller(claims);
begin
  if outcome = 'ended' then
    delete from auth.provider_tokens as t where t.id = renew_provider_token.id;
  elsif outcome = 'renewed' then
    update auth.provider_tokens as t
    set id = (tokens ->> 'id')::uuid, sealed = tokens ->> 'sealed',
        renewable = (tokens ->> 'renewable')::boolean, leased_until = null, updated_at = v_now,
        expires_at = v_now + make_interval(secs => (tokens ->> 'expires_in')::double precision)
    where t.id = renew_provider_token.id;
  else
    update auth.provider_tokens as t
    set leased_until = case when outcome = 'failed' then v_now + interval '30 seconds' end
    where t.id = renew_provider_token.id;
  end if;
  return coalesce(auth_lib.check_linking_caller(claims, v_user, audience, settings),
    case when not exists (
      select from auth.identities as i
      where i.user_id = v_user.id and i.id = auth_lib.path_uuid(identity_id))
      then auth_lib.refusal('provider_token_missing') end,
    '{}');
end
$$;
comment on function auth_api.renew_provider_token is
  'GET /user/identities/{identity_id}/token, second half. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'unexpected_audience, identities_need_owner, identities_need_aal2, provider_token_missing.';
