-- POST /signup. Hashes the password once, for known and unknown addresses. Hashes it again only if a
-- parallel request has taken or released the address, or has changed its pending password. Uses the salt of
-- the pending hash, if there is one, to detect whether this is the password of the first sign-up.
create function auth_api.sign_up(
  email text, phone text, password text, data jsonb, channel text, audience text, link jsonb, settings jsonb,
  client jsonb, leaked boolean default null)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind    text := case when coalesce(phone, '') = '' then 'email' else 'phone' end;
  v_purpose text := case v_kind when 'email' then 'signup' else 'sms' end;
  v_value   text := case v_kind when 'email' then auth_lib.normal_email(email)
    else auth_lib.normal_phone(phone) end;
  v_aud     text := auth_lib.request_aud(null, audience, settings);
  v_auto    boolean := auth_lib.autoconfirms(v_kind, settings);
  v_refused jsonb;
  v_stored  text;
  v_hash    text;
  v_user    auth.users;
begin
  if coalesce(email, '') = '' and coalesce(phone, '') = '' then
    return auth_lib.sign_up_anonymously(data, v_aud, settings, client);
  end if;
  v_refused := coalesce(auth_lib.check_sign_up(email, phone, password, leaked, channel, link,
    settings),
    auth_lib.check_sign_up_data(v_kind, v_value, data, settings));
  if v_refused is not null then
    return v_refused;
  end if;
  -- Repeats only if the address is taken or released, or its pending password changes, between two
  -- statements. Holds no lock while the password is hashed.
  loop
    v_user := auth_lib.find_user(v_kind, v_value);
    v_stored := auth_lib.pending_hash(v_user.id);
    v_hash := auth_lib.bcrypt(password, v_stored, auth_lib.bcrypt_cost(settings));
    if v_user.id is null then
      v_refused := case when not v_auto then auth_lib.check_message_limits(v_purpose, v_value,
        v_kind = 'email', settings) end;
      if v_refused is not null then
        return v_refused;
      end if;
      v_user := auth_lib.create_user(v_kind, v_value, v_aud, settings, data, null, v_auto, client);
      exit when v_user.id is not null;
    else
      v_user := auth_lib.lock_user_by_address(v_kind, v_value);
      if v_user.id is not null and v_stored is not distinct from auth_lib.pending_hash(v_user.id) then
        v_user := auth_lib.with_request_audience(v_user, v_aud);
        if auth_lib.is_closed_to_sign_up(v_user, v_kind, v_value, v_auto) then
          return auth_lib.reply_to_known_user(v_user, v_kind, v_value, v_aud, data, settings, client);
        elsif v_auto then
          return auth_lib.adopt_unowned_account(v_user, v_kind, v_value, v_hash, data, channel, settings, client);
        end if;
        perform auth_lib.void_pending_password(v_user.id, v_hash);
        return auth_lib.resend_confirmation(v_user, v_kind, v_value, v_aud, data, channel, link, settings, client);
      end if;
    end if;
  end loop;

  if v_auto then
    perform auth_lib.set_password(v_user.id, v_hash);
    return auth_lib.sign_in(v_user, 'password', '{user_signedup,login}',
      auth_lib.sign_up_audit_details(v_kind, channel), settings, client);
  end if;
  insert into auth.pending_passwords (user_id, hash, created_at) values (v_user.id, v_hash, auth_lib.clock());
  v_refused := auth_lib.request_confirmation(v_user, v_kind, v_purpose, true, channel, link, settings,
    client);
  if v_refused ? 'refused' then
    perform auth_lib.fail_with(v_refused);   -- no part of the new user may stay
  end if;
  return auth_lib.user_json(auth_lib.lock_user(v_user.id));
