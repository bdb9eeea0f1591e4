-- PUT /user. Changes metadata and password, and requests a new e-mail address or phone number. A new password
-- ends the other sessions and voids every link and code. If the SMS gateway creates its own codes,
-- gateway_verdict is the SMS gateway's result for the nonce, after count_nonce_attempt() has counted the
-- attempt. gateway_verdict is null if count_nonce_attempt() returned null. `rehashed` is the gateway's hash
-- of the new password, and `rehashed_current` is the hash of current_password, if the current hash comes from
-- another system.
create function auth_api.update_user(
  claims jsonb, email text, phone text, password text, nonce text, data jsonb, app_metadata jsonb,
  channel text, code_keys jsonb, link jsonb, settings jsonb, client jsonb, gateway_verdict jsonb default null,
  rehashed text default null, leaked boolean default null,
  current_password text default null, rehashed_current text default null)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := case when password is null
    then auth_lib.lock_user(auth_lib.uuid_or_null(claims ->> 'sub'))
    else auth_lib.find_caller(claims) end;   -- locked only after the password is hashed
  v_actions text[] := array['user_modified'];
  v_stored  text;
  v_hash    text;
  v_before  auth.users;
  v_former  auth.users;
  v_data    jsonb;
  v_apps    jsonb;
  v_late    jsonb;
  v_refused jsonb := auth_lib.check_caller(claims, v_user, settings);
begin   -- most requests change user_metadata alone and need only the first check
  if v_refused is null and num_nonnulls(email, phone, password, nonce, app_metadata, link ->> 'code_challenge',
    link ->> 'code_challenge_method') > 0 then
    v_refused := coalesce(case when num_nonnulls(email, phone, password, app_metadata) > 0
      then auth_lib.check_session_live(claims) end,
      auth_lib.check_user_update(claims, v_user, email, phone, channel, password, leaked, nonce,
        app_metadata, settings),
      auth_lib.check_pkce(link), case when password is not null
        then auth_lib.foreign_hash_request(auth_lib.stored_hash(v_user.id), rehashed) end);
  end if;
  if v_refused is not null then
    return v_refused;
  end if;
  if password is not null then   -- hashed twice: to compare it with the old one, and with a new salt
    v_stored := auth_lib.stored_hash(v_user.id);
    if auth_lib.needs_current_password(claims, v_stored, settings) then
      v_refused := auth_lib.verify_current_password(v_user.id, current_password, v_stored, rehashed_current,
        settings);
      if v_refused is not null then
        return v_refused;
      end if;
    end if;
    if auth_lib.password_matches(password, v_stored, rehashed, settings) then
      v_refused := auth_lib.refusal('same_password');
    end if;
    v_hash := auth_lib.bcrypt(password, null, auth_lib.bcrypt_cost(settings));
    v_user := auth_lib.lock_user(v_user.id);
    -- Since the first check, the user may have been deleted, banned or signed out, may have enrolled a
    -- second factor, or may have got an unconfirmed address from an administrator.
    v_late := coalesce(auth_lib.check_caller(claims, v_user, settings), auth_lib.check_session_live(claims),
      auth_lib.check_aal(claims, v_user, 'update_needs_aal2'), auth_lib.check_may_set_password(v_user),
      case when auth_lib.needs_current_password(claims, auth_lib.stored_hash(v_user.id), settings)
        -- parallel attempts may have reached the limit
        then coalesce(auth_lib.check_password_failures(v_user.id::text, settings, 0),
          case when v_stored is distinct from auth_lib.stored_hash(v_user.id)
            then auth_lib.refusal('current_password_invalid') end) end);
  end if;
  if v_late is null and num_nonnulls(data, app_metadata) > 0 then
    v_data := auth_lib.merge_metadata(v_user.raw_user_meta_data, data);
    v_apps := auth_lib.merge_metadata(v_user.raw_app_meta_data, app_metadata);
    v_late := auth_lib.check_metadata(v_data, v_apps, v_user);
  end if;
  if v_late is not null then
    return v_late;
  end if;
  if v_hash is not null then
    v_refused := coalesce(case when (
      settings ->> 'security_update_password_require_reauthentication')::boolean
      then auth_lib.verify_nonce(v_user, nonce, gateway_verdict, code_keys, settings) end, v_refused);
    if v_refused is not null then
      return v_refused;
    end if;
    perform auth_lib.set_password(v_user.id, v_hash),
      auth_lib.cut_access(v_user.id, auth_lib.claimed_session(claims), 'password'),
      auth_lib.void_one_time_tokens(v_user.id);
    -- The user has chosen a password, so the next change requires it, also in this recovery session.
    update auth.sessions as s set is_recovery = false
    where s.user_id = v_user.id and s.id = auth_lib.claimed_session(claims) and s.is_recovery;
    if (settings ->> 'experimental_create_email_identity_on_password_set_enabled')::boolean then
      perform auth_lib.add_email_identity(v_user, settings);
    end if;
    v_actions := array['user_updated_password', 'user_modified'];
  end if;
  v_before := v_user;
  update auth.users as u set raw_user_meta_data = coalesce(v_data, u.raw_user_meta_data),
    raw_app_meta_data = coalesce(v_apps, u.raw_app_meta_data), updated_at = auth_lib.clock()
  where u.id = v_user.id returning u.* into v_user;
  v_former := v_user;
  if num_nonnulls(email, phone) > 0 then   -- autoconfirm may set the address at once
    v_actions := auth_lib.request_address_changes(v_user, email, phone, channel, link, settings) || v_actions;
    v_user := auth_lib.lock_user(v_user.id);
  end if;
  -- A password may cancel a pending change of address, or add an identity.
  if (num_nonnulls(email, phone, data, app_metadata) > 0
    or (v_before.new_email, v_before.new_phone, v_before.raw_app_meta_data)
      is distinct from (v_user.new_email, v_user.new_phone, v_user.raw_app_meta_data))
    and auth_lib.has_webhooks() then
    perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(v_user));
  end if;
  perform auth_lib.audit(v_user, v_actions, null, client);
  if num_nonnulls(email, phone, v_hash) > 0 then
    perform auth_lib.send_change_notifications(v_former, v_user, v_hash is not null, settings, client);
  end if;
  return auth_lib.user_json(v_user);
