-- GET /sessions. Returns up to 1,000 sessions of the caller that can still be refreshed, the last used
-- first.
create function auth_api.get_sessions(claims jsonb, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.find_caller(claims);
  v_refused jsonb := coalesce(auth_lib.check_caller(claims, v_user, settings),
    auth_lib.check_session_live(claims));
  -- The default is the same as in refresh_session().
  v_single  boolean := coalesce((settings ->> 'sessions_single_per_user')::boolean, false);
begin
  if v_refused is not null then
    return v_refused;
  end if;
  return jsonb_build_object('sessions', (
    select coalesce(jsonb_agg(auth_lib.session_json(s.session) || jsonb_build_object(
      'current', (s.session).id is not distinct from auth_lib.claimed_session(claims))
    order by s.used_at desc, (s.session).id), '[]')
    from (
      select l.session, l.used_at
      from (
        select l as session, coalesce(l.refreshed_at, l.created_at) as used_at,
          max(coalesce(l.refreshed_at, l.created_at)) over (partition by l.oauth_client_id is null,
            auth_lib.session_tag(l.tag, settings)) as newest
        from auth.sessions as l
        where l.user_id = v_user.id and l.revoked_at is null
          and auth_lib.check_session_age(l, settings) is null
          and (l.oauth_client_id is null or auth_lib.check_client_session_age(l, settings) is null)
          and auth_lib.check_low_aal(v_user, l, settings) is null) as l
      where not v_single or l.used_at = l.newest or (l.session).oauth_client_id is not null
      order by l.used_at desc, (l.session).id limit 1000) as s));
end
$$;
comment on function auth_api.get_sessions is
  'GET /sessions. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, '
  'session_not_found, banned_caller, client_token.';
