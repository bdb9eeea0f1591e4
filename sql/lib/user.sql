-- Users: creation, locking, the API format, metadata.

-- Creates a user with one address and its identity. Returns a row of nulls if the address is taken. `data`
-- comes from a sign-up. If `user_metadata` is given, it is stored unchanged, and the account counts as
-- created by an administrator. `confirmed` is true under autoconfirm.
create function auth_lib.create_user(
  kind text, value text, aud text, settings jsonb, data jsonb, user_metadata jsonb, confirmed boolean,
  client jsonb)
returns auth.users
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_user auth.users;
  v_own  jsonb;
  v_given boolean := false;
begin
  -- client.user_id is set if a hook has already received this id
  v_user.id := coalesce((client ->> 'user_id')::uuid, gen_random_uuid());
  v_own := auth_lib.address_identity_data(kind, value, v_user.id, confirmed);
  v_user.aud := aud;
  v_user.role := auth_lib.default_role(settings);
  if kind = 'email' then
    v_user.email := value;
    v_user.email_confirmed_at := case when confirmed then v_now end;
  else
    v_user.phone := value;
    v_user.phone_confirmed_at := case when confirmed then v_now end;
  end if;
  v_user.raw_app_meta_data := jsonb_build_object('provider', kind, 'providers', jsonb_build_array(kind));
  if user_metadata is null then
    v_user.raw_user_meta_data := coalesce(data, '{}') || v_own || '{"phone_verified": false}';
    v_user.sign_up_role := v_user.role;
  else
    v_user.raw_user_meta_data := user_metadata;
    v_given := true;
  end if;
  if settings ? 'hooks' and not exists (select from auth.addresses as a
    where a.kind = create_user.kind and a.value = create_user.value) then
    perform auth_lib.run_before_user_created(auth_lib.user_json(v_user), settings, client);
  end if;
  v_user := auth_lib.insert_user(v_user, v_given);
  if v_user.id is not null then
    if confirmed then
      perform auth_lib.record_autoconfirm(v_user.id, kind);
    end if;
    insert into auth.identities (user_id, provider, id, subject, identity_data, last_sign_in_at, created_at,
      updated_at)
    values (v_user.id, kind, gen_random_uuid(), v_user.id::text, auth_lib.identity_data(data) || v_own, v_now,
      v_now, v_now);
    if settings ? 'hooks' then
      perform auth_lib.run_after_user_created(auth_lib.user_json(v_user), settings, client);
    end if;
    perform auth_lib.notify_webhooks('user.created', auth_lib.user_json(v_user))
    where auth_lib.has_webhooks();
  end if;
  return v_user;
end
$$;

-- Locks a user's row (for no key update) and returns it. Rows that refer to the user can still be inserted.
create function auth_lib.lock_user(id uuid) returns auth.users
language plpgsql volatile
as $$
declare
  v_user auth.users;
begin
  select u.* into v_user from auth.users as u where u.id = lock_user.id for no key update;
  return v_user;
end
$$;

-- Locks and returns the user who has an address, or a row of nulls. If the user is deleted or gets another
-- address while this function waits for the lock, looks up the address again.
create function auth_lib.lock_user_by_address(kind text, value text) returns auth.users
language plpgsql volatile
as $$
declare
  v_id   uuid;
  v_user auth.users;
begin
  loop
    v_id := (auth_lib.find_user(kind, value)).id;
    v_user := auth_lib.lock_user(v_id);
    exit when v_id is null
      or value = case kind when 'email' then v_user.email else v_user.phone end
      or v_user.id = (auth_lib.find_user(kind, value)).id;   -- another address of the user
  end loop;
  return v_user;
end
$$;

