-- GET /user. The caller's own record.
create function auth_api.get_user(claims jsonb, audience text, settings jsonb) returns json
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.caller(claims);
  v_refused jsonb := auth_lib.check_caller(claims, v_user, settings);
begin
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.request_aud(claims, audience, settings) <> coalesce(auth_lib.token_aud(claims), '') then
    return auth_lib.refusal('audience_mismatch');
  end if;
  return auth_lib.user_json(v_user);
end
$$;
comment on function auth_api.get_user is
  'GET /user. Refuses: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, '
  'session_not_found, banned_caller, audience_mismatch.';
