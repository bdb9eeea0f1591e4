-- DELETE /admin/users/{user_id}. A hard delete removes the row and all rows that refer to it. A soft delete
-- replaces the addresses by digests and removes all credentials. In both cases the addresses can be used
-- again.
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
    perform auth_lib.end_user(v_user.id), auth_lib.soft_delete(v_user);
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

-- Soft-deletes a user: replaces addresses by digests, empties metadata, and deletes all other rows of the
-- user.
create function auth_lib.soft_delete(person auth.users) returns void
language plpgsql volatile
as $$
declare
  v_id uuid := (person).id;
begin
  delete from auth.sessions as s where s.user_id = v_id;
  delete from auth.one_time_tokens as t where t.user_id = v_id;
  delete from auth.flow_states as f where f.user_id = v_id;
  delete from auth.oauth_authorizations as a where a.user_id = v_id;
  delete from auth.oauth_consents as o where o.user_id = v_id;
  delete from auth.messages as m where m.user_id = v_id;
  delete from auth.passwords as p where p.user_id = v_id;
  perform auth_lib.delete_passkeys(v_id);
  delete from auth.pending_passwords as p where p.user_id = v_id;
  delete from auth.identities as i where i.user_id = v_id;
  delete from auth.factors as f where f.user_id = v_id;
  delete from auth.recovery_codes as r where r.user_id = v_id;
  delete from auth.addresses as a where a.user_id = v_id;
  delete from auth.kept_rows as k where k.user_id = v_id;
  update auth.users as u
  set email = auth_lib.deleted_address(v_id, u.email), phone = left(auth_lib.deleted_address(v_id, u.phone), 15),
      new_email = auth_lib.deleted_address(v_id, u.new_email),
      new_phone = left(auth_lib.deleted_address(v_id, u.new_phone), 15),
      raw_user_meta_data = '{}', raw_app_meta_data = '{}', factor_status = null,
      deleted_at = auth_lib.clock(), updated_at = auth_lib.clock()
  where u.id = v_id;
end
$$;

-- Returns the replacement for a deleted user's address (also for an absent one): the SHA-256 of user id and
-- address in base64url. The address cannot be read from it, but a known id and address can be verified.
create function auth_lib.deleted_address(id uuid, value text) returns text
language sql immutable
as $$
  select rtrim(translate(encode(auth_lib.digest(id::text || coalesce(value, '')), 'base64'), '+/', '-_'), '=')
$$;
