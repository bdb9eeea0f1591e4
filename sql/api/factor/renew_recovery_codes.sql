-- POST /factors/recovery-codes/regenerate. Replaces the codes by ten new ones and resets the attempt count.
-- Id and name do not change.
create function auth_api.renew_recovery_codes(claims jsonb, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_factor  auth.factors := auth_lib.recovery_factor(v_user.id);
  v_refused jsonb := coalesce(auth_lib.check_factor_caller(claims, v_user, settings),
    case when v_factor.id is null then auth_lib.refusal('recovery_codes_missing') end,
    auth_lib.check_recovery_code_request(claims, v_user, settings));
begin
  if v_refused is not null then
    return v_refused;
  end if;
  delete from auth.attempts as a where a.digest = auth_lib.attempt_digest('factor', v_factor.id::text);
  return auth_lib.replace_recovery_codes(v_user, v_factor, client);
end
$$;
comment on function auth_api.renew_recovery_codes is
  'POST /factors/recovery-codes/regenerate. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'factors_of_anonymous, recovery_codes_missing, recovery_codes_enroll_off, recovery_codes_need_aal2.';
