-- DELETE /admin/users/{user_id}. Hard: the row and all that hangs on it. Soft: the row stays, with digests for addresses
-- and without anything that could sign in; the addresses are free again.
-- Calls: check_admin, audit. Writes: auth.users, and deletes from every table of a user's rows.
create function auth_api.delete_user(claims jsonb, user_id text, should_soft_delete boolean, settings jsonb, client jsonb) returns jsonb
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
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{user_deleted}', auth_lib.admin_traits(v_user), client);
  if not coalesce(should_soft_delete, false) then
    delete from auth.users as u where u.id = v_user.id;
  elsif v_user.deleted_at is null then
    perform auth_lib.soft_delete(v_user);
  end if;
  return jsonb_build_object();
end
$$;
comment on function auth_api.delete_user(jsonb, text, boolean, jsonb, jsonb) is
  'DELETE /admin/users/{user_id}. Refuses: not_admin, validation_failed, user_not_found.';
