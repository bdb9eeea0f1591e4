-- The guards of PUT /user that need no hash, in the contract's order (8.22); null when the update may go on.
create function auth_lib.check_user_update(
  person auth.users, email text, phone text, channel text, password text, nonce text, app_metadata jsonb, settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_email   text := nullif(auth_lib.normal_email(check_user_update.email), '');
  v_refused jsonb;
begin
  v_refused := coalesce(
    case when v_email is not null then auth_lib.check_email(v_email) end,
    case when coalesce(check_user_update.phone, '') <> '' then coalesce(
      auth_lib.check_phone(check_user_update.phone), auth_lib.check_channel(check_user_update.channel, check_user_update.settings)) end,
    case when check_user_update.password is not null
      then auth_lib.check_new_password(check_user_update.password, check_user_update.settings) end);
  if v_refused is not null then
    return v_refused;
  elsif check_user_update.app_metadata is not null and not auth_lib.is_group_admin(check_user_update.person, check_user_update.settings) then
    return auth_lib.refusal('app_metadata_forbidden');
  elsif (check_user_update.person).is_anonymous and check_user_update.password is not null
    and v_email is null and coalesce(check_user_update.phone, '') = '' then
    return auth_lib.refusal('anonymous_password');
  elsif v_email is not null and (auth_lib.find_user('email', v_email)).id <> (check_user_update.person).id then
    return auth_lib.refusal('email_exists');
  elsif coalesce(check_user_update.phone, '') <> ''
    and (auth_lib.find_user('phone', auth_lib.normal_phone(check_user_update.phone))).id <> (check_user_update.person).id then
    return auth_lib.refusal('phone_exists_on_update');
  elsif check_user_update.password is not null and coalesce(check_user_update.nonce, '') = ''
    and coalesce((check_user_update.settings ->> 'security_update_password_require_reauthentication')::boolean, false) then
    return auth_lib.refusal('reauthentication_needed');
  end if;
  return null;
end
$$;
comment on function auth_lib.check_user_update(auth.users, text, text, text, text, text, jsonb, jsonb) is 'Null when PUT /user may go on, otherwise a refusal.';
