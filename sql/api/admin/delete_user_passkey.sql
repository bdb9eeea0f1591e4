-- DELETE /admin/users/{user_id}/passkeys/{passkey_id}, also for the CLI. Sessions opened with the passkey
-- are not revoked.
create function auth_api.delete_user_passkey(claims jsonb, user_id text, passkey_id text, settings jsonb,
  client jsonb)
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
  delete from auth.passkeys as p where p.user_id = v_user.id and p.id = auth_lib.path_uuid(passkey_id);
  if not found then
    return auth_lib.refusal('passkey_not_found');
  end if;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{passkey_deleted}', auth_lib.admin_audit_details(v_user)
    || jsonb_build_object('passkey_id', auth_lib.path_uuid(passkey_id)), client);
  return jsonb_build_object();
end
$$;
comment on function auth_api.delete_user_passkey is
  'DELETE /admin/users/{user_id}/passkeys/{passkey_id}. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, path_not_uuid, user_not_found, '
  'passkey_not_found.';
