-- The first audience of a token; RFC 7519 allows a string or an array.
create function auth_lib.token_aud(claims jsonb) returns text
language sql immutable
as $$
  select nullif(case jsonb_typeof(token_aud.claims -> 'aud')
    when 'array' then token_aud.claims -> 'aud' ->> 0
    else token_aud.claims ->> 'aud' end, '')
$$;
comment on function auth_lib.token_aud(jsonb) is 'The first audience of verified claims, null without one.';
