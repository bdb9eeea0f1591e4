-- Changes of e-mail address and phone number: request, confirm once or twice, complete. Also the first checks
-- of PUT /user.

-- Returns true if a change of e-mail address needs two confirmations: the setting requires it and the user
-- has a current address.
create function auth_lib.needs_two_email_confirmations(person auth.users, settings jsonb) returns boolean
language sql immutable
as $$
  select coalesce((settings ->> 'mailer_secure_email_change_enabled')::boolean, true)
    and (person).email is not null
$$;

-- Queues the mails of a change of e-mail address: one to the new address and, if two confirmations are
-- required, one to the current address. A repeated request voids earlier confirmations. For an anonymous user
-- under autoconfirm, the address changes at once. Returns an error or null. The caller has locked the user.
create function auth_lib.request_email_change(
  person auth.users, email text, link jsonb, settings jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_id      uuid := (person).id;
  v_now     timestamptz := auth_lib.clock();
  v_both    boolean := auth_lib.needs_two_email_confirmations(person, settings);
  v_refused jsonb;
  v_flow    uuid;
begin
  if (person).is_anonymous and auth_lib.autoconfirms('email', settings) then
    update auth.users as u set new_email = request_email_change.email where u.id = v_id;
    v_refused := auth_lib.complete_email_change(auth_lib.lock_user(v_id));
    if v_refused is null then
      perform auth_lib.record_autoconfirm(v_id, 'email');
    end if;
    return v_refused;
  end if;
  v_refused := auth_lib.count_message('email_change', v_id::text, 'counted', settings,
    array_remove(array[email, case when v_both then (person).email end], null));
  if v_refused is not null then
    return v_refused;
  end if;
  v_flow := auth_lib.start_flow(v_id, 'email_change', link);
  perform auth_lib.queue_message(
    auth_lib.issue_token(v_id, 'email_change_new', 'email_change', email, v_flow, false, null, settings),
    'email_change', 'mail', email, link);
  if v_both then
    perform auth_lib.queue_message(
      auth_lib.issue_token(v_id, 'email_change_current', 'email_change', (person).email, v_flow, false, null,
        settings),
      'email_change', 'mail', (person).email, link);
  else
    delete from auth.one_time_tokens as t where t.user_id = v_id and t.kind = 'email_change_current';
  end if;
  update auth.users as u
  set new_email = request_email_change.email, email_change_status = 0, email_change_sent_at = v_now,
      updated_at = v_now
  where u.id = v_id;
  return null;
end
$$;

-- Applies one confirmation of a change of e-mail address. The change is complete when the new address and,
-- if required, the current address are confirmed, in either order. Under autoconfirm, the confirmation of
-- the new address completes the change. email_change_status is 1 after the first of two confirmations. The
-- caller has locked the user and deleted the token.
create function auth_lib.confirm_email_change(person auth.users, kind text, settings jsonb) returns void
language plpgsql volatile
as $$
declare
  v_refused jsonb;
begin
  if (person).email_change_status = 1
    or (kind = 'email_change_new' and (auth_lib.autoconfirms('email', settings)
      or not auth_lib.needs_two_email_confirmations(person, settings))) then
    v_refused := auth_lib.complete_email_change(person);
    if v_refused is not null then
      perform auth_lib.fail_with(v_refused);   -- keeps the link usable
    end if;
    return;
  end if;
  update auth.users as u set email_change_status = 1, updated_at = auth_lib.clock() where u.id = (person).id;
end
$$;

-- Replaces the e-mail address by the confirmed new one. Voids identity links in progress and authorization
-- codes (cut_access), and deletes the user's one-time tokens. Returns an error if another user has the new
-- address, otherwise null. The caller has locked the user.
create function auth_lib.complete_email_change(person auth.users) returns jsonb
language plpgsql volatile
as $$
declare
  v_id  uuid := (person).id;
  v_new text := (person).new_email::text;
begin
  if (auth_lib.find_user('email', v_new)).id <> v_id
    or not auth_lib.set_address(v_id, 'email', v_new, true) then
    return auth_lib.refusal('email_exists');
  end if;
  perform auth_lib.upsert_address_identity(v_id, 'email', v_new, true);
  update auth.users as u
  set new_email = null, email_change_status = 0, is_anonymous = false,
      raw_app_meta_data = auth_lib.refresh_providers(u),
      email_confirmed_at = coalesce(u.email_confirmed_at, auth_lib.clock()), updated_at = auth_lib.clock()
  where u.id = v_id;
  perform auth_lib.cut_access(v_id, null, null), auth_lib.release_unconfirmed(person);
  delete from auth.one_time_tokens as t where t.user_id = v_id;
  perform auth_lib.clear_attempts(v_id, (person).email), auth_lib.clear_attempts(v_id, v_new);
  return null;
end
$$;

-- Replaces the phone number by the confirmed new one and calls cut_access(). Raises an error if another user
-- has the new number. The caller has locked the user.
create function auth_lib.complete_phone_change(person auth.users) returns void
language plpgsql volatile
as $$
begin
  if (auth_lib.find_user('phone', person.new_phone)).id <> person.id
    or not auth_lib.set_address(person.id, 'phone', person.new_phone, true) then
    perform auth_lib.fail('phone_exists_on_update');   -- keeps the code usable
  end if;
  perform auth_lib.upsert_address_identity(person.id, 'phone', person.new_phone, true);
  update auth.users as u
  set new_phone = null, is_anonymous = false, raw_app_meta_data = auth_lib.refresh_providers(u),
      phone_confirmed_at = auth_lib.clock(), updated_at = auth_lib.clock()
  where u.id = person.id;
  perform auth_lib.cut_access(person.id, null, null), auth_lib.release_unconfirmed(person);
  delete from auth.one_time_tokens as t where t.user_id = person.id;
  perform auth_lib.clear_attempts(person.id, person.phone),
    auth_lib.clear_attempts(person.id, person.new_phone);
end
$$;


-- Checks a PUT /user request before any password is hashed. Returns the first error or null.
create function auth_lib.check_user_update(
  claims jsonb, person auth.users, email text, phone text, channel text, password text,
  leaked boolean, nonce text, app_metadata jsonb, settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_email   text := nullif(auth_lib.normal_email(email), '');
  v_refused jsonb;
begin
  v_refused := coalesce(
    case when v_email is not null then auth_lib.check_email(v_email) end,
    case when coalesce(phone, '') <> '' then coalesce(
      auth_lib.check_phone(phone), auth_lib.check_channel(channel, settings)) end,
    case when password is not null then auth_lib.check_new_password(password, leaked, settings) end);
  if v_refused is not null then
    return v_refused;
  -- The organization's identity provider controls how its users sign in.
  elsif person.is_sso_user and (num_nonnulls(password, nullif(nonce, '')) > 0
    or v_email is distinct from coalesce(person.email, '') and v_email is not null
    or auth_lib.normal_phone(phone) not in ('', coalesce(person.phone, ''))) then
    return auth_lib.refusal('user_sso_managed');
  -- Only a user in the default audience with the role JWT_ADMIN_GROUP_NAME may set app_metadata.
  elsif app_metadata is not null and (person.aud <> auth_lib.default_aud(settings)
    or person.role <> coalesce(settings ->> 'jwt_admin_group_name', 'admin')) then
    return auth_lib.refusal('app_metadata_forbidden');
  elsif auth_lib.has_second_factor(person) and not auth_lib.is_aal2(claims)
    and (num_nonnulls(password, app_metadata) > 0
    or v_email <> coalesce((person).email, '')
    or nullif(auth_lib.normal_phone(phone), '') <> coalesce((person).phone, '')) then
    return auth_lib.refusal('update_needs_aal2');
  elsif (person).is_anonymous and password is not null
    and v_email is null and coalesce(phone, '') = '' then
    return auth_lib.refusal('anonymous_password');
  elsif password is not null and auth_lib.check_may_set_password(person) is not null then
    return auth_lib.check_may_set_password(person);
  elsif v_email is not null and auth_lib.check_sso_email_change(person, v_email, settings) is not null then
    return auth_lib.check_sso_email_change(person, v_email, settings);
  elsif v_email is not null and (auth_lib.find_user('email', v_email)).id <> (person).id then
    return auth_lib.refusal('email_exists');
  elsif coalesce(phone, '') <> ''
    and (auth_lib.find_user('phone', auth_lib.normal_phone(phone))).id <> (person).id then
    return auth_lib.refusal('phone_exists_on_update');
  elsif password is not null and coalesce(nonce, '') = ''
    and coalesce((settings ->> 'security_update_password_require_reauthentication')::boolean, false) then
    return auth_lib.refusal('reauthentication_needed');
  end if;
  return null;
end
$$;

-- Checks that the account has an owner, because only an owner may set a password. Otherwise an attacker
-- could choose the password of an account that another person confirms later. Returns an error or null.
create function auth_lib.check_may_set_password(person auth.users) returns jsonb
language sql stable
as $$ select auth_lib.refusal('password_needs_confirmed_address') where not auth_lib.has_owner(person) $$;
