-- GET /admin/users/{user_id}/export, also for the CLI. Returns the data stored about a user (user_export).
-- Soft-deleted users are included.
create function auth_api.export_user(claims jsonb, user_id text, cursor text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings), auth_lib.check_cursor(cursor));
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
  return auth_lib.user_export(v_user, cursor, true);
end
$$;
comment on function auth_api.export_user is
  'GET /admin/users/{user_id}/export. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_needs_aal2, admin_session_expired, path_not_uuid, user_not_found, bad_pagination.';