-- Returns a user in the API's format. The gateway removes nulls and writes instants with Z. The body is a
-- single expression without FROM, which Postgres prepares once for all users of a transaction. Only
-- identities and factors are read from tables, so the function also works for users that are not stored.
create function auth_lib.user_json(person auth.users) returns json
language plpgsql stable
as $$
begin
  return json_build_object(
    'id', person.id, 'aud', person.aud, 'role', person.role, 'email', coalesce(person.email, ''),
    'phone', coalesce(person.phone, ''),
    'is_anonymous', person.is_anonymous,
    'is_sso_user', case when person.is_sso_user then true end, 'app_metadata', person.raw_app_meta_data, 'user_metadata',
    person.raw_user_meta_data, 'identities', auth_lib.identities_json(person.id),
    'factors', case when person.factor_status is not null then auth_lib.factors_json(person.id) end,
    'email_confirmed_at', person.email_confirmed_at, 'phone_confirmed_at', person.phone_confirmed_at,
    'confirmed_at', least(person.email_confirmed_at, person.phone_confirmed_at), 'invited_at',
    person.invited_at,
    'confirmation_sent_at', person.confirmation_sent_at, 'recovery_sent_at', person.recovery_sent_at,
    'new_email', person.new_email, 'email_change_sent_at', person.email_change_sent_at,
    'new_phone', person.new_phone, 'phone_change_sent_at', person.phone_change_sent_at,
    'reauthentication_sent_at', person.reauthentication_sent_at, 'last_sign_in_at', person.last_sign_in_at,
    'banned_until', person.banned_until, 'deprovisioned_at', person.deprovisioned_at,
    'deleted_at', person.deleted_at,
    'created_at', person.created_at, 'updated_at', person.updated_at);
end
$$;

-- Returns the identities of a user in the API's format, the oldest first.
create function auth_lib.identities_json(user_id uuid) returns json
language plpgsql stable
as $$
declare
  v_list json;
begin
  select json_agg(o order by o.created_at, o.provider, o.identity_id) into v_list from (
    select i.id as identity_id, i.subject as id, i.user_id, nullif(i.identity_data, '{}') as identity_data,
      i.provider, nullif(i.email, '') as email, i.last_sign_in_at, i.created_at, i.updated_at
    from auth.identities as i where i.user_id = identities_json.user_id) as o;
  return coalesce(v_list, '[]');
end
$$;

-- Checks the length of metadata. Returns an error or null. First-party access tokens contain both kinds of
-- metadata, and the gateway rejects tokens above 16 KiB, which would lock the user out. The limit is 10240
-- bytes, which need 13654 bytes in base64. With the longest other claims and an HS256 signature, the token
-- has about 15200 bytes. A 4096-bit RSA signature adds 640. The length is that of the jsonb as text, which
-- is never shorter than the signed JSON. `person` is the current user, or a row of nulls for a new one. A
-- user whose metadata are already longer may keep or shorten them. The few bytes that a later confirmation
-- adds (email_verified, providers) are not counted.
create function auth_lib.check_metadata(
  user_metadata jsonb, app_metadata jsonb, person auth.users)
returns jsonb
language plpgsql stable
as $$
declare
  v_length integer := octet_length(user_metadata::text) + octet_length(app_metadata::text);
begin
  if v_length > 10240 and v_length
    > coalesce(octet_length(person.raw_user_meta_data::text) + octet_length(person.raw_app_meta_data::text), 0)
  then
    return auth_lib.refusal('metadata_too_long');
  end if;
  return null;
end
$$;

-- Merges metadata: top-level members of new replace those of old, and a null removes the member. Nested
-- objects are replaced, not merged.
create function auth_lib.merge_metadata(old jsonb, new jsonb) returns jsonb
language plpgsql immutable
as $$
begin
  if not coalesce(jsonb_path_exists(new, 'strict $.* ? (@ == null)'), false) then
    return old || coalesce(new, '{}');   -- nothing to remove
  end if;
  return (
    select coalesce(jsonb_object_agg(m.key, m.value), '{}')
    from jsonb_each(old || new) as m
    where not (new ? m.key and m.value = 'null')
  );
end
$$;

