-- DELETE /sessions/{session_id}. Revokes one session of the caller, for example of a lost device. Revoking
-- another session also calls cut_access(), so that nothing started in it can continue. Revoking the
-- caller's own session is a sign-out.
create function auth_api.end_session(
  claims jsonb, session_id text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);   -- locked before the session
  v_refused jsonb := coalesce(auth_lib.check_caller(claims, v_user, settings),
    auth_lib.check_session_live(claims));
  v_session uuid := auth_lib.path_uuid(session_id);
begin
  if v_refused is not null then
    return v_refused;
  elsif v_session is null then
    return auth_lib.refusal('session_not_uuid');
  elsif not auth_lib.revoke_session(v_user.id, v_session, 'logout') then
    return auth_lib.refusal('session_gone');
  elsif v_session is distinct from auth_lib.claimed_session(claims) then
    perform auth_lib.cut_access(v_user.id, null, null);
    perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(auth_lib.lock_user(v_user.id)))   -- a pending change was cancelled
    where auth_lib.has_webhooks() and num_nonnulls(v_user.new_email, v_user.new_phone) > 0;
  end if;
  perform auth_lib.audit(v_user, '{logout}', jsonb_build_object('session_id', v_session), client);
  return jsonb_build_object();
end
$$;
comment on function auth_api.end_session is
  'DELETE /sessions/{session_id}. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, session_not_uuid, session_gone.';
