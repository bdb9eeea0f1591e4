-- DELETE /admin/sso/providers/{provider_id}. The provider can no longer be used to sign in, including
-- sign-ins in progress. Unless end_sessions is false, the provider's sessions are revoked, and so are
-- sessions of OAuth clients that its users have approved. Accounts and identities are not deleted, but a
-- provider that is added again has another id and does not find them. Returns the deleted provider.
create function auth_api.delete_sso_provider(
  claims jsonb, id text, end_sessions text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused  jsonb := auth_lib.check_admin(claims, settings);
  v_provider auth.sso_providers := auth_lib.find_sso_provider(id);
  v_name     text := 'sso:' || v_provider.id;
  v_answer   jsonb;
begin
  if v_refused is not null then
    return v_refused;
  elsif v_provider.id is null then
    return auth_lib.refusal('sso_provider_not_found');
  end if;
  v_answer := auth_lib.sso_provider_json(v_provider, true);
  delete from auth.sso_providers as p where p.id = v_provider.id;
  if not found then
    return auth_lib.refusal('sso_provider_not_found');
  end if;
  delete from auth.flow_states as f where f.provider = v_name;
  if coalesce(end_sessions, 'true') <> 'false' then
    perform auth_lib.revoke_session(s.user_id, s.id, 'admin')
    from auth.sessions as s
    where s.revoked_at is null and s.user_id in (
      select i.user_id from auth.identities as i where i.provider = v_name)
      -- A user of the provider can approve a client only in a session of the provider.
      and (s.oauth_client_id is not null
        or s.amr @> jsonb_build_array(jsonb_build_object('provider', v_provider.id)));
  end if;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{sso_provider_deleted}', jsonb_build_object(
    'provider', v_name, 'entity_id', v_provider.entity_id,
    'end_sessions', coalesce(end_sessions, 'true') <> 'false'), client);
  return v_answer;
end
$$;
comment on function auth_api.delete_sso_provider is
  'DELETE /admin/sso/providers/{provider_id}. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, sso_provider_not_found.';
