-- Validation of links and codes, and application of their confirmations.

-- Checks a POST /verify request. Returns the first error or null. `link` is null for a code. For a link,
-- `link` is {"id", "pkce"} as the gateway unsealed it; the id is null if the gateway could not unseal the
-- link (see find_link()).
create function auth_lib.check_verify_request(type text, email text, phone text, code text, link jsonb,
  redirect_to text)
returns jsonb
language plpgsql stable
as $$
declare
  v_email boolean := coalesce(email, '') <> '';
  v_phone boolean := coalesce(phone, '') <> '';
  v_code  boolean := coalesce(code, '') <> '';
begin
  if coalesce(type, '') = '' then
    return auth_lib.refusal('verify_type_missing');
  elsif link is null and auth_lib.token_kinds(type) is null then
    return auth_lib.refusal('verify_type_unknown');
  elsif v_code = (link is not null) then
    return auth_lib.refusal('verify_token_or_hash');
  elsif v_code and v_email and v_phone then
    return auth_lib.refusal('verify_one_address');
  elsif v_code and v_phone then
    return auth_lib.check_phone(phone);
  elsif v_code and auth_lib.check_email(email) is not null then
    return auth_lib.refusal('verify_email_invalid');
  elsif not v_code and (v_email or v_phone or coalesce(redirect_to, '') <> '') then
    return auth_lib.refusal('verify_hash_only');
  elsif not v_code and (type in ('sms', 'phone_change') or auth_lib.token_kinds(type) is null) then
    return auth_lib.refusal('verify_type_not_email');
  end if;
  return null;
end
$$;

-- Consumes a token and applies its confirmation. The caller has locked the user. Of parallel calls, the one
-- that deletes the row succeeds. If the token confirms an address and the account has no owner, the account
-- is assigned to the reader of the mailbox or phone. The pending password of the sign-up becomes the user's
-- password if the token carries it, and is deleted otherwise. `hash` is the hash of a password that a user
-- without one has chosen together with the token. With `signs_in`, also sets last_sign_in_at, except for a
-- change of address. Returns the updated user, or a row of nulls if the token was already consumed.
create function auth_lib.consume_token(
  person auth.users, token auth.one_time_tokens, hash text, signs_in boolean, settings jsonb, client jsonb)
returns auth.users
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_pending text;
  v_kind    text := auth_lib.confirmed_kind(person, token);
  v_user    auth.users;
begin
  if token.aud <> person.aud and auth_lib.is_ownerless(person) then
    person.aud := token.aud;   -- the audience of the request that this token confirms
  end if;
  delete from auth.one_time_tokens as t where t.id = token.id;
  if not found then
    return null;
  end if;
  delete from auth.pending_passwords as p where p.user_id = person.id returning p.hash into v_pending;
  if v_kind is not null and not auth_lib.has_owner(person) then
    perform auth_lib.assign_ownership_by_mail(person, token.provider);
  end if;
  if token.purpose = 'email_change' then
    perform auth_lib.confirm_email_change(person, token.kind, settings);
    v_user := auth_lib.lock_user(person.id);
    if auth_lib.is_first_of_two_confirmations(v_user, token) then
      return v_user;
    end if;
  elsif token.purpose = 'phone_change' then
    perform auth_lib.complete_phone_change(person);
    v_user := auth_lib.lock_user(person.id);
  end if;
  if token.carries_password and v_pending is not null then
    perform auth_lib.set_password(person.id, v_pending);
  elsif hash is not null and auth_lib.stored_hash(person.id) is null then
    perform auth_lib.set_password(person.id, hash);
  end if;
  if v_user.id is not null then
    if auth_lib.sends_notification('email_changed', settings)
      or auth_lib.sends_notification('phone_changed', settings) then
      perform auth_lib.send_change_notifications(person, v_user, false, settings, client);
    end if;
    return v_user;
  elsif v_kind is not null then
    return auth_lib.confirm_address(person, v_kind, signs_in);
  end if;
  if token.purpose = 'recovery' then   -- a stranger may have access besides the owner
    perform auth_lib.cut_access(person.id, null, null);
  elsif num_nonnulls(person.new_email, person.new_phone) > 0 then
    perform auth_lib.cancel_address_changes(person.id, '{email,phone}');
  end if;
  perform auth_lib.clear_attempts(person.id, person.email);
  with consumed as (
    delete from auth.one_time_tokens as t where t.user_id = person.id),
  read_address as (   -- the user has read a message at the account's address
    update auth.addresses as a set autoconfirmed = false
    where a.user_id = person.id and a.kind = 'email' and a.is_primary and a.autoconfirmed)
  update auth.users as u
  set raw_app_meta_data = auth_lib.refresh_providers(u),
      last_sign_in_at = case when signs_in then v_now else u.last_sign_in_at end,
      updated_at = case when signs_in then v_now else u.updated_at end
  where u.id = person.id returning u.* into v_user;
  return v_user;
end
$$;

-- Assigns an account without an owner to the reader of its mailbox or phone (assign_ownership). If an
-- external sign-in requested the confirmation, the mail has named that provider, so the reader also confirms
-- the identity at that provider. If the account has no other external identity, sessions and factors stay,
-- and only passkeys are deleted. If the account has two identities of the provider, neither is confirmed.
create function auth_lib.assign_ownership_by_mail(person auth.users, provider text) returns void
language plpgsql volatile
as $$
declare
  v_named  text[];
  v_others bigint;
