-- GET /admin/users/{user_id}. Returns any user, including soft-deleted ones. The support role does not get
-- metadata.
create function auth_api.get_user_by_id(claims jsonb, user_id text, settings jsonb) returns json
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
  v_user    auth.users;
begin
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.path_uuid(user_id) is null then
    return auth_lib.refusal('path_not_uuid');
  end if;
  select u.* into v_user from auth.users as u where u.id = auth_lib.path_uuid(user_id);
  if not found then
    return auth_lib.refusal('user_not_found');
  end if;
  return auth_lib.user_json_for_admin(v_user, claims, settings);
end
$$;
comment on function auth_api.get_user_by_id is
  'GET /admin/users/{user_id}. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2, path_not_uuid, user_not_found.';
