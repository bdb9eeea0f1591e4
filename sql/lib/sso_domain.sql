-- Domains of organizations, and enforced SSO: accounts with an address of an enforced domain, except
-- administrators, can only sign in with the identity provider of the domain. The states and invariants are in
-- docs/adr/0058-enforced-domains.md.

-- Returns a domain in stored form: in lower case, without a final dot. The gateway has converted non-ASCII
-- letters to punycode.
create function auth_lib.normal_domain(domain text) returns text
language sql immutable
as $$ select rtrim(lower(domain collate "C"), '.') $$;

-- Returns the provider with which the users of an address must sign in, or null. A subdomain is a different
-- domain. check_email() allows ASCII letters only, so an international domain is in punycode, as in
-- sso_domains.
create function auth_lib.enforcing_provider(email text) returns uuid
language plpgsql stable
as $$
declare
  v_domain   text := auth_lib.normal_domain(split_part(email, '@', -1));
  v_provider uuid;
begin
  select d.provider_id into v_provider from auth.sso_domains as d where d.domain = v_domain and d.enforced;
  return v_provider;
end
$$;

-- Returns the error that names the provider to sign in with.
create function auth_lib.sso_required_refusal(provider_id uuid) returns jsonb
language sql stable
as $$ select auth_lib.refusal_with('sso_required', jsonb_build_object('provider_id', provider_id)) $$;

-- Checks that an address may be used without the identity provider of its domain. Does not read accounts, so
-- the result does not reveal whether an account has the address. Returns an error or null.
create function auth_lib.check_sso_address(email text) returns jsonb
language plpgsql stable
as $$
declare
  v_provider uuid := auth_lib.enforcing_provider(email);
begin
  return case when v_provider is not null then auth_lib.sso_required_refusal(v_provider) end;
end
$$;

-- Checks that the domain of an account's address does not forbid a sign-in. At an enforced domain, accounts
-- of the domain's provider may sign in. Administrators may too, so that they have access while the provider
-- is unavailable. Returns an error or null.
create function auth_lib.check_sso_account(person auth.users, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_provider uuid := auth_lib.enforcing_provider((person).email);
begin
  if v_provider is null then   -- checked first, so that most calls do not run the query below
    return null;
  end if;
  return case
    when auth_lib.admin_roles(settings) ? coalesce((person).role, '') then null
    when (person).is_sso_user and exists (
      select from auth.identities as i
      where i.user_id = (person).id and i.provider = 'sso:' || v_provider) then null
    else auth_lib.sso_required_refusal(v_provider) end;
end
$$;

-- Checks that another provider may sign in to an account or be linked to it: check_sso_account() must pass
-- for the account, and none of the given addresses from the provider may belong to an enforced domain.
-- `person` is a row of nulls for a new account. Administrators are exempt. Returns an error or null.
create function auth_lib.check_sso_enforcement(person auth.users, emails text[], settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  return case when auth_lib.admin_roles(settings) ? coalesce((person).role, '') then null else coalesce(
    auth_lib.check_sso_account(person, settings),
    (select auth_lib.check_sso_address(e.email) from unnest(emails) as e (email)
      where auth_lib.enforcing_provider(e.email) is not null limit 1)) end;
end
$$;

-- Checks that a user may change the e-mail address: check_sso_account() must pass for the account, and the
-- new address must not belong to an enforced domain. An unchanged address passes. Returns an error or null.
create function auth_lib.check_sso_email_change(person auth.users, email text, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  return case when email is distinct from (person).email then coalesce(
    auth_lib.check_sso_account(person, settings), auth_lib.check_sso_address(email)) end;
end
$$;

-- Returns a domain of a provider, or a row of nulls.
create function auth_lib.find_sso_domain(provider auth.sso_providers, domain text) returns auth.sso_domains
language plpgsql stable
as $$
declare
  v_domain auth.sso_domains;
begin
  select d.* into v_domain from auth.sso_domains as d
  where d.provider_id = (provider).id and d.domain = auth_lib.normal_domain(find_sso_domain.domain);
  return v_domain;
end
$$;

-- Returns a domain in the API's format, with the TXT record that verifies it.
create function auth_lib.sso_domain_json(d auth.sso_domains) returns jsonb
language sql stable
as $$
  select jsonb_build_object('domain', (d).domain, 'enforced', (d).enforced, 'verification',
      jsonb_build_object('name', '_postern.' || (d).domain,
        'value', 'postern-verification=' || (d).verification))
    || jsonb_strip_nulls(jsonb_build_object('verified_at', auth_lib.wire_time((d).verified_at),
      'verified_by', (d).verified_by))
$$;

-- Checks that a provider may assert this address. Returns an error or null. Only the provider of an enforced
-- domain may assert an address of that domain. With email_domains = any, a provider may assert all other
-- addresses. Otherwise, a provider with domains may only assert addresses of its domains, because row level
-- security policies may trust the domain of the address in a token. Without domains, a provider may assert
-- any address unless email_domains is own or sso_require_verified_domains is on. sso_require_verified_domains
-- therefore prevents that a provider whose last domain is removed may assert more addresses than before.
create function auth_lib.check_sso_email(provider auth.sso_providers, email text, settings jsonb)
returns jsonb
language plpgsql stable
as $$
begin
  if auth_lib.check_email(email) is not null then
    return auth_lib.refusal('saml_assertion_no_email');
  elsif auth_lib.enforcing_provider(email) <> provider.id then
    return auth_lib.sso_required_refusal(auth_lib.enforcing_provider(email));
  elsif provider.email_domains = 'any' or provider.email_domains is null
    and not coalesce((settings ->> 'sso_require_verified_domains')::boolean, false)
    and not exists (select from auth.sso_domains as d where d.provider_id = provider.id) then
    return null;
  end if;
  return case when not auth_lib.owns_domain(provider, email, settings)
    then auth_lib.refusal('saml_assertion_email_domain') end;
end
$$;

-- Returns true if the domain of an address is one of the provider's domains and, with
-- sso_require_verified_domains, is verified.
create function auth_lib.owns_domain(provider auth.sso_providers, email text, settings jsonb) returns boolean
language plpgsql stable
as $$
declare
  v_domain auth.sso_domains := auth_lib.find_sso_domain(provider, split_part(email, '@', -1));
begin
  return v_domain.domain is not null and (v_domain.verified_at is not null
    or not coalesce((settings ->> 'sso_require_verified_domains')::boolean, false));
end
$$;
