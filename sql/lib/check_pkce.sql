-- The refusal of a pair of PKCE parameters (contract 5.5, RFC 7636), or null. Both absent or empty is the implicit flow.
create function auth_lib.check_pkce(code_challenge text, code_challenge_method text) returns jsonb
language sql stable
as $$
  select case
    when (coalesce(check_pkce.code_challenge, '') = '') <> (coalesce(check_pkce.code_challenge_method, '') = '')
      then auth_lib.refusal('pkce_pair_required')
    when coalesce(check_pkce.code_challenge, '') = '' then null
    when length(check_pkce.code_challenge) not between 43 and 128 then auth_lib.refusal('pkce_length')
    when check_pkce.code_challenge !~ '^[a-zA-Z._~0-9-]+$' then auth_lib.refusal('pkce_characters')
    when lower(check_pkce.code_challenge_method collate "C") not in ('s256', 'plain') then auth_lib.refusal('pkce_method')
  end
$$;
comment on function auth_lib.check_pkce(text, text) is 'Null for usable PKCE parameters or none, otherwise a refusal.';
