-- Identity providers of organizations (SAML 2.0): lookup, JSON for the gateway and administrators,
-- validation, flows. Only its own provider can find an SSO account, and an SSO provider cannot find other
-- accounts (docs/account-ownership.md).

-- Returns true for well-known domains that offer mailboxes to the public. Such a domain cannot be assigned to
-- a provider.
create function auth_lib.is_public_mail_domain(domain text) returns boolean
language sql immutable
as $$
  select domain = any (
    '{126.com,163.com,aol.com,comcast.net,duck.com,fastmail.com,free.fr,gmail.com,gmx.at,gmx.ch,gmx.com,
    gmx.de,gmx.net,googlemail.com,hey.com,hotmail.co.uk,hotmail.com,hotmail.de,hotmail.fr,icloud.com,
    laposte.net,live.com,mac.com,mail.com,mail.ru,me.com,msn.com,naver.com,orange.fr,outlook.com,
    outlook.de,outlook.fr,pm.me,proton.me,protonmail.com,qq.com,t-online.de,tutanota.com,web.de,
    yahoo.co.jp,yahoo.co.uk,yahoo.com,yahoo.de,yahoo.fr,yandex.com,yandex.ru,zoho.com}')
$$;

-- Returns the provider in an admin path: by its id, or by resource_ followed by its resource id. Returns a
-- row of nulls if there is none.
create function auth_lib.find_sso_provider(id text) returns auth.sso_providers
language plpgsql stable
as $$
declare
  v_provider auth.sso_providers;
begin
  select p.* into v_provider from auth.sso_providers as p
  where case when find_sso_provider.id like 'resource\_%'
    then lower(p.resource_id collate "C") = lower(substr(find_sso_provider.id, 10) collate "C")
    else p.id = auth_lib.path_uuid(find_sso_provider.id) end;
  return v_provider;
end
$$;

-- Returns a provider in the API's format, with its metadata document if in_full is true. Lists omit the
-- document. disabled is null until an administrator sets it.
create function auth_lib.sso_provider_json(provider auth.sso_providers, in_full boolean) returns jsonb
language plpgsql stable
as $$
begin
  return jsonb_build_object('id', provider.id, 'disabled', provider.disabled)
    || jsonb_strip_nulls(jsonb_build_object('resource_id', provider.resource_id, 'name', provider.name,
      'idp_initiated', provider.idp_initiated, 'email_domains', provider.email_domains,
      'requested_authn_context', provider.requested_authn_context, 'scoping', provider.scoping,
      'allowed_algorithms', provider.allowed_algorithms))
    || jsonb_build_object(
      'just_in_time', provider.just_in_time, 'require_signed', provider.require_signed,
      'force_authn', provider.force_authn, 'sign_requests', provider.sign_requests,
      'saml', jsonb_strip_nulls(jsonb_build_object('entity_id', provider.entity_id,
        'metadata_xml', case when in_full then provider.metadata_xml end,
        'metadata_url', provider.metadata_url, 'name_id_format', provider.name_id_format,
        'attribute_mapping', provider.attribute_mapping,
        'metadata', jsonb_build_object('sso_url', provider.sso_url,
          'valid_until', auth_lib.wire_time(provider.valid_until),
          'fetched_at', auth_lib.wire_time(provider.fetched_at),
          'failed_at', auth_lib.wire_time(provider.failed_at),
          'certificates', (select jsonb_agg(c.value - 'der' order by c.ordinality)
            from jsonb_array_elements(provider.certificates) with ordinality as c)))),
      'domains', (select coalesce(jsonb_agg(auth_lib.sso_domain_json(d) order by d.domain), '[]')
        from auth.sso_domains as d where d.provider_id = provider.id),
      'created_at', auth_lib.wire_time(provider.created_at),
      'updated_at', auth_lib.wire_time(provider.updated_at));
end
$$;

-- Returns the provider data that the gateway needs to send requests and to verify responses.
create function auth_lib.saml_definition(provider auth.sso_providers, settings jsonb) returns jsonb
language sql stable
as $$
  select jsonb_build_object('id', provider.id, 'entity_id', provider.entity_id,
    'certificates', (select jsonb_agg(c.value -> 'der' order by c.ordinality)
      from jsonb_array_elements(provider.certificates) with ordinality as c),
    'sso_url', provider.sso_url, 'name_id_format', provider.name_id_format,
    'attribute_mapping', coalesce(provider.attribute_mapping -> 'keys', '{}'),
    'require_signed', provider.require_signed, 'force_authn', provider.force_authn,
    'sign_requests', provider.sign_requests, 'requested_authn_context', provider.requested_authn_context,
    'scoping', provider.scoping, 'allowed_algorithms', provider.allowed_algorithms,
    'idp_initiated', coalesce(provider.idp_initiated,
      (settings ->> 'saml_idp_initiated_enabled')::boolean, false))
