-- The type an answer names: the one asked for, or for "email" the one the token turned out to be.
create function auth_lib.proof_type(type text, token auth.one_time_tokens) returns text
language sql immutable
as $$
  select case when proof_type.type <> 'email' then proof_type.type
    when (proof_type.token).kind = 'confirmation' then 'signup' else 'magiclink' end
$$;
comment on function auth_lib.proof_type(text, auth.one_time_tokens) is 'The wire type of a redeemed token.';
