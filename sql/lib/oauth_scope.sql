-- Scopes and resources of OAuth clients, and the claims that they allow.

-- Returns the scopes that exist in every installation.
create function auth_lib.built_in_scopes() returns text[]
language sql immutable
as $$ select '{openid,profile,email,phone,offline_access}'::text[] $$;

-- Returns the built-in scopes of a list, or null if it contains none.
create function auth_lib.built_in_among(scopes text[]) returns text[]
language sql immutable
as $$
  select nullif(array(select n.name from unnest(scopes) with ordinality as n (name, place)
    where n.name = any (auth_lib.built_in_scopes()) order by n.place), '{}')
$$;

-- Returns the names in a scope parameter, without duplicates, in their order.
create function auth_lib.scope_names(scope text) returns text[]
language sql immutable
as $$
  select coalesce(array_agg(n.name order by n.place), '{}') from (
    select s.name, min(s.place) as place
    from string_to_table(scope, ' ') with ordinality as s (name, place)
    where s.name <> '' group by s.name) as n
$$;

-- Returns a resource parameter in normalized form for comparison: scheme and host in lower case, without
-- the slash of an empty path.
create function auth_lib.resource_key(uri text) returns text
language sql immutable
as $$
  select lower(split[1] collate "C") || case when split[2] = '/' then '' else split[2] end
  from regexp_match(uri, '^([^:]*://[^/?#]*)(.*)$') as split
$$;

-- Returns true if each resource of a list is also in another list. Returns false for an invalid resource,
-- because it would become the audience of a token.
create function auth_lib.covers_resources(granted text[], requested text[]) returns boolean
language sql immutable
as $$
  select not exists (
    select from unnest(requested) as a (uri)
    where not coalesce(auth_lib.resource_key(a.uri) = any (array(
      select auth_lib.resource_key(h.uri) from unnest(granted) as h (uri))), false))
$$;

-- Returns what a user approves, as pairs of a scope and a resource, separated by a blank. Without resources,
-- a token is for this server, and the pairs are the scopes alone.
create function auth_lib.consent_pairs(scopes text[], resources text[]) returns text[]
language sql immutable
as $$
  select case when resources = '{}' then scopes else array(
    select s.name || ' ' || auth_lib.resource_key(r.uri)
    from unnest(scopes) as s (name) cross join unnest(resources) as r (uri)) end
$$;

-- Returns the claims about a user that the given scopes allow, for ID tokens and userinfo. An unconfirmed
-- address is omitted, because clients find accounts by it. An address confirmed only by autoconfirm is
-- marked as not verified.
create function auth_lib.scoped_claims(person auth.users, scopes text[]) returns jsonb
language sql stable
as $$
  select jsonb_strip_nulls(
    case when 'email' = any (scopes) and (person).email_confirmed_at is not null
      and (person).email is not null
      then jsonb_build_object('email', (person).email, 'email_verified',
        auth_lib.is_verified(person, 'email')) else '{}' end
    || case when 'phone' = any (scopes) and (person).phone_confirmed_at is not null
      and (person).phone is not null
      then jsonb_build_object('phone_number', (person).phone, 'phone_number_verified',
        auth_lib.is_verified(person, 'phone')) else '{}' end
    || case when 'profile' = any (scopes) then jsonb_build_object(
      'name', coalesce((person).raw_user_meta_data ->> 'name', (person).raw_user_meta_data ->> 'full_name'),
      'picture', coalesce((person).raw_user_meta_data ->> 'picture',
        (person).raw_user_meta_data ->> 'avatar_url'),
      'preferred_username', coalesce((person).raw_user_meta_data ->> 'preferred_username',
        (person).raw_user_meta_data ->> 'username'),
      'updated_at', floor(extract(epoch from (person).updated_at))::bigint) else '{}' end)
$$;

-- Returns the user_metadata that a client may read: nothing without the scope profile. Addresses and verified
-- flags of the sign-up are omitted, because they need their own scopes, and users can write anything there.
create function auth_lib.client_metadata(person auth.users, scopes text[]) returns jsonb
language sql immutable
as $$
  select case when 'profile' = any (scopes)
    then (person).raw_user_meta_data - '{email,email_verified,phone,phone_verified}'::text[] else '{}' end
$$;

-- Returns the audience of a client's access token. Without `resources`, the audience is that of the user.
-- With `resources`, it is these resources and, with the scope openid, also the issuer. The userinfo endpoint
-- accepts tokens with the issuer as audience.
create function auth_lib.client_audience(person auth.users, scopes text[], resources text[], settings jsonb)
returns jsonb
language sql stable
as $$
  select case
    when cardinality(resources) = 0 then to_jsonb((person).aud)
    when cardinality(resources) = 1 and not 'openid' = any (scopes) then to_jsonb(resources[1])
    else to_jsonb(resources || case when 'openid' = any (scopes) then array[settings ->> 'oauth_issuer']
      else '{}' end) end
$$;

