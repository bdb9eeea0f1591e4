-- POST /logout. Revokes all sessions of the user, the current one, or all others.
create function auth_api.sign_out(claims jsonb, scope text, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- Users are locked before sessions.
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_refused jsonb := coalesce(auth_lib.check_bearer(claims, v_user, settings),
    auth_lib.check_client_token(claims, v_user), auth_lib.check_session_live(claims));
  v_session uuid := auth_lib.claimed_session(claims);
  -- A client may only end its own session.
  v_scope   text := case when claims ->> 'client_id' is not null then 'local'
    else coalesce(nullif(scope, ''), 'global') end;
begin
  if v_refused is not null then
    return v_refused;
  elsif v_scope not in ('global', 'local', 'others') then
    return auth_lib.refusal('logout_scope', v_scope);
  end if;
  if v_scope = 'local' and v_session is not null then
    perform auth_lib.revoke_session(v_user.id, v_session,
      case when claims ->> 'client_id' is not null then 'client' else 'logout' end);
  else
    perform auth_lib.cut_access(v_user.id, case v_scope when 'others' then v_session end, 'logout');
    -- Webhooks are notified, because a pending change was cancelled.
    perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(auth_lib.lock_user(v_user.id)))
    where auth_lib.has_webhooks() and num_nonnulls(v_user.new_email, v_user.new_phone) > 0;
  end if;
  perform auth_lib.audit(v_user, '{logout}', null, client);
  return jsonb_build_object();
end
$$;
comment on function auth_api.sign_out is
  'POST /logout, scope global, local or others. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, logout_scope.';
