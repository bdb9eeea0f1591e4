-- The life of an OAuth authorization: pending, then approved or denied, then exchanged or expired. The states
-- and their invariants are in docs/oauth-states.md.

-- Locks an authorization of kind code or device that still counts, and returns it or a row of nulls. Users
-- are locked first.
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

-- Returns when a session was last authenticated: its creation, or a later factor.
create function auth_lib.session_auth_time(session auth.sessions) returns timestamptz
language sql immutable
as $$
  select greatest((session).created_at, (
    select to_timestamp(max((m.method ->> 'timestamp')::bigint))
    from jsonb_array_elements((session).amr) as m (method)))
$$;

-- Returns true if an authorization requires a new sign-in (prompt=login, max_age). Who has signed in since it
-- began has done so: otherwise max_age=0 could never be approved.
create function auth_lib.needs_sign_in(a auth.oauth_authorizations, session auth.sessions) returns boolean
language sql stable
as $$
  select auth_lib.session_auth_time(session) < (a).created_at
    and (' ' || coalesce((a).wishes ->> 'prompt', '') || ' ' like '% login %' or coalesce(auth_lib.session_auth_time(session)
      + make_interval(secs => ((a).wishes ->> 'max_age')::double precision) < auth_lib.clock(), false))
$$;

-- Approves an authorization in a session of its user, and remembers it. Returns the row. User, client and
-- authorization are locked.
create function auth_lib.approve_authorization(a auth.oauth_authorizations, person auth.users,
  session auth.sessions, c auth.oauth_clients, scopes text[], automatic boolean, settings jsonb, client jsonb)
returns auth.oauth_authorizations
language plpgsql volatile
as $$
declare
  v_now timestamptz := auth_lib.clock();
begin
  update auth.oauth_authorizations as o
  set status = 'approved', granted_scopes = approve_authorization.scopes, session_id = session.id,
      access_epoch = person.access_epoch, auth_time = auth_lib.session_auth_time(session), aal = session.aal,
      amr = session.amr,
      code_expires_at = v_now + make_interval(secs => coalesce(
        (settings ->> 'oauth_server_code_ttl')::double precision, 60))
  where o.id = a.id returning o.* into a;
  if not automatic then
    insert into auth.oauth_consents as o (user_id, client_id, scopes, resources, granted_at)
    values (person.id, c.id, scopes, a.resources, v_now)
    on conflict on constraint oauth_consents_pkey do update
    set scopes = case when o.revoked_at is null then array(select unnest(o.scopes)
        union select unnest(excluded.scopes)) else excluded.scopes end,
      resources = case when o.revoked_at is null then array(select unnest(o.resources)
        union select unnest(excluded.resources)) else excluded.resources end,
      granted_at = v_now, revoked_at = null;
    perform auth_lib.notify_grant('grant.created', person.id, c, scopes);
  end if;
  perform auth_lib.audit(person, '{oauth_consent_granted}', jsonb_build_object('client_id', c.id,
    'scopes', to_jsonb(scopes), 'resources', to_jsonb(a.resources), 'automatic', automatic), client);
  return a;
end
$$;

-- Denies an authorization with an error of OAuth. Returns the row, which is locked.
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

-- Returns how an authorization ended, for the gateway to make an address of: with a code, or with an error.
-- The user of a device has no address to go to.
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

-- Queues the event of a grant that a user gave or took back. The user is locked.
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

-- Returns the clients that a user has approved, the newest first. One that skips consent and has a live session is
-- among them: it has access that the user can take back.
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

-- Takes back what a user has granted to a client. Returns an error or an empty object. The user is locked.
create function auth_lib.end_grant(person auth.users, actor auth.users, client_id text,
  client jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_client auth.oauth_clients := auth_lib.find_oauth_client(client_id);
  v_scopes text[];
begin
  if coalesce(client_id, '') = '' then
    return auth_lib.refusal('oauth_client_id_required');
  elsif auth_lib.path_uuid(client_id) is null and client_id not like 'https://%' then
    return auth_lib.refusal('oauth_client_id_format');
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
    || case when actor.id <> person.id then auth_lib.admin_traits(person) else '{}' end, client);
  perform auth_lib.notify_grant('grant.revoked', person.id, v_client, v_scopes);
  return jsonb_build_object();
end
$$;

-- Returns the client of an authorization, locked against deletion, or a row of nulls.
create function auth_lib.client_of_authorization(authorization_id uuid) returns auth.oauth_clients
language plpgsql volatile
as $$
begin
  return auth_lib.share_oauth_client((
    select a.client_id from auth.oauth_authorizations as a where a.id = authorization_id));
end
$$;