$$;

-- Returns a provider with the given members and metadata applied. An absent member does not change; an
-- empty text or list removes the value. Metadata given as XML end the periodic fetch from a URL.
create function auth_lib.changed_sso_provider(provider auth.sso_providers, given jsonb, metadata jsonb)
returns auth.sso_providers
language plpgsql stable
as $$
declare
  v_now timestamptz := auth_lib.clock();
  v_new auth.sso_providers := jsonb_populate_record(provider, jsonb_strip_nulls(
    jsonb_build_object('disabled', given -> 'disabled', 'idp_initiated', given -> 'idp_initiated',
      'just_in_time', given -> 'just_in_time', 'force_authn', given -> 'force_authn',
      'require_signed', given -> 'require_signed', 'sign_requests', given -> 'sign_requests')));
begin
  v_new.resource_id := nullif(coalesce(given ->> 'resource_id', provider.resource_id), '');
  v_new.name := nullif(coalesce(given ->> 'name', provider.name), '');
  v_new.email_domains := nullif(coalesce(given ->> 'email_domains', provider.email_domains), '');
  v_new.name_id_format := nullif(coalesce(given ->> 'name_id_format', provider.name_id_format), '');
  v_new.requested_authn_context := auth_lib.changed_list(given -> 'requested_authn_context',
    provider.requested_authn_context);
  v_new.scoping := auth_lib.changed_list(given -> 'scoping', provider.scoping);
  v_new.allowed_algorithms := auth_lib.changed_list(given -> 'allowed_algorithms', provider.allowed_algorithms);
  if given -> 'attribute_mapping' ? 'keys' then
    v_new.attribute_mapping := case when given #> '{attribute_mapping,keys}' = '{}' then '{}'
      else given -> 'attribute_mapping' end;
  end if;
  if metadata is not null then
    v_new.metadata_url := case when coalesce(given ->> 'metadata_xml', '') = ''
      then coalesce(given ->> 'metadata_url', provider.metadata_url) end;
    v_new := auth_lib.with_metadata(v_new, metadata);
  end if;
  v_new.updated_at := v_now;
  return v_new;
end
$$;

-- Returns a given list, or the stored one if none is given. An empty list is stored as null.
create function auth_lib.changed_list(given jsonb, stored text[]) returns text[]
language sql immutable
as $$
  select case when jsonb_typeof(given) = 'array'
    then nullif(array(select e.value from jsonb_array_elements_text(given) with ordinality as e
      order by e.ordinality), '{}')
    else stored end
$$;

-- Returns true if a given list has at most 10 members, each a URI of at most 1,024 characters, or if no list
-- is given. SAML names entities and authentication contexts by URIs.
create function auth_lib.is_uri_list(given jsonb) returns boolean
language sql immutable
as $$
  select case when jsonb_typeof(given) = 'array' then jsonb_array_length(given) <= 10 and not exists (
      select from jsonb_array_elements_text(given) as e
      where e.value !~ '^[A-Za-z][A-Za-z0-9+.-]*:[!#-;=?-_a-z~]+$' or length(e.value) > 1024)
    else true end
$$;

-- Returns a provider with metadata that the gateway or worker has parsed.
create function auth_lib.with_metadata(provider auth.sso_providers, metadata jsonb) returns auth.sso_providers
language plpgsql stable
as $$
declare
  v_now timestamptz := auth_lib.clock();
begin
  provider.entity_id := metadata ->> 'entity_id';
  provider.metadata_xml := metadata ->> 'xml';
  provider.certificates := metadata -> 'certificates';
  provider.sso_url := metadata ->> 'sso_url';
  provider.valid_until := (metadata ->> 'valid_until')::timestamptz;
  provider.cache_for := (metadata ->> 'cache_for')::integer;
  provider.fetched_at := v_now;
  provider.failed_at := null;
  provider.next_fetch_at := case when provider.metadata_url is not null
    then v_now + greatest(interval '5 minutes', least(interval '1 day',
      make_interval(secs => provider.cache_for), provider.valid_until - v_now)) end;
  return provider;
end
$$;

-- Validates the given members of a provider. Returns the first error or null. The gateway validates
-- metadata when it parses them.
create function auth_lib.check_sso_provider(given jsonb, is_new boolean) returns jsonb
language plpgsql immutable
as $$
declare
  v_url    text := coalesce(given ->> 'metadata_url', '');
  v_xml    text := coalesce(given ->> 'metadata_xml', '');
  v_format text := coalesce(given ->> 'name_id_format', '');
