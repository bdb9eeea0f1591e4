-- The guards of PUT /admin/users/{user_id} in the contract's order (8.17); null when the change may be made.
create function auth_lib.check_user_change(
  id uuid, role text, email text, phone text, password text, ban_duration text, settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_refused jsonb := coalesce(
    case when coalesce(check_user_change.email, '') <> '' then auth_lib.check_email(check_user_change.email) end,
    case when coalesce(check_user_change.phone, '') <> '' then auth_lib.check_phone(check_user_change.phone) end,
    auth_lib.check_ban_duration(check_user_change.ban_duration),
    case when check_user_change.password is not null
      then auth_lib.check_new_password(check_user_change.password, check_user_change.settings) end,
    case when octet_length(auth_lib.trim_space(check_user_change.role)) > 255 then auth_lib.refusal('claim_too_long', 'role') end);
begin
  if v_refused is not null then
    return v_refused;
  elsif (auth_lib.find_user('email', auth_lib.normal_email(check_user_change.email))).id <> check_user_change.id then
    return auth_lib.refusal('email_exists');
  elsif (auth_lib.find_user('phone', auth_lib.normal_phone(check_user_change.phone))).id <> check_user_change.id then
    return auth_lib.refusal('phone_exists');
  end if;
  return null;
end
$$;
comment on function auth_lib.check_user_change(uuid, text, text, text, text, text, jsonb) is 'Null when an administrator may change a user so, otherwise a refusal.';