end
$$;
comment on function auth_api.sign_up is
  'POST /signup. Errors: email_too_long, email_invalid, phone_invalid, password_required, '
  'password_too_long, weak_password, pkce_pair_required, pkce_length, pkce_characters, pkce_method, '
  'pkce_not_for_phone, mail_spacing, sms_spacing, sms_quota, mail_quota, signup_disabled, '
  'anonymous_disabled, email_signups_disabled, phone_signups_disabled, one_address_on_signup, '
  'phone_already_registered, channel_unsupported, user_already_exists, metadata_too_long, '
  'sms_provider_missing, sso_required.';

-- Checks a POST /signup request with an address. Returns the first error or null.
create function auth_lib.check_sign_up(
  email text, phone text, password text, leaked boolean, channel text, link jsonb, settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_phone   boolean := coalesce(phone, '') <> '';
  v_refused jsonb;
begin
  if coalesce((settings ->> 'disable_signup')::boolean, false) then
    return auth_lib.refusal('signup_disabled');
  elsif coalesce(password, '') = '' then
    return auth_lib.refusal('password_required');
  end if;
  v_refused := auth_lib.check_new_password(password, leaked, settings);
  if v_refused is not null then
    return v_refused;
  elsif v_phone and coalesce(email, '') <> '' then
    return auth_lib.refusal('one_address_on_signup');
  end if;
  v_refused := case when v_phone then auth_lib.check_channel(channel, settings) end;
  if v_refused is not null then
    return v_refused;
  elsif v_phone and coalesce(link ->> 'code_challenge', '') <> '' then
    return auth_lib.refusal('pkce_not_for_phone');
  end if;
  v_refused := auth_lib.check_pkce(link);
  if v_refused is not null then
    return v_refused;
  elsif v_phone and not auth_lib.is_address_kind_enabled('phone', settings) then
    return auth_lib.refusal('phone_signups_disabled');
  elsif v_phone then
    return auth_lib.check_phone(phone);
  elsif not auth_lib.is_address_kind_enabled('email', settings) then
    return auth_lib.refusal('email_signups_disabled');
  end if;
  return coalesce(auth_lib.check_email(email), auth_lib.check_sso_address(email));
end
$$;

-- Returns true if a sign-up must not change the account that has its address. A sign-up must not change the
-- account in three cases. First, the account's address of this kind is confirmed. Second, under autoconfirm,
-- the user is banned, so that the response does not reveal the ban. Third, the account is not ownerless
-- (is_ownerless) and gets no confirmation message at the address, because of autoconfirm or because the
-- account has the address only through an identity.
create function auth_lib.is_closed_to_sign_up(
  person auth.users, kind text, value text, autoconfirmed boolean)
returns boolean
language plpgsql stable
as $$
begin
  return (case kind when 'email' then person.email_confirmed_at
    else person.phone_confirmed_at end) is not null
    or (autoconfirmed and auth_lib.is_banned(person))
    or (not auth_lib.is_ownerless(person)
      and (autoconfirmed or value is distinct from (case kind when 'email' then person.email
        else person.phone end)));
end
$$;

-- Returns the response to a sign-up for an account that must not change: a fake user, or, under
-- autoconfirm, the error that the user exists.
create function auth_lib.reply_to_known_user(
  person auth.users, kind text, value text, audience text, data jsonb, settings jsonb, client jsonb)
returns json
language plpgsql volatile
as $$
declare
  v_auto    boolean := auth_lib.autoconfirms(kind, settings);
  v_refused jsonb;
begin
  v_refused := case
    when not v_auto
      then auth_lib.count_message(case kind when 'email' then 'signup' else 'sms' end, value, 'nothing',
        settings)
    when kind = 'phone' then auth_lib.refusal('phone_already_registered')
    else auth_lib.refusal('user_already_exists') end;
  perform auth_lib.queue_repeated_sign_up_mail(person, kind, value, v_refused, settings, client);
  if v_auto or v_refused is null then
    perform auth_lib.audit(person, '{user_repeated_signup}', jsonb_build_object('provider', kind), client);
  end if;
  if v_refused is not null then
    return v_refused;
  end if;
  return auth_lib.fake_user(gen_random_uuid(), kind, value, audience, data, settings);
end
$$;

-- Queues the mail about a repeated sign-up to the owner of the account's confirmed address. The mail counts
-- against the limits of a sign-up mail: its minimum interval and the limit of the address. Without
-- autoconfirm, the caller has already counted it, and `refused` is the result. Under autoconfirm, this
-- function counts it. The mail does not use the languages of the request, because the caller may be a
-- stranger.
create function auth_lib.queue_repeated_sign_up_mail(
  person auth.users, kind text, value text, refused jsonb, settings jsonb, client jsonb)
returns void
language plpgsql volatile
as $$
declare
  v_auto boolean := auth_lib.autoconfirms(kind, settings);
begin
  if kind <> 'email' or (person).email is distinct from value or (person).email_confirmed_at is null
    or auth_lib.is_banned(person) or not auth_lib.sends_notification('repeated_sign_up', settings) then
    return;
  end if;
  if v_auto then
    refused := auth_lib.count_message('signup', value, 'nothing', settings);
  end if;
  if refused is null then
    perform auth_lib.send_notification(person, 'repeated_sign_up', '{}', settings, client - 'languages');
  end if;
end
$$;

-- Assigns an account without an owner to the person who signs up with its address under autoconfirm. Sets the
-- new password hash and removes sessions, passkeys and factors that a stranger may have added. The caller has
-- locked the user.
create function auth_lib.adopt_unowned_account(
  person auth.users, kind text, value text, hash text, data jsonb, channel text, settings jsonb, client jsonb)
returns json
language plpgsql volatile
as $$
declare
  v_user auth.users := person;
begin
  v_user := auth_lib.replace_sign_up(v_user, kind, value, data);
  v_user := auth_lib.assign_ownership_unconfirmed(v_user);
  perform auth_lib.set_password(v_user.id, hash);
  v_user := auth_lib.confirm_address(v_user, kind, not auth_lib.sends_notification('new_device', settings));
  perform auth_lib.record_autoconfirm(v_user.id, kind);
  perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(v_user)) where auth_lib.has_webhooks();
  return auth_lib.sign_in(v_user, 'password', '{user_signedup,login}', auth_lib.sign_up_audit_details(kind, channel),
    settings, client);
