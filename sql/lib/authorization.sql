-- OAuth authorizations: pending, then approved or denied, then exchanged or expired. The states and their
-- invariants are in docs/oauth-states.md.

-- Locks an authorization and returns it. Returns a row of nulls if it has expired, does not exist, or is only
-- a pushed request. Users are locked before authorizations.
create function auth_lib.lock_authorization(id uuid) returns auth.oauth_authorizations
language plpgsql volatile
as $$
declare
  v_row auth.oauth_authorizations;
begin
  select a.* into v_row from auth.oauth_authorizations as a
  where a.id = lock_authorization.id and a.status <> 'pushed' for no key update;
  if coalesce(v_row.code_expires_at, v_row.expires_at) < auth_lib.clock() then
    return null;
  end if;
  return v_row;
end
$$;

-- Returns how long an authorization request waits for the user's decision.
create function auth_lib.authorization_lifetime(settings jsonb) returns interval
language sql immutable
as $$
  select make_interval(secs => coalesce((settings ->> 'oauth_server_authorization_ttl')::double precision, 600))
$$;

-- Returns the time of the last authentication in a session: its creation, or a later verification of a
-- factor.
create function auth_lib.session_auth_time(session auth.sessions) returns timestamptz
language sql immutable
as $$
  select greatest((session).created_at, (
    select to_timestamp(max((m.method ->> 'timestamp')::bigint))
    from jsonb_array_elements((session).amr) as m (method)))
$$;

-- Returns true if an authorization requires a new sign-in (prompt=login, max_age). A sign-in after the start
-- of the authorization is always enough, because otherwise an authorization with max_age=0 could never be
-- approved.
create function auth_lib.needs_sign_in(a auth.oauth_authorizations, session auth.sessions) returns boolean
language sql stable
as $$
  select auth_lib.session_auth_time(session) < (a).created_at
    and (' ' || coalesce((a).wishes ->> 'prompt', '') || ' ' like '% login %' or coalesce(auth_lib.session_auth_time(session)
      + make_interval(secs => ((a).wishes ->> 'max_age')::double precision) < auth_lib.clock(), false))
$$;

-- Returns true if a session may approve an authorization or get its code without a new sign-in. The session
-- that approved it gets the code again, even if max_age has passed since.
create function auth_lib.is_recent_enough(a auth.oauth_authorizations, session auth.sessions) returns boolean
language sql stable
as $$
  select coalesce((a).session_id = (session).id, false) or not auth_lib.needs_sign_in(a, session)
$$;

-- Approves an authorization in a session of its user and, unless automatic, stores the consent. Returns the
-- authorization. The caller has locked user, client and authorization.
create function auth_lib.approve_authorization(a auth.oauth_authorizations, person auth.users,
  session auth.sessions, c auth.oauth_clients, scopes text[], automatic boolean, settings jsonb, client jsonb)
returns auth.oauth_authorizations
language plpgsql volatile
as $$
declare
  v_now timestamptz := auth_lib.clock();
  v_had text[];
