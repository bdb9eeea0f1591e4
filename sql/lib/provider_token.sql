-- Tokens of providers that the server keeps for a user (EXTERNAL_KEPT_TOKENS).

-- Returns true if the tokens of a provider are kept.
create function auth_lib.keeps_tokens(provider text, settings jsonb) returns boolean
language sql immutable
as $$ select coalesce(settings -> 'external_kept_tokens', '[]') ? provider $$;

-- Keeps the tokens that came with a sign-in: {id, sealed, renewable, expires_in}. Does nothing without tokens
-- or identity. Some providers give a refresh token only at the first consent: tokens without one do not
-- replace tokens that can be renewed.
create function auth_lib.keep_provider_tokens(provider text, subject text, tokens jsonb) returns void
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
  where i.provider = keep_provider_tokens.provider and i.subject = keep_provider_tokens.subject
  on conflict on constraint provider_tokens_pkey do update
  set id = excluded.id, sealed = excluded.sealed, renewable = excluded.renewable,
      expires_at = excluded.expires_at, leased_until = null, updated_at = excluded.updated_at
  where excluded.renewable or not t.renewable;
end
$$;
