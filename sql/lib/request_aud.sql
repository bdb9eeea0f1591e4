-- The audience a request speaks for (contract 3.5): the header X-JWT-AUD, the token's unless it is an administrator's,
-- the configured one.
create function auth_lib.request_aud(claims jsonb, audience text, settings jsonb) returns text
language sql immutable
as $$
  select coalesce(
    nullif(request_aud.audience, ''),
    case when not coalesce(request_aud.settings -> 'jwt_admin_roles', '["service_role","supabase_admin"]')
        ? coalesce(request_aud.claims ->> 'role', '')
      then auth_lib.token_aud(request_aud.claims) end,
    request_aud.settings ->> 'jwt_aud', 'authenticated')
$$;
comment on function auth_lib.request_aud(jsonb, text, jsonb) is 'The audience of a request, by which addresses find users.';