-- Returns the claims of a client's access token (RFC 9068). Claims whose scope was not granted are present
-- but empty, so that hooks and policies can read them. A privileged role (is_privileged_role) is replaced by
-- the default role, because it could pass all policies, including those that restrict clients.
create function auth_lib.client_claims(person auth.users, session auth.sessions, c auth.oauth_clients,
  scopes text[], resources text[], settings jsonb)
returns json
language plpgsql volatile
as $$
declare
  v_iat    bigint := floor(extract(epoch from auth_lib.clock()))::bigint;
  v_role   text;
  v_claims json := json_build_object(
    'iss', settings -> 'oauth_issuer', 'sub', person.id,
    'aud', auth_lib.client_audience(person, scopes, resources, settings),
    'role', case when auth_lib.is_privileged_role(person.role, settings) then auth_lib.default_role(settings)
      else person.role end,
    'iat', v_iat, 'exp', v_iat + auth_lib.client_token_lifetime(session, settings), 'jti', gen_random_uuid(),
    'client_id', auth_lib.wire_client_id(c), 'scope', array_to_string(scopes, ' '),
    'email', case when 'email' = any (scopes) and person.email_confirmed_at is not null
      then coalesce(person.email, '') else '' end,
    'phone', case when 'phone' = any (scopes) and person.phone_confirmed_at is not null
      then coalesce(person.phone, '') else '' end,
    'app_metadata', case when c.registration_type = 'manual' then person.raw_app_meta_data
      else '{}'::jsonb end,
    'user_metadata', auth_lib.client_metadata(person, scopes),
    'aal', session.aal, 'amr', session.amr, 'session_id', session.id,
    'auth_time', floor(extract(epoch from session.auth_time))::bigint, 'is_anonymous', person.is_anonymous);
begin
  if settings ? 'hooks' and settings -> 'hooks' ? 'custom_access_token' then
    v_role := v_claims ->> 'role';
    v_claims := auth_lib.custom_claims(v_claims, session, settings);
    -- A hook must not add a privileged role.
    if v_claims ->> 'role' <> v_role and auth_lib.is_privileged_role(v_claims ->> 'role', settings) then
      perform auth_lib.fail_claims('role: must not be privileged');
    end if;
  end if;
  return v_claims;
end
$$;

-- Returns the lifetime of a client's access token in seconds: no longer than its session lasts.
create function auth_lib.client_token_lifetime(session auth.sessions, settings jsonb) returns bigint
language sql stable
as $$
  select greatest(1, least(
    coalesce((settings ->> 'oauth_server_token_exp')::bigint, auth_lib.access_token_lifetime(settings)),
    floor(extract(epoch from (session).not_after - auth_lib.clock()))::bigint))
$$;

-- Returns the response to a client's exchange or refresh: body for the client, claims to sign, and refresh
-- to seal or null. The gateway creates an ID token from id_claims and sealed.
create function auth_lib.client_session_reply(person auth.users, session auth.sessions, c auth.oauth_clients,
  scopes text[], resources text[], id_claims json, sealed text, settings jsonb)
returns json
language sql volatile
as $$
  select json_build_object(
    'body', json_build_object('token_type', 'bearer',
      'expires_in', auth_lib.client_token_lifetime(session, settings), 'scope', array_to_string(scopes, ' ')),
    'claims', auth_lib.client_claims(person, session, c, scopes, resources, settings),
    'refresh', case when auth_lib.has_refresh_token(c, (session).scopes) then json_build_object(
      'user_id', (session).user_id, 'session_id', (session).id, 'counter', (session).counter) end,
    'id_claims', id_claims, 'sealed', sealed)
$$;

-- Returns true if a client gets a refresh token. Its grant types must include refresh_token and, with openid,
-- the client must have requested offline_access (OpenID Connect Core, section 11). Clients without openid,
-- such as MCP clients, do not use this scope. Imported clients get refresh tokens without offline_access
-- (refreshes_unasked), as before the import.
create function auth_lib.has_refresh_token(c auth.oauth_clients, scopes text[]) returns boolean
language sql immutable
as $$
  select 'refresh_token' = any ((c).grant_types)
    and (not 'openid' = any (scopes) or 'offline_access' = any (scopes) or (c).refreshes_unasked)
$$;

-- Checks that a client's session is within the time limits for clients. Returns an error or null.
create function auth_lib.check_client_session_age(session auth.sessions, settings jsonb) returns jsonb
language sql stable
as $$
  select case
    when auth_lib.clock() > (session).created_at + make_interval(secs =>
      nullif((settings ->> 'oauth_server_session_timebox')::double precision, 0))
      then auth_lib.refusal('session_expired')
    when auth_lib.clock() > coalesce((session).refreshed_at, (session).created_at) + make_interval(secs =>
      nullif(coalesce((settings ->> 'oauth_server_session_inactivity_timeout')::double precision, 2592000),
        0))
      then auth_lib.refusal('session_expired_inactivity') end
$$;

