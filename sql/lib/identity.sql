-- Identities of users, and the user columns derived from them. Addresses: stored form, validation,
-- ownership and confirmation.

-- Returns the data of a sign-up as identity data. Removes keys that identify a user or state what was
-- verified, because accounts are found by identity data. user_metadata may contain such keys.
create function auth_lib.identity_data(data jsonb) returns jsonb
language sql immutable
as $$
  select coalesce(data, '{}')
    - '{sub,email,phone,email_verified,phone_verified,iss,provider_id}'::text[]
$$;

-- Returns the identity data that the server sets for a sign-up with an address: the user id, the verified
-- flags, and an e-mail address but no phone number. This data overrides the data of the sign-up.
create function auth_lib.address_identity_data(kind text, value text, id uuid, confirmed boolean) returns jsonb
language sql immutable
as $$
  select jsonb_build_object(
      'sub', id,
      'email_verified', kind = 'email' and confirmed,
      'phone_verified', kind = 'phone' and confirmed)
    || case kind when 'email' then jsonb_build_object('email', value) else '{}' end
$$;

-- Creates or updates the e-mail or phone identity of a user after its address was set or confirmed. Does
-- nothing for an SSO user, who has only identities of the SSO provider.
create function auth_lib.upsert_address_identity(user_id uuid, kind text, value text, verified boolean) returns void
language plpgsql volatile
as $$
begin
  insert into auth.identities as i (user_id, provider, id, subject, identity_data, last_sign_in_at,
    created_at, updated_at)
  select user_id, kind, gen_random_uuid(), user_id::text,
    jsonb_build_object('sub', user_id, kind, value,
      'email_verified', kind = 'email' and verified,
      'phone_verified', kind = 'phone' and verified),
    auth_lib.clock(), auth_lib.clock(), auth_lib.clock()
  where not exists (
    select from auth.users as u where u.id = user_id and u.is_sso_user)
  on conflict on constraint identities_subject_key do update
  set identity_data = i.identity_data || jsonb_build_object(
        kind, value, kind || '_verified', verified),
      updated_at = excluded.updated_at;
end
$$;

-- Returns a user's app_metadata with provider and providers derived from the current identities, the oldest
-- first. If the e-mail address is only displayed (is_found_by_email), the provider that has verified it comes
-- first, because policies trust the claim email depending on app_metadata.provider. If the provider has
-- asserted another address since, the current provider stays first. Without identities, provider does not
-- change.
create function auth_lib.refresh_providers(person auth.users) returns jsonb
language plpgsql stable
as $$
declare
  v_providers text[] := array(
    select i.provider::text from auth.identities as i where i.user_id = person.id
    order by i.created_at, i.provider);
  v_ordered   text[];
begin
  if cardinality(v_providers) > 1 then
    v_providers := array(
      select p.provider from unnest(v_providers) with ordinality as p (provider, place)
      group by p.provider order by min(p.place));
    if person.email is not null and not auth_lib.is_found_by_email(person) then
      select array_prepend(i.provider::text, array_remove(v_providers, i.provider::text)) into v_ordered
      from auth.identities as i
      where i.user_id = person.id
      order by (i.email = person.email and i.identity_data ->> 'email_verified' = 'true') is true desc,
        i.provider = person.raw_app_meta_data ->> 'provider' desc, i.created_at, i.provider limit 1;
      v_providers := v_ordered;
    end if;
  end if;
  return person.raw_app_meta_data || jsonb_strip_nulls(jsonb_build_object('provider', v_providers[1],
    'providers', v_providers));
end
$$;

-- Replaces the identities and the user_metadata of an account without an owner by those of a sign-up with an
-- e-mail address, which becomes primary. Does nothing if the account has an e-mail identity. Returns the
-- user.
create function auth_lib.adopt_email_identity(person auth.users, email text, data jsonb) returns auth.users
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_own  jsonb := auth_lib.address_identity_data('email', email, (person).id, false);
  v_user auth.users;
begin
  if exists (
    select from auth.identities as i
    where i.user_id = (person).id and i.provider = 'email') then
    return person;
  end if;
  delete from auth.identities as i
  where i.user_id = (person).id;
  insert into auth.identities (user_id, provider, id, subject, identity_data, last_sign_in_at, created_at,
    updated_at)
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