end
$$;

-- Sends the confirmation message to an unconfirmed address again. If the account has an owner or was changed
-- by an administrator, the response contains no stored data except the user's id. The caller has locked the
-- user.
create function auth_lib.resend_confirmation(
  person auth.users, kind text, value text, audience text, data jsonb, channel text, link jsonb,
  settings jsonb, client jsonb)
returns json
language plpgsql volatile
as $$
declare
  v_purpose text := case kind when 'email' then 'signup' else 'sms' end;
  v_claimed boolean := not auth_lib.is_ownerless(person);
  v_user    auth.users := person;
  v_answer  jsonb;
begin
  v_answer := auth_lib.check_message_limits(v_purpose, value, kind = 'email', settings);
  if v_answer is not null then
    return v_answer;
  end if;
  if not v_claimed then
    v_user := auth_lib.replace_sign_up(v_user, kind, value, data);
  end if;
  v_answer := auth_lib.request_confirmation(v_user, kind, v_purpose,
    auth_lib.carries_password(v_user.id, kind), channel, link, settings, client);
  if v_answer ? 'refused' then
    return v_answer;
  elsif v_claimed then   -- a caller who only knows the address must not learn what the account holds
    return auth_lib.fake_user(v_user.id, kind, value, audience, null, settings);
  end if;
  return auth_lib.user_json(auth_lib.with_request_audience(auth_lib.lock_user(v_user.id), audience));
end
$$;

-- Applies a sign-up with an e-mail address to an account without an owner (adopt_email_identity). Does
-- nothing for a phone number. `person` has the audience of the sign-up.
create function auth_lib.replace_sign_up(
  person auth.users, kind text, value text, data jsonb)
returns auth.users
language plpgsql volatile
as $$
declare
  v_user auth.users := person;
