-- External sign-in: finds or creates the account for a provider's profile, links identities, and requests
-- confirmation of an address that the provider has not verified.

-- Returns the e-mail addresses of a provider's profile in stored form, the primary one first. With
-- `verified_only`, only those that the provider has verified.
create function auth_lib.profile_emails(profile jsonb, verified_only boolean) returns text[]
language plpgsql stable
as $$
begin
  return (
    select coalesce(array_agg(auth_lib.normal_email(e.entry ->> 'email')
      order by (e.entry ->> 'primary')::boolean desc, e.place), '{}')
    from jsonb_array_elements(profile -> 'emails') with ordinality as e (entry, place)
    where auth_lib.check_email(e.entry ->> 'email') is null
      and ((e.entry ->> 'verified')::boolean or not verified_only)
  );
end
$$;

-- Returns the user who has the identity. If there is none, returns the users who have one of `emails`, the
-- addresses that the provider has verified. An address matches if it is an address of the account, or if it
-- is the verified address of an identity of another provider. An account matches only within the provider's
-- linking domain. If unverified addresses of identities matched, an attacker could enter the owner's address
-- at a provider that does not verify it, and the owner's first sign-in would open the attacker's account.
create function auth_lib.find_accounts_of_identity(
  provider text, subject text, emails text[], settings jsonb)
returns uuid[]
language plpgsql stable
as $$
declare
  v_owner uuid;
begin
  select i.user_id into v_owner from auth.identities as i
  where i.provider = find_accounts_of_identity.provider and i.subject = find_accounts_of_identity.subject;
  return case when v_owner is not null then array[v_owner] else (
    select coalesce(array_agg(distinct f.user_id), '{}') from (
      select a.user_id from auth.addresses as a
      where a.kind = 'email' and a.value = any (emails)
        and auth_lib.is_in_mail_domain(provider, settings)
        and auth_lib.is_in_domain(a.user_id, provider, settings)
        and not auth_lib.is_foreign_address(a.user_id, a.value, provider, settings)
      union all
      select i.user_id from auth.identities as i
      -- Addresses of e-mail and phone identities are rows of addresses.
      where i.email = any (emails) and i.provider not in ('email', 'phone')
        and i.identity_data ->> 'email_verified' = 'true'   -- imported data may hold any JSON value
        and auth_lib.linking_domain(i.provider, settings) = auth_lib.linking_domain(find_accounts_of_identity.provider,
          settings)) as f) end;
end
$$;

-- Returns the user's metadata merged with, or replaced by, the provider's data. Returns the current
-- metadata if the result would be too long for a token.
create function auth_lib.with_profile(person auth.users, data jsonb, replaces boolean) returns jsonb
language plpgsql stable
as $$
declare
  v_merged jsonb := case when replaces then data
    else auth_lib.merge_metadata(person.raw_user_meta_data, data) end;
begin
  return case when auth_lib.check_metadata(v_merged, person.raw_app_meta_data, person) is null then v_merged
    else person.raw_user_meta_data end;
end
$$;

-- Creates a user's identity from a profile, or updates its data. Raises an error if another user has the
-- identity.
create function auth_lib.upsert_identity(
  person auth.users, provider text, profile jsonb, replaces boolean)
returns auth.users
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_user auth.users;
begin
  insert into auth.identities as i (user_id, provider, id, subject, identity_data, last_sign_in_at,
    created_at, updated_at)
  values (person.id, provider, gen_random_uuid(), profile ->> 'subject', profile -> 'data', v_now, v_now,
    v_now)
  on conflict on constraint identities_subject_key do update
  set identity_data = excluded.identity_data, last_sign_in_at = v_now, updated_at = v_now
  where i.user_id = excluded.user_id;
  if not found then
    perform auth_lib.fail('identity_of_another_user');
  end if;
  update auth.users as u
  set raw_user_meta_data = auth_lib.with_profile(u, profile -> 'data', replaces),
      raw_app_meta_data = auth_lib.refresh_providers(u), updated_at = v_now
  where u.id = person.id returning u.* into v_user;
  return v_user;
end
$$;

