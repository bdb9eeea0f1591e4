-- Custom providers: lookup, JSON for the gateway and administrators, and validation. The JSON for the gateway
-- contains the sealed client secret, the JSON for administrators does not.

-- Returns the provider with this name, or a row of nulls.
create function auth_lib.find_custom_provider(identifier text) returns auth.custom_providers
language plpgsql stable
as $$
declare
  v_provider auth.custom_providers;
begin
  select p.* into v_provider from auth.custom_providers as p
  where p.identifier = lower(find_custom_provider.identifier collate "C");
  return v_provider;
end
$$;

-- Returns the definition of a custom provider for the gateway, including the sealed secret. Returns null
-- for built-in and unknown providers.
create function auth_lib.provider_definition(provider text) returns jsonb
language plpgsql stable
as $$
declare
  v_provider auth.custom_providers;
begin
  if lower(provider collate "C") like 'custom:%' then
    v_provider := auth_lib.find_custom_provider(provider);
    if v_provider.id is not null then
      return auth_lib.custom_provider_json(v_provider)
        || jsonb_build_object('client_secret', v_provider.client_secret);
    end if;
  end if;
  return null;
end
$$;

-- Returns a digest of a custom provider's id, issuer, authorization URL and token URL. If one of them changes
-- during a sign-in, the digest differs, and the authorization code is not sent to the new token URL. Other
-- changes, such as a new secret, apply at once.
create function auth_lib.provider_endpoint_digest(definition jsonb) returns bytea
language sql stable
as $$
  select auth_lib.digest(jsonb_build_array(definition -> 'id', definition -> 'issuer',
    definition -> 'authorization_url', definition -> 'token_url')::text)
  where definition is not null
$$;

-- Checks that a custom provider exists and is enabled. Returns an error or null. A built-in provider always
-- passes.
create function auth_lib.check_provider_enabled(provider text, definition jsonb) returns jsonb
language plpgsql stable
as $$
begin
  if lower(provider collate "C") not like 'custom:%' then
    return null;
  elsif definition is null then
    return auth_lib.refusal('custom_provider_unknown', left(provider, 100));
  elsif not (definition ->> 'enabled')::boolean then
    return auth_lib.refusal('custom_provider_off', definition ->> 'identifier');
  end if;
  return null;
end
$$;

-- Returns a provider in the API's format, without its secret.
create function auth_lib.custom_provider_json(provider auth.custom_providers) returns jsonb
language plpgsql stable
as $$
begin
  return jsonb_build_object(
    'id', provider.id, 'identifier', provider.identifier, 'provider_type', provider.provider_type,
    'name', provider.name,
    'client_id', provider.client_id, 'acceptable_client_ids', provider.acceptable_client_ids, 'scopes',
    provider.scopes, 'pkce_enabled', provider.pkce_enabled, 'attribute_mapping', provider.attribute_mapping,
    'custom_claims_allowlist', provider.custom_claims_allowlist, 'authorization_params',
    provider.authorization_params, 'enabled', provider.enabled, 'email_optional', provider.email_optional,
    'created_at', auth_lib.wire_time(provider.created_at), 'updated_at',
    auth_lib.wire_time(provider.updated_at))
    || case when provider.provider_type = 'oidc'
      then jsonb_build_object('skip_nonce_check', provider.skip_nonce_check,
        'discovery_document', provider.discovery_document)
      else '{}' end
    || jsonb_strip_nulls(jsonb_build_object(
      'issuer', provider.issuer, 'discovery_url', provider.discovery_url,
      'authorization_url', provider.authorization_url,
      'token_url', provider.token_url, 'userinfo_url', provider.userinfo_url, 'jwks_uri', provider.jwks_uri));
end
$$;

-- Returns a provider with the given changes applied. An empty URL becomes null. Identifier and protocol of a
-- stored provider do not change.
create function auth_lib.changed_custom_provider(provider auth.custom_providers, given jsonb, secret text,
  document jsonb)