begin
  if kind = 'email' then
    v_user := auth_lib.with_request_audience(auth_lib.adopt_email_identity(v_user, value, data), person.aud);
    perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(v_user))
    where auth_lib.has_webhooks();
  end if;
  return v_user;
end
$$;

-- Returns the audit details (traits) of a sign-up that signs in.
create function auth_lib.sign_up_audit_details(kind text, channel text) returns jsonb
language sql immutable
as $$
  select jsonb_build_object('provider', kind)
    || case kind when 'phone' then jsonb_build_object('channel', coalesce(nullif(channel, ''), 'sms'))
      else '{}' end
$$;

-- Creates an anonymous user and opens a session. Records no audit entry, because there is no address to
-- record.
create function auth_lib.sign_up_anonymously(
  data jsonb, audience text, settings jsonb, client jsonb)
returns json
language plpgsql volatile
as $$
declare
  v_refused jsonb;
  v_user    auth.users;
  v_session auth.sessions;
begin
  if not coalesce((settings ->> 'external_anonymous_users_enabled')::boolean, false) then
    return auth_lib.refusal('anonymous_disabled');
  elsif coalesce((settings ->> 'disable_signup')::boolean, false) then
    return auth_lib.refusal('signup_disabled');
  end if;
  v_refused := auth_lib.check_metadata(coalesce(data, '{}'), '{}', null);
  if v_refused is not null then
    return v_refused;
  end if;
  v_user.aud := audience;
  v_user.role := auth_lib.default_role(settings);
  v_user.sign_up_role := v_user.role;
  v_user.raw_user_meta_data := data;
  v_user.is_anonymous := true;
  v_user.last_sign_in_at := auth_lib.clock();
  if settings ? 'hooks' then
    v_user.id := coalesce((client ->> 'user_id')::uuid, gen_random_uuid());
    v_user.raw_app_meta_data := '{}';
    perform auth_lib.run_before_user_created(auth_lib.user_json(v_user), settings, client);
  end if;
  v_user := auth_lib.insert_user(v_user);
  if settings ? 'hooks' then
    perform auth_lib.run_after_user_created(auth_lib.user_json(v_user), settings, client);
  end if;
  perform auth_lib.notify_webhooks('user.created', auth_lib.user_json(v_user)),
    auth_lib.notify_webhooks('user.signed_in', auth_lib.user_json(v_user))
  where auth_lib.has_webhooks();
  v_session := auth_lib.open_session(v_user.id, 'anonymous', client);
  return auth_lib.session_reply(v_user, v_session, settings);
end
$$;

-- Returns the response to a sign-up for an account that the caller may not see. The response has the members
-- of a new user's user_json() in the same order, but contains no stored data except possibly the id. Clients
-- recognise the response by its empty identities.
create function auth_lib.fake_user(
  id uuid, kind text, value text, aud text, data jsonb, settings jsonb)
returns json
language plpgsql stable
as $$
declare
  v_now timestamptz := auth_lib.clock();
begin
  return json_build_object(
    'id', id, 'aud', aud, 'role', auth_lib.default_role(settings),
    'email', case kind when 'email' then value else '' end, 'phone',
    case kind when 'phone' then value else '' end, 'is_anonymous', false,
    'app_metadata', jsonb_build_object('provider', kind, 'providers', jsonb_build_array(kind)),
    'user_metadata', coalesce(data, '{}'), 'identities', json_build_array(),
    'confirmation_sent_at', v_now, 'created_at', v_now, 'updated_at', v_now);
end
$$;

-- Voids the pending password of an unconfirmed address if a later sign-up has another password. Neither
-- password is valid then. The row is not deleted, so that no later sign-up sets a password. Runs before any
-- limit is checked, and is committed even if the request is refused.
create function auth_lib.void_pending_password(user_id uuid, computed text) returns void
language plpgsql volatile
as $$
begin
  update auth.pending_passwords as p
  set hash = null
  where p.user_id = void_pending_password.user_id
    and p.hash is not null
    and not auth_lib.bcrypt_matches(computed, p.hash);
end
$$;