-- Finds or creates the account of an external sign-in: by identity, then by verified address, otherwise as a
-- new account. Returns {user_id, actions} or an error. If the account has no confirmed e-mail address, it
-- gets the address that the provider has verified as a confirmed address. If the account still has no
-- confirmed address, but the profile or the account has an address, the sign-in is refused until the user has
-- confirmed that address by mail. With mailer_allow_unverified_email_sign_ins, the sign-in is not refused.
create function auth_lib.find_or_create_account(
  provider text, profile jsonb, link jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_emails   text[] := auth_lib.profile_emails(profile, false);
  v_verified text[] := auth_lib.profile_emails(profile, true);
  v_ids      uuid[];
  v_user     auth.users;
  v_before   auth.users;
  v_known    boolean;
  v_new      boolean;
  v_first    boolean;
  v_refused  jsonb;
begin
  loop   -- repeats only if an account is created or deleted between two statements
    v_ids := auth_lib.find_accounts_of_identity(provider, profile ->> 'subject', v_verified, settings);
    v_new := cardinality(v_ids) = 0;
    if cardinality(v_ids) > 1 then
      return auth_lib.refusal('several_accounts', auth_lib.linking_domain(provider, settings));
    end if;
    v_user := case when not v_new
      then auth_lib.with_request_audience(auth_lib.lock_user(v_ids[1]),
        auth_lib.request_aud(null, null, settings)) end;
    v_refused := auth_lib.check_sso_enforcement(v_user, array[v_emails[1], v_verified[1]], settings);
    if v_refused is not null then
      return auth_lib.audit_refusal(v_user.id, v_emails[1], provider, v_refused, settings, client);
    elsif v_new and coalesce((settings ->> 'disable_signup')::boolean, false) then
      return auth_lib.refusal('signup_disabled');
    elsif v_new then
      v_user := auth_lib.create_external_account(provider, profile, settings, client);
    end if;
    exit when v_user.id is not null and (v_new
      or v_ids = auth_lib.find_accounts_of_identity(provider, profile ->> 'subject', v_verified, settings));
  end loop;
  if auth_lib.is_banned(v_user) then
    return auth_lib.audit_refusal(v_user.id, null, provider, auth_lib.refusal('banned_at_verify'), settings,
      client);
  end if;
  v_known := exists (select from auth.identities as i
    where i.user_id = v_user.id and i.provider = find_or_create_account.provider
      and i.subject = profile ->> 'subject');
  v_before := v_user;
  v_first := v_user.email_confirmed_at is null;
  if v_first then
    v_user := auth_lib.confirm_external_address(v_user, provider, profile, settings);
  end if;
  v_user := auth_lib.upsert_identity(v_user, provider, profile,
    v_first and v_user.email_confirmed_at is not null and v_user.phone_confirmed_at is null);
  if v_new and settings ? 'hooks' then
    perform auth_lib.run_after_user_created(auth_lib.user_json(v_user), settings, client);
  elsif not v_known and not v_new then
    perform auth_lib.notify_identity('identity.linked', v_user.id, provider, profile ->> 'subject');
    perform auth_lib.send_notification(v_user, 'identity_linked', jsonb_build_object('Provider', provider),
      settings, client);
  end if;
  perform auth_lib.notify_webhooks(case when v_new then 'user.created' else 'user.updated' end,
    auth_lib.user_json(v_user))
  where auth_lib.has_webhooks() and (not v_known or auth_lib.is_user_update(v_before, v_user));
  -- The last condition covers an account that has an unconfirmed address although this profile has none.
  if v_user.email_confirmed_at is null and v_user.phone_confirmed_at is null
    and (v_emails <> '{}' and (v_user.email is not null or v_verified = '{}')
      or auth_lib.is_ownerless(v_user)) then
    if not coalesce((settings ->> 'mailer_allow_unverified_email_sign_ins')::boolean, false) then
      return auth_lib.require_confirmation(v_user, provider, v_new, link, settings, client);
    -- A rate limit for the mail must not block the sign-in.
    elsif v_user.email is not null then
      perform auth_lib.request_provider_confirmation(v_user, provider, link, settings, client);
    end if;
  end if;
  return jsonb_build_object('user_id', v_user.id, 'actions', to_jsonb(
    case when not v_known and not v_new then '{identity_linked}'::text[] else '{}' end
    || case when v_new or (v_first and v_user.email_confirmed_at is not null) then 'user_signedup'
      else 'login' end));
end
$$;

-- Creates the account of an external sign-in. Returns a row of nulls if a parallel call has taken one of its
-- verified addresses.
--
-- An unverified address that another user has is omitted, so that the profile cannot be used to reach the
-- account of that user. A pending password of that user is voided, because the reader of the confirmation
-- mail may not be the person who chose the password.
--
-- If the provider is outside the linking domain of e-mail, the account only displays the address that the
-- provider has verified. The address does not find the account (see display_unowned_address()).
create function auth_lib.create_external_account(
  provider text, profile jsonb, settings jsonb, client jsonb)
returns auth.users
language plpgsql volatile
as $$
declare
  v_verified text[] := auth_lib.profile_emails(profile, true);
  v_shows    boolean := v_verified <> '{}' and not auth_lib.is_in_mail_domain(provider, settings);
  v_person   auth.users;
  v_user     auth.users;
begin
  v_person.id := coalesce((client ->> 'user_id')::uuid, gen_random_uuid());
  v_person.aud := auth_lib.request_aud(null, null, settings);
  v_person.role := auth_lib.default_role(settings);
  v_person.sign_up_role := v_person.role;
  v_person.email := case when v_shows then auth_lib.first_email_if_unused(v_verified)
    else coalesce(v_verified[1], (auth_lib.profile_emails(profile, false))[1]) end;
  v_person.raw_app_meta_data := jsonb_build_object('provider', provider,
    'providers', jsonb_build_array(provider));
  v_person.raw_user_meta_data := auth_lib.with_profile(v_person, profile -> 'data', true);
  if settings ? 'hooks' then
    v_person.is_anonymous := false;
    perform auth_lib.run_before_user_created(auth_lib.user_json(v_person), settings, client);
  end if;
  v_user := auth_lib.insert_user(v_person, false, v_shows);
  if v_user.id is null and (v_verified = '{}'
    -- The other account is in another linking domain.
    or auth_lib.find_accounts_of_identity(provider, profile ->> 'subject', v_verified, settings) = '{}') then
    update auth.pending_passwords as p set hash = null
    where p.user_id = (auth_lib.find_user('email', v_person.email)).id;
    v_person.email := null;
    v_user := auth_lib.insert_user(v_person);
  end if;
  return v_user;
end
$$;

-- Confirms the e-mail address of an account if the provider has verified it. Another address that the
-- provider has verified, and that no account has, replaces the current address. Under autoconfirm, an
-- unverified address is confirmed too. An account without an owner loses all earlier credentials. For a
-- provider outside the linking domain of e-mail, calls display_unowned_address() instead.
create function auth_lib.confirm_external_address(
  person auth.users, provider text, profile jsonb, settings jsonb)
returns auth.users
language plpgsql volatile
as $$
declare
  v_verified text[] := auth_lib.profile_emails(profile, true);
  v_auto     boolean := false;
  v_user     auth.users;
begin
  if v_verified = '{}' and auth_lib.autoconfirms('email', settings) then
    v_verified := auth_lib.profile_emails(profile, false);
    v_auto := true;
  end if;
  if not auth_lib.is_in_mail_domain(provider, settings) then
    return auth_lib.display_unowned_address(person, provider, profile ->> 'subject', v_verified);
  elsif person.email = any (v_verified) then
    v_user := person;
  elsif v_verified[1] is null or not auth_lib.set_address(person.id, 'email', v_verified[1], false) then
    return person;
  else
    v_user := auth_lib.lock_user(person.id);
    v_user.aud := person.aud;
  end if;
  if not auth_lib.has_owner(person) then
    perform auth_lib.assign_ownership(person, provider, profile ->> 'subject');
  end if;
  v_user := auth_lib.confirm_address(v_user, 'email');
  if v_auto then
    perform auth_lib.record_autoconfirm(v_user.id, 'email');
  end if;
  return v_user;
end
$$;

-- Assigns an account without an owner to its identity at a provider outside the linking domain of e-mail.
-- Does nothing if the account is not ownerless (is_ownerless). `emails` are addresses that this provider
-- has verified or, under autoconfirm, also unverified ones. The account displays one of them if no other
-- account has it. The address gets no row in addresses, so it does not find the account.
create function auth_lib.display_unowned_address(
  person auth.users, provider text, subject text, emails text[])
returns auth.users
language plpgsql volatile
as $$
declare
  v_user  auth.users;
  v_email text := case when person.email = any (emails) then person.email else emails[1] end;
begin
  if emails = '{}' or not auth_lib.is_ownerless(person) then
    return person;
  end if;
  perform auth_lib.assign_ownership(person, provider, subject), auth_lib.release_unconfirmed(person),
    auth_lib.cut_access(person.id, null, null);
  v_email := auth_lib.first_email_if_unused(array[v_email]);
  update auth.users as u
  set aud = person.aud, email = v_email, updated_at = auth_lib.clock(),
      email_confirmed_at = case when v_email is not null then auth_lib.clock() end
  where u.id = person.id returning u.* into v_user;
  return v_user;
end
$$;

-- Returns the first address of the list if no account has it, otherwise null. Later addresses are ignored.
create function auth_lib.first_email_if_unused(emails text[]) returns text
language plpgsql stable
as $$
begin
  return case when (auth_lib.find_user('email', emails[1])).id is null then emails[1] end;
end
$$;

-- Refuses the sign-in until the address is confirmed, and queues the confirmation mail. If a limit refuses
-- the mail, a new account is rolled back, but changes to an existing account are not. An account without an
-- address gets no mail, only the error.
create function auth_lib.require_confirmation(
  person auth.users, provider text, is_new boolean, link jsonb, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_sent jsonb;
begin
  if person.email is null then
    return auth_lib.refusal('provider_email_unusable', provider, provider);
  end if;
  v_sent := auth_lib.request_provider_confirmation(person, provider, link, settings, client);
  if v_sent ? 'refused' and is_new then
    perform auth_lib.fail_with(v_sent);
  elsif v_sent ? 'refused' then
    return v_sent;
  end if;
  return auth_lib.refusal('provider_email_unverified', provider, provider);
end
$$;

-- Queues the confirmation mail for a sign-in by an identity of the account. The token and the mail name the
-- provider, so a reader who confirms the address also accepts the identity, which is then not removed
-- (assign_ownership_by_mail). If a link that names no provider is pending, the new token names none either,
-- because a stranger may have requested either link.
create function auth_lib.request_provider_confirmation(
  person auth.users, provider text, link jsonb, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_alone boolean := not exists (
    select from auth.one_time_tokens as t
    where t.user_id = person.id and t.kind in ('confirmation', 'recovery') and t.provider is null);
  v_sent  jsonb := auth_lib.request_confirmation(person, 'email', 'signup', false, null, link, settings,
    client);
begin
  if v_alone and not v_sent ? 'refused' then
    update auth.one_time_tokens as t set provider = request_provider_confirmation.provider
    where t.user_id = person.id and t.kind = 'confirmation';
  end if;
  return v_sent;
end
$$;

-- Checks that an identity may be linked to a user. Returns an error or null. The caller has locked the user.
create function auth_lib.check_identity_link(
  person auth.users, provider text, profile jsonb, settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_owner uuid := (auth_lib.find_accounts_of_identity(provider, profile ->> 'subject', '{}', settings))[1];
begin
  return case
    when person.id is null or person.deleted_at is not null then auth_lib.refusal('linking_user_not_found')
    when auth_lib.is_banned(person) then auth_lib.refusal('banned_at_verify')
    when v_owner = person.id then auth_lib.refusal('identity_already_linked')
    when v_owner is not null then auth_lib.refusal('identity_of_another_user')
    else auth_lib.check_sso_enforcement(person, array[(auth_lib.profile_emails(profile, false))[1],
      (auth_lib.profile_emails(profile, true))[1]], settings) end;
end
$$;

-- Links an identity to the signed-in user who requested it. Returns {user_id, actions} or an error. A user
-- without an e-mail address gets the identity's address if its provider has verified it and is in the linking
-- domain of e-mail. An unverified address becomes a pending change that the mailbox must confirm, because an
-- account with an owner must not get an unconfirmed address.
create function auth_lib.link_identity_on_request(
  user_id uuid, provider text, profile jsonb, link jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_verified text[] := auth_lib.profile_emails(profile, true);
  v_email    text := coalesce(v_verified[1], (auth_lib.profile_emails(profile, false))[1]);
  v_user     auth.users := auth_lib.lock_user(user_id);
  v_refused  jsonb := auth_lib.check_identity_link(v_user, provider, profile, settings);
begin
  if v_refused is not null then
    return v_refused;
  end if;
  perform auth_lib.upsert_identity(v_user, provider, profile, false);
  update auth.users as u set is_anonymous = false where u.id = v_user.id;
  perform auth_lib.notify_identity('identity.linked', v_user.id, provider, profile ->> 'subject');
  perform auth_lib.send_notification(v_user, 'identity_linked', jsonb_build_object('Provider', provider),
    settings, client);
  if v_verified <> '{}' and not auth_lib.is_in_mail_domain(provider, settings) then
    null;   -- an address that this provider has verified counts in its linking domain only
  elsif v_user.email is null and v_verified <> '{}' then
    if not auth_lib.set_address(v_user.id, 'email', v_email, false) then
      perform auth_lib.fail('email_exists');
    end if;
    perform auth_lib.confirm_address(auth_lib.lock_user(v_user.id), 'email');
  elsif v_user.email is null and v_email is not null then
    v_refused := case when (auth_lib.find_user('email', v_email)).id <> v_user.id
      then auth_lib.refusal('email_exists')
      else auth_lib.request_email_change(auth_lib.lock_user(v_user.id), v_email, link, settings) end;
    if v_refused is not null then
      perform auth_lib.fail_with(v_refused);
    end if;
    perform auth_lib.audit(v_user, '{identity_linked}', jsonb_build_object('provider', provider), client);
    perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(auth_lib.lock_user(v_user.id)))
    where auth_lib.has_webhooks();
    return auth_lib.refusal('identity_email_unverified', provider, provider);
  end if;
  perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(auth_lib.lock_user(v_user.id)))
  where auth_lib.has_webhooks();
  return jsonb_build_object('user_id', v_user.id, 'actions', '["identity_linked"]'::jsonb);
end
$$;
