-- PUT /admin/users/{user_id}. Takes effect at once: no mail, no confirmation. A new password ends every session.
-- A soft-deleted user is not found, though it is shown: an address and a password would be rows that refer to it (security
-- I-07) and a way to sign in (V13), half back to life.
-- Calls: check_admin, check_user_change, apply_user_change, audit. Writes: what these write.
create function auth_api.change_user(
  claims jsonb, user_id text, role text, email text, phone text, password text, email_confirm boolean, phone_confirm boolean,
  user_metadata jsonb, app_metadata jsonb, ban_duration text, settings jsonb, client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_user    auth.users;
  v_hash    text;
begin
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.path_uuid(user_id) is null then
    return auth_lib.refusal('path_not_uuid');
  elsif not exists (select from auth.users as u where u.id = auth_lib.path_uuid(change_user.user_id) and u.deleted_at is null) then
    return auth_lib.refusal('user_not_found');
  end if;
  v_refused := auth_lib.check_user_change(auth_lib.path_uuid(user_id), role, email, phone, password, ban_duration, settings);
  if v_refused is not null then
    return v_refused;
  end if;
  if password is not null then
    v_hash := auth_lib.bcrypt(password, null, auth_lib.bcrypt_cost(settings));
  end if;
  v_user := auth_lib.lock_user(auth_lib.path_uuid(user_id));
  if v_user.id is null or v_user.deleted_at is not null then
    return auth_lib.refusal('user_not_found');
  end if;
  v_refused := auth_lib.check_metadata(auth_lib.merge_metadata(v_user.user_metadata, change_user.user_metadata),
    auth_lib.merge_metadata(v_user.app_metadata, change_user.app_metadata), v_user);
  if v_refused is not null then
    return v_refused;
  end if;
  v_user := auth_lib.apply_user_change(v_user, role, nullif(auth_lib.normal_email(email), ''), nullif(auth_lib.normal_phone(phone), ''), v_hash,
    coalesce(email_confirm, false), coalesce(phone_confirm, false));
  update auth.users as u
  set user_metadata = auth_lib.merge_metadata(u.user_metadata, change_user.user_metadata),
      app_metadata = auth_lib.merge_metadata(u.app_metadata, change_user.app_metadata),
      banned_until = auth_lib.banned_until(u, ban_duration), administered_at = auth_lib.clock(), updated_at = auth_lib.clock()
  where u.id = v_user.id
  returning u.* into v_user;
  if auth_lib.is_banned(v_user) then   -- who is banned may be somebody else than the owner
    perform auth_lib.drop_changes(v_user.id, '{email,phone}');
    v_user := auth_lib.lock_user(v_user.id);
  end if;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{user_modified}', auth_lib.admin_traits(v_user), client);
  return auth_lib.user_json(v_user);
end
$$;
comment on function auth_api.change_user(jsonb, text, text, text, text, text, boolean, boolean, jsonb, jsonb, text, jsonb, jsonb) is
  'PUT /admin/users/{user_id}. Refuses: not_admin, validation_failed, user_not_found, weak_password, email_exists, phone_exists.';
