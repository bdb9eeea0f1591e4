-- DELETE /admin/oauth/clients/{client_id}. Ends the client's sessions, authorizations and consents in this
-- transaction. The row is not deleted, because audit entries refer to it. The lock on this row waits for
-- exchanges in progress. Webhooks get a grant.revoked event for each of the client's users.
create function auth_api.delete_oauth_client(claims jsonb, client_id text, settings jsonb,
  client jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings), auth_lib.check_client_id(client_id));
  v_id      uuid := (auth_lib.client_of_path(client_id)).id;
  v_client  auth.oauth_clients;
  v_grant   record;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  -- Users are locked before clients.
  perform u.id from auth.users as u where u.id in (
    select o.user_id from auth.oauth_consents as o where o.client_id = v_id
    union select s.user_id from auth.sessions as s where s.oauth_client_id = v_id and s.revoked_at is null
    union select a.user_id from auth.oauth_authorizations as a where a.client_id = v_id)
  order by u.id for no key update;
  select c.* into v_client from auth.oauth_clients as c
  where c.id = v_id and c.deleted_at is null for update;
  if v_client.id is null then
    return auth_lib.refusal('oauth_client_not_found');
  end if;
  update auth.oauth_clients as c set deleted_at = auth_lib.clock(), updated_at = auth_lib.clock()
    where c.id = v_id;
  for v_grant in
    select distinct on (g.user_id) g.user_id, g.scopes
    from (
      select o.user_id, o.scopes::text[] as scopes, o.granted_at from auth.oauth_consents as o
      where o.client_id = v_id and o.revoked_at is null
      union all   -- a client that skips consent
      select s.user_id, s.scopes, null from auth.sessions as s
      where s.oauth_client_id = v_id and s.revoked_at is null) as g
    where auth_lib.has_webhooks()
    order by g.user_id, g.granted_at
  loop
    perform auth_lib.notify_grant('grant.revoked', v_grant.user_id, v_client, v_grant.scopes);
  end loop;
  perform auth_lib.end_client_access(v_id, null);
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{oauth_client_deleted}',
    jsonb_build_object('client_id', v_id), client);
  return jsonb_build_object();
end
$$;
comment on function auth_api.delete_oauth_client is
  'DELETE /admin/oauth/clients/{client_id}. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, oauth_client_id_format, oauth_client_not_found.';