-- Returns the linking domain of a provider. An external sign-in by address only finds accounts in the
-- provider's linking domain. All providers share one domain unless the settings define others. Each SSO
-- provider has a domain of its own, because its assertions must not reach other accounts.
create function auth_lib.linking_domain(provider text, settings jsonb) returns text
language sql immutable
as $$
  select coalesce(case when provider like 'sso:%' then provider end,
    coalesce(settings -> 'experimental_provider_linking_domains', '{}') ->> provider,
    case when coalesce(settings -> 'experimental_providers_with_own_linking_domain', '[]') ? provider
      then provider end, 'default')
$$;

-- Returns true if a provider is in the linking domain of e-mail. Only then do addresses that the provider has
-- verified find accounts, in the same way as addresses confirmed by mail.
create function auth_lib.is_in_mail_domain(provider text, settings jsonb) returns boolean
language sql immutable
as $$ select auth_lib.linking_domain(provider, settings) = auth_lib.linking_domain('email', settings) $$;

-- Returns true if an external sign-in may find the account by its address: the account has an identity in
-- the provider's linking domain. An account without identities is in the domain of e-mail.
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

-- Returns true if a user's address may come from a linking domain other than that of `provider`: the user has
-- an identity of another domain (after a merge or link), and no identity in the domain of `provider` has the
-- address.
create function auth_lib.is_foreign_address(user_id uuid, value text, provider text, settings jsonb)
returns boolean
language plpgsql stable
as $$
declare
  v_domain text := auth_lib.linking_domain(provider, settings);
begin
  return coalesce((
    select bool_or(auth_lib.linking_domain(i.provider, settings) <> v_domain)
      and not bool_or(auth_lib.linking_domain(i.provider, settings) = v_domain
        and i.email is not distinct from value)
    from auth.identities as i where i.user_id = is_foreign_address.user_id), false);
end
$$;

-- Returns an e-mail address in stored form: its ASCII letters in lower case. The collation is fixed because
-- a Turkish locale would convert I to a dotless i, which is another address.
create function auth_lib.normal_email(email text) returns text
language sql immutable
as $$ select lower(email collate "C") $$;

-- Returns a phone number in stored form, without spaces and without a leading plus.
create function auth_lib.normal_phone(phone text) returns text
language sql immutable
as $$ select replace(regexp_replace(phone, '^\+', ''), ' ', '') $$;

-- Validates an e-mail address by the rule of HTML's e-mail fields, case-insensitively. Returns an error or
-- null.
create function auth_lib.check_email(email text) returns jsonb
language sql stable
as $$
  select case
    when coalesce(email, '') = '' then auth_lib.refusal('email_required')
    when octet_length(email) > 255 then auth_lib.refusal('email_too_long')
    when email !~ ('^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
      || '(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$') then auth_lib.refusal('email_invalid')
  end
$$;

-- Checks that a phone number has the E.164 format. Returns an error or null.
create function auth_lib.check_phone(phone text) returns jsonb
language sql stable
as $$
  select case when coalesce(auth_lib.normal_phone(phone), '') !~ '^[1-9][0-9]{1,14}$'
    then auth_lib.refusal('phone_invalid') end
$$;

-- Returns an e-mail address or phone number in stored form, or null for an empty one.
create function auth_lib.normal_address(address text) returns text
language sql immutable
as $$
  select case when address like '%@%' then auth_lib.normal_email(address)
    else nullif(auth_lib.normal_phone(address), '') end
$$;

-- Returns the stored form of an address by which a list is filtered, or null without a filter. A text that is
-- empty in stored form, such as +, becomes '': it matches nothing and does not remove the filter.
create function auth_lib.address_filter(address text) returns text
language sql immutable
as $$ select case when address <> '' then coalesce(auth_lib.normal_address(address), '') end $$;

-- Returns true if a kind of address (e-mail or phone) is enabled for sign-up and sign-in.
create function auth_lib.is_address_kind_enabled(kind text, settings jsonb) returns boolean
language sql immutable
as $$
  select case kind when 'email' then coalesce((settings ->> 'external_email_enabled')::boolean, true)
    else coalesce((settings ->> 'external_phone_enabled')::boolean, false) end
$$;

-- Returns true if autoconfirm is on for a kind of address.
create function auth_lib.autoconfirms(kind text, settings jsonb) returns boolean
language sql immutable
as $$
  select coalesce((settings ->> case kind when 'email' then 'mailer_autoconfirm'
    else 'sms_autoconfirm' end)::boolean, false)
