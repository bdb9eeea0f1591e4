-- GET and POST /oauth/authorize. Checks the client's request in an order that matters: until client and
-- redirect URI are known, nothing is redirected. The gateway has sealed state and nonce for the id. fault says
-- what was wrong with the parameters themselves: a repeated, unstorable or too long one.
create function auth_api.start_authorization(id uuid, request jsonb, settings jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    timestamptz := auth_lib.clock();
  v_client auth.oauth_clients;
  v_fault  jsonb;
  v_scopes text[];
  v_resources text[] := array(select jsonb_array_elements_text(request -> 'resource'));
begin
  if coalesce(request ->> 'client_id', '') = '' then
    return auth_lib.refusal('oauth_client_id_missing');
  elsif coalesce(request ->> 'redirect_uri', '') = '' then
    return auth_lib.refusal('oauth_redirect_uri_missing');
  elsif auth_lib.uuid_or_null(request ->> 'client_id') is null and request ->> 'client_id' not like 'https://%' then
    return auth_lib.refusal('oauth_client_id_malformed');
  end if;
  v_client := auth_lib.find_oauth_client(request ->> 'client_id');
  if v_client.id is null then
    return auth_lib.refusal('oauth_client_unknown');
  elsif not auth_lib.has_redirect_uri(v_client, request ->> 'redirect_uri') then
    return auth_lib.refusal('oauth_redirect_uri_unknown');
  end if;
  v_scopes := auth_lib.requested_scopes(v_client, request ->> 'scope', settings);
  v_fault := auth_lib.request_fault(v_client, request, v_scopes, v_resources, settings);
  if v_fault is not null then
    if not auth_lib.redirects_unasked(v_client, request ->> 'redirect_uri') then
      return auth_lib.refusal('oauth_request_faulty', v_fault ->> 'description');
    end if;
    return v_fault || jsonb_build_object('outcome', 'error', 'redirect_uri', request ->> 'redirect_uri');
  end if;
  insert into auth.oauth_authorizations (id, kind, client_id, redirect_uri, scopes, resources, challenge, sealed,
    wishes, status, created_at, expires_at)
  values (id, 'code', v_client.id, request ->> 'redirect_uri', v_scopes, v_resources,
    auth_lib.stored_challenge(request), request ->> 'sealed', coalesce(request -> 'wishes', '{}'), 'pending', v_now,
    v_now + make_interval(secs => coalesce((settings ->> 'oauth_server_authorization_ttl')::double precision, 600)));
  return jsonb_build_object('outcome', 'page', 'authorization', id);
end
$$;
comment on function auth_api.start_authorization is
  'GET /oauth/authorize. Errors: oauth_client_id_missing, oauth_redirect_uri_missing, '
  'oauth_client_id_malformed, oauth_client_unknown, oauth_redirect_uri_unknown, oauth_request_faulty.';

-- Returns the scopes of a request, or null if it has one that the client may not request. With openid, unknown
-- ones are ignored (OpenID Connect Core, 3.1.2.1). An absent or empty parameter counts as the default.
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

-- Returns the error of a request whose client and redirect URI are known, or null.
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
  v_resources text := auth_lib.resources_fault(c, resources, settings);
begin
  return case
    when request ->> 'fault' is not null then auth_lib.oauth_fault('invalid_request', request ->> 'fault')
    when coalesce(request ->> 'response_type', '') = ''
      then auth_lib.oauth_fault('invalid_request', 'response_type is required')
    when request ->> 'response_type' <> 'code'
      then auth_lib.oauth_fault('unsupported_response_type', 'only response_type=code is supported')
    when not 'authorization_code' = any (c.grant_types)
      then auth_lib.oauth_fault('unauthorized_client', 'the client cannot use this flow')
    when scopes is null
      then auth_lib.oauth_fault('invalid_scope', 'unsupported scope: ' || left(coalesce((
        select n.name from unnest(auth_lib.scope_names(request ->> 'scope')) with ordinality as n (name, place)
        where n.name <> all (auth_lib.allowed_scopes(c, settings)) order by n.place limit 1), ''), 100))
    when cardinality(scopes) = 0
      then auth_lib.oauth_fault('invalid_scope', 'scope parameter cannot be empty')
    when v_resources is not null then auth_lib.oauth_fault('invalid_target', v_resources)
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

-- Returns an error of OAuth.
create function auth_lib.oauth_fault(error text, description text) returns jsonb
language sql immutable
as $$ select jsonb_build_object('error', error, 'description', description) $$;

-- Returns the challenge as it is stored, or null. A plain one would be the verifier itself, so its digest is
-- stored.
create function auth_lib.stored_challenge(request jsonb) returns text
language sql stable
as $$
  select case lower(request ->> 'code_challenge_method' collate "C")
    when 'plain' then auth_lib.pkce_challenge(request ->> 'code_challenge', 's256')
    when 's256' then request ->> 'code_challenge' end
$$;

-- Returns the scopes that a client may request: its own list, or all of the installation. A client that nobody
-- but itself has described gets none of the installation's own by default.
create function auth_lib.allowed_scopes(c auth.oauth_clients, settings jsonb) returns text[]
language sql stable
as $$
  select array(
    select s.name from (
      select unnest(auth_lib.built_in_scopes()) union all
      select jsonb_object_keys(coalesce(settings -> 'oauth_server_scopes', '{}'))) as s (name)
    where case when (c).scopes is not null then s.name = any ((c).scopes)
      else (c).registration_type = 'manual' or s.name = any (auth_lib.built_in_scopes()) end
      -- An ID token needs a key whose signature clients can verify.
      and (s.name <> 'openid' or coalesce((settings ->> 'openid_ready')::boolean, false)))
$$;

-- Returns why a client may not request these resources, or null.
create function auth_lib.resources_fault(c auth.oauth_clients, resources text[], settings jsonb) returns text
language plpgsql immutable
as $$
declare
  v_listed text[] := array(
    select jsonb_array_elements_text(coalesce(settings -> 'oauth_server_resources', '[]')));
  v_fault  text;
begin
  if cardinality(resources) > 5 then
    return 'at most 5 resources can be requested';
  end if;
  select auth_lib.resource_fault(r.uri) into v_fault from unnest(resources) with ordinality as r (uri, place)
  where auth_lib.resource_fault(r.uri) is not null order by r.place limit 1;
  if v_fault is not null then
    return v_fault;
  elsif num_nonnulls(c.resources) + cardinality(v_listed) > 0
    and not auth_lib.covers_resources(v_listed || coalesce(c.resources, '{}'), resources) then
    return 'this resource cannot be requested';
  end if;
  return null;
end
$$;

-- Returns the scopes that every installation has.
create function auth_lib.built_in_scopes() returns text[]
language sql immutable
as $$ select '{openid,profile,email,phone,offline_access}'::text[] $$;
