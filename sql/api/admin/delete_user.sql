-- DELETE /admin/users/{user_id}. A hard delete removes the row and all rows whose foreign keys refer to it. A
-- soft delete replaces the addresses by digests and removes all credentials. In both cases the addresses can
-- be used again.
create function auth_api.delete_user(
  claims jsonb, user_id text, should_soft_delete boolean, settings jsonb, client jsonb)
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
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{user_deleted}', auth_lib.admin_audit_details(v_user),
    client);
  if not coalesce(should_soft_delete, false) then
    perform auth_lib.remove_user(v_user);
  elsif v_user.deleted_at is null then
    perform auth_lib.prepare_user_deletion(v_user.id), auth_lib.soft_delete_user(v_user);
  end if;
  -- The event contains the id, but no deleted data.
  perform auth_lib.notify_webhooks('user.deleted',
    json_build_object('id', v_user.id, 'deleted_at', auth_lib.clock()))
  where auth_lib.has_webhooks() and v_user.deleted_at is null;
  return jsonb_build_object();
end
$$;
comment on function auth_api.delete_user is
  'DELETE /admin/users/{user_id}. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, right_missing, '
  'admin_session_expired, admin_needs_aal2, path_not_uuid, user_not_found.';
