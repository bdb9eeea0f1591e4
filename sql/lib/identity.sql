-- By what a user is known. First identities: those of a user's own addresses, and what the user record says of all of them. Below
-- addresses: how they are spelled, checked, claimed and proven.

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
create function auth_lib.put_own_identity(user_id uuid, kind text, value text, verified boolean) returns void
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
declare
  v_providers text[] := array(
    select i.provider::text from auth.identities as i where i.user_id = person.id order by i.created_at, i.provider);
begin
  if cardinality(v_providers) > 1 then
    v_providers := array(
      select p.provider from unnest(v_providers) with ordinality as p (provider, place)
      group by p.provider order by min(p.place));
  end if;
  return person.raw_app_meta_data || jsonb_strip_nulls(jsonb_build_object('provider', v_providers[1], 'providers', v_providers));
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

-- E-mail addresses and phone numbers: their form, their users, and whether they are proven.

-- An e-mail address as it is stored: its ASCII letters in lower case. The collation is named, because a database with
-- a Turkish locale makes a dotless i of I: another address, in somebody else's mailbox.
create function auth_lib.normal_email(email text) returns text
language sql immutable
as $$ select lower(email collate "C") $$;

-- A phone number as it is stored: without its leading plus and without spaces.
create function auth_lib.normal_phone(phone text) returns text
language sql immutable
as $$ select replace(regexp_replace(phone, '^\+', ''), ' ', '') $$;

-- The refusal of a malformed e-mail address, or null. The form is that of HTML's e-mail fields; capitals are allowed.
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

-- The refusal of a phone number that is not E.164, or null.
create function auth_lib.check_phone(phone text) returns jsonb
language sql stable
as $$
  select case when coalesce(auth_lib.normal_phone(phone), '') !~ '^[1-9][0-9]{1,14}$'
    then auth_lib.refusal('phone_invalid') end
$$;

-- An e-mail address or a phone number as it is stored; null for an empty one.
create function auth_lib.normal_address(address text) returns text
language sql immutable
as $$
  select case when address like '%@%' then auth_lib.normal_email(address) else nullif(auth_lib.normal_phone(address), '') end
$$;

-- Whether addresses of a kind sign up and sign in at all.
create function auth_lib.is_kind_on(kind text, settings jsonb) returns boolean
language sql immutable
as $$
  select case kind when 'email' then coalesce((settings ->> 'external_email_enabled')::boolean, true)
    else coalesce((settings ->> 'external_phone_enabled')::boolean, false) end
$$;

-- Whether addresses of a kind count as proven as soon as they are given (autoconfirm).
create function auth_lib.autoconfirms(kind text, settings jsonb) returns boolean
language sql immutable
as $$
  select coalesce((settings ->> case kind when 'email' then 'mailer_autoconfirm' else 'sms_autoconfirm' end)::boolean, false)
$$;

-- The user behind an address, in any audience; a row of nulls when nobody has the address.
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

-- Makes an address this user's primary one of its kind, in users.email or users.phone too, and releases the former one.
-- Returns false, and changes nothing, if the address is somebody else's.
create function auth_lib.claim_address(user_id uuid, kind text, value text, verified boolean) returns boolean
language plpgsql volatile
as $$
declare
  v_now timestamptz := auth_lib.clock();
begin
  insert into auth.addresses as a (kind, value, user_id, is_primary, verified_at, created_at)
  values (kind, value, user_id, false,
    case when verified then v_now end, v_now)
  on conflict on constraint addresses_pkey do update
  set verified_at = coalesce(excluded.verified_at, a.verified_at)
  where a.user_id = excluded.user_id;
  if not found then
    return false;
  end if;
  delete from auth.addresses as a
  where a.user_id = claim_address.user_id and a.kind = claim_address.kind and a.is_primary and a.value <> claim_address.value;
  update auth.addresses as a set is_primary = true
  where a.kind = claim_address.kind and a.value = claim_address.value and not a.is_primary;
  update auth.users as u
  set email = case kind when 'email' then value else u.email end,
      phone = case kind when 'phone' then value else u.phone end,
      updated_at = v_now
  where u.id = user_id;
  return true;
end
$$;

-- Removes the addresses that nobody has confirmed from an account that just got its owner: another one was confirmed. Their
-- mailboxes and phones belong to nobody of this account. Addresses from an administrator stay. person is the user as it was
-- before the confirmation; the user is locked.
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
        phone = case when 'phone' = any (v_kinds) then null else u.phone end, raw_app_meta_data = auth_lib.refresh_providers(u)
    where u.id = person.id;
  end if;
