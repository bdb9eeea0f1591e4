-- Metadata of OAuth clients: what may be registered, and the client's JSON form.

-- Returns a client's id in requests and tokens.
create function auth_lib.wire_client_id(c auth.oauth_clients) returns text
language sql immutable
as $$ select coalesce((c).document_url, (c).id::text) $$;

-- Returns true if a redirect URI is an http URI of a loopback address.
create function auth_lib.is_loopback(uri text) returns boolean
language sql immutable
as $$ select uri ~ '^http://(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?([/?]|$)' $$;

-- Returns a loopback redirect URI without its port, and any other URI unchanged (RFC 8252, section 7.3).
create function auth_lib.without_loopback_port(uri text) returns text
language sql immutable
as $$
  select regexp_replace(uri, '^(http://(?:localhost|127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)', '\1')
$$;

-- Returns true if a private-use scheme contains no dot, unlike a reversed domain name (RFC 8252, section
-- 7.1). Such schemes, for example smb: or intent:, may start programs of the operating system.
create function auth_lib.has_undotted_scheme(uri text) returns boolean
language sql immutable
as $$ select uri !~ '^(https?|[a-z][a-z0-9+-]*\.[a-z0-9+.-]*):' $$;

-- Returns the reason why a redirect URI may not be registered, or null. Allowed are https, http on loopback,
-- and private-use schemes with a dot or a host (RFC 8252, section 7.1). Well-known schemes of browsers and
-- operating systems, such as javascript, data and mailto, are refused.
create function auth_lib.redirect_uri_fault(uri text) returns text
language sql immutable
as $$
  select case
    when coalesce(uri, '') = '' then 'redirect URI cannot be empty'
    when length(uri) > 2048 then 'redirect URI cannot exceed 2048 characters'
    when lower(substring(uri from '^\s*([A-Za-z][A-Za-z0-9+.-]*)\s*:') collate "C") in ('javascript', 'data', 'file',
      'vbscript', 'about', 'blob', 'filesystem', 'view-source', 'mailto', 'tel', 'sms', 'ftp', 'ws', 'wss')
      then format('scheme ''%s'' is not allowed for security reasons',
        lower(substring(uri from '^\s*([A-Za-z][A-Za-z0-9+.-]*)') collate "C"))
    when uri !~ '^[\x21-\x7e]+$' or uri ~ '["<>\\^`{|}]' or uri ~ '%(?![0-9A-Fa-f]{2})'
      then 'invalid URL format'
    when position('#' in uri) > 0 then 'fragment not allowed in redirect URI'
    when uri !~ '^[a-z][a-z0-9+.-]*:' then 'must have scheme and host'
    when uri ~ '^https?:' and uri !~ '^https?://[^/?]' then 'must have scheme and host'
    when uri ~ '^[a-z][a-z0-9+.-]*://[^/?]*@' then 'user info not allowed in redirect URI'
    when uri ~ '^http:' and not auth_lib.is_loopback(uri) then 'HTTP scheme only allowed for localhost'
    when not auth_lib.has_parsable_host(uri) then 'invalid URL format'
    when uri ~ '^https:' and uri !~* '^https://([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d+)?([/?]|$)'
      then 'invalid URL format'
    when uri ~ '^https:' then null
    when uri !~ '^http:' and uri !~ '^[a-z][a-z0-9+-]*\.[a-z0-9+.-]*:' and uri !~ '^[a-z][a-z0-9+.-]*://[^/?]'
      then 'must have scheme and host'
  end
$$;

-- Returns the reason why a list of redirect URIs may not be registered, or null.
create function auth_lib.redirect_uris_fault(uris jsonb) returns text
language sql immutable
as $$
  select case
    when coalesce(jsonb_array_length(nullif(uris, 'null')), 0) = 0 then 'redirect_uris is required'
    when jsonb_array_length(uris) > 10 then 'redirect_uris cannot exceed 10 items'
    else (select format('invalid redirect_uri ''%s'': %s', left(r.uri, 200),
      auth_lib.redirect_uri_fault(r.uri))
      from jsonb_array_elements_text(uris) with ordinality as r (uri, place)
      where auth_lib.redirect_uri_fault(r.uri) is not null order by r.place limit 1) end