-- Returns the scopes of a request. If openid is requested and allowed, scopes that the client may not request
-- are omitted (OpenID Connect Core, section 3.1.2.1). Without openid, such a scope makes the result null. An
-- absent or empty parameter selects the default.
create function auth_lib.requested_scopes(c auth.oauth_clients, scope text, settings jsonb) returns text[]
language plpgsql stable
as $$
declare
  v_names   text[] := auth_lib.scope_names(coalesce(nullif(scope, ''),
    settings ->> 'oauth_server_default_scope', 'email'));
  v_allowed text[] := auth_lib.allowed_scopes(c, settings);
begin
  if 'openid' = any (v_names) and 'openid' = any (v_allowed) then
    return array(select n.name from unnest(v_names) with ordinality as n (name, place)
      where n.name = any (v_allowed) order by n.place);
  end if;
  return case when v_names <@ v_allowed then v_names end;
end
$$;

-- Returns the scopes that a client may request: those of its own list that exist in the installation or,
-- without a list, all scopes of the installation. A client that registered itself gets only built-in scopes
-- by default.
create function auth_lib.allowed_scopes(c auth.oauth_clients, settings jsonb) returns text[]
language sql stable
as $$
  select array(
    select s.name from (
      select unnest(auth_lib.built_in_scopes()) union all
      select jsonb_object_keys(coalesce(settings -> 'oauth_server_scopes', '{}'))) as s (name)
    where case when (c).scopes is not null then s.name = any ((c).scopes)
      else (c).registration_type = 'manual' or s.name = any (auth_lib.built_in_scopes()) end
      -- ID tokens need a signing key that clients can verify.
      and (s.name <> 'openid' or coalesce((settings ->> 'openid_ready')::boolean, false)))
$$;

-- Returns the scopes of a list that a client may still have: its own list may have become shorter since
-- they were granted.
create function auth_lib.remaining_scopes(c auth.oauth_clients, scopes text[]) returns text[]
language sql immutable
as $$
  select case when (c).scopes is null then scopes
    else array(select s.name from unnest(scopes) with ordinality as s (name, place)
      where s.name = any ((c).scopes) order by s.place) end
$$;

-- Returns the resources that a client may request: those of the installation and its own. Null allows any.
create function auth_lib.allowed_resources(c auth.oauth_clients, settings jsonb) returns text[]
language sql immutable
as $$
  select case when (c).resources is not null
    or jsonb_array_length(settings -> 'oauth_server_resources') > 0
    then array(select jsonb_array_elements_text(coalesce(settings -> 'oauth_server_resources', '[]')))
      || coalesce((c).resources, '{}') end
$$;

-- Returns the resources of a list that a client may still request.
create function auth_lib.remaining_resources(c auth.oauth_clients, resources text[], settings jsonb) returns text[]
language plpgsql immutable
as $$
declare
  v_allowed text[] := auth_lib.allowed_resources(c, settings);
begin
  return case when v_allowed is null then resources
    else array(select r.uri from unnest(resources) with ordinality as r (uri, place)
      where auth_lib.covers_resources(v_allowed, array[r.uri]) order by r.place) end;
end
$$;

-- Returns the reason why a client may not request the given resources, or null.
create function auth_lib.resources_fault(c auth.oauth_clients, resources text[], settings jsonb) returns text
language plpgsql immutable
as $$
declare
  v_allowed text[] := auth_lib.allowed_resources(c, settings);
  v_fault   text;
begin
  if cardinality(resources) > 5 then
    return 'at most 5 resources can be requested';
  end if;
  select auth_lib.resource_fault(r.uri) into v_fault from unnest(resources) with ordinality as r (uri, place)
  where auth_lib.resource_fault(r.uri) is not null order by r.place limit 1;
  if v_fault is not null then
    return v_fault;
  elsif v_allowed is not null and not auth_lib.covers_resources(v_allowed, resources) then
    return 'this resource cannot be requested';
  end if;
  return null;
end
$$;

-- Returns the claims of an ID token (OpenID Connect Core, section 2), or null without openid. The gateway
-- adds nonce and at_hash. acr and amr describe the session in which the user approved the client.
create function auth_lib.id_claims(person auth.users, session auth.sessions, c auth.oauth_clients, amr jsonb,
  settings jsonb)
returns json
language sql stable
as $$
  select case when 'openid' = any ((session).scopes) then (jsonb_build_object(
    'iss', settings -> 'oauth_issuer', 'sub', (person).id, 'aud', auth_lib.wire_client_id(c),
    'client_id', auth_lib.wire_client_id(c), 'sid', (session).id,
    'iat', floor(extract(epoch from auth_lib.clock()))::bigint,
    'exp', floor(extract(epoch from auth_lib.clock()))::bigint
      + coalesce((settings ->> 'oauth_server_id_token_exp')::double precision, 3600)::bigint,
    'auth_time', floor(extract(epoch from (session).auth_time))::bigint, 'acr', (session).authorized_aal,
    'amr', (select coalesce(jsonb_agg(distinct m.method -> 'method'), '[]')
      from jsonb_array_elements(id_claims.amr) as m (method)))
    || auth_lib.scoped_claims(person, (session).scopes))::json end
$$;
