-- The session a token was issued for; null where the claim is absent, empty or the nil UUID.
create function auth_lib.claimed_session(claims jsonb) returns uuid
language sql immutable
as $$
  select nullif(auth_lib.uuid_or_null(claimed_session.claims ->> 'session_id'), '00000000-0000-0000-0000-000000000000')
$$;
comment on function auth_lib.claimed_session(jsonb) is 'The session_id claim as a uuid, null when the token has no session.';