$$;

-- Returns the user with an address, in any audience, or a row of nulls.
create function auth_lib.find_user(kind text, value text) returns auth.users
language plpgsql stable
as $$
declare
  v_user auth.users;
begin
  select u.* into v_user
  from auth.addresses as a
    join auth.users as u on u.id = a.user_id
    where a.kind = find_user.kind and a.value = find_user.value;
  return v_user;
end
$$;

-- Returns true if the user's e-mail address finds the account. An address asserted by an SSO provider, or by
-- a provider with its own linking domain, is only displayed.
create function auth_lib.is_found_by_email(person auth.users) returns boolean
language sql stable
as $$
  select exists (
    select from auth.addresses as a where a.user_id = (person).id and a.kind = 'email' and a.is_primary)
$$;

-- Sets a user's primary address of its kind, also in users.email or users.phone, and releases the previous
-- one. Returns false and changes nothing if another user has the address. The address of an SSO user is
-- only displayed: it does not find the account, and another user may have it.
create function auth_lib.set_address(user_id uuid, kind text, value text, verified boolean) returns boolean
language plpgsql volatile
as $$
declare
  v_now timestamptz := auth_lib.clock();
begin
  if exists (select from auth.users as u where u.id = user_id and u.is_sso_user) then
    update auth.users as u
    set email = case kind when 'email' then value else u.email end,
        phone = case kind when 'phone' then value else u.phone end,
        updated_at = v_now
    where u.id = user_id;
    return true;
  end if;
  insert into auth.addresses as a (kind, value, user_id, is_primary, verified_at, created_at)
  values (kind, value, user_id, false,
    case when verified then v_now end, v_now)
  on conflict on constraint addresses_pkey do update
  set verified_at = coalesce(excluded.verified_at, a.verified_at),
      autoconfirmed = a.autoconfirmed and excluded.verified_at is null
  where a.user_id = excluded.user_id;
  if not found then
    return false;
  end if;
  delete from auth.addresses as a
  where a.user_id = set_address.user_id and a.kind = set_address.kind and a.is_primary and a.value <> set_address.value;
  update auth.addresses as a set is_primary = true
  where a.kind = set_address.kind and a.value = set_address.value and not a.is_primary;
  update auth.users as u
  set email = case kind when 'email' then value else u.email end,
      phone = case kind when 'phone' then value else u.phone end,
      updated_at = v_now
  where u.id = user_id;
  return true;
end
$$;

-- Records that the user's address of a kind was confirmed by autoconfirm only. confirm_address() clears
-- this mark.
create function auth_lib.record_autoconfirm(user_id uuid, kind text) returns void
language sql volatile
as $$
  update auth.addresses as a set autoconfirmed = true
  where a.user_id = record_autoconfirm.user_id and a.kind = record_autoconfirm.kind and a.is_primary
$$;

-- Returns true if an address was verified by its mailbox or phone, by a provider, or by an administrator.
-- Autoconfirm is not a verification.
create function auth_lib.is_verified(person auth.users, kind text) returns boolean
language sql stable
as $$
  select exists (
    select from auth.addresses as a
    where a.user_id = (person).id and a.kind = is_verified.kind and a.is_primary and a.verified_at is not null
      and not a.autoconfirmed)
$$;

-- Removes unconfirmed addresses from an account that just got an owner by the confirmation of another
-- address, because their mailboxes and phones may belong to strangers. Addresses set by an administrator
-- are not removed. `person` is the user before the confirmation. The caller has locked the user.
create function auth_lib.release_unconfirmed(person auth.users) returns void
language plpgsql volatile
as $$
declare
  v_kinds text[];
begin
  if auth_lib.has_owner(person) then
    return;
  end if;
  with released as (
    delete from auth.addresses as a
    where a.user_id = person.id and a.is_primary and a.verified_at is null and not a.given_by_administrator
    returning a.kind::text as kind)
  select array_agg(r.kind) into v_kinds from released as r;
  if v_kinds is not null then
    delete from auth.identities as i where i.user_id = person.id and i.provider = any (v_kinds);
    update auth.users as u
    set email = case when 'email' = any (v_kinds) then null else u.email end,
        phone = case when 'phone' = any (v_kinds) then null else u.phone end,
        raw_app_meta_data = auth_lib.refresh_providers(u)
    where u.id = person.id;
  end if;
end
$$;

