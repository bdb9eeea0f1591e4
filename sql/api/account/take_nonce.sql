-- Before PUT /user, where the gateway of SMS makes its own codes: counts the guess at a nonce that went to a number, and says
-- what that gateway is to be asked. Null where there is nothing to ask, and update_user() tells by itself: it refuses, needs
-- no nonce, or knows it.
create function auth_api.take_nonce(
  claims jsonb, email text, phone text, password text, nonce text, app_metadata jsonb, channel text, link jsonb, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user auth.users := auth_lib.caller(claims);
begin
  if not coalesce((settings ->> 'security_update_password_require_reauthentication')::boolean, false)
    or password is null or v_user.email is not null or v_user.phone is null
    or not auth_lib.makes_own_codes(v_user.phone, settings) or nonce = auth_lib.test_otp(v_user.phone, settings)
    or coalesce(
      auth_lib.check_caller(claims, v_user, settings), auth_lib.check_session_lives(claims),
      auth_lib.check_user_update(claims, v_user, email, phone, channel, password, nonce, app_metadata, settings),
      auth_lib.check_pkce(link),
      auth_lib.check_guesses(v_user.phone, '{reauthentication}', v_user.id, settings)) is not null then
    return null;
  end if;
  return auth_lib.take_guess(v_user.phone, '{reauthentication}', nonce, v_user.id, settings);
end
$$;
comment on function auth_api.take_nonce is
  'Before PUT /user: counts a guess at a nonce that the gateway of SMS made, and says what that gateway is to be asked.';
