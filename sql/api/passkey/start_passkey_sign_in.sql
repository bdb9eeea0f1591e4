-- POST /passkeys/authentication/options. Requires no authentication. The response reveals nothing about
-- users, because the authenticator offers the passkeys that it holds for this site.
create function auth_api.start_passkey_sign_in(settings jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_challenge auth.passkey_challenges := auth_lib.create_passkey_challenge(null, 'sign_in', settings);
begin
  return auth_lib.challenge_reply(v_challenge,
    auth_lib.request_options(v_challenge.challenge, null, settings));
end
$$;
comment on function auth_api.start_passkey_sign_in is 'POST /passkeys/authentication/options.';
