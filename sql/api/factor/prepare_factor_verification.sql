-- Runs before POST /factors/{factor_id}/verify. Returns the data that the gateway needs to verify the
-- response outside a transaction. TOTP: the sealed secret. Phone, if the SMS gateway creates the codes: the
-- number for the verification request. The attempt is counted as failed until the SMS gateway approves it, so
-- attempt limits also limit calls of the SMS gateway. WebAuthn: the signed challenge, which is consumed here.
-- If a hook is configured for codes, the attempt is counted as failed until the code was verified.
create function auth_api.prepare_factor_verification(
  claims jsonb, factor_id text, challenge_id text, code text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user      auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_factor    auth.factors := auth_lib.find_factor(v_user.id, factor_id, false);
  v_challenge auth.challenges := auth_lib.find_challenge(v_factor, challenge_id);
  v_refused   jsonb := coalesce(auth_lib.check_factor_caller(claims, v_user, settings),
    auth_lib.check_factor_use(claims, v_user, v_factor, factor_id, settings),
    auth_lib.check_challenge_response(v_factor, v_challenge, code, settings, client),
    auth_lib.check_factor_attempts(v_factor, settings));
begin
  if v_refused is not null then
    if v_challenge.expires_at < auth_lib.clock() then
      delete from auth.challenges as c where c.user_id = v_user.id and c.id = v_challenge.id;
    end if;
    return v_refused;
  elsif v_factor.factor_type = 'phone' and auth_lib.test_number_code(v_factor.phone, settings) is null
    and auth_lib.gateway_creates_codes(v_factor.phone, settings) then
    perform auth_lib.count_factor_failure(v_factor, v_challenge, settings);
    return jsonb_build_object('factor_type', 'phone',
      'to', case when v_challenge.attempts < 5 and code ~ '^[0-9]{4,10}$' then v_factor.phone end);
  elsif v_factor.factor_type = 'webauthn' then
    delete from auth.challenges as c where c.user_id = v_user.id and c.id = v_challenge.id;
    return jsonb_build_object('factor_type', 'webauthn', 'status', v_factor.status,
      'ceremony', v_challenge.ceremony, 'credential', v_factor.credential);
  elsif auth_lib.has_factor_hook(settings) then
    perform auth_lib.count_factor_failure(v_factor, null, settings);
  end if;
  return jsonb_strip_nulls(jsonb_build_object('factor_type', v_factor.factor_type, 'factor_id', v_factor.id,
    'secret', v_factor.secret));
end
$$;
comment on function auth_api.prepare_factor_verification is
  'Before POST /factors/{factor_id}/verify: returns what the gateway needs to verify the response. Errors: '
  'token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, session_not_found, '
  'banned_caller, client_token, factors_of_anonymous, factor_id_not_uuid, factor_not_found, '
  'totp_verify_off, phone_verify_off, webauthn_verify_off, enroll_needs_aal2, factor_challenge_not_found, '
  'factor_challenge_elsewhere, factor_challenge_expired, factor_code_required, too_many_attempts.';
