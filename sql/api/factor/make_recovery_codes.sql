-- POST /factors/recovery-codes. Creates a user's first recovery codes.
create function auth_api.make_recovery_codes(
  claims jsonb, friendly_name text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_factor  auth.factors := auth_lib.recovery_factor(v_user.id);
  v_name    text := coalesce(nullif(friendly_name, ''), 'Recovery codes');
  v_refused jsonb := coalesce(auth_lib.check_factor_caller(claims, v_user, settings),
    auth_lib.check_recovery_code_request(claims, v_user, settings));
begin
  if v_refused is not null then
    return v_refused;
  elsif v_factor.id is not null then
    return auth_lib.refusal('recovery_codes_exist');
  elsif octet_length(v_name) > 255 then
    return auth_lib.refusal('claim_too_long', 'friendly_name');
  elsif exists (select from auth.factors as f where f.user_id = v_user.id and f.friendly_name = v_name) then
    return auth_lib.refusal('factor_name_taken', v_name);
  end if;
  insert into auth.factors (user_id, id, factor_type, status, friendly_name, created_at, updated_at)
  values (v_user.id, gen_random_uuid(), 'recovery_code', 'verified', v_name, v_now, v_now) returning *
  into v_factor;
  return auth_lib.replace_recovery_codes(v_user, v_factor, client);
end
$$;
comment on function auth_api.make_recovery_codes is
  'POST /factors/recovery-codes. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, factors_of_anonymous, '
  'recovery_codes_enroll_off, recovery_codes_sole_factor, recovery_codes_need_aal2, recovery_codes_exist, '
  'claim_too_long, factor_name_taken.';