-- Checks the length of a sign-up's metadata. Returns an error or null. Called before the address is looked
-- up, so that known and unknown addresses get the same response.
create function auth_lib.check_sign_up_data(kind text, value text, data jsonb, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  return auth_lib.check_metadata(
    coalesce(data, '{}') || auth_lib.address_identity_data(kind, value,
      '00000000-0000-0000-0000-000000000000', auth_lib.autoconfirms(kind, settings)),
    jsonb_build_object('provider', kind, 'providers', jsonb_build_array(kind)), null);
end
$$;

-- Checks the length of an invited user's metadata. Returns an error or null.
create function auth_lib.check_invited_data(data jsonb) returns jsonb
language plpgsql stable
as $$
begin
  return auth_lib.check_metadata(
    coalesce(data, '{}'), '{"provider": "email", "providers": ["email"]}'::jsonb, null);
end
$$;

-- Returns the locked user for an invitation or generated link: the user who has the address, or a new user
-- without a password and with data as metadata. An existing unconfirmed account is prepared for its owner
-- (prepare_account). With `merges`, data is added to its metadata; otherwise the metadata does not change.
-- A user who has confirmed the address, has it only through an identity or belongs to another audience is
-- not changed; the caller returns an error.
create function auth_lib.find_or_create_invitee(email text, data jsonb, merges boolean, aud text, settings jsonb,
  client jsonb)
returns auth.users
language plpgsql volatile
as $$
declare
  v_user auth.users;
begin
  loop   -- repeats only if the address is taken or released between two statements
    v_user := auth_lib.lock_user_by_address('email', email);
    exit when v_user.id is not null;
    v_user := auth_lib.create_user('email', email, aud, settings, null, coalesce(data, '{}'), false, client);
    if v_user.id is not null then
      return v_user;
    end if;
  end loop;
  v_user := auth_lib.with_request_audience(v_user, aud);
  if v_user.email is distinct from email or v_user.aud <> aud or v_user.email_confirmed_at is not null then
    return v_user;
  end if;
  perform auth_lib.prepare_account(v_user, array[email]);
  update auth.users as u set aud = v_user.aud where u.id = v_user.id returning u.* into v_user;
  if merges then
    update auth.users as u set raw_user_meta_data = auth_lib.merge_metadata(u.raw_user_meta_data, data)
    where u.id = v_user.id and auth_lib.check_metadata(auth_lib.merge_metadata(u.raw_user_meta_data, data),
      u.raw_app_meta_data, u) is null
    returning u.* into v_user;
    if not found then
      perform auth_lib.fail('metadata_too_long');   -- the metadata have grown since the check
    end if;
  end if;
  return v_user;
end
$$;

-- Marks addresses of a user as set by an administrator. If the user had no address before, records that the
-- account keeps its owner (owned_without_address). Empties an account without an owner (empty_account).
-- `person` is the user before the addresses were set. The caller has locked the user.
create function auth_lib.prepare_account(person auth.users, addresses text[]) returns void
language plpgsql volatile
as $$
begin
  update auth.addresses as a set given_by_administrator = true
  where a.user_id = person.id and a.value = any (addresses);
  if found then
    update auth.users as u set owned_without_address = true
    where u.id = person.id and num_nonnulls(person.email, person.phone) = 0;
    perform auth_lib.empty_account(person);
  end if;
end
$$;

-- Removes the credentials that strangers may have added to an account without an owner. The account then
-- belongs to the reader of its mailbox or phone. Authorization codes are voided too, because they may exist
-- before the first sign-in. The caller has locked the user.
create function auth_lib.empty_account(person auth.users) returns void
language plpgsql volatile
as $$
begin
  if not auth_lib.has_owner(person) then
    perform auth_lib.assign_ownership(person, null, null), auth_lib.cut_access(person.id, null, null);
  end if;
end
$$;

-- Signs up a new or unconfirmed address without a password, for POST /otp and POST /magiclink. Under
-- autoconfirm, confirms a new user or an account without an owner, and returns null. Other accounts and
-- banned ones do not change, but the result is null too. The caller then continues as with a confirmed user.
-- Without autoconfirm, queues the confirmation and returns {"message_id"} or an error.
create function auth_lib.sign_up_by_link(
  kind text, value text, data jsonb, channel text, audience text, link jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_auto    boolean := auth_lib.autoconfirms(kind, settings);
  v_purpose text := case kind when 'email' then 'link' else 'sms' end;
  v_answer  jsonb;
  v_created boolean;
  v_claimed boolean;
  v_user    auth.users;
begin
  if coalesce((settings ->> 'disable_signup')::boolean, false) then
    return auth_lib.refusal('signup_disabled');
  end if;
  v_answer := auth_lib.check_message_limits(v_purpose, value, kind = 'email', settings);
  if v_answer is not null then
    return v_answer;
  end if;
  loop   -- repeats only if the address is taken or released between two statements
    v_user := auth_lib.create_user(kind, value, audience, settings, data, null, v_auto, client);
    v_created := v_user.id is not null;
    exit when v_created;
    v_user := auth_lib.lock_user_by_address(kind, value);
    exit when v_user.id is not null;
  end loop;
  if not v_created then
    v_claimed := not auth_lib.is_ownerless(v_user) or v_auto and auth_lib.is_banned(v_user);
    if kind = 'email' and v_user.email_confirmed_at is null and not v_claimed then
      v_user := auth_lib.adopt_email_identity(v_user, value, data);
      perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(v_user))
      where auth_lib.has_webhooks();
    end if;
    v_user := auth_lib.with_request_audience(v_user, audience);
    if v_auto and v_claimed then
      return null;   -- not confirmed here; the message that the caller sends can confirm the address
    elsif v_auto then
      v_user := auth_lib.confirm_address(auth_lib.assign_ownership_unconfirmed(v_user), kind);
      perform auth_lib.record_autoconfirm(v_user.id, kind);
      perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(v_user))
      where auth_lib.has_webhooks();
    end if;
  end if;
  if v_auto then
    perform auth_lib.audit(v_user, '{user_signedup,login}',
      jsonb_strip_nulls(jsonb_build_object('provider', kind,
      'channel', case kind when 'phone' then coalesce(nullif(channel, ''), 'sms') end)), client);
    return null;
  end if;
  v_answer := auth_lib.request_confirmation(v_user, kind, v_purpose, false, channel,
    link, settings, client);
  if v_answer ? 'refused' and v_created then
    perform auth_lib.fail_with(v_answer);   -- no part of the new user may stay
  end if;
  return v_answer;
