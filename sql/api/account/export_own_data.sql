-- GET /user/export. Returns the data stored about the caller (user_export). The session must be live, and
-- must have verified the second factor if the user has one. A caller who may not list users does not get whom
-- they acted on as support or as an administrator.
create function auth_api.export_own_data(claims jsonb, cursor text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.find_caller(claims);
  v_refused jsonb := coalesce(auth_lib.check_caller(claims, v_user, settings),
    auth_lib.check_session_live(claims),
    auth_lib.check_aal(claims, v_user, 'export_needs_aal2'), auth_lib.check_cursor(cursor));
begin
  return coalesce(v_refused, auth_lib.user_export(v_user, cursor,
    auth_lib.has_admin_right(claims, settings, 'list')));
end
$$;
comment on function auth_api.export_own_data is
  'GET /user/export. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, export_needs_aal2, bad_pagination.';
