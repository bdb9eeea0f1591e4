-- DELETE /admin/custom-providers/{identifier}. Nobody can sign in with it any more, including users who are
-- at the provider now. Identities stay: their users' other sign-in methods keep working, and a new provider
-- of the same identifier finds them again.
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
