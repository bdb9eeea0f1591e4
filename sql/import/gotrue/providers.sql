-- Custom OAuth providers to import: those that satisfy the rules of sql/lib/custom_provider.sql. An OpenID
-- Connect provider needs a discovery document of its issuer. The client secret is not included, because the
-- importer seals it.
create view auth_import.new_providers as
select p.* from (
  select (o.data ->> 'id')::uuid as provider_id, o.data ->> 'identifier' as identifier,
  o.data ->> 'provider_type' as provider_type,
    o.data ->> 'name' as name, o.data ->> 'client_id' as client_id, o.data ->> 'client_secret' as secret,
    auth_import.texts(o.data -> 'acceptable_client_ids') as acceptable_client_ids,
    auth_import.texts(o.data -> 'scopes') as scopes,
    coalesce((o.data ->> 'pkce_enabled')::boolean, true) as pkce_enabled,
    coalesce(nullif(o.data -> 'attribute_mapping', 'null'), '{}') as attribute_mapping,
    auth_import.texts(o.data -> 'custom_claims_allowlist') as custom_claims_allowlist,
    coalesce(nullif(o.data -> 'authorization_params', 'null'), '{}') as authorization_params,
    coalesce((o.data ->> 'enabled')::boolean, true) as enabled,
    coalesce((o.data ->> 'email_optional')::boolean, false) as email_optional,
    nullif(o.data ->> 'issuer', '') as issuer, nullif(o.data ->> 'discovery_url', '') as discovery_url,
    coalesce((o.data ->> 'skip_nonce_check')::boolean, false) as skip_nonce_check,
    case when o.data ->> 'provider_type' = 'oidc' then o.data -> 'cached_discovery' end as discovery_document,
    nullif(o.data ->> 'authorization_url', '') as authorization_url,
    nullif(o.data ->> 'token_url', '') as token_url,
    nullif(o.data ->> 'userinfo_url', '') as userinfo_url, nullif(o.data ->> 'jwks_uri', '') as jwks_uri,
    coalesce(auth_import.instant((o.data ->> 'created_at')::timestamptz), m.at) as created_at,
    coalesce(auth_import.instant((o.data ->> 'updated_at')::timestamptz), m.at) as updated_at
  from auth_import.old_rows as o cross join auth_import.moment as m
  where o.source = 'custom_oauth_providers') as p
where p.identifier ~ '^custom:[a-z0-9][a-z0-9:-]*$' and length(p.identifier) <= 50
  and length(p.name) between 1 and 100 and length(p.client_id) between 1 and 512 and p.secret <> ''
  and (p.provider_type = 'oauth2' and p.authorization_url is not null and p.token_url is not null
    and p.userinfo_url is not null
    or p.provider_type = 'oidc' and p.issuer is not null and p.discovery_document ->> 'issuer' = p.issuer)
  and not exists (select from unnest(array[p.issuer, p.discovery_url, p.authorization_url, p.token_url,
    p.userinfo_url, p.jwks_uri]) as u (url)
    where u.url !~ '^https://[A-Za-z0-9._:[\]-]+([/?][!$-;=?-Z_a-z~]*)?$' or length(u.url) > 2048)
  and cardinality(p.acceptable_client_ids) <= 50 and cardinality(p.scopes) <= 50
  and cardinality(p.custom_claims_allowlist) <= 50
  and not exists (select from unnest(p.scopes) as s (scope)
    where s.scope !~ '^[!#-[\]-~]+$' or length(s.scope) > 256)
  and not exists (select from unnest(p.acceptable_client_ids) as s (id)
    where length(s.id) not between 1 and 512)
  and not exists (select from unnest(p.custom_claims_allowlist) as s (claim)
    where length(s.claim) not between 1 and 128)
  and jsonb_typeof(p.attribute_mapping) = 'object' and jsonb_typeof(p.authorization_params) = 'object'
  -- Attributes that grant rights or record verification must not be mapped from claims.
  and not exists (select from jsonb_each(case when jsonb_typeof(p.attribute_mapping) = 'object'
    then p.attribute_mapping else '{}' end) as e
    where jsonb_typeof(e.value) <> 'string' or e.key !~ '^.{1,128}$' or e.value #>> '{}' <> all ('{sub,email,phone,name,full_name,given_name,family_name,middle_name,nickname,slug,preferred_username,
      user_name,profile,picture,avatar_url,website,gender,birthdate,zoneinfo,locale}'::text[]))
  and not exists (select from jsonb_each(case when jsonb_typeof(p.authorization_params) = 'object'
    then p.authorization_params else '{}' end) as e
    where jsonb_typeof(e.value) <> 'string' or e.key !~ '^.{1,128}$' or length(e.value #>> '{}') > 1024 or lower(e.key collate "C") = any ('{client_id,client_secret,redirect_uri,response_type,
      response_mode,state,nonce,scope,code,grant_type,code_challenge,code_challenge_method,code_verifier,request,request_uri}'::text[]));
