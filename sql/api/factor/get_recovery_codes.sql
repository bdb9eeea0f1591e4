-- GET /factors/recovery-codes. Returns the number of codes and the number of unused ones.
create function auth_api.get_recovery_codes(claims jsonb, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.find_caller(claims);
  v_factor  auth.factors := auth_lib.recovery_factor(v_user.id);
  v_refused jsonb := auth_lib.check_factor_caller(claims, v_user, settings);
begin
  if v_refused is not null then
    return v_refused;
  elsif v_factor.id is null then
    return auth_lib.refusal('recovery_codes_missing');
  end if;
  return jsonb_build_object('id', v_factor.id, 'type', 'recovery_code', 'total', 10,
    'remaining', (select count(*) from auth.recovery_codes as r where r.user_id = v_user.id));
end
$$;
comment on function auth_api.get_recovery_codes is
  'GET /factors/recovery-codes. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, factors_of_anonymous, '
  'recovery_codes_missing.';