$$;

-- Returns true if a client needs redirect URIs. A client that uses the device grant but not the code flow
-- needs none.
create function auth_lib.needs_redirect_uris(metadata jsonb) returns boolean
language sql immutable
as $$
  select case when jsonb_typeof(metadata -> 'grant_types') = 'array'
    then metadata -> 'grant_types' ? 'authorization_code'
      or not metadata -> 'grant_types' ? 'urn:ietf:params:oauth:grant-type:device_code'
    else true end
$$;

-- Returns the reason why the redirect URIs in a client's metadata are invalid, or null.
create function auth_lib.client_redirects_fault(metadata jsonb) returns text
language sql immutable
as $$
  select case when auth_lib.needs_redirect_uris(metadata)
    or coalesce(metadata -> 'redirect_uris', 'null') not in ('null', '[]')
    then auth_lib.redirect_uris_fault(metadata -> 'redirect_uris') end
$$;

-- Returns an error text if a client that registers itself has a redirect URI or post-logout redirect URI
-- whose private-use scheme has no dot. Returns null otherwise.
create function auth_lib.undotted_scheme_fault(metadata jsonb) returns text
language sql immutable
as $$
  select format('invalid redirect_uri ''%s'': a private-use scheme needs a dot', left(r.uri, 200))
  from jsonb_array_elements_text(coalesce(nullif(metadata -> 'redirect_uris', 'null'), '[]')
    || coalesce(nullif(metadata -> 'post_logout_redirect_uris', 'null'), '[]')) as r (uri)
  where auth_lib.has_undotted_scheme(r.uri) limit 1
$$;

-- Returns the reason why a list of post-logout redirect URIs may not be registered, or null.
create function auth_lib.logout_uris_fault(uris jsonb) returns text
language sql immutable
as $$
  select case
    when jsonb_array_length(nullif(uris, 'null')) > 10 then 'post_logout_redirect_uris cannot exceed 10 items'
    else (select format('invalid post_logout_redirect_uri ''%s'': %s', left(r.uri, 200),
      auth_lib.redirect_uri_fault(r.uri))
      from jsonb_array_elements_text(nullif(uris, 'null')) with ordinality as r (uri, place)
      where auth_lib.redirect_uri_fault(r.uri) is not null order by r.place limit 1) end
$$;

-- Returns the reason why a client_uri, logo_uri, tos_uri or policy_uri is invalid, or null. `member` is its
-- name.
create function auth_lib.client_url_fault(member text, url text) returns text
language sql immutable
as $$
  select case
    when octet_length(url) > 2048 then member || ' cannot exceed 2048 characters'
    when url <> '' and (url !~ '^(https?://[^[:space:]/?#\\@][^[:space:]\\]*|/[^[:space:]\\]*)$'
      or not auth_lib.has_parsable_host(url)) then member || ' must be a valid URL' end
$$;

-- Returns the reason why a client's back-channel logout URI is invalid, or null.
create function auth_lib.backchannel_uri_fault(metadata jsonb) returns text
language sql immutable
as $$
  select case when metadata ->> 'backchannel_logout_uri' <> ''
    and (length(metadata ->> 'backchannel_logout_uri') > 2048 or metadata ->> 'backchannel_logout_uri'
      !~* '^https://[^[:space:]/?#\\@]+(/[^[:space:]#\\]*)?$'
      or not auth_lib.has_parsable_host(metadata ->> 'backchannel_logout_uri'))
    then 'backchannel_logout_uri must be an https URL without a fragment' end
$$;

-- Returns the first error in a client's metadata other than its redirect URIs, or null. Absent members are
-- not checked.
create function auth_lib.client_metadata_fault(metadata jsonb) returns text
language plpgsql immutable
as $$
declare
  v_method text := metadata ->> 'token_endpoint_auth_method';
  v_type   text := metadata ->> 'client_type';
  v_fault  text;
