-- Sessions: creation, the response of a sign-in or refresh, and lifetime limits.

-- Creates a session and returns its row. client.session_id is set if a hook has already received the id of
-- the session. client.sso is {provider_id, not_after} for an SSO sign-in: the provider is recorded in amr,
-- and not_after, if given, ends the session.
create function auth_lib.open_session(user_id uuid, method text, client jsonb) returns auth.sessions
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_id      uuid := coalesce((client ->> 'session_id')::uuid, gen_random_uuid());
  v_amr     jsonb := jsonb_build_array(jsonb_build_object('method', method,
    'timestamp', floor(extract(epoch from v_now))::bigint)
    || case when client ? 'sso' then jsonb_build_object('provider', client #> '{sso,provider_id}')
      else '{}' end);
  v_agent   text := left(client ->> 'user_agent', 1000);
  v_ip      inet := (client ->> 'ip')::inet;
  v_tag     text := client ->> 'session_tag';
  v_end     timestamptz := (client #>> '{sso,not_after}')::timestamptz;
  v_session auth.sessions;
begin
  insert into auth.sessions (user_id, id, amr, user_agent, ip, tag, not_after, created_at)
  values (user_id, v_id, v_amr, v_agent, v_ip, v_tag, v_end, v_now)
  returning * into v_session;
  return v_session;
end
$$;

-- Completes a sign-in: creates the session, audit entry, response and, if enabled, a mail about a new
-- device. Earlier sessions are not revoked. The caller has locked the user and may have updated
-- last_sign_in_at. `member` and `value` are as in session_reply(). Anonymous sign-ups and sessions of OAuth
-- clients do not use this function.
create function auth_lib.sign_in(
  person auth.users, method text, actions text[], traits jsonb, settings jsonb, client jsonb,
  member text default null, value json default null)
returns json
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_mails   boolean := coalesce((settings ->> 'mailer_notifications_new_device_enabled')::boolean, false);
  v_session auth.sessions;
  v_refused jsonb := auth_lib.check_sso_account(person, settings);
begin
  if v_refused is not null then   -- the domain was enforced after the caller's check
    perform auth_lib.fail_with(v_refused);
  end if;
  if v_mails then
    v_mails := auth_lib.is_new_device(auth_lib.lock_user(person.id), client);
  end if;
  if person.last_sign_in_at is distinct from v_now then
    update auth.users as u set last_sign_in_at = v_now, updated_at = v_now where u.id = person.id
    returning u.* into person;
  end if;
  v_session := auth_lib.open_session(person.id, method, client);
  perform auth_lib.audit(person, actions, coalesce(traits, '{}') || jsonb_build_object('session_id',
    v_session.id),
    client || jsonb_build_object('login_method', method));
  if auth_lib.has_webhooks() then
    perform auth_lib.notify_webhooks('user.signed_in', auth_lib.user_json(person));
  end if;
  if v_mails then
    perform auth_lib.send_notification(person,
      'new_device', jsonb_build_object('Device', coalesce(v_session.user_agent, ''),
      'IPAddress', coalesce(host(v_session.ip), ''), 'Time', auth_lib.wire_time(v_now)), settings, client);
  end if;
  return auth_lib.session_reply(person, v_session, settings, member, value);
end
$$;

-- Marks the session in a sign-in's response as opened by a recovery. Does nothing for an error.
create function auth_lib.mark_recovery_session(answer json) returns void
language plpgsql volatile
as $$
begin
  update auth.sessions as s set is_recovery = true
  where s.user_id = (answer #>> '{refresh,user_id}')::uuid and s.id = (answer #>> '{refresh,session_id}')::uuid;
end
$$;

-- Returns the response of a sign-in or refresh: body for the client, and claims and refresh, which the
-- gateway signs and seals. `member` and `value` add a member to the body: the type of a consumed token,
-- weak_password, or a provider's tokens.
create function auth_lib.session_reply(
  person auth.users, session auth.sessions, settings jsonb, member text default null,
  value json default null) returns json
language plpgsql volatile
as $$
declare
  v_iat    bigint := floor(date_part('epoch', auth_lib.clock()))::bigint;
  v_most   bigint := auth_lib.access_token_lifetime(settings);
  v_exp    bigint := case when num_nonnulls(settings ->> 'sessions_allow_low_aal', session.not_after) > 0
    then auth_lib.session_token_lifetime(person, session, v_most, settings) else v_most end;
  v_user   json := auth_lib.user_json(person);
  v_body   json;
  v_claims json := json_build_object(
    'sub', person.id, 'aud', person.aud, 'role', person.role, 'iat', v_iat, 'exp', v_iat + v_exp,
    'email', case when person.email_confirmed_at is null then '' else coalesce(person.email, '') end,
    'phone', case when person.phone_confirmed_at is null then '' else coalesce(person.phone, '') end,
    'app_metadata', person.raw_app_meta_data, 'user_metadata', person.raw_user_meta_data,
    'aal', session.aal, 'amr', session.amr, 'session_id', session.id, 'is_anonymous', person.is_anonymous);
begin
  if member is null then
    v_body := json_build_object('token_type', 'bearer', 'expires_in', v_exp, 'expires_at', v_iat + v_exp,
      'user', v_user);
  else   -- with json_join(), Postgres would parse the whole body again
    v_body := json_build_object('token_type', 'bearer', 'expires_in', v_exp, 'expires_at', v_iat + v_exp,
      'user', v_user, member, value);
  end if;
  if settings ->> 'jwt_issuer' <> '' then
    v_claims := auth_lib.json_join(v_claims, json_build_object('iss', settings -> 'jwt_issuer'));
  end if;
  if settings ? 'hooks' and settings -> 'hooks' ? 'custom_access_token' then
    v_claims := auth_lib.custom_claims(v_claims, session, settings);
  end if;
  return json_build_object('body', v_body, 'claims', v_claims,
    'refresh', json_build_object('user_id', session.user_id, 'session_id', session.id,
      'counter', session.counter));
end
$$;

-- Returns the configured lifetime of access tokens in seconds.
create function auth_lib.access_token_lifetime(settings jsonb) returns bigint
language sql immutable
as $$ select coalesce(nullif((settings ->> 'jwt_exp')::bigint, 0), 3600) $$;

-- Returns the lifetime of an access token in seconds: `most` (JWT_EXP), limited by the remaining lifetime
-- of the session and by its deadline for a second factor.
create function auth_lib.session_token_lifetime(
  person auth.users, session auth.sessions, most bigint, settings jsonb)
returns bigint
language plpgsql stable
as $$
declare
  v_wait double precision := (settings ->> 'sessions_allow_low_aal')::double precision;
begin
  if session.not_after is not null then
    most := greatest(1, least(most, floor(extract(epoch from session.not_after - auth_lib.clock()))::bigint));
  end if;
  if v_wait is not null and session.aal = 'aal1' and auth_lib.has_second_factor(person) then
    return greatest(1, least(most, ceil(
      extract(epoch from session.created_at - auth_lib.clock()) + v_wait)::bigint));
  end if;
  return most;
end
$$;

-- Checks that a session has not exceeded its deadline for a second factor (SESSIONS_ALLOW_LOW_AAL). Returns
-- an error or null.
create function auth_lib.check_low_aal(person auth.users, session auth.sessions, settings jsonb) returns jsonb
language sql stable
as $$
  select case when auth_lib.has_second_factor(person) and coalesce((session).authorized_aal, (session).aal) = 'aal1'
    and auth_lib.clock() > (session).created_at
      + make_interval(secs => (settings ->> 'sessions_allow_low_aal')::double precision)
    then auth_lib.refusal('session_expired_low_aal') end
$$;

-- Returns the effective tag of a session: its own tag if SESSIONS_TAGS contains it, otherwise the first tag
-- of SESSIONS_TAGS.
create function auth_lib.session_tag(tag text, settings jsonb) returns text
language sql immutable
as $$
  select case when v.tags ? tag then tag else v.tags ->> 0 end
  from (select coalesce(settings -> 'sessions_tags', '[]')) as v (tags)
$$;

-- Returns a session in the API's format.
create function auth_lib.session_json(session auth.sessions) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'id', (session).id, 'created_at', auth_lib.wire_time((session).created_at),
    'last_used_at', auth_lib.wire_time(coalesce((session).refreshed_at, (session).created_at)),
    'not_after', auth_lib.wire_time((session).not_after), 'user_agent', (session).user_agent, 'ip',
    host((session).ip), 'aal', (session).aal, 'amr', (session).amr, 'tag', (session).tag)
    || case when (session).oauth_client_id is null then '{}' else jsonb_build_object('client', (
      select jsonb_build_object('id', auth_lib.wire_client_id(c), 'name', c.client_name)
      from auth.oauth_clients as c where c.id = (session).oauth_client_id)) end
$$;

-- Returns an estimate of the number of live sessions: live sessions on about most_pages pages, scaled to
-- the whole table. If the table has at most most_pages pages, counts all sessions. The fixed seed selects
-- the same pages at each call.
create function auth_lib.count_live_sessions(at timestamptz, most_pages integer) returns bigint
language plpgsql stable
as $$
declare
  v_bytes bigint := (select pg_relation_size(s.tableoid) from auth.sessions as s limit 1);
  v_pages bigint := coalesce(v_bytes, 0) / current_setting('block_size')::bigint;
  v_share real := 100::real;
  v_count bigint;
begin
  if v_pages > most_pages then
    v_share := (100.0 * most_pages / v_pages)::real;
  end if;
  select count(*) into v_count
  from auth.sessions as s tablesample system (v_share) repeatable (0)
  where s.revoked_at is null and (s.not_after is null or s.not_after > at);
  return (v_count * 100 / v_share)::bigint;
end
$$;
