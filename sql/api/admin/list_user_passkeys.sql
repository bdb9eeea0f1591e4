-- GET /admin/users/{user_id}/passkeys, also for the CLI.
create function auth_api.list_user_passkeys(claims jsonb, user_id text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
  v_id      uuid := auth_lib.path_uuid(user_id);
begin
  if v_refused is not null then
    return v_refused;
  elsif v_id is null then
    return auth_lib.refusal('path_not_uuid');
  elsif not exists (select from auth.users as u where u.id = v_id) then
    return auth_lib.refusal('user_not_found');
  end if;
  return auth_lib.passkeys_json(v_id);
end
$$;
comment on function auth_api.list_user_passkeys is
  'GET /admin/users/{user_id}/passkeys. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'admin_session_expired, admin_needs_aal2, path_not_uuid, user_not_found.';