begin
  update auth.oauth_authorizations as o
  set status = 'approved', granted_scopes = approve_authorization.scopes, session_id = session.id,
      access_epoch = person.access_epoch, auth_time = auth_lib.session_auth_time(session), aal = session.aal,
      amr = session.amr,
      -- A device polls until its code expires, so its approval is valid until then. Every approval is valid
      -- for at least oauth_server_code_ttl.
      code_expires_at = greatest(case a.kind when 'device' then a.expires_at end,
        v_now + make_interval(secs => coalesce((settings ->> 'oauth_server_code_ttl')::double precision, 60)))
  where o.id = a.id returning o.* into a;
  if not automatic then
    select o.scopes::text[] into v_had from auth.oauth_consents as o
    where o.user_id = person.id and o.client_id = c.id and o.revoked_at is null;
    insert into auth.oauth_consents as o (user_id, client_id, scopes, resources, pairs, granted_at)
    values (person.id, c.id, scopes, a.resources, auth_lib.consent_pairs(scopes, a.resources), v_now)
    on conflict on constraint oauth_consents_pkey do update
    set scopes = case when o.revoked_at is null then array(select unnest(o.scopes)
        union select unnest(excluded.scopes)) else excluded.scopes end,
      resources = case when o.revoked_at is null then array(select unnest(o.resources)
        union select unnest(excluded.resources)) else excluded.resources end,
      pairs = case when o.revoked_at is null then array(select unnest(o.pairs)
        union select unnest(excluded.pairs)) else excluded.pairs end,
      granted_at = v_now, revoked_at = null;
    perform auth_lib.notify_grant('grant.created', person.id, c, scopes);
    if not coalesce(scopes <@ v_had, false) then
      -- A client chooses its own name, so the mail shows at most 100 characters of it, and the host of the
      -- redirect URI.
      perform auth_lib.send_notification(person, 'oauth_grant', jsonb_build_object(
        'Client', left(coalesce(c.client_name, auth_lib.wire_client_id(c)), 100),
        'Host', coalesce(auth_lib.redirect_host(a.redirect_uri), 'a device'),
        'Scopes', array_to_string(scopes, ' ')), settings, client);
    end if;
  end if;
  perform auth_lib.audit(person, '{oauth_consent_granted}', jsonb_build_object('client_id', c.id,
    'scopes', to_jsonb(scopes), 'resources', to_jsonb(a.resources), 'automatic', automatic), client);
  return a;
end
$$;

-- Denies a locked authorization with an OAuth error. Returns the authorization.
create function auth_lib.deny_authorization(a auth.oauth_authorizations, error text)
returns auth.oauth_authorizations
language plpgsql volatile
as $$
begin
  update auth.oauth_authorizations as o set status = 'denied', denied_with = error
  where o.id = a.id returning o.* into a;
  return a;
end
$$;

-- Returns the outcome of an authorization, a code or an error, from which the gateway builds the redirect
-- URL. A device authorization has no redirect.
create function auth_lib.authorization_outcome(a auth.oauth_authorizations) returns jsonb
language sql stable
as $$
  select case
    when (a).kind = 'device' then jsonb_build_object()
    when (a).status = 'approved' then jsonb_build_object('outcome', 'code', 'authorization', (a).id,
      'redirect_uri', (a).redirect_uri, 'sealed', (a).sealed)
    else jsonb_build_object('outcome', 'error', 'authorization', (a).id, 'redirect_uri', (a).redirect_uri,
      'sealed', (a).sealed, 'error', (a).denied_with, 'description', case (a).denied_with
        when 'access_denied' then 'User denied the request'
        when 'login_required' then 'The user has to sign in'
        when 'consent_required' then 'The user has to approve the client'
        else 'The user has to do more than this client allows' end) end
$$;

-- Queues the webhook event of a grant that was given or revoked. The caller has locked the user.
create function auth_lib.notify_grant(kind text, user_id uuid, c auth.oauth_clients,
  scopes text[]) returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.notify_webhooks(kind, json_build_object('id', user_id, 'client', json_build_object(
    'id', auth_lib.wire_client_id(c), 'name', c.client_name), 'scopes', to_json(scopes)))
  where auth_lib.has_webhooks();
end
$$;

