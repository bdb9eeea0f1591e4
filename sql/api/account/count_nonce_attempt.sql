-- Runs before PUT /user if the SMS gateway creates its own codes. Counts the attempt at a nonce that was sent
-- to a phone number, and returns the verification request for the SMS gateway. Returns null if update_user()
-- needs no verification, because it returns an error, needs no nonce, or compares the fixed code of a test
-- number.
create function auth_api.count_nonce_attempt(
  claims jsonb, email text, phone text, password text, nonce text, app_metadata jsonb, channel text,
  link jsonb, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user auth.users := auth_lib.find_caller(claims);
begin
  if not coalesce((settings ->> 'security_update_password_require_reauthentication')::boolean, false)
    or password is null or v_user.email is not null or v_user.phone is null
    or not auth_lib.gateway_creates_codes(v_user.phone, settings)
    or nonce = auth_lib.test_number_code(v_user.phone, settings)
    or coalesce(
      auth_lib.check_caller(claims, v_user, settings), auth_lib.check_session_live(claims),
      auth_lib.check_user_update(claims, v_user, email, phone, channel, password, null, nonce,
        app_metadata, settings),
      auth_lib.check_pkce(link),
      auth_lib.check_attempts(v_user.phone, '{reauthentication}', v_user.id, settings)) is not null then
    return null;
  end if;
  return auth_lib.count_gateway_attempt(v_user.phone, '{reauthentication}', nonce, v_user.id, settings);
end
$$;
comment on function auth_api.count_nonce_attempt is
  'Before PUT /user: counts an attempt at a nonce that the SMS gateway made, and returns the request for '
  'that gateway.';
