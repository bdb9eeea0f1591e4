-- DELETE /admin/users/{user_id}/factors/{factor_id}. Removes a lost factor. A user without other factors
-- then signs in with the first factor only.
create function auth_api.delete_factor(
  claims jsonb, user_id text, factor_id text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_user    auth.users;
  v_factor  auth.factors;
begin
  v_refused := coalesce(v_refused, case when auth_lib.path_uuid(user_id) is null
    then auth_lib.refusal('path_not_uuid')
    when auth_lib.path_uuid(factor_id) is null then auth_lib.refusal('factor_id_not_uuid') end);
  if v_refused is not null then
    return v_refused;
  end if;
  v_user := auth_lib.lock_user(auth_lib.path_uuid(user_id));
  select f.* into v_factor from auth.factors as f
  where f.user_id = v_user.id and f.id = auth_lib.path_uuid(factor_id);
  if v_user.id is null then
    return auth_lib.refusal('user_not_found');
  elsif v_factor.id is null then
    return auth_lib.refusal('factor_not_found');
  end if;
  v_user := auth_lib.delete_factor(v_factor);
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{factor_deleted}', auth_lib.admin_audit_details(v_user)
    || jsonb_build_object('factor_id', v_factor.id, 'factor_type', v_factor.factor_type), client);
  if v_factor.status = 'verified' then
    perform auth_lib.notify_factor('factor.unenrolled', v_factor);
    perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(v_user))
    where auth_lib.has_webhooks();
    perform auth_lib.send_notification(v_user, 'mfa_factor_unenrolled', jsonb_build_object(
      'FactorType', v_factor.factor_type), settings, client);
  end if;
  return auth_lib.factor_json(v_factor);
end
$$;
comment on function auth_api.delete_factor is
  'DELETE /admin/users/{user_id}/factors/{factor_id}. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, path_not_uuid, factor_id_not_uuid, '
  'user_not_found, factor_not_found.';
