-- Access to an account: revoking sessions, voiding pending requests, and assigning ownership of an account.
-- docs/account-ownership.md explains who owns an account.

-- Notifies listeners (LISTEN postern_session_ended) that a session has ended. Skips the notification if the
-- server's notification queue is nearly full: with a full queue, every transaction that calls NOTIFY fails,
-- and no session could be revoked.
create function auth_lib.notify_session_end(session_id uuid) returns void
language plpgsql volatile
as $$
begin
  if pg_notification_queue_usage() < 0.9 then
    perform pg_notify('postern_session_ended', session_id::text);
  end if;
end
$$;

-- Revokes one session. Returns false if the session does not exist or was revoked before. Refresh tokens of a
-- revoked session are void at once. A service that receives its access tokens accepts them until they expire,
-- unless it listens for postern_session_ended or calls auth.session_is_live().
create function auth_lib.revoke_session(user_id uuid, session_id uuid, reason text) returns boolean
language plpgsql volatile
as $$
declare
  v_id uuid;
begin
  update auth.sessions as s
  set revoked_at = auth_lib.clock(), revoked_reason = reason
  where s.user_id = revoke_session.user_id and s.id = session_id and s.revoked_at is null
  returning s.id into v_id;
  if v_id is not null then
    perform auth_lib.notify_session_end(v_id);
  end if;
  return v_id is not null;
end
$$;

-- Revokes all sessions of a user except the session `keep` (null revokes all). Functions in api/ call
-- cut_access() instead.
create function auth_lib.revoke_sessions(user_id uuid, keep uuid, reason text) returns void
language plpgsql volatile
as $$
declare
  v_id uuid;
begin
  for v_id in
    update auth.sessions as s
    set revoked_at = auth_lib.clock(), revoked_reason = reason
    where s.user_id = revoke_sessions.user_id and s.revoked_at is null and s.id is distinct from keep
    returning s.id
  loop
    perform auth_lib.notify_session_end(v_id);
  end loop;
end
$$;

-- Voids what is in progress for an account: raises the user's epoch, which voids authorization codes and
-- identity links, cancels a pending change of address with its tokens, and deletes nonces. With a reason,
-- also revokes all sessions except the session `keep`. Links and codes that anybody may request for an
-- address stay valid, because they prove possession of the mailbox or phone. The caller has locked the
-- user.
create function auth_lib.cut_access(user_id uuid, keep uuid, reason text) returns void
language plpgsql volatile
as $$
begin
  update auth.users as u
  set access_epoch = u.access_epoch + 1, new_email = null, new_phone = null, email_change_status = 0,
      email_change_sent_at = case when u.new_email is null then u.email_change_sent_at end,
      phone_change_sent_at = case when u.new_phone is null then u.phone_change_sent_at end
  where u.id = user_id;
  delete from auth.one_time_tokens as t
  where t.user_id = cut_access.user_id
    and t.kind in ('email_change_current', 'email_change_new', 'phone_change', 'reauthentication');
  if reason is not null then
    perform auth_lib.revoke_sessions(user_id, keep, reason);
  end if;
end
$$;

-- Checks the time limits of a session: not_after, SESSIONS_TIMEBOX and SESSIONS_INACTIVITY_TIMEOUT. None is
-- set by default. Returns an error or null.
create function auth_lib.check_session_age(session auth.sessions, settings jsonb) returns jsonb
language sql stable
as $$
  select case
    when auth_lib.clock() > (session).not_after
      or auth_lib.clock() > (session).created_at
        + make_interval(secs => nullif((settings ->> 'sessions_timebox')::double precision, 0))
      then auth_lib.refusal('session_expired')
    when auth_lib.clock() > coalesce((session).refreshed_at, (session).created_at)
        + make_interval(secs => nullif((settings ->> 'sessions_inactivity_timeout')::double precision, 0))
      then auth_lib.refusal('session_expired_inactivity')
  end
$$;

-- Returns true if an identity link in progress or an authorization code is still valid: the user is not
-- deleted, and `epoch`, which was stored with the link or code, is still the user's epoch. If the link or
-- code belongs to a session, the session must be live, within its time limits, and at the assurance level
-- that the account requires. The caller has locked the user.
create function auth_lib.is_flow_valid(person auth.users, epoch bigint, session_id uuid, settings jsonb) returns boolean
language plpgsql stable
as $$
begin
  return coalesce(person.deleted_at is null and person.access_epoch = epoch, false)
    and (session_id is null or exists (
    select from auth.sessions as s
    where s.user_id = person.id and s.id = session_id and s.revoked_at is null
      and auth_lib.check_session_age(s, settings) is null and (s.aal <> 'aal1' or not auth_lib.has_second_factor(person))));
end
$$;

-- Deletes a user's passkeys and unfinished registrations.
create function auth_lib.delete_passkeys(user_id uuid) returns void
language plpgsql volatile
as $$
begin
  delete from auth.passkeys as p where p.user_id = delete_passkeys.user_id;
  delete from auth.passkey_challenges as c where c.user_id = delete_passkeys.user_id;
end
$$;

-- Assigns an account without an owner to the person who signs up with its address under autoconfirm. Nobody
-- has confirmed the address, so app_metadata set by an administrator is removed too. Returns the updated user
-- with the audience of `person`. The caller has locked the user.
create function auth_lib.assign_ownership_unconfirmed(person auth.users) returns auth.users
language plpgsql volatile
as $$
declare
  v_user auth.users;
begin
  perform auth_lib.assign_ownership(person, null, null);
  update auth.users as u set raw_app_meta_data = '{}' where u.id = person.id returning u.* into v_user;
  v_user.aud := person.aud;
  return v_user;
end
$$;

-- Assigns an account without an owner to the person who just confirmed its first address. Another person may
-- have created the account, so every credential that this person may have added is revoked or deleted:
-- sessions, second factors, passkeys, approvals of OAuth clients, other identities of providers, and pending
-- passwords. With a provider, the password and all one-time tokens are removed too. Without a provider, a
-- password can only come from an administrator and is not removed. confirm_address() raises the epoch. The
-- caller has locked the user.
create function auth_lib.assign_ownership(person auth.users, provider text, subject text) returns void
language plpgsql volatile
as $$
begin
  with pending as (delete from auth.pending_passwords as p where p.user_id = person.id)
  delete from auth.identities as i
  where i.user_id = person.id and case when assign_ownership.provider is null
    then i.provider not in ('email', 'phone')
    else (i.provider, i.subject) is distinct from (assign_ownership.provider, assign_ownership.subject) end;
  if provider is not null then
    delete from auth.passwords as p where p.user_id = person.id;
    perform auth_lib.void_one_time_tokens(person.id);
  end if;
  -- Factors, passkeys and approvals of clients exist only after a sign-in. The check saves these statements
  -- for most accounts, which have had no sign-in before their first confirmation.
  perform from auth.sessions as s where s.user_id = person.id limit 1;
  if found or num_nonnulls(person.last_sign_in_at, person.factor_status) > 0 then
    perform auth_lib.cut_access(person.id, null, 'password'), auth_lib.delete_passkeys(person.id),
      auth_lib.delete_factors(person.id);
    delete from auth.oauth_authorizations as a where a.user_id = person.id;
    delete from auth.oauth_consents as o where o.user_id = person.id;
  end if;
end
$$;
