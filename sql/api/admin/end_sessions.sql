-- DELETE /admin/users/{user_id}/sessions. Revokes all sessions of a user, or one by its id, without a ban.
create function auth_api.end_sessions(
  claims jsonb, user_id text, session_id text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'support');
  v_user    auth.users;
begin
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.path_uuid(user_id) is null then
    return auth_lib.refusal('path_not_uuid');
  elsif session_id is not null and auth_lib.path_uuid(session_id) is null then
    return auth_lib.refusal('session_not_uuid');
  end if;
  v_user := auth_lib.lock_user(auth_lib.path_uuid(user_id));
  if v_user.id is null then
    return auth_lib.refusal('user_not_found');
  end if;
  v_refused := auth_lib.count_support_action(claims, v_user, settings);
  if v_refused is not null then
    return v_refused;
  end if;
  if session_id is not null and not auth_lib.revoke_session(v_user.id, auth_lib.path_uuid(session_id), 'admin') then
    return auth_lib.refusal('session_gone');
  end if;
  perform auth_lib.cut_access(v_user.id, null, case when session_id is null then 'admin' end);
  -- Webhooks are notified, because a pending change was cancelled.
  perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(auth_lib.lock_user(v_user.id)))
  where auth_lib.has_webhooks() and num_nonnulls(v_user.new_email, v_user.new_phone) > 0;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{token_revoked}', auth_lib.admin_audit_details(v_user),
    client);
  return jsonb_build_object();
end
$$;
comment on function auth_api.end_sessions is
  'DELETE /admin/users/{user_id}/sessions. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'support_limit, support_target, right_missing, admin_session_expired, admin_needs_aal2, path_not_uuid, '
  'user_not_found, session_not_uuid, session_gone.';