begin
  if provider is not null then
    select array_agg(i.subject::text) filter (where i.provider = assign_ownership_by_mail.provider),
      count(*) filter (where i.provider <> assign_ownership_by_mail.provider)
    into v_named, v_others
    from auth.identities as i where i.user_id = person.id and i.provider not in ('email', 'phone');
  end if;
  if cardinality(v_named) = 1 and v_others = 0 then
    perform auth_lib.delete_passkeys(person.id);
  elsif cardinality(v_named) = 1 then
    perform auth_lib.assign_ownership(person, provider, v_named[1]);
  else
    perform auth_lib.assign_ownership(person, null, null);
  end if;
end
$$;

-- Returns the kind of address (e-mail or phone) that a token confirms. A code of the kind sms confirms the
-- phone number at every sign-in, also if it is confirmed already. Returns null for a change of address, and
-- for a recovery or magic link to a confirmed address.
create function auth_lib.confirmed_kind(person auth.users, token auth.one_time_tokens) returns text
language sql immutable
as $$
  select case
    when (token).purpose in ('email_change', 'phone_change') then null
    when (token).kind = 'sms' then 'phone'
    when (token).kind = 'confirmation' or (person).email_confirmed_at is null then 'email' end
$$;

-- Returns true if the token was the first of the two confirmations of a change of e-mail address. `person`
-- is the user after the update.
create function auth_lib.is_first_of_two_confirmations(person auth.users, token auth.one_time_tokens) returns boolean
language sql immutable
as $$ select (token).purpose = 'email_change' and (person).email_change_status = 1 $$;

-- Returns the audit actions of a consumed token. `confirmed_kind` is the result of confirmed_kind().
create function auth_lib.confirmation_actions(token auth.one_time_tokens, confirmed_kind text) returns text[]
language sql immutable
as $$
  select array[case when confirmed_kind is not null then 'user_signedup'
    when (token).purpose in ('email_change', 'phone_change') then 'user_modified' else 'login' end]
$$;

-- Queues the webhook event of a consumed token that has confirmed or changed an address, or cancelled a
-- pending change of address. `before` and `after` are the user before and after the update.
create function auth_lib.notify_confirmation(
  before auth.users, after auth.users, token auth.one_time_tokens, confirmed_kind text)
returns void
language plpgsql volatile
as $$
begin
  if (confirmed_kind is not null or token.purpose in ('email_change', 'phone_change')
    or num_nonnulls(before.new_email, before.new_phone) > num_nonnulls(after.new_email, after.new_phone))
    and auth_lib.has_webhooks() then
    perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(after));
  end if;
end
$$;

-- Returns true if the user has a password after the token is consumed: a confirmed password, or the pending
-- password that the token carries. A pending password that the token does not carry is deleted.
create function auth_lib.has_password_after_token(token auth.one_time_tokens) returns boolean
language plpgsql stable
as $$
begin
  return exists (select from auth.passwords as p where p.user_id = token.user_id)
    or (token.carries_password and auth_lib.pending_hash(token.user_id) is not null);
end
$$;

-- Consumes a token and signs its user in. For a token sent by mail, the response names the type of the token,
-- from which clients choose the next form. The first of two confirmations of a change of e-mail address does
-- not sign in.
create function auth_lib.sign_in_by_token(
  person auth.users, token auth.one_time_tokens, type text, hash text, by_link boolean, settings jsonb,
  client jsonb)
returns json
language plpgsql volatile
as $$
declare
  -- If mails about new devices are enabled, sign_in() reads the previous last_sign_in_at, so
  -- consume_token() must not update it.
  v_once   boolean := not auth_lib.sends_notification('new_device', settings);
  -- True if `hash` becomes the user's password.
  v_sets   boolean := hash is not null and not auth_lib.has_password_after_token(token);
  v_user   auth.users := auth_lib.consume_token(person, token, hash, v_once, settings, client);
  v_kind   text := auth_lib.confirmed_kind(person, token);
  v_answer json;
begin
  if v_user.id is null then
    return case when by_link then auth_lib.refusal('link_expired') else auth_lib.refusal('code_expired') end;
  elsif auth_lib.is_first_of_two_confirmations(v_user, token) then
    return auth_lib.first_confirmation_reply();
  end if;
  perform auth_lib.notify_confirmation(person, v_user, token, v_kind);
  if v_sets and auth_lib.has_owner(person) then
    perform auth_lib.send_notification(v_user, 'password_changed', '{}', settings, client);
  end if;
  v_answer := auth_lib.sign_in(v_user, 'otp',
    case when v_sets then '{user_updated_password}'::text[] else '{}' end
      || auth_lib.confirmation_actions(token, v_kind),
    case when v_kind is not null then jsonb_build_object('provider', v_kind) end, settings, client,
    case when token.kind not in ('sms', 'phone_change') then 'type' end,   -- a session by phone has no type
    to_json(case when type <> 'email' then type
      when token.kind = 'confirmation' then 'signup' else 'magiclink' end));
  if token.purpose = 'recovery' then
    perform auth_lib.mark_recovery_session(v_answer);
  end if;
  return v_answer;
end
$$;

-- Returns the response to the first of two confirmations of a change of e-mail address. Clients expect code
-- to be a string here.
create function auth_lib.first_confirmation_reply() returns jsonb
language sql immutable
as $$
  select jsonb_build_object('code', '200',
    'msg', 'Confirmation link accepted. Please proceed to confirm link sent to the other email')
$$;
