-- Stored access and refresh tokens of providers (EXTERNAL_KEPT_TOKENS).

-- Returns true if the tokens of a provider are stored.
create function auth_lib.stores_provider_tokens(provider text, settings jsonb) returns boolean
language sql immutable
as $$ select coalesce(settings -> 'external_kept_tokens', '[]') ? provider $$;

-- Stores the provider's tokens after a sign-in: {id, sealed, renewable, expires_in}. Does nothing if tokens
-- is null or if no user has the identity. Some providers send a refresh token only after the first consent,
-- so tokens without a refresh token do not replace tokens with one.
create function auth_lib.store_provider_tokens(provider text, subject text, tokens jsonb) returns void
language plpgsql volatile
as $$
declare
  v_now timestamptz := auth_lib.clock();
begin
  if tokens is null then
    return;
  end if;
  insert into auth.provider_tokens as t (user_id, provider, identity_id, id, sealed, renewable, expires_at,
    updated_at)
  select i.user_id, i.provider, i.id, (tokens ->> 'id')::uuid, tokens ->> 'sealed',
    (tokens ->> 'renewable')::boolean,
    v_now + make_interval(secs => (tokens ->> 'expires_in')::double precision), v_now
  from auth.identities as i
  where i.provider = store_provider_tokens.provider and i.subject = store_provider_tokens.subject
  on conflict on constraint provider_tokens_pkey do update
  set id = excluded.id, sealed = excluded.sealed, renewable = excluded.renewable,
      expires_at = excluded.expires_at, leased_until = null, updated_at = excluded.updated_at
  where excluded.renewable or not t.renewable;
end
$$;