returns auth.custom_providers
language plpgsql stable
as $$
declare
  v_fixed text[] := '{id,client_secret,discovery_document,created_at,updated_at}'::text[]
    || case when provider.identifier is null then '{}'::text[] else '{identifier,provider_type}' end;
  v_new   auth.custom_providers := jsonb_populate_record(provider, coalesce(given, '{}') - v_fixed);
begin
  v_new.client_secret := coalesce(secret, v_new.client_secret);
  v_new.discovery_document := case when v_new.provider_type = 'oidc'
    then coalesce(document, v_new.discovery_document) end;
  v_new.issuer := nullif(v_new.issuer, '');
  v_new.discovery_url := nullif(v_new.discovery_url, '');
  v_new.authorization_url := nullif(v_new.authorization_url, '');
  v_new.token_url := nullif(v_new.token_url, '');
  v_new.userinfo_url := nullif(v_new.userinfo_url, '');
  v_new.jwks_uri := nullif(v_new.jwks_uri, '');
  return v_new;
end
$$;

-- Returns a new provider with default values.
create function auth_lib.new_custom_provider() returns auth.custom_providers
language plpgsql stable
as $$
begin
  return jsonb_populate_record(null::auth.custom_providers, '{"acceptable_client_ids": [], "scopes": [], "pkce_enabled": true,
    "attribute_mapping": {}, "custom_claims_allowlist": [], "authorization_params": {}, "enabled": true,
    "email_optional": false, "skip_nonce_check": false}');
end
$$;

-- Validates a provider. Returns the first error or null.
create function auth_lib.check_custom_provider(provider auth.custom_providers) returns jsonb
language plpgsql stable
as $$
begin
  if provider.provider_type is null or provider.provider_type not in ('oauth2', 'oidc') then
    return auth_lib.refusal('custom_provider_type');
  elsif coalesce(provider.identifier, '') = '' then
    return auth_lib.refusal('field_required', 'identifier');
  elsif provider.identifier not like 'custom:%' then
    return auth_lib.refusal('custom_provider_prefix', left(provider.identifier, 50));
  elsif provider.identifier !~ '^custom:[a-z0-9][a-z0-9:-]*$' or length(provider.identifier) > 50 then
    return auth_lib.refusal('custom_provider_identifier');
  elsif coalesce(provider.name, '') = '' then
    return auth_lib.refusal('field_required', 'name');
  elsif length(provider.name) > 100 then
    return auth_lib.refusal('field_too_long', 'name', '100');
  elsif coalesce(provider.client_id, '') = '' then
    return auth_lib.refusal('field_required', 'client_id');
  elsif length(provider.client_id) > 512 then
    return auth_lib.refusal('field_too_long', 'client_id', '512');
  elsif coalesce(provider.client_secret, '') = '' then
    return auth_lib.refusal('field_required', 'client_secret');
  elsif length(provider.client_secret) > 5600 then   -- 4096 bytes grow by a third when sealed
    return auth_lib.refusal('field_too_long', 'client_secret', '4096');
  end if;
  return coalesce(
    auth_lib.check_text_list('acceptable_client_ids', provider.acceptable_client_ids, 512, '^.+$'),
    auth_lib.check_text_list('scopes', provider.scopes, 256, '^[!#-[\]-~]+$'),   -- RFC 6749, section 3.3
    auth_lib.check_text_list('custom_claims_allowlist', provider.custom_claims_allowlist, 128, '^.+$'),
    auth_lib.check_mapping(provider.attribute_mapping),
    auth_lib.check_authorization_params(provider.authorization_params),
    auth_lib.check_custom_provider_urls(provider));
end
$$;