end
$$;

-- Inserts a user. Only imports insert users by other statements. The whole row is inserted in one statement,
-- so that triggers of applications see all columns. A null id is replaced by a new one. Addresses are
-- reserved first. If parallel calls have the same address, one succeeds. The other calls wait for the first
-- and write nothing. They return a row of nulls, or fail if `person` has both an e-mail address and a phone
-- number. A call with an existing id fails. The address of an SSO user, and an address that is only
-- displayed, is not reserved, because it does not find the account. The caller inserts the identities.
create function auth_lib.insert_user(
  person auth.users, by_administrator boolean default false, only_shows_email boolean default false)
returns auth.users
language plpgsql volatile
as $$
declare
  v_now   timestamptz := auth_lib.clock();
  v_user  auth.users;
  v_taken text;
begin
  person.id := coalesce(person.id, gen_random_uuid());
  person.raw_app_meta_data := coalesce(person.raw_app_meta_data, '{}');
  person.raw_user_meta_data := coalesce(person.raw_user_meta_data, '{}');
  person.is_anonymous := coalesce(person.is_anonymous, false);
  person.is_sso_user := coalesce(person.is_sso_user, false);
  if person.email is not null and not person.is_sso_user and not only_shows_email then
    insert into auth.addresses (kind, value, user_id, is_primary, verified_at, given_by_administrator,
      created_at)
    values ('email', person.email, person.id, true, person.email_confirmed_at, by_administrator, v_now)
    on conflict do nothing;
    v_taken := case when not found then 'email_exists' end;
  end if;
  if v_taken is null and person.phone is not null then
    insert into auth.addresses (kind, value, user_id, is_primary, verified_at, given_by_administrator,
      created_at)
    values ('phone', person.phone, person.id, true, person.phone_confirmed_at, by_administrator, v_now)
    on conflict do nothing;
    v_taken := case when not found then 'phone_exists' end;
  end if;
  if v_taken is null then
    insert into auth.users (id, aud, role, email, phone, email_confirmed_at, phone_confirmed_at, invited_at,
      last_sign_in_at,
      raw_app_meta_data, raw_user_meta_data, banned_until, is_anonymous, is_sso_user, sign_up_role, created_at,
      updated_at)
    values (person.id, person.aud, person.role, person.email, person.phone, person.email_confirmed_at,
      person.phone_confirmed_at,
      person.invited_at, person.last_sign_in_at, person.raw_app_meta_data, person.raw_user_meta_data,
      person.banned_until, person.is_anonymous, person.is_sso_user,
      person.sign_up_role, coalesce(person.created_at, v_now), coalesce(person.updated_at, v_now))
    on conflict on constraint users_pkey do nothing returning * into v_user;
  end if;
  if v_user.id is not null then
    return v_user;
  elsif exists (select from auth.users as u where u.id = person.id) then
    perform auth_lib.fail('id_exists');
  elsif v_taken is null then
    raise exception 'a trigger has left the new user out';
  elsif num_nonnulls(person.email, person.phone) = 2 then
    perform auth_lib.fail(v_taken);   -- the other address may be inserted by now
  end if;
  return null;
end
$$;

