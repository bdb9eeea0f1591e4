-- What of a sign-up's data may go into identity data: never a key that says who somebody is or what was verified, since
-- identities find accounts. user_metadata finds nothing and keeps such keys (contract 4.5, T40a).
create function auth_lib.identity_data(data jsonb) returns jsonb
language sql immutable
as $$
  select coalesce(identity_data.data, '{}')
    - '{sub,email,phone,email_verified,phone_verified,iss,provider_id}'::text[]
$$;
comment on function auth_lib.identity_data(jsonb) is 'A sign-up''s data without the keys that only the server sets.';
