-- GET /user/identities/{identity_id}/token, second half. Stores renewed tokens: {id, sealed, renewable,
-- expires_in}. Null if the provider could not be asked: the lease ends. gone is true if the provider has ended
-- the access: the tokens are deleted. id names the tokens that were renewed: newer ones of a sign-in stay.
create function auth_api.renew_provider_token(claims jsonb, id uuid, tokens jsonb, gone boolean)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_user uuid := (auth_lib.caller(claims)).id;
begin
  if gone then
    delete from auth.provider_tokens as t where t.user_id = v_user and t.id = renew_provider_token.id;
  elsif tokens is null then
    update auth.provider_tokens as t set leased_until = null
    where t.user_id = v_user and t.id = renew_provider_token.id;
  else
    update auth.provider_tokens as t
    set id = (tokens ->> 'id')::uuid, sealed = tokens ->> 'sealed',
        renewable = (tokens ->> 'renewable')::boolean, leased_until = null, updated_at = v_now,
        expires_at = v_now + make_interval(secs => (tokens ->> 'expires_in')::double precision)
    where t.user_id = v_user and t.id = renew_provider_token.id;
  end if;
  return '{}'::jsonb;
end
$$;
comment on function auth_api.renew_provider_token is
  'GET /user/identities/{identity_id}/token, second half: stores renewed tokens.';
