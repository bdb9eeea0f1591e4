-- GET /user/oauth/grants. Returns the clients that the user has approved, the newest first.
create function auth_api.list_grants(claims jsonb, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.find_caller(claims);
  v_refused jsonb := auth_lib.check_caller(claims, v_user, settings);
begin
  return coalesce(v_refused, auth_lib.grants_json(v_user.id));
end
$$;
comment on function auth_api.list_grants is
  'GET /user/oauth/grants. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token.';
