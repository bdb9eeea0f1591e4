-- For the CLI: returns the user with an e-mail address or phone number, in any audience.
create function auth_api.find_user_by_address(claims jsonb, address text, settings jsonb) returns json
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
  v_user    auth.users;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  if strpos(address, '@') > 0 then
    v_user := auth_lib.find_user('email', auth_lib.normal_email(address));
  else
    v_user := auth_lib.find_user('phone', auth_lib.normal_phone(address));
  end if;
  if v_user.id is null then
    return auth_lib.refusal('user_not_found');
  end if;
  return auth_lib.user_json_for_admin(v_user, claims, settings);
end
$$;
comment on function auth_api.find_user_by_address is
  'The user with an address. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2, user_not_found.';