end
$$;
comment on function auth_api.update_user is
  'PUT /user. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, '
  'session_not_found, banned_caller, client_token, email_too_long, email_invalid, phone_invalid, '
  'password_too_long, weak_password, pkce_pair_required, pkce_length, pkce_characters, pkce_method, '
  'too_many_attempts, mail_spacing, sms_spacing, sms_quota, mail_quota, channel_unsupported, '
  'metadata_too_long, email_exists, phone_exists_on_update, app_metadata_forbidden, user_sso_managed, '
  'update_needs_aal2, anonymous_password, password_needs_confirmed_address, reauthentication_needed, '
  'nonce_invalid, same_password, sms_provider_missing, current_password_required, current_password_invalid, sso_required.';

-- Returns true if a new password requires the current one: the setting is on, the user has a password, and
-- the session was not opened by a recovery.
create function auth_lib.needs_current_password(claims jsonb, stored text, settings jsonb) returns boolean
language plpgsql stable
as $$
begin
  return coalesce((settings ->> 'security_update_password_require_current_password')::boolean, false)
    and stored is not null and not exists (
      select from auth.sessions as s
      where s.user_id = auth_lib.uuid_or_null(claims ->> 'sub') and s.id = auth_lib.claimed_session(claims)
        and s.is_recovery);
end
$$;