-- Records the confirmation (or autoconfirmation) of an address: confirmation time, verified flags, providers,
-- the user's audience from person.aud, and, with signs_in, the time of the sign-in. Deletes the user's
-- one-time tokens, cancels changes of address, and clears the counts of the address (clear_attempts). If the
-- user had no confirmed address of this kind, also raises the epoch, which voids earlier authorization codes
-- and identity links. If the account had no owner, releases its other address if that is unconfirmed
-- (release_unconfirmed).
create function auth_lib.confirm_address(
  person auth.users, kind text, signs_in boolean default false)
returns auth.users
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_flag jsonb := jsonb_build_object(kind || '_verified', true);
  v_user auth.users;
begin
  if num_nonnulls(person.new_email, person.new_phone) > 0 then
    perform auth_lib.cancel_address_changes(person.id, '{email,phone}');
  end if;
  with proven as (
    update auth.addresses as a set verified_at = v_now, autoconfirmed = false
    where a.user_id = person.id and a.kind = confirm_address.kind and a.is_primary),
  shown as (
    update auth.identities as i set identity_data = i.identity_data || v_flag, updated_at = v_now
    where i.user_id = person.id
      and case kind when 'email' then i.email = person.email else i.provider = 'phone' end),
  consumed as (
    delete from auth.one_time_tokens as t where t.user_id = person.id)
  update auth.users as u
  set aud = person.aud, access_epoch = u.access_epoch
        + (case kind when 'email' then u.email_confirmed_at else u.phone_confirmed_at end is null)::integer,
      email_confirmed_at = case kind when 'email' then v_now else u.email_confirmed_at end,
      phone_confirmed_at = case kind when 'phone' then v_now else u.phone_confirmed_at end,
      raw_user_meta_data = case kind when 'email' then u.raw_user_meta_data || v_flag
        else u.raw_user_meta_data end,
      last_sign_in_at = case when signs_in then v_now else u.last_sign_in_at end,
      raw_app_meta_data = auth_lib.refresh_providers(u), is_anonymous = false, updated_at = v_now
  where u.id = person.id
  returning u.* into v_user;
  perform auth_lib.clear_attempts(v_user.id, case kind when 'email' then v_user.email else v_user.phone end);
  if num_nonnulls(person.email, person.phone) = 2 and not auth_lib.has_owner(person) then
    perform auth_lib.release_unconfirmed(person);
    select u.* into v_user from auth.users as u where u.id = person.id;
  end if;
  return v_user;
end
$$;

-- Returns the current address that a token of a kind confirms. A token sent to a former address confirms
-- nothing.
create function auth_lib.confirmed_address(person auth.users, kind text) returns text
language sql immutable
as $$
  select case
    when kind = 'email_change_new' then (person).new_email
    when kind = 'sms' then (person).phone
    when kind = 'phone_change' then (person).new_phone
    else (person).email
  end
$$;

-- Cancels a pending change of address: deletes its tokens and clears the new address. `kinds` contains
-- email, phone or both.
create function auth_lib.cancel_address_changes(user_id uuid, kinds text[]) returns void
language plpgsql volatile
as $$
declare
  v_email boolean := 'email' = any (kinds);
  v_phone boolean := 'phone' = any (kinds);
begin
  delete from auth.one_time_tokens as t
  where t.user_id = cancel_address_changes.user_id
    and (v_email and t.kind in ('email_change_current', 'email_change_new') or v_phone
      and t.kind = 'phone_change');
  update auth.users as u
  set new_email = case when not v_email then u.new_email end,
      email_change_status = case when v_email then 0 else u.email_change_status end,
      email_change_sent_at = case when not v_email then u.email_change_sent_at end,
      new_phone = case when not v_phone then u.new_phone end,
      phone_change_sent_at = case when not v_phone then u.phone_change_sent_at end
  where u.id = user_id and (v_email and u.new_email is not null or v_phone and u.new_phone is not null);
end
$$;

-- Returns the fixed code of a test number (SMS_TEST_OTP). Returns null for other numbers and after the
-- setting has expired.
create function auth_lib.test_number_code(phone text, settings jsonb) returns text
language sql stable
as $$
  select case
    when coalesce(auth_lib.clock() <= nullif(settings ->> 'sms_test_otp_valid_until', '')::timestamptz, true)
      then nullif(coalesce(settings -> 'sms_test_otp', '{}') ->> phone, '')
  end
$$;
