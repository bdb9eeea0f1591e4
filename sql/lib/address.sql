-- E-mail addresses and phone numbers: their form, whose they are, whether they are proven.

-- An e-mail address as it is stored: its ASCII letters in lower case. The collation is named, because a database with
-- a Turkish locale makes a dotless i of I: another address, in somebody else's mailbox.
create function auth_lib.normal_email(email text) returns text
language sql immutable
as $$ select lower(email collate "C") $$;

-- A phone number as it is stored: one leading plus and all blanks removed.
create function auth_lib.normal_phone(phone text) returns text
language sql immutable
as $$ select replace(regexp_replace(phone, '^\+', ''), ' ', '') $$;

-- The refusal of an e-mail address by its form, which is that of HTML's e-mail fields, or null. It may have capital letters.
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

-- Either kind of address as it is stored, null for none.
create function auth_lib.normal_address(address text) returns text
language sql immutable
as $$
  select case when address like '%@%' then auth_lib.normal_email(address) else nullif(auth_lib.normal_phone(address), '') end
$$;

-- The refusal of an address that is neither an e-mail address nor a phone number by its form, or null.
create function auth_lib.check_address(address text) returns jsonb
language sql stable
as $$
  select case when coalesce(address, '@') like '%@%' then auth_lib.check_email(address) else auth_lib.check_phone(address) end
$$;

-- Whether an address of a kind counts as proven when it is given.
create function auth_lib.autoconfirms(kind text, settings jsonb) returns boolean
language sql immutable
as $$
  select coalesce((settings ->> case kind when 'email' then 'mailer_autoconfirm' else 'sms_autoconfirm' end)::boolean, false)
$$;

-- The user behind an address, whatever its audience; no row, all null, when nobody has it.
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

-- Makes an address this user's primary one of its kind; false when it is somebody else's. The one writer of
-- auth.addresses beside a sign-up: users.email and users.phone are set with it. The former primary is released.
create function auth_lib.claim_address(user_id uuid, kind text, value text, verified boolean) returns boolean
language plpgsql volatile
as $$
declare
  v_now timestamptz := auth_lib.clock();
begin
  delete from auth.addresses as a
  where a.user_id = claim_address.user_id and a.kind = claim_address.kind and a.is_primary and a.value <> claim_address.value;
  insert into auth.addresses as a (kind, value, user_id, is_primary, verified_at, created_at)
  values (claim_address.kind, claim_address.value, claim_address.user_id, true,
    case when verified then v_now end, v_now)
  on conflict on constraint addresses_pkey do update
  set is_primary = true, verified_at = coalesce(excluded.verified_at, a.verified_at)
  where a.user_id = excluded.user_id;
  if not found then
    return false;
  end if;
  update auth.users as u
  set email = case kind when 'email' then value else u.email end,
      phone = case kind when 'phone' then value else u.phone end,
      updated_at = v_now
  where u.id = user_id;
  return true;
end
$$;

-- An address is proven (or autoconfirmed): its confirmation time, verified flags and providers are set, in the audience that
-- the caller sees the user in; its last sign-in too, where that follows at once. Everything that waited for the proof ends:
-- every one-time token, a change of address, the spacing and failures held against the address.
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
  update auth.addresses as a set verified_at = v_now
  where a.user_id = person.id and a.kind = confirm_address.kind and a.is_primary;
  update auth.identities as i set identity_data = i.identity_data || v_flag, updated_at = v_now
  where i.user_id = person.id
    and case kind when 'email' then i.email = person.email else i.provider = 'phone' end;
  update auth.users as u
  set aud = person.aud,
      email_confirmed_at = case kind when 'email' then v_now else u.email_confirmed_at end,
      phone_confirmed_at = case kind when 'phone' then v_now else u.phone_confirmed_at end,
      user_metadata = case kind when 'email' then u.user_metadata || v_flag else u.user_metadata end,
      last_sign_in_at = case when signs_in then v_now else u.last_sign_in_at end,
      app_metadata = auth_lib.refresh_providers(u), is_anonymous = false, updated_at = v_now
  where u.id = person.id
  returning u.* into v_user;
  delete from auth.one_time_tokens as t where t.user_id = v_user.id;
  perform auth_lib.clear_attempts(case kind when 'email' then v_user.email else v_user.phone end);
  return v_user;
end
$$;

-- When a user's address of a kind was proven; null while it is not. Each channel is judged by itself.
create function auth_lib.confirmed_at(person auth.users, kind text) returns timestamptz
language sql immutable
as $$
  select case kind when 'email' then (person).email_confirmed_at else (person).phone_confirmed_at end
$$;

-- The address a token of a kind has to have been sent to, for its user as it is now: a token proves that one and no other.
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

-- A change of address that waits for its confirmation is given up: its links and codes are dead, the new address is
-- forgotten. kinds is email, phone or both. Whoever asked for it may have been somebody else, so it outlives neither a
-- new password, a recovery, a proof, a ban, nor another address.
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
      then nullif(settings -> 'sms_test_otp' ->> phone, '')
  end
$$;
