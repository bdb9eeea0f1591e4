-- GET /admin/users/{user_id}/sessions, also for the CLI. Returns live and recently ended sessions, the
-- newest first.
create function auth_api.list_sessions(claims jsonb, user_id text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
begin
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.path_uuid(user_id) is null then
    return auth_lib.refusal('path_not_uuid');
  elsif not exists (select from auth.users as u where u.id = auth_lib.path_uuid(user_id)) then
    return auth_lib.refusal('user_not_found');
  end if;
  return jsonb_build_object('sessions', (
    select coalesce(jsonb_agg(auth_lib.session_json(s) || jsonb_build_object(
      'refreshed_at', auth_lib.wire_time(s.refreshed_at), 'revoked_at', auth_lib.wire_time(s.revoked_at),
      'revoked_reason', s.revoked_reason) order by s.created_at desc, s.id), '[]')
    from auth.sessions as s where s.user_id = auth_lib.path_uuid(list_sessions.user_id)));
end
$$;
comment on function auth_api.list_sessions is
  'GET /admin/users/{user_id}/sessions. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'admin_session_expired, admin_needs_aal2, path_not_uuid, user_not_found.';
