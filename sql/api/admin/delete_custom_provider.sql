-- DELETE /admin/custom-providers/{identifier}. The provider can no longer be used to sign in, including
-- sign-ins in progress. Identities are not deleted, because they become usable again if a provider with the
-- same identifier is added. Until then, their users can use other sign-in methods.
create function auth_api.delete_custom_provider(
  claims jsonb, identifier text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused    jsonb := auth_lib.check_admin(claims, settings);
  v_identifier text;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  delete from auth.custom_providers as p
  where p.identifier = lower(delete_custom_provider.identifier collate "C")
  returning p.identifier into v_identifier;
  if v_identifier is null then
    return auth_lib.refusal('custom_provider_not_found');
  end if;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{custom_provider_deleted}',
    jsonb_build_object('provider', v_identifier), client);
  return '{}'::jsonb;
end
$$;
comment on function auth_api.delete_custom_provider is
  'DELETE /admin/custom-providers/{identifier}. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, custom_provider_not_found.';
