-- DELETE /scim/v2/Users/{id} and /scim/v2/Groups/{id}. The resource is deleted at once. SCIM_DELETE
-- determines what happens to a user's account. With deactivate, the account cannot sign in until the
-- organization provisions the user again. With soft_delete or delete, the account is deleted. Deleting a
-- group does not delete its members.
create function auth_api.delete_scim_resource(
  token_id uuid, kind text, id text, if_match text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_checked  jsonb := auth_lib.use_scim_token(token_id);
  v_provider uuid := (v_checked ->> 'provider_id')::uuid;
  v_refused  jsonb;
  v_user     auth.scim_users;
  v_members  uuid[];
begin
  if v_checked ? 'refused' then
    return v_checked;
  end if;
  v_refused := auth_lib.lock_scim_resource(v_provider, kind, id, if_match);
  if v_refused is not null then
    return v_refused;
  elsif kind = 'User' then
    select u.* into v_user from auth.scim_users as u where u.id = delete_scim_resource.id::uuid;
    perform auth_lib.delete_scim_user(v_user, token_id, settings, client);
    return jsonb_build_object();
  end if;
  v_members := array(
    select m.scim_user_id from auth.scim_members as m where m.group_id = id::uuid);
  delete from auth.scim_groups as g where g.id = delete_scim_resource.id::uuid;
  perform auth_lib.sync_scim_groups(v_members, settings);
  perform auth_lib.audit(auth_lib.scim_actor(), '{scim_group_deleted}', auth_lib.scim_traits(token_id, v_provider,
    jsonb_build_object('scim_group_id', id::uuid)), client);
  return jsonb_build_object();
end
$$;
comment on function auth_api.delete_scim_resource is
  'DELETE /scim/v2/{resource}/{id}. Errors: scim_token_invalid, scim_provider_disabled, scim_not_found, '
  'scim_stale, scim_not_managed.';

-- Deletes a provisioned user and deactivates or deletes its account. The caller has locked the row.
create function auth_lib.delete_scim_user(before auth.scim_users, token_id uuid, settings jsonb, client jsonb)
returns void
language plpgsql volatile
as $$
declare
  v_how  text := coalesce(settings ->> 'scim_delete', 'deactivate');
  v_gone auth.scim_users;
  v_user auth.users;
begin
  if v_how = 'deactivate' then
    delete from auth.scim_members as m where m.scim_user_id = before.id;
    perform auth_lib.sync_scim_groups(array[before.id], settings);
    update auth.scim_users as u
    set deleted_at = auth_lib.clock(), active = false, attributes = '{}', version = u.version + 1
    where u.id = before.id returning u.* into v_gone;
    perform auth_lib.sync_scim_account(before, v_gone, token_id, 'user_deprovisioned', client);
    return;
  end if;
  v_user := auth_lib.lock_user(before.user_id);
  if auth_lib.check_scim_account(v_user, before.provider_id) is not null then
    perform auth_lib.fail('scim_not_managed');
  end if;
  perform auth_lib.audit(auth_lib.scim_actor(), '{user_deleted}', auth_lib.scim_traits(token_id, before.provider_id,
    jsonb_build_object('user_id', v_user.id, 'scim_user_id', before.id)), client);
  if v_how = 'delete' then
    perform auth_lib.remove_user(v_user);
  else
    perform auth_lib.prepare_user_deletion(v_user.id), auth_lib.soft_delete_user(v_user);
  end if;
  perform auth_lib.notify_webhooks('user.deleted',
    json_build_object('id', v_user.id, 'deleted_at', auth_lib.clock())) where auth_lib.has_webhooks();
end
$$;
