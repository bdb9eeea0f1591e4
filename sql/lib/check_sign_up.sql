-- The guards of /signup with an address, in the contract's order (8.3); null when all pass.
create function auth_lib.check_sign_up(
  email text, phone text, password text, channel text, code_challenge text, code_challenge_method text, settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_phone   boolean := coalesce(check_sign_up.phone, '') <> '';
  v_refused jsonb;
begin
  if coalesce((check_sign_up.settings ->> 'disable_signup')::boolean, false) then
    return auth_lib.refusal('signup_disabled');
  elsif coalesce(check_sign_up.password, '') = '' then
    return auth_lib.refusal('password_required');
  end if;
  v_refused := auth_lib.check_new_password(check_sign_up.password, check_sign_up.settings);
  if v_refused is not null then
    return v_refused;
  elsif v_phone and coalesce(check_sign_up.email, '') <> '' then
    return auth_lib.refusal('one_address_on_signup');
  end if;
  v_refused := case when v_phone then auth_lib.check_channel(check_sign_up.channel, check_sign_up.settings) end;
  if v_refused is not null then
    return v_refused;
  elsif v_phone and coalesce(check_sign_up.code_challenge, '') <> '' then
    return auth_lib.refusal('pkce_not_for_phone');
  end if;
  v_refused := auth_lib.check_pkce(check_sign_up.code_challenge, check_sign_up.code_challenge_method);
  if v_refused is not null then
    return v_refused;
  elsif v_phone and not coalesce((check_sign_up.settings ->> 'external_phone_enabled')::boolean, false) then
    return auth_lib.refusal('phone_signups_disabled');
  elsif v_phone then
    return auth_lib.check_phone(check_sign_up.phone);
  elsif not coalesce((check_sign_up.settings ->> 'external_email_enabled')::boolean, true) then
    return auth_lib.refusal('email_signups_disabled');
  end if;
  return auth_lib.check_email(check_sign_up.email);
end
$$;
comment on function auth_lib.check_sign_up(text, text, text, text, text, text, jsonb) is 'Null when a sign-up may go on, otherwise a refusal.';
