-- Sessions: opened, answered, ended.

-- Opens a session and answers its row.
create function auth_lib.open_session(user_id uuid, method text, client jsonb) returns auth.sessions
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_session auth.sessions;
begin
  insert into auth.sessions (user_id, id, amr, user_agent, ip, created_at)
  values (user_id, gen_random_uuid(),
    jsonb_build_array(jsonb_build_object('method', method, 'timestamp', floor(extract(epoch from v_now))::bigint)),
    left(client ->> 'user_agent', 1000), (client ->> 'ip')::inet, v_now)
  returning * into v_session;
  return v_session;
end
$$;

-- The last step of every sign-in: session, audit row, answer and, if the setting says so, a mail about a new device.
-- Earlier sessions stay. The caller has locked the user and may already have written last_sign_in_at.
create function auth_lib.sign_in(
  person auth.users, method text, actions text[], traits jsonb, settings jsonb, client jsonb, extra json default null)
returns json
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_tells   boolean := coalesce((settings ->> 'mailer_notifications_new_device_enabled')::boolean, false);
  v_session auth.sessions;
begin
  if v_tells then
    v_tells := auth_lib.is_new_device(auth_lib.lock_user(person.id), client);
  end if;
  if person.last_sign_in_at is distinct from v_now then
    update auth.users as u set last_sign_in_at = v_now, updated_at = v_now where u.id = person.id returning u.* into person;
  end if;
  perform auth_lib.audit(person, actions, traits, client);
  v_session := auth_lib.open_session(person.id, method, client);
  if v_tells then
    perform auth_lib.notify(person, 'new_device', jsonb_build_object('Device', coalesce(v_session.user_agent, ''),
      'IPAddress', coalesce(host(v_session.ip), ''), 'Time', auth_lib.wire_time(v_now)), settings, client);
  end if;
  return auth_lib.session_reply(person, v_session, settings, extra);
end
$$;

-- The answer of a sign-in or refresh: body for the client, claims for the gateway to sign, refresh for it to seal. extra
-- holds further members of the body: the type of a redeemed proof, or weak_password.
create function auth_lib.session_reply(person auth.users, session auth.sessions, settings jsonb, extra json) returns json
language plpgsql stable
as $$
declare
  v_iat    bigint := floor(extract(epoch from auth_lib.clock()))::bigint;
  v_exp    bigint := coalesce(nullif((settings ->> 'jwt_exp')::bigint, 0), 3600);
  v_body   json := json_build_object('token_type', 'bearer', 'expires_in', v_exp, 'expires_at', v_iat + v_exp,
    'user', auth_lib.user_json(person));
  v_claims json := json_build_object(
    'sub', person.id, 'aud', person.aud, 'role', person.role, 'iat', v_iat, 'exp', v_iat + v_exp,
    'email', coalesce(person.email, ''), 'phone', coalesce(person.phone, ''),
    'app_metadata', person.app_metadata, 'user_metadata', person.user_metadata,
    'aal', session.aal, 'amr', session.amr, 'session_id', session.id, 'is_anonymous', person.is_anonymous);
begin
  if extra is not null then
    v_body := auth_lib.json_join(v_body, extra);
  end if;
  if settings ->> 'jwt_issuer' <> '' then
    v_claims := auth_lib.json_join(v_claims, json_build_object('iss', settings -> 'jwt_issuer'));
  end if;
  return json_build_object('body', v_body, 'claims', v_claims,
    'refresh', json_build_object('user_id', session.user_id, 'session_id', session.id, 'counter', session.counter));
end
$$;

-- Ends one session. Its refresh tokens are void at once; its access tokens stay valid until they expire.
create function auth_lib.revoke_session(user_id uuid, session_id uuid, reason text) returns void
language plpgsql volatile
as $$
begin
  update auth.sessions as s
  set revoked_at = auth_lib.clock(), revoked_reason = reason
  where s.user_id = revoke_session.user_id and s.id = session_id and s.revoked_at is null;
end
$$;

-- Ends all sessions of a user except the one to keep (null keeps none).
create function auth_lib.revoke_sessions(user_id uuid, keep uuid, reason text) returns void
language plpgsql volatile
as $$
begin
  update auth.sessions as s
  set revoked_at = auth_lib.clock(), revoked_reason = reason
  where s.user_id = revoke_sessions.user_id and s.revoked_at is null and s.id is distinct from keep;
end
$$;

-- The refusal of a session that is past its limits (its own end, SESSIONS_TIMEBOX, SESSIONS_INACTIVITY_TIMEOUT), or null.
-- None is set by default.
create function auth_lib.check_session_age(session auth.sessions, settings jsonb) returns jsonb
language sql stable
as $$
  select case
    when auth_lib.clock() > (session).not_after
      or auth_lib.clock() > (session).created_at
        + make_interval(secs => nullif((settings ->> 'sessions_timebox')::double precision, 0))
      then auth_lib.refusal('session_expired')
    when auth_lib.clock() > coalesce((session).refreshed_at, (session).created_at)
        + make_interval(secs => nullif((settings ->> 'sessions_inactivity_timeout')::double precision, 0))
      then auth_lib.refusal('session_expired_inactivity')
  end
$$;
