-- POST /token?grant_type=refresh_token, and POST /oauth/token for the session of a client. The gateway has
-- unsealed the token, so this server issued it. This function compares the token's counter with the
-- session's. The session row is the lock for all its tokens. `old_token` is the SHA-256, in hexadecimal, of a
-- refresh token of the imported server; old_refresh_tokens contains its session and counter. If rotation is
-- on, reuse of an old token revokes the session. The error for reuse is returned by refusal() instead of
-- fail(), so that the revocation is committed. `proof` is the client's authentication; without it, the
-- session must not belong to a client. `scope` and resources restrict the access token of a client.
create function auth_api.refresh_session(
  user_id uuid, session_id uuid, counter bigint, settings jsonb, client jsonb, old_token text default null,
  proof jsonb default null, scope text default null, resources jsonb default null)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now      timestamptz := auth_lib.clock();
  v_rotation boolean;
  v_interval double precision;
  v_single   boolean := coalesce((settings ->> 'sessions_single_per_user')::boolean, false);
  v_session  auth.sessions;
  v_user     auth.users;
  v_client   auth.oauth_clients;
  v_refused  jsonb;
  v_behind   bigint;
begin
  if proof is not null then
    v_client := auth_lib.find_oauth_client(proof ->> 'client_id');
    v_refused := coalesce(auth_lib.authenticate_client(v_client, proof),
      auth_lib.check_client_grant(v_client, 'refresh_token'));
    if v_refused is not null then
      return v_refused;
    end if;
    v_single := false;
  end if;
  if old_token is not null then
    select t.user_id, t.session_id, t.counter::bigint into user_id, session_id, counter
    from auth.old_refresh_tokens as t where t.digest = decode(old_token, 'hex');
  end if;
  if v_single then
    perform auth_lib.lock_user(user_id);   -- locks the user before the session, as everywhere
  end if;
  select s.* into v_session from auth.sessions as s
  where s.user_id = refresh_session.user_id and s.id = session_id for no key update;
  if v_session.revoked_reason = 'reuse' then
    return auth_lib.refusal('refresh_token_already_used');
  elsif not found or v_session.revoked_at is not null then
    return auth_lib.refusal('refresh_token_not_found');
  end if;
  if v_session.oauth_client_id is not null or proof is not null then
    v_refused := auth_lib.check_client_session(v_session, v_client, settings);
    if v_refused is not null then
      return v_refused;
    end if;
    if not v_session.scopes <@ v_client.scopes or (v_session.resources <> '{}'
      and auth_lib.remaining_resources(v_client, v_session.resources, settings) <> v_session.resources) then
      v_session := auth_lib.narrow_session(v_session, v_client, settings);
      if v_session.id is null then
        return auth_lib.refusal('refresh_token_not_found');
      end if;
    end if;
    -- Checks scope and resources after narrow_session(), so that a removed scope cannot be requested again.
    -- Most requests have neither scope nor resources.
    if scope <> '' or resources <> '[]' then
      v_refused := auth_lib.check_narrower_token(v_session, scope, resources);
      if v_refused is not null then
        return v_refused;
      end if;
    end if;
  end if;
  select u.* into v_user from auth.users as u where u.id = v_session.user_id;
  if auth_lib.is_banned(v_user) then
    return auth_lib.refusal('banned_at_refresh');
  end if;
  if v_single or num_nonnulls(v_session.not_after, settings ->> 'sessions_timebox',
    settings ->> 'sessions_inactivity_timeout', settings ->> 'sessions_allow_low_aal') > 0 then
    v_refused := coalesce(auth_lib.check_session_age(v_session, settings),
      auth_lib.check_low_aal(v_user, v_session, settings),
      case when v_single then auth_lib.check_newer_session(v_user, v_session, settings) end);
    if v_refused is not null then
      return v_refused;
    end if;
  end if;

  v_behind := v_session.counter - counter;
  if v_behind > 0 then
    -- Refresh tokens of public clients always rotate, because they could be copied without the client's
    -- knowledge (RFC 9700, section 4.14.2).
    v_rotation := coalesce(v_client.client_type = 'public', false)
      or coalesce((settings ->> 'security_refresh_token_rotation_enabled')::boolean, false);
    v_interval := coalesce((settings ->> 'security_refresh_token_reuse_interval')::double precision, 0);
    if v_behind > 1 or v_rotation
      and (v_interval <= 0 or v_now > v_session.rotated_at + make_interval(secs => v_interval)) then
      if v_rotation then     -- the token was copied
        perform auth_lib.revoke_session(v_session.user_id, v_session.id, 'reuse');
        perform auth_lib.audit(v_user, '{token_revoked}', '{"reason": "reuse"}', client);
      end if;
      return auth_lib.refusal('refresh_token_already_used');
    end if;
  end if;

  -- Current counter: rotate. Higher counter (a failover lost the commit, but the MAC proves that this server
  -- issued the token): continue from this counter. Previous counter within the reuse interval (a lost
  -- response or a second browser tab): return the current token again.
  if v_behind is distinct from 1 then
    v_session.counter := counter + 1;
    v_session.rotated_at := v_now;
  end if;
  v_session.refreshed_at := v_now;
  v_session.user_agent := left(client ->> 'user_agent', 1000);
  v_session.ip := (client ->> 'ip')::inet;
  update auth.sessions as s
  set counter = v_session.counter, rotated_at = v_session.rotated_at, refreshed_at = v_session.refreshed_at,
      user_agent = v_session.user_agent, ip = v_session.ip
  where s.user_id = v_session.user_id and s.id = v_session.id;
  if coalesce((settings ->> 'security_audit_refresh')::boolean, true) or v_behind < 0 then
    perform auth_lib.audit(v_user,
      case when v_behind = 1 then '{token_refreshed}'::text[]
        else '{token_refreshed,token_revoked}'::text[] end,
      case when v_behind < 0 then jsonb_build_object('counter_ahead', -v_behind) end, client);
  end if;
  if proof is not null then
    perform auth_lib.record_client_use(v_client)
    where v_client.last_used_at is null or v_client.last_used_at < v_now - interval '1 hour';
    return auth_lib.client_session_reply(v_user, v_session, v_client,
      case when coalesce(scope, '') = '' then v_session.scopes else auth_lib.scope_names(scope) end,
      case when coalesce(jsonb_array_length(resources), 0) = 0 then v_session.resources
        else array(select jsonb_array_elements_text(resources)) end, null, null, settings);
  end if;
  return auth_lib.session_reply(v_user, v_session, settings);
