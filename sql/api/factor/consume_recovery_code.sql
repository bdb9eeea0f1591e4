-- POST /factors/recovery-codes/verify. Consumes a recovery code and raises the session to aal2. Of parallel
-- calls, the one that deletes the code succeeds.
create function auth_api.consume_recovery_code(
  claims jsonb, code text, settings jsonb, client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_factor  auth.factors := auth_lib.recovery_factor(v_user.id);
  v_refused jsonb := auth_lib.check_factor_caller(claims, v_user, settings);
  v_valid   boolean;
begin
  if v_refused is not null then
    return v_refused;
  elsif not auth_lib.is_factor_type_enabled('recovery_code', 'verify', settings) then
    return auth_lib.refusal('recovery_codes_verify_off');
  elsif v_factor.id is null then
    return auth_lib.refusal('recovery_codes_missing');
  elsif auth_lib.check_factor_attempts(v_factor, settings) is not null then
    return auth_lib.refusal('recovery_codes_locked');
  end if;
  delete from auth.recovery_codes as r
  where r.user_id = v_user.id and r.digest = auth_lib.recovery_digest(v_user.id, code);
  v_valid := found;
  perform auth_lib.audit(v_user, '{verification_attempted}',
    jsonb_build_object('factor_id', v_factor.id, 'factor_type', v_factor.factor_type, 'valid', v_valid),
    client);
  if not v_valid then
    perform auth_lib.count_limited_events('factor', v_factor.id::text, 1, false, settings);
    return auth_lib.refusal('recovery_code_wrong');
  end if;
  return auth_lib.raise_session_to_aal2(v_user, claims, v_factor, settings, client);
end
$$;
comment on function auth_api.consume_recovery_code is
  'POST /factors/recovery-codes/verify. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'factors_of_anonymous, recovery_codes_verify_off, recovery_codes_missing, recovery_codes_locked, '
  'recovery_code_wrong.';
