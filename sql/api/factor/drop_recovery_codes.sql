-- DELETE /factors/recovery-codes. Deletes the user's recovery codes.
create function auth_api.drop_recovery_codes(claims jsonb, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_factor  auth.factors := auth_lib.recovery_factor(v_user.id);
  v_refused jsonb := auth_lib.check_factor_caller(claims, v_user, settings);
begin
  if v_refused is not null then
    return v_refused;
  elsif v_factor.id is null then
    return auth_lib.refusal('recovery_codes_missing');
  elsif not auth_lib.is_aal2(claims) then
    return auth_lib.refusal('recovery_codes_need_aal2');
  end if;
  perform auth_lib.delete_factor(v_factor);
  perform auth_lib.audit(v_user, '{factor_unenrolled}', jsonb_build_object('factor_id', v_factor.id,
    'factor_status', v_factor.status, 'factor_type', v_factor.factor_type), client);
  return jsonb_build_object('id', v_factor.id);
end
$$;
comment on function auth_api.drop_recovery_codes is
  'DELETE /factors/recovery-codes. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, factors_of_anonymous, '
  'recovery_codes_missing, recovery_codes_need_aal2.';
