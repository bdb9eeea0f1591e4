-- Identities: those of a user's own addresses, and what the user record says of all identities.

-- A sign-up's data as identity data: without the keys that say who somebody is or what was verified, since identities find
-- accounts. user_metadata finds no account and may keep such keys.
create function auth_lib.identity_data(data jsonb) returns jsonb
language sql immutable
as $$
  select coalesce(data, '{}')
    - '{sub,email,phone,email_verified,phone_verified,iss,provider_id}'::text[]
$$;

-- What the server itself says of somebody who signs up with an address: whose identity it is and what is proven. It is
-- merged over the sign-up's data, so that those cannot claim it. A phone number itself is not part of it.
create function auth_lib.own_data(kind text, value text, id uuid, confirmed boolean) returns jsonb
language sql immutable
as $$
  select jsonb_build_object(
      'sub', id,
      'email_verified', kind = 'email' and confirmed,
      'phone_verified', kind = 'phone' and confirmed)
    || case kind when 'email' then jsonb_build_object('email', value) else '{}' end
$$;

-- Creates or updates the e-mail or phone identity of a user, after its address was set or proven.
create function auth_lib.own_identity(user_id uuid, kind text, value text, verified boolean) returns void
language plpgsql volatile
as $$
begin
  insert into auth.identities as i (user_id, provider, id, subject, identity_data, last_sign_in_at, created_at, updated_at)
  values (user_id, kind, gen_random_uuid(), user_id::text,
    jsonb_build_object('sub', user_id, kind, value,
      'email_verified', kind = 'email' and verified,
      'phone_verified', kind = 'phone' and verified),
    auth_lib.clock(), auth_lib.clock(), auth_lib.clock())
  on conflict on constraint identities_subject_key do update
  set identity_data = i.identity_data || jsonb_build_object(
        kind, value, kind || '_verified', verified),
      updated_at = excluded.updated_at;
end
$$;

-- The app_metadata of a user, with provider and providers taken from the present identities; without any, provider stays.
create function auth_lib.refresh_providers(person auth.users) returns jsonb
language plpgsql stable
as $$
begin
  return (
    select (person).raw_app_meta_data || jsonb_strip_nulls(jsonb_build_object(
      'provider', p.providers -> 0, 'providers', p.providers))
    from (
      select coalesce(jsonb_agg(d.provider order by d.first, d.provider), '[]') as providers
      from (
        select i.provider, min(i.created_at) as first
        from auth.identities as i
        where i.user_id = (person).id
        group by i.provider
      ) as d
    ) as p
  );
end
$$;

-- For an account that is nobody's yet and known only by an unproven identity of a provider: the sign-up's identity replaces
-- the others, and its data replace the metadata. A user with an e-mail identity is left as it is.
create function auth_lib.adopt_email_identity(person auth.users, email text, data jsonb) returns auth.users
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_own  jsonb := auth_lib.own_data('email', email, (person).id, false);
  v_user auth.users;
begin
  if exists (
    select from auth.identities as i
    where i.user_id = (person).id and i.provider = 'email') then
    return person;
  end if;
  delete from auth.identities as i
  where i.user_id = (person).id;
  insert into auth.identities (user_id, provider, id, subject, identity_data, last_sign_in_at, created_at, updated_at)
  values ((person).id, 'email', gen_random_uuid(), (person).id::text,
    auth_lib.identity_data(data) || v_own, v_now, v_now, v_now);
  update auth.addresses as a set is_primary = false
  where a.user_id = (person).id and a.kind = 'email' and a.value <> email;
  update auth.addresses as a set is_primary = true
  where a.user_id = (person).id and a.kind = 'email' and a.value = email;
  update auth.users as u
  set email = adopt_email_identity.email, raw_user_meta_data = coalesce(data, '{}') || v_own,
      raw_app_meta_data = auth_lib.refresh_providers(u), updated_at = v_now
  where u.id = (person).id
  returning u.* into v_user;
  return v_user;
end
$$;

-- The domain of a provider: an address finds only accounts of the same one. All share one unless the settings name others.
create function auth_lib.linking_domain(provider text, settings jsonb) returns text
language sql immutable
as $$
  select coalesce(coalesce(settings -> 'experimental_provider_linking_domains', '{}') ->> provider,
    case when coalesce(settings -> 'experimental_providers_with_own_linking_domain', '[]') ? provider then provider end, 'default')
$$;

-- Whether somebody of a provider may come to an account by its address: it has an identity of the provider's domain. One
-- without any is in that of accounts by e-mail.
create function auth_lib.is_in_domain(user_id uuid, provider text, settings jsonb) returns boolean
language plpgsql stable
as $$
declare
  v_domain text := auth_lib.linking_domain(provider, settings);
begin
  return exists (select from auth.identities as i
      where i.user_id = is_in_domain.user_id and auth_lib.linking_domain(i.provider, settings) = v_domain)
    or (v_domain = auth_lib.linking_domain('email', settings)
      and not exists (select from auth.identities as i where i.user_id = is_in_domain.user_id));
end
$$;