end
$$;

-- Records that an address is proven (or autoconfirmed): its confirmation time, the verified flags, the providers and
-- person.aud as the user's audience; with signs_in the time of the sign-in that follows too. It ends every one-time token
-- of the user, every change of address, and the spacing and failures counted against the address. The first confirmation
-- raises the epoch, so that authorization codes and links to identities from before are void, and releases the
-- account's other unconfirmed address.
create function auth_lib.confirm_address(person auth.users, kind text, signs_in boolean default false) returns auth.users
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_flag jsonb := jsonb_build_object(kind || '_verified', true);
  v_user auth.users;
begin
  if num_nonnulls(person.new_email, person.new_phone) > 0 then
    perform auth_lib.drop_changes(person.id, '{email,phone}');
  end if;
  with proven as (
    update auth.addresses as a set verified_at = v_now
    where a.user_id = person.id and a.kind = confirm_address.kind and a.is_primary),
  shown as (
    update auth.identities as i set identity_data = i.identity_data || v_flag, updated_at = v_now
    where i.user_id = person.id
      and case kind when 'email' then i.email = person.email else i.provider = 'phone' end),
  spent as (
    delete from auth.one_time_tokens as t where t.user_id = person.id)
  update auth.users as u
  set aud = person.aud, access_epoch = u.access_epoch
        + (case kind when 'email' then u.email_confirmed_at else u.phone_confirmed_at end is null)::integer,
      email_confirmed_at = case kind when 'email' then v_now else u.email_confirmed_at end,
      phone_confirmed_at = case kind when 'phone' then v_now else u.phone_confirmed_at end,
      raw_user_meta_data = case kind when 'email' then u.raw_user_meta_data || v_flag else u.raw_user_meta_data end,
      last_sign_in_at = case when signs_in then v_now else u.last_sign_in_at end,
      raw_app_meta_data = auth_lib.refresh_providers(u), is_anonymous = false, updated_at = v_now
  where u.id = person.id
  returning u.* into v_user;
  perform auth_lib.clear_attempts(case kind when 'email' then v_user.email else v_user.phone end);
  if num_nonnulls(person.email, person.phone) = 2 and not auth_lib.has_owner(person) then
    perform auth_lib.release_unconfirmed(person);
    select u.* into v_user from auth.users as u where u.id = person.id;
  end if;
  return v_user;
end
$$;

-- The address that a token of a kind proves for the user as it is now: a token sent to any other address proves nothing.
create function auth_lib.proven_address(person auth.users, kind text) returns text
language sql immutable
as $$
  select case
    when kind = 'email_change_new' then (person).new_email
    when kind = 'sms' then (person).phone
    when kind = 'phone_change' then (person).new_phone
    else (person).email
  end
$$;

-- Gives up a change of address that waits for its confirmation: deletes its links and codes and forgets the new address.
-- kinds is email, phone or both. Somebody other than the owner may have asked for the change, so a new password, a
-- recovery, a proof, a ban or another address ends it.
create function auth_lib.drop_changes(user_id uuid, kinds text[]) returns void
language plpgsql volatile
as $$
declare
  v_email boolean := 'email' = any (kinds);
  v_phone boolean := 'phone' = any (kinds);
begin
  delete from auth.one_time_tokens as t
  where t.user_id = drop_changes.user_id
    and (v_email and t.kind in ('email_change_current', 'email_change_new') or v_phone and t.kind = 'phone_change');
  update auth.users as u
  set new_email = case when not v_email then u.new_email end,
      email_change_status = case when v_email then 0 else u.email_change_status end,
      email_change_sent_at = case when not v_email then u.email_change_sent_at end,
      new_phone = case when not v_phone then u.new_phone end,
      phone_change_sent_at = case when not v_phone then u.phone_change_sent_at end
  where u.id = user_id and (v_email and u.new_email is not null or v_phone and u.new_phone is not null);
end
$$;

-- The fixed code of a test number (SMS_TEST_OTP), null for every other number or once the setting has expired.
create function auth_lib.test_otp(phone text, settings jsonb) returns text
language sql stable
as $$
  select case
    when coalesce(auth_lib.clock() <= nullif(settings ->> 'sms_test_otp_valid_until', '')::timestamptz, true)
      then nullif(coalesce(settings -> 'sms_test_otp', '{}') ->> phone, '')
  end
$$;
