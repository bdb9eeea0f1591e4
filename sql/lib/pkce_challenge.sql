-- The challenge that a verifier belongs to (RFC 7636, 4.2): itself, or base64url of its SHA-256 without padding.
create function auth_lib.pkce_challenge(code_verifier text, code_challenge_method text) returns text
language sql immutable
as $$
  select case pkce_challenge.code_challenge_method
    when 'plain' then pkce_challenge.code_verifier
    else rtrim(translate(encode(auth_lib.digest(pkce_challenge.code_verifier), 'base64'), '+/', '-_'), '=')
  end
$$;
comment on function auth_lib.pkce_challenge(text, text) is 'The PKCE challenge of a verifier.';