begin
  return case
    when is_new and given ->> 'type' is distinct from 'saml' then auth_lib.refusal('sso_type')
    when v_url <> '' and v_xml <> '' then auth_lib.refusal('sso_metadata_twice')
    when is_new and v_url = '' and v_xml = '' then auth_lib.refusal('sso_metadata_missing')
    when v_url <> '' and (v_url !~ '^[A-Za-z][A-Za-z0-9+.-]*://[A-Za-z0-9._:[\]-]+([/?][!$-;=?-Z_a-z~]*)?$'
      or length(v_url) > 2048 or not auth_lib.has_parsable_host(v_url)) then auth_lib.refusal('sso_metadata_url')
    when v_url <> '' and v_url !~* '^https://' then auth_lib.refusal('sso_metadata_url_scheme')
    when v_format not in ('', 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
      'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified') then auth_lib.refusal('sso_name_id_format')
    when length(given ->> 'name') > 255 then auth_lib.refusal('field_too_long', 'name', '255')
    when length(given ->> 'resource_id') > 255 then auth_lib.refusal('field_too_long', 'resource_id', '255')
    when coalesce(given ->> 'email_domains', '') not in ('', 'own', 'any')
      then auth_lib.refusal('sso_email_domains')
    when given ->> 'require_signed' not in ('either', 'assertion')
      then auth_lib.refusal('sso_require_signed')
    when not auth_lib.is_uri_list(given -> 'requested_authn_context')
      then auth_lib.refusal('sso_uri_list', 'requested_authn_context')
    when not auth_lib.is_uri_list(given -> 'scoping') then auth_lib.refusal('sso_uri_list', 'scoping')
    when jsonb_typeof(given -> 'allowed_algorithms') = 'array' and not given -> 'allowed_algorithms' <@
      '["rsa-sha1", "rsa-sha256", "rsa-sha384", "rsa-sha512", "ecdsa-sha256", "ecdsa-sha384"]'
      then auth_lib.refusal('sso_algorithms')
    when given -> 'attribute_mapping' ? 'keys'
      then auth_lib.check_sso_mapping(given #> '{attribute_mapping,keys}')
  end;
end
$$;

-- Validates a mapping of claims to attributes of a SAML assertion. Returns an error or null.
create function auth_lib.check_sso_mapping(keys jsonb) returns jsonb
language plpgsql immutable
as $$
begin
  if jsonb_typeof(keys) <> 'object' or octet_length(keys::text) > 10240 or exists (
    select from jsonb_each(keys) as k
    where k.key = '' or length(k.key) > 128 or jsonb_typeof(k.value) <> 'object'
      or k.value - '{name,names,default,array}'::text[] <> '{}'
      or coalesce(jsonb_typeof(k.value -> 'name'), 'null') not in ('string', 'null')
      or coalesce(jsonb_typeof(k.value -> 'array'), 'null') not in ('boolean', 'null')
      or coalesce(jsonb_typeof(k.value -> 'names'), 'null') not in ('array', 'null')
      or jsonb_path_exists(k.value, '$.names[*] ? (@.type() != "string")')) then
    return auth_lib.refusal('sso_mapping');
  end if;
  return null;
end
$$;

-- Returns a list of domains in stored form, without duplicates.
create function auth_lib.normal_domains(domains jsonb) returns text[]
language sql immutable
as $$
  select coalesce(array_agg(distinct auth_lib.normal_domain(d.value)), '{}')
  from jsonb_array_elements_text(domains) as d
$$;

-- Validates the domains of a provider, and checks that no other provider has them. `id` is null for a new
-- provider. Returns the first error or null.
create function auth_lib.check_sso_domains(id uuid, domains jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_domains text[] := auth_lib.normal_domains(domains);
  v_wrong   text;
  v_owner   uuid;
begin
  if cardinality(v_domains) > 100 then
    return auth_lib.refusal('sso_too_many_domains');
  end if;
  select d.domain into v_wrong from unnest(v_domains) as d (domain)
  where length(d.domain) > 253 or auth_lib.is_public_mail_domain(d.domain) or d.domain
    !~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$'
  limit 1;
  if auth_lib.is_public_mail_domain(v_wrong) then
    return auth_lib.refusal('sso_domain_public', v_wrong);
  elsif v_wrong is not null then
    return auth_lib.refusal('sso_domain_invalid', left(v_wrong, 253));
  end if;
  select d.domain, d.provider_id into v_wrong, v_owner from auth.sso_domains as d
  where d.domain = any (v_domains) and d.provider_id is distinct from id order by d.domain limit 1;
  return case
    when v_owner is null then null
    when id is null then auth_lib.refusal('sso_domain_taken_at_create', v_wrong, v_owner::text)
    else auth_lib.refusal('sso_domain_taken', v_wrong, v_owner::text) end;
end
$$;

-- Replaces the domains of a provider by domains that check_sso_domains() has validated. Returns false if a
-- parallel call has taken one of them. The caller has locked the provider.
create function auth_lib.set_sso_domains(id uuid, domains jsonb) returns boolean
language plpgsql volatile
as $$
declare
  v_domains text[] := auth_lib.normal_domains(domains);
begin
  delete from auth.sso_domains as d where d.provider_id = id and d.domain <> all (v_domains);
  insert into auth.sso_domains (domain, provider_id, created_at)
  select d.domain, id, auth_lib.clock() from unnest(v_domains) as d (domain)
  on conflict do nothing;
  return (select count(*) from auth.sso_domains as d where d.provider_id = id) = cardinality(v_domains);
end
$$;

-- Returns the SHA-256 digests of a provider's certificates for the audit log. The owner of a certificate's
-- key can sign in as any user of the provider.
create function auth_lib.certificate_digests(provider auth.sso_providers) returns jsonb
language sql immutable
as $$ select jsonb_path_query_array((provider).certificates, '$[*].sha256') $$;

-- Returns the members that an SSO sign-in adds to the argument client of open_session(). Returns an empty
-- object for other providers.
create function auth_lib.sso_session(provider text, not_after timestamptz) returns jsonb
language sql stable
as $$
  select case when provider like 'sso:%' then jsonb_build_object('sso',
    jsonb_build_object('provider_id', substr(provider, 5), 'not_after', not_after)) else '{}' end
$$;

-- Checks that a SAML flow exists, still waits for the response of its provider, and has not expired. Returns
-- an error or null.
create function auth_lib.check_saml_flow(flow auth.flow_states, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  if flow.id is null or flow.provider not like 'sso:%' or flow.auth_code_digest is not null then
    return auth_lib.refusal('saml_relay_state_not_found');
  elsif auth_lib.clock() > flow.created_at + auth_lib.saml_flow_lifetime(settings) then
    return auth_lib.refusal('saml_relay_state_expired');
  end if;
  return null;
end
$$;

-- Records a refused sign-in with a provider in the audit log and returns its error (null for null). A
-- provider gets at most one entry a second, because anybody can send refused responses. If
-- security_audit_refused_sign_ins is 0, nothing is recorded. `email` is that of a verified assertion,
-- otherwise null. `rule` is the violated rule of docs/sso.md, null for other errors.
create function auth_lib.audit_sso_refusal(
  provider auth.sso_providers, email text, refused jsonb, rule text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_now   timestamptz := auth_lib.clock();
  v_actor auth.users;
  v_id    uuid;
begin
  if refused is null or auth_lib.max_audited_refusals(settings) = 0 then
    return refused;
  end if;
  -- Skips a locked row, because a lock usually belongs to a parallel call that records another refusal.
  select p.id into v_id from auth.sso_providers as p
  where p.id = provider.id and (p.refused_at is null or p.refused_at <= v_now - interval '1 second')
  for no key update skip locked;
  if v_id is not null then
    update auth.sso_providers as p set refused_at = v_now where p.id = v_id;
    v_actor.id := '00000000-0000-0000-0000-000000000000';
    v_actor.email := left(auth_lib.normal_email(email), 255);
    v_actor.is_sso_user := true;
    perform auth_lib.audit(v_actor, '{sso_sign_in_refused}', jsonb_strip_nulls(jsonb_build_object(
      'provider', 'sso:' || v_id, 'error_code', refused #> '{refused,code}', 'rule', rule)), client);
  end if;
  return refused;
end
$$;

-- Creates an account of a provider, with data as user_metadata unless they are too long. The address of the
-- account is confirmed, because the organization asserts it, but does not find the account. The caller adds
-- the identity.
create function auth_lib.create_sso_user(
  provider text, email text, data jsonb, settings jsonb, client jsonb)
returns auth.users
language plpgsql volatile
as $$
declare
  v_person auth.users;
begin
  v_person.id := coalesce((client ->> 'user_id')::uuid, gen_random_uuid());
  v_person.aud := auth_lib.default_aud(settings);
  v_person.role := auth_lib.default_role(settings);
  v_person.sign_up_role := v_person.role;
  v_person.email := email;
  v_person.email_confirmed_at := auth_lib.clock();
  v_person.is_sso_user := true;
  v_person.raw_app_meta_data := jsonb_build_object('provider', provider,
    'providers', jsonb_build_array(provider));
  v_person.raw_user_meta_data := case
    when auth_lib.check_metadata(data, v_person.raw_app_meta_data, null) is null then coalesce(data, '{}')
    else '{}' end;
  if settings ? 'hooks' then
    v_person.is_anonymous := false;
    perform auth_lib.run_before_user_created(auth_lib.user_json(v_person), settings, client);
  end if;
  return auth_lib.insert_user(v_person);
end
$$;