begin
  if jsonb_array_length(nullif(metadata -> 'grant_types', 'null')) > 0
    and not metadata -> 'grant_types' <@ auth_lib.client_grant_types() then
    return format('grant_types must only contain %s', (
      select string_agg(quote_literal(g.name), ' and/or ' order by g.place)
      from jsonb_array_elements_text(auth_lib.client_grant_types()) with ordinality as g (name, place)));
  elsif octet_length(metadata ->> 'client_name') > 1024 then
    return 'client_name cannot exceed 1024 characters';
  -- Control characters and characters that change the text direction can disguise the name on the consent
  -- page.
  elsif metadata ->> 'client_name' ~ '[\x01-\x1f\x7f\u0080-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]' then
    return 'client_name cannot contain invisible characters';
  end if;
  select auth_lib.client_url_fault(u.member, metadata ->> u.member) into v_fault
  from unnest('{client_uri,logo_uri,tos_uri,policy_uri}'::text[]) with ordinality as u (member, place)
  where auth_lib.client_url_fault(u.member, metadata ->> u.member) is not null order by u.place limit 1;
  if v_fault is not null then
    return v_fault;
  elsif v_type <> '' and v_type not in ('public', 'confidential') then
    return 'client_type must be ''public'' or ''confidential''';
  elsif v_method <> '' and v_method not in ('none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt') then
    return 'token_endpoint_auth_method must be one of: [none client_secret_basic client_secret_post private_key_jwt]';
  elsif v_type <> '' and v_method <> '' and (v_type = 'public') <> (v_method = 'none') then
    return format('client_type ''%s'' is inconsistent with token_endpoint_auth_method ''%s'' '
      '(expected client_type ''%s'')', v_type, v_method,
      case v_method when 'none' then 'public' else 'confidential' end);
  elsif metadata ->> 'scope' !~ '^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$'
    and metadata ->> 'scope' <> '' or length(metadata ->> 'scope') > 1000 then
    return 'scope must be names with single blanks between them';
  end if;
  v_fault := coalesce(auth_lib.client_keys_fault(metadata),
    auth_lib.logout_uris_fault(metadata -> 'post_logout_redirect_uris'),
    auth_lib.backchannel_uri_fault(metadata));
  if v_fault is not null then
    return v_fault;
  end if;
  return (select 'resources: ' || auth_lib.resource_fault(r.uri)
    from jsonb_array_elements_text(coalesce(nullif(metadata -> 'resources', 'null'), '[]')) as r (uri)
    where auth_lib.resource_fault(r.uri) is not null limit 1);
end
$$;

