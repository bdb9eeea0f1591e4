-- What PUT /user asks of an update before it hashes or asks anybody.

-- The checks of PUT /user that need no hash, in the order in which clients are told of them; null when the update may go on.
create function auth_lib.check_user_update(
  claims jsonb, person auth.users, email text, phone text, channel text, password text, nonce text, app_metadata jsonb, settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_email   text := nullif(auth_lib.normal_email(email), '');
  v_refused jsonb;
begin
  v_refused := coalesce(
    case when v_email is not null then auth_lib.check_email(v_email) end,
    case when coalesce(phone, '') <> '' then coalesce(
      auth_lib.check_phone(phone), auth_lib.check_channel(channel, settings)) end,
    case when password is not null then auth_lib.check_new_password(password, settings) end);
  if v_refused is not null then
    return v_refused;
  elsif app_metadata is not null and not auth_lib.is_group_admin(person, settings) then
    return auth_lib.refusal('app_metadata_forbidden');
  elsif auth_lib.has_second_factor(person) and not auth_lib.is_aal2(claims) and (password is not null
    or v_email <> coalesce((person).email, '')
    or nullif(auth_lib.normal_phone(phone), '') <> coalesce((person).phone, '')) then
    return auth_lib.refusal('update_needs_aal2');
  elsif (person).is_anonymous and password is not null
    and v_email is null and coalesce(phone, '') = '' then
    return auth_lib.refusal('anonymous_password');
  elsif password is not null and (person).email is not null and auth_lib.is_unclaimed(person) then
    -- Whoever proves the address later would own an account with a password that somebody else has chosen.
    return auth_lib.refusal('unproven_password');
  elsif v_email is not null and (auth_lib.find_user('email', v_email)).id <> (person).id then
    return auth_lib.refusal('email_exists');
  elsif coalesce(phone, '') <> ''
    and (auth_lib.find_user('phone', auth_lib.normal_phone(phone))).id <> (person).id then
    return auth_lib.refusal('phone_exists_on_update');
  elsif password is not null and coalesce(nonce, '') = ''
    and coalesce((settings ->> 'security_update_password_require_reauthentication')::boolean, false) then
    return auth_lib.refusal('reauthentication_needed');
  end if;
  return null;
end
$$;

-- Whether a user may set app_metadata through PUT /user: one with an administrator's role in the configured audience.
create function auth_lib.is_group_admin(person auth.users, settings jsonb) returns boolean
language sql immutable
as $$
  select (person).aud = coalesce(settings ->> 'jwt_aud', 'authenticated')
    and (person).role = coalesce(settings ->> 'jwt_admin_group_name', 'admin')
$$;