-- Verifies the current password before a new one is set. A wrong password is counted as in a sign-in.
-- Returns an error or null.
create function auth_lib.verify_current_password(
  user_id uuid, password text, stored text, rehashed text, settings jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_refused jsonb := auth_lib.check_password_failures(user_id::text, settings, 0);
begin
  if coalesce(password, '') = '' then
    return auth_lib.refusal('current_password_required');
  elsif v_refused is not null then
    return v_refused;
  elsif auth_lib.password_matches(password, stored, rehashed, settings) then
    return null;
  end if;
  perform auth_lib.count_password_failure(user_id::text, false, settings);
  return coalesce(auth_lib.check_password_failures(user_id::text, settings, 1),
    auth_lib.refusal('current_password_invalid'));
end
$$;

-- Adds an e-mail identity to a user who has set a password and has no such identity, so that the external
-- identities can be unlinked. Requires a confirmed e-mail address. An account outside the linking domain of
-- e-mail gets no e-mail identity, because other providers of the domain could then find the account by an
-- address that only its own provider has verified.
create function auth_lib.add_email_identity(person auth.users, settings jsonb) returns void
language plpgsql volatile
as $$
begin
  if (person).email_confirmed_at is null or not auth_lib.is_in_domain((person).id, 'email', settings)
    or exists (
      select from auth.identities as i where i.user_id = (person).id and i.provider = 'email') then
    return;
  end if;
  perform auth_lib.upsert_address_identity((person).id, 'email', (person).email, true);
  update auth.users as u set raw_app_meta_data = auth_lib.refresh_providers(u) where u.id = (person).id;
  perform auth_lib.notify_identity('identity.linked', (person).id, 'email', (person).id::text);
end
$$;

-- Verifies a reauthentication nonce. Returns an error or null. A wrong nonce is counted like a wrong code.
-- A right nonce remains valid until the change is complete.
create function auth_lib.verify_nonce(
  person auth.users, nonce text, gateway_verdict jsonb, code_keys jsonb, settings jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_address text := coalesce((person).email, (person).phone)::text;
  v_refused jsonb;
begin
  if gateway_verdict is not null then
    return case when (auth_lib.match_gateway_code(gateway_verdict, v_address,
      '{reauthentication}')).user_id is distinct from (person).id
      then auth_lib.refusal('nonce_invalid') end;
  end if;
  v_refused := auth_lib.check_attempts(v_address, '{reauthentication}', (person).id, settings);
  if v_refused is not null then
    return v_refused;
  elsif (person).email is null
    and nonce = auth_lib.test_number_code((person).phone, settings)
    and exists (
      -- No message is sent to a test number, and its nonce is its fixed code.
      select from auth.one_time_tokens as t
      where t.user_id = (person).id and t.kind = 'reauthentication' and t.attempts < 5
        and t.created_at + t.valid_for >= auth_lib.clock()) then
    return null;
  elsif (auth_lib.match_code(v_address, '{reauthentication}', nonce, (person).id, code_keys,
    settings)).user_id
    is distinct from (person).id then
    return auth_lib.refusal('nonce_invalid');
  end if;
  return null;
end
$$;

-- Applies the e-mail address and phone number of PUT /user. The current address, or an empty one, cancels a
-- pending change. An autoconfirmed address is applied first, because its confirmation voids every link and
-- code. Returns the audit actions of changes that took effect at once. Raises an error, for example if a
-- limit is exceeded, which rolls back the whole update. The caller has locked the user.
create function auth_lib.request_address_changes(
  person auth.users, email text, phone text, channel text, link jsonb, settings jsonb)
returns text[]
language plpgsql volatile
as $$
declare
  v_email   text := nullif(auth_lib.normal_email(email), '');
  v_phone   text := nullif(auth_lib.normal_phone(phone), '');
  v_auto    boolean := auth_lib.autoconfirms('phone', settings);
  v_actions text[] := array[]::text[];
  v_refused jsonb;
begin
  v_email := nullif(v_email, (person).email);
  v_phone := nullif(v_phone, (person).phone);
  perform auth_lib.cancel_address_changes((person).id, array_remove(array[
    case when v_email is null and email is not null then 'email' end,
    case when v_phone is null and phone is not null then 'phone' end], null));
  if v_phone is not null and v_auto then
    v_refused := auth_lib.request_phone_change(person, v_phone, null, settings);
    v_actions := array_append(v_actions, 'user_modified');
  end if;
  if v_refused is null and v_email is not null then
    v_refused := auth_lib.request_email_change(person, v_email, link, settings);
    if (person).is_anonymous and auth_lib.autoconfirms('email', settings) then
      v_actions := array_append(v_actions, 'user_modified');
    end if;
  end if;
  if v_refused is null and v_phone is not null and not v_auto then
    v_refused := auth_lib.request_phone_change(person, v_phone, channel, settings);
  end if;
  if v_refused is not null then
    perform auth_lib.fail_with(v_refused);
  end if;
  return v_actions;
end
$$;

-- Sends the code that confirms a new phone number, or changes the number at once under autoconfirm. Returns
-- an error or null. The caller has locked the user.
create function auth_lib.request_phone_change(
  person auth.users, phone text, channel text, settings jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_user auth.users;
  v_sent jsonb;
begin
  update auth.users as u set new_phone = request_phone_change.phone, updated_at = auth_lib.clock()
  where u.id = (person).id
  returning u.* into v_user;
  if auth_lib.autoconfirms('phone', settings) then
    perform auth_lib.complete_phone_change(v_user), auth_lib.record_autoconfirm(v_user.id, 'phone');
    return null;
  end if;
  v_sent := auth_lib.request_sms(v_user, 'phone_change', v_user.id::text, false, channel, settings);
  return case when v_sent ? 'refused' then v_sent end;
end
$$;
