-- GET /sessions: where the caller is signed in. The live sessions, the one used last first; at most 1,000.
create function auth_api.get_sessions(claims jsonb, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.caller(claims);
  v_refused jsonb := coalesce(auth_lib.check_caller(claims, v_user, settings), auth_lib.check_session_lives(claims));
begin
  if v_refused is not null then
    return v_refused;
  end if;
  return jsonb_build_object('sessions', (
    select coalesce(jsonb_agg(auth_lib.session_json(s) || jsonb_build_object('current', s.id is not distinct from auth_lib.claimed_session(claims))
      order by coalesce(s.refreshed_at, s.created_at) desc, s.id), '[]')
    from (
      select l.* from auth.sessions as l
      where l.user_id = v_user.id and l.revoked_at is null and auth_lib.check_session_age(l, settings) is null
      order by coalesce(l.refreshed_at, l.created_at) desc, l.id limit 1000) as s));
end
$$;
comment on function auth_api.get_sessions is
  'GET /sessions. Refuses: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, '
  'session_not_found, banned_caller.';
