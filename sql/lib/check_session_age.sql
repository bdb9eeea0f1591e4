-- The refusal of a session that is past its limits (contract 9.5), or null. None is set by default.
create function auth_lib.check_session_age(session auth.sessions, settings jsonb) returns jsonb
language sql stable
as $$
  select case
    when auth_lib.clock() > (check_session_age.session).not_after
      or auth_lib.clock() > (check_session_age.session).created_at
        + make_interval(secs => nullif((check_session_age.settings ->> 'sessions_timebox')::double precision, 0))
      then auth_lib.refusal('session_expired')
    when auth_lib.clock() > coalesce((check_session_age.session).refreshed_at, (check_session_age.session).created_at)
        + make_interval(secs => nullif((check_session_age.settings ->> 'sessions_inactivity_timeout')::double precision, 0))
      then auth_lib.refusal('session_expired_inactivity')
  end
$$;
comment on function auth_lib.check_session_age(auth.sessions, jsonb) is 'Null while a session may be refreshed, otherwise a refusal.';