-- Validates the provider's URLs, and checks that all URLs required by its protocol are set. Returns an
-- error or null.
create function auth_lib.check_custom_provider_urls(provider auth.custom_providers) returns jsonb
language plpgsql stable
as $$
declare
  v_urls     jsonb := jsonb_build_object('issuer', provider.issuer, 'discovery_url', provider.discovery_url,
    'authorization_url', provider.authorization_url, 'token_url', provider.token_url,
    'userinfo_url', provider.userinfo_url, 'jwks_uri', provider.jwks_uri);
  v_required text[] := case provider.provider_type when 'oidc' then '{issuer}'::text[]
    else '{authorization_url,token_url,userinfo_url}' end;
  v_protocol text := case provider.provider_type when 'oidc' then 'OIDC' else 'OAuth2' end;
  v_name     text;
begin
  foreach v_name in array v_required loop
    if v_urls ->> v_name is null then
      return auth_lib.refusal('custom_provider_needs', v_name, v_protocol);
    end if;
  end loop;
  select u.key into v_name from jsonb_each_text(v_urls) as u
  where u.value !~ '^https://[A-Za-z0-9._:[\]-]+([/?][!$-;=?-Z\\_a-z~]*)?$' or strpos(u.value, E'\\') > 0
    or length(u.value) > 2048 or not auth_lib.has_parsable_host(u.value)
  order by u.key limit 1;
  return case when v_name is not null then auth_lib.refusal('custom_provider_url', v_name) end;
end
$$;

-- Validates a list of texts: at most 50 entries, each with the given pattern and maximum length. Returns an
-- error or null.
create function auth_lib.check_text_list(name text, list text[], longest integer, form text) returns jsonb
language plpgsql stable
as $$
begin
  if list is null or cardinality(list) > 50 or exists (select from unnest(list) as t (entry)
    where t.entry is null or t.entry !~ form or length(t.entry) > longest) then
    return auth_lib.refusal('custom_provider_list', name);
  end if;
  return null;
end
$$;

-- Validates a mapping of claims to attributes. Returns an error or null. A custom claim may not set an
-- attribute that grants rights or marks an address as verified.
create function auth_lib.check_mapping(mapping jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_targets text[] := '{sub,email,phone,name,full_name,given_name,family_name,middle_name,nickname,slug,preferred_username,
    user_name,profile,picture,avatar_url,website,gender,birthdate,zoneinfo,locale}'::text[];
  v_wrong   text;
begin
  if (select count(*) from jsonb_object_keys(mapping)) > 50
    or exists (select from jsonb_each(mapping) as m
      where jsonb_typeof(m.value) <> 'string' or m.key !~ '^.{1,128}$') then
    return auth_lib.refusal('custom_provider_mapping');
  end if;
  select m.value into v_wrong from jsonb_each_text(mapping) as m where m.value <> all (v_targets)
  order by m.key limit 1;
  return case when v_wrong is not null
    then auth_lib.refusal('custom_provider_target', left(v_wrong, 100)) end;
end
$$;

-- Validates extra parameters of the authorization request. Returns an error or null. Parameters of the
-- protocol, such as state and request_uri, are not allowed.
create function auth_lib.check_authorization_params(params jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_reserved text[] := '{client_id,client_secret,redirect_uri,response_type,response_mode,state,nonce,scope,code,grant_type,
    code_challenge,code_challenge_method,code_verifier,request,request_uri}'::text[];
  v_wrong    text;
begin
  if (select count(*) from jsonb_object_keys(params)) > 50 or exists (select from jsonb_each(params) as p
    where jsonb_typeof(p.value) <> 'string' or p.key !~ '^.{1,128}$' or length(p.value #>> '{}') > 1024) then
    return auth_lib.refusal('custom_provider_params');
  end if;
  select p.key into v_wrong from jsonb_object_keys(params) as p (key)
  where lower(p.key collate "C") = any (v_reserved) order by p.key limit 1;
  return case when v_wrong is not null then auth_lib.refusal('custom_provider_reserved', v_wrong) end;
end
$$;
