-- DELETE /admin/users/{user_id}/oauth/grants. Revokes a user's approval of a client.
create function auth_api.revoke_user_grant(
  claims jsonb, user_id text, client_id text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_user    auth.users;
begin
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.path_uuid(user_id) is null then
    return auth_lib.refusal('path_not_uuid');
  end if;
  v_user := auth_lib.lock_user(auth_lib.path_uuid(user_id));
  if v_user.id is null then
    return auth_lib.refusal('user_not_found');
  end if;
  return auth_lib.end_grant(v_user, auth_lib.admin_actor(claims), client_id, client);
end
$$;
comment on function auth_api.revoke_user_grant is
  'DELETE /admin/users/{user_id}/oauth/grants. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, path_not_uuid, user_not_found, '
  'oauth_client_id_required, oauth_client_id_format, oauth_consent_not_found.';
