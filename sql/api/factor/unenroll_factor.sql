-- DELETE /factors/{factor_id}. Removes a factor. The removal of a verified factor requires a session at
-- aal2.
create function auth_api.unenroll_factor(
  claims jsonb, factor_id text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_factor  auth.factors := auth_lib.find_factor(v_user.id, factor_id, true);
  v_refused jsonb := auth_lib.check_factor_caller(claims, v_user, settings);
begin
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.path_uuid(factor_id) is null then
    return auth_lib.refusal('factor_id_not_uuid');
  elsif v_factor.id is null then
    return auth_lib.refusal('factor_not_found');
  elsif v_factor.status = 'verified' and not auth_lib.is_aal2(claims) then
    return auth_lib.refusal('unenroll_needs_aal2');
  end if;
  v_user := auth_lib.delete_factor(v_factor);
  perform auth_lib.audit(v_user, '{factor_unenrolled}', jsonb_build_object('factor_id', v_factor.id,
    'factor_status', v_factor.status, 'factor_type', v_factor.factor_type,
    'session_id', auth_lib.claimed_session(claims)), client);
  if v_factor.status = 'verified' then
    perform auth_lib.notify_factor('factor.unenrolled', v_factor);
    perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(v_user))
    where auth_lib.has_webhooks();
    perform auth_lib.send_notification(v_user, 'mfa_factor_unenrolled', jsonb_build_object(
      'FactorType', v_factor.factor_type), settings, client);
  end if;
  return jsonb_build_object('id', v_factor.id);
end
$$;
comment on function auth_api.unenroll_factor is
  'DELETE /factors/{factor_id}. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, factors_of_anonymous, '
  'factor_id_not_uuid, factor_not_found, unenroll_needs_aal2.';