-- Revokes the sessions of a user before its deletion, and deletes the user's jobs and the log of the user's
-- error responses. Jobs of pending webhook events remain, because the last event is the deletion.
create function auth_lib.prepare_user_deletion(user_id uuid) returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.revoke_sessions(user_id, null, 'deleted');   -- notifies the listeners of these sessions
  delete from auth_queue.job as j
  where j.data ->> 'user_id' = user_id::text and (j.name <> 'webhooks' or j.state > 'active');
  delete from auth.refusals as r where r.user_id = prepare_user_deletion.user_id;
end
$$;

-- Deletes a user and all rows whose foreign keys refer to it. The caller has locked the user.
create function auth_lib.remove_user(person auth.users) returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.prepare_user_deletion(person.id), auth_lib.delete_user_row(person.id);
  -- Groups are locked before blocks, as in an import, to avoid deadlocks.
  update auth.user_block_groups as g set users = greatest(g.users - 1, 0)
  where g.aud = person.aud and g.until = (
    select min(x.until) from auth.user_block_groups as x
    where x.aud = person.aud and x.until >= person.created_at);
  update auth.user_blocks as b set users = greatest(b.users - 1, 0)
  where b.aud = person.aud and b.until = (
    select min(x.until) from auth.user_blocks as x
    where x.aud = person.aud and x.until >= person.created_at);
end
$$;

-- Queues the webhook events of a change by an administrator or by the user's organization: for a ban that
-- begins, ends or gets a new end time, and for any other visible change.
create function auth_lib.notify_user_change(before auth.users, after auth.users) returns void
language plpgsql volatile
as $$
begin
  if auth_lib.is_user_update(before, after) then
    perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(after));
  end if;
  if auth_lib.is_banned(after) and (before.banned_until, before.deprovisioned_at)
    is distinct from (after.banned_until, after.deprovisioned_at) then
    perform auth_lib.notify_webhooks('user.banned', auth_lib.user_json(after));
  elsif auth_lib.is_banned(before) and not auth_lib.is_banned(after) then
    perform auth_lib.notify_webhooks('user.unbanned', auth_lib.user_json(after));
  end if;
end
$$;

-- Soft-deletes a user: replaces addresses by digests, empties metadata, and deletes sessions, credentials,
-- identities, messages and other rows of the user. The audit log and webhook events remain.
create function auth_lib.soft_delete_user(person auth.users) returns void
language plpgsql volatile
as $$
declare
  v_id uuid := (person).id;
begin
  delete from auth.sessions as s where s.user_id = v_id;
  delete from auth.one_time_tokens as t where t.user_id = v_id;
  delete from auth.flow_states as f where f.user_id = v_id;
  delete from auth.oauth_authorizations as a where a.user_id = v_id;
  delete from auth.oauth_consents as o where o.user_id = v_id;
  delete from auth.messages as m where m.user_id = v_id;
  delete from auth.passwords as p where p.user_id = v_id;
  perform auth_lib.delete_passkeys(v_id);
  delete from auth.pending_passwords as p where p.user_id = v_id;
  delete from auth.identities as i where i.user_id = v_id;
  delete from auth.factors as f where f.user_id = v_id;
  delete from auth.recovery_codes as r where r.user_id = v_id;
  delete from auth.addresses as a where a.user_id = v_id;
  delete from auth.kept_rows as k where k.user_id = v_id;
  delete from auth.scim_users as s where s.user_id = v_id;
  update auth.users as u
  set email = auth_lib.deleted_address(v_id, u.email), phone = left(auth_lib.deleted_address(v_id, u.phone), 15),
      new_email = auth_lib.deleted_address(v_id, u.new_email),
      new_phone = left(auth_lib.deleted_address(v_id, u.new_phone), 15),
      raw_user_meta_data = '{}', raw_app_meta_data = '{}', factor_status = null,
      deleted_at = auth_lib.clock(), updated_at = auth_lib.clock()
  where u.id = v_id;
end
$$;

-- Returns the replacement for an address of a deleted user: the SHA-256 of user id and address in base64url.
-- An absent address is replaced as an empty one. The address cannot be read from the digest, but a known id
-- and address can be verified.
create function auth_lib.deleted_address(id uuid, value text) returns text
language sql immutable
as $$
  select rtrim(translate(encode(auth_lib.digest(id::text || coalesce(value, '')), 'base64'), '+/', '-_'), '=')
$$;