-- Returns the clients that a user has approved, the newest first. Includes clients that skip consent and
-- have a live session, because the user can revoke their access.
create function auth_lib.grants_json(user_id uuid) returns jsonb
language sql stable
as $$
  select coalesce(jsonb_agg(jsonb_build_object('client', auth_lib.granted_client_json(c),
    'scopes', to_jsonb(o.scopes), 'granted_at', auth_lib.wire_time(o.granted_at)) order by o.granted_at desc,
    c.id), '[]')
  from (
    select n.client_id, n.scopes::text[] as scopes, n.granted_at from auth.oauth_consents as n
    where n.user_id = grants_json.user_id and n.revoked_at is null
    union all (
    select distinct on (s.oauth_client_id) s.oauth_client_id, s.scopes, s.created_at from auth.sessions as s
    where s.user_id = grants_json.user_id and s.oauth_client_id is not null and s.revoked_at is null
      and not exists (
        select from auth.oauth_consents as n
        where n.user_id = s.user_id and n.client_id = s.oauth_client_id and n.revoked_at is null)
    order by s.oauth_client_id, s.created_at desc)) as o
  join auth.oauth_clients as c on c.id = o.client_id
  where c.deleted_at is null
$$;

-- Revokes the grant of a user to a client. Returns an error or an empty object. The caller has locked the
-- user.
create function auth_lib.end_grant(person auth.users, actor auth.users, client_id text,
  client jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_client auth.oauth_clients := auth_lib.client_of_path(client_id);
  v_scopes text[];
begin
  if coalesce(client_id, '') = '' then
    return auth_lib.refusal('oauth_client_id_required');
  elsif auth_lib.check_client_id(client_id) is not null then
    return auth_lib.check_client_id(client_id);
  end if;
  select o.scopes::text[] into v_scopes from auth.oauth_consents as o
  where o.user_id = person.id and o.client_id = v_client.id and o.revoked_at is null;
  if v_scopes is null then   -- a client that skips consent
    select s.scopes into v_scopes from auth.sessions as s
    where s.user_id = person.id and s.oauth_client_id = v_client.id and s.revoked_at is null
    order by s.created_at desc limit 1;
  end if;
  if v_scopes is null then
    return auth_lib.refusal('oauth_consent_not_found');
  end if;
  perform auth_lib.end_client_access(v_client.id, person.id);
  perform auth_lib.audit(actor, '{token_revoked}',
    jsonb_build_object('oauth_client_id', v_client.id, 'action', 'revoke_oauth_grant')
    || case when actor.id <> person.id then auth_lib.admin_audit_details(person) else '{}' end, client);
  perform auth_lib.notify_grant('grant.revoked', person.id, v_client, v_scopes);
  return jsonb_build_object();
end
$$;

-- Returns the client of an authorization, locked against deletion. Returns a row of nulls if there is none.
create function auth_lib.client_of_authorization(authorization_id uuid) returns auth.oauth_clients
language plpgsql volatile
as $$
begin
  return auth_lib.lock_oauth_client_shared((
    select a.client_id from auth.oauth_authorizations as a where a.id = authorization_id));
end
$$;

-- Returns the OAuth error of an authorization request with a known client and redirect URI, or null.
create function auth_lib.request_fault(c auth.oauth_clients, request jsonb, scopes text[], resources text[],
  settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_challenge text := coalesce(request ->> 'code_challenge', '');
  v_method    text := lower(coalesce(request ->> 'code_challenge_method', '') collate "C");
  v_prompt    text[] := auth_lib.scope_names(request #>> '{wishes,prompt}');
  v_pkce      boolean := c.require_pkce or v_challenge <> '' or v_method <> '';
  v_plain     boolean := coalesce((settings ->> 'oauth_server_plain_pkce_enabled')::boolean, false);
  v_scope     jsonb := auth_lib.scope_fault(c, request ->> 'scope', scopes, resources, settings);
begin
  return case
    when request ->> 'fault' is not null then auth_lib.oauth_fault('invalid_request', request ->> 'fault')
    when coalesce(request ->> 'response_type', '') = ''
      then auth_lib.oauth_fault('invalid_request', 'response_type is required')
    when request ->> 'response_type' <> 'code'
      then auth_lib.oauth_fault('unsupported_response_type', 'only response_type=code is supported')
    when not 'authorization_code' = any (c.grant_types)
      then auth_lib.oauth_fault('unauthorized_client', 'the client cannot use this flow')
    when v_scope is not null then v_scope
    when v_pkce and (v_challenge = '' or v_method = '') then auth_lib.oauth_fault('invalid_request',
      'PKCE flow requires both code_challenge and code_challenge_method')
    when v_pkce and v_method <> 's256' and not (v_method = 'plain' and v_plain)
      then auth_lib.oauth_fault('invalid_request', case when v_plain
        then 'code_challenge_method must be ''S256'' or ''plain''' else 'code_challenge_method must be ''S256''' end)
    when v_pkce and length(v_challenge) not between 43 and 128 then auth_lib.oauth_fault('invalid_request',
      'code_challenge must be between 43 and 128 characters')
    when v_pkce and v_challenge !~ '^[A-Za-z0-9._~-]+$' then auth_lib.oauth_fault('invalid_request',
      'code_challenge can only contain letters, digits, hyphens, periods, underscores and tildes')
    when request ->> 'request' is not null
      then auth_lib.oauth_fault('request_not_supported', 'request objects are not supported')
    when request ->> 'request_uri' is not null
      then auth_lib.oauth_fault('request_uri_not_supported', 'request_uri is not supported')
    when 'none' = any (v_prompt) and cardinality(v_prompt) > 1
      then auth_lib.oauth_fault('invalid_request', 'prompt=none cannot be combined with others')
    when request #>> '{wishes,max_age}' !~ '^\d{1,9}$'
      then auth_lib.oauth_fault('invalid_request', 'max_age must be a whole number')
  end;
end
$$;

-- Returns the OAuth error for the scopes and resources of a request, or null.
create function auth_lib.scope_fault(c auth.oauth_clients, scope text, scopes text[], resources text[],
  settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_resources text := auth_lib.resources_fault(c, resources, settings);
begin
  return case
    when scopes is null
      then auth_lib.oauth_fault('invalid_scope', 'unsupported scope: ' || left(coalesce((
        select n.name from unnest(auth_lib.scope_names(scope)) with ordinality as n (name, place)
        where n.name <> all (auth_lib.allowed_scopes(c, settings)) order by n.place limit 1), ''), 100))
    when cardinality(scopes) = 0
      then auth_lib.oauth_fault('invalid_scope', 'scope parameter cannot be empty')
    when v_resources is not null then auth_lib.oauth_fault('invalid_target', v_resources)
  end;
end
$$;

-- Converts an OAuth error into an error response, for requests that the client sends directly and not
-- through a browser.
create function auth_lib.refusal_for_oauth_fault(fault jsonb) returns jsonb
language sql stable
as $$
  select case fault ->> 'error'
    when 'invalid_scope' then auth_lib.refusal('oauth_scope_unsupported', fault ->> 'description')
    when 'invalid_target' then auth_lib.refusal('oauth_target_unsupported', fault ->> 'description')
    when 'unsupported_response_type'
      then auth_lib.refusal('oauth_response_type_unsupported', fault ->> 'description')
    when 'unauthorized_client' then auth_lib.refusal('oauth_flow_unauthorized', fault ->> 'description')
    else auth_lib.refusal('oauth_request_unusable', fault ->> 'description') end
$$;

-- Returns an OAuth error as an object with error and description.
create function auth_lib.oauth_fault(error text, description text) returns jsonb
language sql immutable
as $$ select jsonb_build_object('error', error, 'description', description) $$;

-- Returns the PKCE challenge in stored form, or null. A challenge of the method plain equals the verifier,
-- so only its digest is stored.
create function auth_lib.stored_challenge(request jsonb) returns text
language sql stable
as $$
  select case lower(request ->> 'code_challenge_method' collate "C")
    when 'plain' then auth_lib.pkce_challenge(request ->> 'code_challenge', 's256')
    when 's256' then request ->> 'code_challenge' end
$$;

-- Returns an approved authorization with the scopes and resources that its client may still have. Returns a
-- row of nulls if no scope is left, or if none of its resources is left. The client may have been changed
-- since the request.
create function auth_lib.narrow_authorization(a auth.oauth_authorizations, c auth.oauth_clients, settings jsonb)
returns auth.oauth_authorizations
language plpgsql immutable
as $$
declare
  v_resources text[] := auth_lib.remaining_resources(c, a.resources, settings);
begin
  a.granted_scopes := auth_lib.remaining_scopes(c, a.granted_scopes);
  if a.granted_scopes = '{}' or (v_resources = '{}' and a.resources <> '{}') then
    return null;
  end if;
  a.resources := v_resources;
  return a;
end
$$;

-- Opens a client's session for a consumed authorization. The caller has locked the user.
create function auth_lib.open_client_session(person auth.users, a auth.oauth_authorizations,
  c auth.oauth_clients,
  method text, client jsonb)
returns auth.sessions
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_session auth.sessions;
begin
  update auth.users as u set last_sign_in_at = v_now, updated_at = v_now where u.id = person.id
  returning u.* into person;
  perform auth_lib.audit(person, '{login}', jsonb_build_object('provider_type',
    'oauth_provider_' || split_part(method, '/', 2), 'client_id', c.id),
    client || jsonb_build_object('login_method', method));
  perform auth_lib.notify_webhooks('user.signed_in', auth_lib.user_json(person))
    where auth_lib.has_webhooks();
  perform auth_lib.record_client_use(c);
  insert into auth.sessions (user_id, id, amr, user_agent, ip, created_at, oauth_client_id, scopes, resources,
    auth_time, authorized_aal, not_after)
  values (person.id, coalesce((client ->> 'session_id')::uuid, gen_random_uuid()),
    jsonb_build_array(jsonb_build_object('method', method, 'timestamp',
      floor(extract(epoch from v_now))::bigint)),
    left(client ->> 'user_agent', 1000), (client ->> 'ip')::inet, v_now, c.id, a.granted_scopes, a.resources,
    a.auth_time, a.aal,
    -- If the identity provider limits the user's session, the session of the client ends at the same time.
    (select s.not_after from auth.sessions as s where s.user_id = person.id and s.id = a.session_id))
  returning * into v_session;
  return v_session;
end
$$;

-- Returns an authorization as the consent page displays it.
create function auth_lib.authorization_json(a auth.oauth_authorizations, person auth.users,
  session auth.sessions, c auth.oauth_clients, settings jsonb)
returns jsonb
language sql stable
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'redirect_uri', (a).redirect_uri,
    'client', auth_lib.granted_client_json(c) || jsonb_build_object(
      'confidential', (c).client_type = 'confidential',
      'verified', (c).registration_type = 'manual' or ((c).registration_type = 'document'
        and coalesce(auth_lib.redirect_host((c).document_url) = auth_lib.redirect_host((a).redirect_uri),
          false)),
      'host', auth_lib.redirect_host((a).redirect_uri)),
    'user', jsonb_build_object('id', (person).id, 'email', (person).email),
    'scope', array_to_string((a).scopes, ' '),
    'scopes', (select jsonb_agg(jsonb_build_object('name', s.name,
        'text', settings -> 'oauth_server_scopes' -> s.name) order by s.place)
      from unnest((a).scopes) with ordinality as s (name, place)),
    'resources', to_jsonb((a).resources),
    'expires_at', auth_lib.wire_time((a).expires_at),
    'wishes', (a).wishes,
    'sign_in_again', auth_lib.needs_sign_in(a, session),
    'asker', (a).asker))
$$;

-- Returns the destination of a redirect in readable form: a host with its port, "this device", or the scheme
-- of an app.
create function auth_lib.redirect_host(uri text) returns text
language sql immutable
as $$
  select case
    when auth_lib.is_loopback(uri) then 'this device'
    when uri like 'https:%' then substring(uri from '^https://([^/?]*)')
    else substring(uri from '^([^:]*):') end
$$;
