-- GET /user. Returns the caller's own record.
create function auth_api.get_user(claims jsonb, audience text, settings jsonb) returns json
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return auth_lib.get_own_user(claims, audience, settings);
end
$$;
comment on function auth_api.get_user is
  'GET /user. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, '
  'session_not_found, banned_caller, client_token, audience_mismatch.';
