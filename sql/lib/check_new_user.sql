-- The guards of POST /admin/users in the contract's order (8.16); null when the user may be created.
create function auth_lib.check_new_user(
  id text, aud text, role text, email text, phone text, password text, password_hash text, ban_duration text)
returns jsonb
language plpgsql stable
as $$
declare
  v_email boolean := coalesce(check_new_user.email, '') <> '';
  v_phone boolean := coalesce(check_new_user.phone, '') <> '';
  v_id    uuid := auth_lib.path_uuid(check_new_user.id);
begin
  if not v_email and not v_phone then
    return auth_lib.refusal('new_user_without_address');
  elsif v_email and auth_lib.check_email(check_new_user.email) is not null then
    return auth_lib.check_email(check_new_user.email);
  elsif v_email and (auth_lib.find_user('email', auth_lib.normal_email(check_new_user.email))).id is not null then
    return auth_lib.refusal('email_exists');
  elsif v_phone and auth_lib.check_phone(check_new_user.phone) is not null then
    return auth_lib.check_phone(check_new_user.phone);
  elsif v_phone and (auth_lib.find_user('phone', auth_lib.normal_phone(check_new_user.phone))).id is not null then
    return auth_lib.refusal('phone_exists');
  elsif coalesce(check_new_user.password, '') <> '' and coalesce(check_new_user.password_hash, '') <> '' then
    return auth_lib.refusal('password_or_hash');
  elsif octet_length(check_new_user.password) > 72 then
    return auth_lib.refusal('password_too_long');
  elsif coalesce(check_new_user.password_hash, '') <> ''
    and check_new_user.password_hash !~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$' then
    return auth_lib.refusal('password_hash_unusable');
  elsif coalesce(check_new_user.id, '') <> '' and v_id is null then
    return auth_lib.refusal('id_not_uuid');
  elsif v_id = '00000000-0000-0000-0000-000000000000' then
    return auth_lib.refusal('id_nil');
  elsif auth_lib.check_ban_duration(check_new_user.ban_duration) is not null then
    return auth_lib.check_ban_duration(check_new_user.ban_duration);
  elsif octet_length(check_new_user.aud) > 255 then   -- an index holds it, and every token
    return auth_lib.refusal('claim_too_long', 'aud');
  elsif octet_length(auth_lib.trim_space(check_new_user.role)) > 255 then
    return auth_lib.refusal('claim_too_long', 'role');
  elsif exists (select from auth.users as u where u.id = v_id) then
    return auth_lib.refusal('id_exists');
  end if;
  return null;
end
$$;
comment on function auth_lib.check_new_user(text, text, text, text, text, text, text, text) is 'Null when an administrator may create a user, otherwise a refusal.';