end
$$;
comment on function auth_api.refresh_session is
  'POST /token?grant_type=refresh_token. Errors: refresh_token_not_found, refresh_token_already_used, '
  'banned_at_refresh, session_expired, session_expired_inactivity, session_expired_newer_login, '
  'session_expired_low_aal, oauth_client_needed, oauth_client_unauthenticated, oauth_grant_unauthorized, '
  'oauth_refresh_of_other_client, oauth_refresh_first_party, oauth_scope_unsupported, oauth_scope_wider, '
  'oauth_target_wider.';

-- Checks that a client refreshes its own session, within its time limits. Returns an error or null.
create function auth_lib.check_client_session(session auth.sessions, c auth.oauth_clients, settings jsonb)
returns jsonb
language plpgsql stable
as $$
begin
  return case
    when (c).id is null then auth_lib.refusal('oauth_client_needed')
    when (session).oauth_client_id is null then auth_lib.refusal('oauth_refresh_first_party')
    when (session).oauth_client_id <> (c).id then auth_lib.refusal('oauth_refresh_of_other_client')
    else auth_lib.check_client_session_age(session, settings) end;
end
$$;

-- Checks that the scopes and resources of a refresh are within those of its session. Returns an error or
-- null.
create function auth_lib.check_narrower_token(session auth.sessions, scope text, resources jsonb)
returns jsonb
language plpgsql stable
as $$
begin
  return case
    when scope <> '' and auth_lib.scope_names(scope) = '{}'
      then auth_lib.refusal('oauth_scope_unsupported', 'scope parameter cannot be empty')
    when scope <> '' and not auth_lib.scope_names(scope) <@ (session).scopes
      then auth_lib.refusal('oauth_scope_wider')
    when resources <> '[]' and not auth_lib.covers_resources((session).resources,
      array(select jsonb_array_elements_text(resources)))
      then auth_lib.refusal('oauth_target_wider') end;
end
$$;

-- Removes the scopes and resources from a client's session that the client may no longer have, and returns
-- the session. Revokes a session that keeps no scope, or that had resources and keeps none, because without
-- resources its tokens would be for this server. Returns a row of nulls for a revoked session. If the client
-- regains a scope or resource, the user has to approve it again.
create function auth_lib.narrow_session(session auth.sessions, c auth.oauth_clients, settings jsonb)
returns auth.sessions
language plpgsql volatile
as $$
declare
  v_scopes    text[] := auth_lib.remaining_scopes(c, session.scopes);
  v_resources text[] := auth_lib.remaining_resources(c, session.resources, settings);
begin
  if v_scopes = '{}' or (v_resources = '{}' and session.resources <> '{}') then
    perform auth_lib.revoke_session(session.user_id, session.id, 'grant');
    return null;
  end if;
  update auth.sessions as s set scopes = v_scopes, resources = v_resources
  where s.user_id = session.user_id and s.id = session.id;
  session.scopes := v_scopes;
  session.resources := v_resources;
  return session;
end
$$;

-- Checks that no newer session has replaced this one (SESSIONS_SINGLE_PER_USER). A newer session is another
-- live session of the same tag that was used later. Returns an error or null. A newer session that cannot be
-- refreshed is ignored, because otherwise an attacker with only the password could end sessions at aal2. The
-- caller has locked the user, so parallel refreshes are serialized.
create function auth_lib.check_newer_session(
  person auth.users, session auth.sessions, settings jsonb)
returns jsonb
language sql stable
as $$
  select case when exists (
    select from auth.sessions as s
    where s.user_id = (session).user_id and s.id <> (session).id and s.revoked_at is null
      and s.oauth_client_id is null
      and coalesce(s.refreshed_at, s.created_at) > coalesce((session).refreshed_at, (session).created_at)
      and auth_lib.session_tag(s.tag, settings) is not distinct from auth_lib.session_tag((session).tag,
        settings)
      and auth_lib.check_session_age(s, settings) is null
      and auth_lib.check_low_aal(person, s, settings) is null)
  then auth_lib.refusal('session_expired_newer_login') end
$$;
