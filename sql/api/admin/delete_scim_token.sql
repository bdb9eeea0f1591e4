-- DELETE /admin/sso/providers/{provider_id}/scim-tokens/{token_id}. Users and groups that were provisioned
-- with the token are not deleted.
create function auth_api.delete_scim_token(claims jsonb, id text, token_id text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_id      uuid := (auth_lib.find_sso_provider(id)).id;
begin
  if v_refused is not null then
    return v_refused;
  elsif v_id is null then
    return auth_lib.refusal('sso_provider_not_found');
  end if;
  delete from auth.scim_tokens as t
  where t.provider_id = v_id and t.id = auth_lib.path_uuid(token_id);
  if not found then
    return auth_lib.refusal('scim_token_not_found');
  end if;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{scim_token_deleted}', jsonb_build_object(
    'provider', 'sso:' || v_id, 'scim_token_id', auth_lib.path_uuid(token_id)), client);
  return jsonb_build_object();
end
$$;
comment on function auth_api.delete_scim_token is
  'DELETE /admin/sso/providers/{provider_id}/scim-tokens/{token_id}. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, sso_provider_not_found, '
  'scim_token_not_found.';