-- Returns the reason why a client's keys are invalid, or null. At most ten keys are allowed, and only
-- public ones.
create function auth_lib.client_keys_fault(metadata jsonb) returns text
language sql immutable
as $$
  select case
    when metadata ->> 'jwks_uri' <> '' and (length(metadata ->> 'jwks_uri') > 2048
      or metadata ->> 'jwks_uri' !~* '^https://[^[:space:]/?#\\@]+(/[^[:space:]#\\]*)?$'
      or not auth_lib.has_parsable_host(metadata ->> 'jwks_uri'))
      then 'jwks_uri must be an https URL'
    when metadata ->> 'jwks_uri' <> '' and jsonb_typeof(metadata -> 'jwks') = 'object'
      then 'jwks and jwks_uri cannot be given together'
    when jsonb_typeof(metadata -> 'jwks') = 'object' and (jsonb_typeof(metadata #> '{jwks,keys}') is distinct from
      'array' or octet_length((metadata -> 'jwks')::text) > 16384) then 'jwks must be a key set'
    when jsonb_typeof(metadata -> 'jwks') = 'object' and (jsonb_array_length(metadata #> '{jwks,keys}') not between 1
      and 10 or exists (
        select from jsonb_array_elements(metadata #> '{jwks,keys}') as k (key)
        where k.key ->> 'kty' is null or k.key ->> 'kty' not in ('RSA', 'EC', 'OKP')
          or k.key ?| '{d,p,q,dp,dq,qi,oth,k}'::text[]))
      then 'jwks must have between one and ten public keys' end
$$;

-- Returns the grant types that a client may register.
create function auth_lib.client_grant_types() returns jsonb
language sql immutable
as $$
  select '["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"]'::jsonb
$$;

-- Returns a new client with validated metadata. Client type and authentication method are derived from each
-- other. A client without either is confidential and uses client_secret_basic (RFC 7591).
create function auth_lib.new_oauth_client(metadata jsonb, registration_type text, settings jsonb)
returns auth.oauth_clients
language plpgsql stable
as $$
declare
  v_method text := nullif(metadata ->> 'token_endpoint_auth_method', '');
  v_type   text := nullif(metadata ->> 'client_type', '');
  v_new    auth.oauth_clients;
begin
  v_type := coalesce(v_type, case v_method when 'none' then 'public' else 'confidential' end);
  v_new.id := gen_random_uuid();
  v_new.registration_type := registration_type;
  v_new.client_type := v_type;
  v_new.token_endpoint_auth_method := coalesce(v_method,
    case v_type when 'public' then 'none' else 'client_secret_basic' end);
  v_new.redirect_uris := '{}';
  v_new.grant_types := '{authorization_code,refresh_token}';
  v_new.post_logout_redirect_uris := '{}';
  v_new.backchannel_session_required := false;
  v_new.require_pkce := true;
  v_new.require_pushed := false;
  v_new.skips_consent := false;
  v_new.refreshes_unasked := false;
  v_new.secret_generation := 1;
  v_new.secret_key_id := (settings ->> 'sealing_key_id')::smallint;
  v_new.created_at := auth_lib.clock();
  v_new.updated_at := v_new.created_at;
  return auth_lib.changed_oauth_client(v_new, metadata);
end
$$;

-- Returns a client with the given metadata members applied. An empty text removes scope, client_name,
-- backchannel_logout_uri, and the URIs of the client's pages and logo. updated_at does not change.
create function auth_lib.changed_oauth_client(c auth.oauth_clients, metadata jsonb) returns auth.oauth_clients
language plpgsql immutable
as $$
declare
  m jsonb := jsonb_strip_nulls(metadata);
begin
  if m ? 'redirect_uris' then
    c.redirect_uris := array(select jsonb_array_elements_text(m -> 'redirect_uris'));
  end if;
  if jsonb_array_length(m -> 'grant_types') > 0 then
    c.grant_types := array(select g.name from jsonb_array_elements_text(m -> 'grant_types')
      with ordinality as g (name, place) group by g.name order by min(g.place));
  end if;
  c.client_name := nullif(coalesce(m ->> 'client_name', c.client_name), '');
  c.client_uri := nullif(coalesce(m ->> 'client_uri', c.client_uri), '');
  c.logo_uri := nullif(coalesce(m ->> 'logo_uri', c.logo_uri), '');
  c.tos_uri := nullif(coalesce(m ->> 'tos_uri', c.tos_uri), '');
  c.policy_uri := nullif(coalesce(m ->> 'policy_uri', c.policy_uri), '');
  c.token_endpoint_auth_method := coalesce(nullif(m ->> 'token_endpoint_auth_method', ''),
    c.token_endpoint_auth_method);
  if m ->> 'jwks_uri' <> '' then
    c.jwks_uri := m ->> 'jwks_uri';
    c.jwks := null;
  elsif m ? 'jwks' then
    c.jwks := m -> 'jwks';
    c.jwks_uri := null;
  end if;
  if m ? 'scope' then
    c.scopes := nullif(string_to_array(m ->> 'scope', ' '), '{}');
  end if;
  if m ? 'resources' then
    c.resources := nullif(array(select jsonb_array_elements_text(m -> 'resources')), '{}');
  end if;
  if m ? 'post_logout_redirect_uris' then
    c.post_logout_redirect_uris := array(select jsonb_array_elements_text(m -> 'post_logout_redirect_uris'));
  end if;
  c.backchannel_logout_uri := nullif(coalesce(m ->> 'backchannel_logout_uri', c.backchannel_logout_uri), '');
  c.backchannel_session_required := coalesce((m ->> 'backchannel_logout_session_required')::boolean,
    c.backchannel_session_required);
  c.require_pkce := coalesce((m ->> 'require_pkce')::boolean, c.require_pkce);
  c.require_pushed := coalesce((m ->> 'require_pushed_authorization_requests')::boolean, c.require_pushed);
  c.skips_consent := coalesce((m ->> 'skips_consent')::boolean, c.skips_consent);
  return c;
end
$$;

-- Returns the reason why a client's properties contradict each other, or null. A client needs the keys of its
-- authentication method. Only confidential clients created by an administrator may skip PKCE or consent. A
-- client that skips consent may only have https redirect URIs.
create function auth_lib.client_metadata_conflict(c auth.oauth_clients) returns text
language sql immutable
as $$
  select case
    when (c).token_endpoint_auth_method = 'private_key_jwt' and num_nonnulls((c).jwks, (c).jwks_uri) = 0
      then 'private_key_jwt needs jwks or jwks_uri'
    when (c).registration_type <> 'manual' and ((c).skips_consent or not (c).require_pkce)
      then 'require_pkce and skips_consent can be changed for clients that an administrator created only'
    when not (c).require_pkce and (c).client_type <> 'confidential'
      then 'require_pkce can be off for confidential clients only'
    when (c).skips_consent and ((c).client_type <> 'confidential' or exists (
      select from unnest((c).redirect_uris) as r (uri) where r.uri not like 'https:%'))
      then 'skips_consent needs a confidential client whose redirect URIs are https' end
$$;

-- Returns a client in the API's format, without its secret.
create function auth_lib.oauth_client_json(c auth.oauth_clients) returns jsonb
language sql stable
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'client_id', auth_lib.wire_client_id(c), 'client_type', (c).client_type,
    'token_endpoint_auth_method', (c).token_endpoint_auth_method, 'redirect_uris',
      to_jsonb((c).redirect_uris),
    'grant_types', to_jsonb((c).grant_types), 'response_types', '["code"]'::jsonb,
    'client_name', (c).client_name, 'client_uri', (c).client_uri, 'logo_uri', (c).logo_uri,
    'tos_uri', (c).tos_uri, 'policy_uri', (c).policy_uri, 'scope', array_to_string((c).scopes, ' '),
    'resources', to_jsonb((c).resources), 'jwks', (c).jwks, 'jwks_uri', (c).jwks_uri,
    'post_logout_redirect_uris', to_jsonb(nullif((c).post_logout_redirect_uris, '{}')),
    'backchannel_logout_uri', (c).backchannel_logout_uri,
    'backchannel_logout_session_required', case when (c).backchannel_session_required then true end,
    'require_pkce', case when not (c).require_pkce then false end,
    'require_pushed_authorization_requests', case when (c).require_pushed then true end,
    'skips_consent', case when (c).skips_consent then true end,
    'registration_type', (c).registration_type,
    'client_id_issued_at', floor(extract(epoch from (c).created_at))::bigint,
    'created_at', auth_lib.wire_time((c).created_at), 'updated_at', auth_lib.wire_time((c).updated_at)))
$$;

-- Returns a client and, if it authenticates with a secret, the id and generation from which the gateway
-- derives the secret.
create function auth_lib.client_with_secret(c auth.oauth_clients) returns jsonb
language sql stable
as $$
  select jsonb_build_object('client', auth_lib.oauth_client_json(c), 'secret',
    case when (c).token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post')
      then jsonb_build_object('id', (c).id, 'generation', (c).secret_generation) end)
$$;

-- Returns a client in the format of a user's list of grants.
create function auth_lib.granted_client_json(c auth.oauth_clients) returns jsonb
language sql immutable
as $$
  select jsonb_strip_nulls(jsonb_build_object('id', auth_lib.wire_client_id(c), 'name', (c).client_name,
    'uri', (c).client_uri, 'logo_uri', case when (c).registration_type = 'manual' then (c).logo_uri end))
$$;

-- Returns the reason why a text is not a valid resource (RFC 8707), or null.
create function auth_lib.resource_fault(uri text) returns text
language sql immutable
as $$
  select case
    when length(uri) > 2048 or uri !~ '^[\x21-\x7e]+$' or not auth_lib.has_parsable_host(uri)
      then 'resource must be a valid URI'
    when uri !~ '^[A-Za-z][A-Za-z0-9+.-]*:' then 'resource must be an absolute URI'
    when position('#' in uri) > 0 then 'resource must not include a fragment component'
    when position('?' in uri) > 0 then 'resource must not include a query component'
    when uri !~* '^https://[^/@]+(/|$)' and not auth_lib.is_loopback(lower(uri collate "C"))
      then 'resource must be an https URI'
  end
$$;
