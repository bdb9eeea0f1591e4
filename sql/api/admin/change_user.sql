-- PUT /admin/users/{user_id}. Takes effect at once, without a mail or a confirmation. A new password revokes
-- all sessions. A soft-deleted user cannot be changed, although GET returns the user, because a new address
-- and password would reopen the account. The support role may only set and end bans that end within 24 hours.
create function auth_api.change_user(
  claims jsonb, user_id text, role text, email text, phone text, password text, email_confirm boolean,
  phone_confirm boolean,
  user_metadata jsonb, app_metadata jsonb, ban_duration text, settings jsonb, client jsonb,
  leaked boolean default null)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, case when ban_duration is not null
    and num_nonnulls(role, email, phone, password, email_confirm, phone_confirm, user_metadata,
      app_metadata) = 0 then 'support' else 'administer' end);
  v_user    auth.users;
  v_before  auth.users;
  v_hash    text;
  v_traits  jsonb;
begin
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.path_uuid(user_id) is null then
    return auth_lib.refusal('path_not_uuid');
  elsif not exists (select from auth.users as u
    where u.id = auth_lib.path_uuid(user_id) and u.deleted_at is null) then
    return auth_lib.refusal('user_not_found');
  end if;
  v_refused := auth_lib.check_user_change(auth_lib.path_uuid(user_id), role, email, phone, password,
    leaked, ban_duration, settings);
  if v_refused is not null then
    return v_refused;
  end if;
  if password is not null then
    v_hash := auth_lib.bcrypt(password, null, auth_lib.bcrypt_cost(settings));
  end if;
  v_user := auth_lib.lock_user(auth_lib.path_uuid(user_id));
  if v_user.id is null or v_user.deleted_at is not null then
    return auth_lib.refusal('user_not_found');
  end if;
  v_refused := coalesce(case when not auth_lib.has_admin_right(claims, settings, 'administer')
      and greatest(v_user.banned_until, auth_lib.banned_until(v_user, ban_duration))
        > auth_lib.clock() + interval '24 hours' then auth_lib.refusal('support_ban') end,
    auth_lib.count_support_action(claims, v_user, settings),
    auth_lib.check_metadata(auth_lib.merge_metadata(v_user.raw_user_meta_data, user_metadata),
      auth_lib.merge_metadata(v_user.raw_app_meta_data, app_metadata), v_user));
  if v_refused is not null then
    return v_refused;
  end if;
  v_before := v_user;
  v_user := auth_lib.apply_user_change(v_user, role, nullif(auth_lib.normal_email(email), ''),
    nullif(auth_lib.normal_phone(phone), ''), v_hash,
    coalesce(email_confirm, false), coalesce(phone_confirm, false));
  update auth.users as u
  set raw_user_meta_data = auth_lib.merge_metadata(u.raw_user_meta_data, user_metadata),
      raw_app_meta_data = auth_lib.merge_metadata(u.raw_app_meta_data, app_metadata),
      banned_until = auth_lib.banned_until(u, ban_duration), updated_at = auth_lib.clock()
  where u.id = v_user.id
  returning u.* into v_user;
  if auth_lib.is_banned(v_user) then   -- a stranger may have a session or have requested a change
    perform auth_lib.cut_access(v_user.id, null, null);
    -- First-party sessions are refused until the ban ends, but not revoked. Listeners are notified as if the
    -- sessions had ended.
    perform auth_lib.notify_session_end(s.id) from auth.sessions as s
    where s.user_id = v_user.id and s.revoked_at is null;
    -- Sessions of OAuth clients are revoked, because a client that received a logout token cannot restore its
    -- session.
    update auth.sessions as s set revoked_at = auth_lib.clock(), revoked_reason = 'admin'
    where s.user_id = v_user.id and s.revoked_at is null and s.oauth_client_id is not null;
    v_user := auth_lib.lock_user(v_user.id);
  end if;
  v_traits := auth_lib.admin_audit_details(v_user) || auth_lib.user_change_details(v_before, v_user, v_hash is not null);
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{user_modified}', v_traits, client);
  perform auth_lib.notify_user_change(v_before, v_user) where auth_lib.has_webhooks();
  return auth_lib.user_json_for_admin(v_user, claims, settings);
end
$$;
comment on function auth_api.change_user is
  'PUT /admin/users/{user_id}. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, email_too_long, email_invalid, '
  'phone_invalid, password_too_long, weak_password, metadata_too_long, email_exists, not_admin, '
  'support_ban, support_limit, support_target, right_missing, admin_session_expired, admin_needs_aal2, '
  'path_not_uuid, user_not_found, phone_exists, claim_too_long, ban_duration.';

-- Checks a PUT /admin/users/{user_id} request. Returns the first error or null.
create function auth_lib.check_user_change(
  id uuid, role text, email text, phone text, password text, leaked boolean, ban_duration text,
  settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_refused jsonb := coalesce(
    case when coalesce(email, '') <> '' then auth_lib.check_email(email) end,
    case when coalesce(phone, '') <> '' then auth_lib.check_phone(phone) end,
    auth_lib.check_ban_duration(ban_duration),
    case when password is not null then auth_lib.check_new_password(password, leaked, settings) end,
    case when octet_length(auth_lib.trim_space(role)) > 255
      then auth_lib.refusal('claim_too_long', 'role') end);
begin
  if v_refused is not null then
    return v_refused;
  elsif (auth_lib.find_user('email', auth_lib.normal_email(email))).id <> id then
    return auth_lib.refusal('email_exists');
  elsif (auth_lib.find_user('phone', auth_lib.normal_phone(phone))).id <> id then
    return auth_lib.refusal('phone_exists');
  end if;
  return null;
end
$$;

-- Returns the audit details (traits) of an administrator's change: the API names of the changed members,
-- and the old and new role and ban. Values of passwords and metadata are not included.
create function auth_lib.user_change_details(
  before auth.users, after auth.users, new_password boolean)
returns jsonb
language sql stable
as $$
  select jsonb_build_object('changed', (
      select coalesce(jsonb_agg(m.name order by m.place), '[]')
      from (values
        (1, 'role', before.role is distinct from after.role),
        (2, 'email', before.email is distinct from after.email),
        (3, 'phone', before.phone is distinct from after.phone),
        (4, 'password', new_password),
        (5, 'email_confirmed_at', before.email_confirmed_at is distinct from after.email_confirmed_at),
        (6, 'phone_confirmed_at', before.phone_confirmed_at is distinct from after.phone_confirmed_at),
        (7, 'user_metadata', before.raw_user_meta_data is distinct from after.raw_user_meta_data),
        (8, 'app_metadata', before.raw_app_meta_data is distinct from after.raw_app_meta_data),
        (9, 'banned_until', before.banned_until is distinct from after.banned_until)) as m (place, name,
        differs)
      where m.differs))
    || case when before.role is distinct from after.role
      then jsonb_build_object('old_role', before.role, 'new_role', after.role) else '{}' end
    || case when before.banned_until is distinct from after.banned_until
      then jsonb_build_object('old_banned_until', auth_lib.wire_time(before.banned_until),
        'new_banned_until', auth_lib.wire_time(after.banned_until)) else '{}' end
$$;

-- Applies an administrator's change except metadata and ban: role, password, e-mail, phone, and then
-- confirmations, so that a new address in the request is the one confirmed. A pending password becomes void
-- if an address changes, because it was chosen for the previous address. The caller has locked the user.
create function auth_lib.apply_user_change(
  person auth.users, role text, email text, phone text, hash text, email_confirm boolean,
  phone_confirm boolean)
returns auth.users
language plpgsql volatile
as $$
declare
  v_id uuid := (person).id;
begin
  update auth.users as u set role = auth_lib.trim_space(apply_user_change.role), sign_up_role = null
  where u.id = v_id and auth_lib.trim_space(coalesce(apply_user_change.role, '')) <> '';
  if hash is not null then
    perform auth_lib.set_password(v_id, hash);
    perform auth_lib.cut_access(v_id, null, 'password'), auth_lib.void_one_time_tokens(v_id);
  end if;
  if email is not null then
    if not auth_lib.set_address(v_id, 'email', email, email_confirm) then
      perform auth_lib.fail('email_exists');
    end if;
    perform auth_lib.upsert_address_identity(v_id, 'email', email, email_confirm);
  end if;
  if phone is not null then
    if not auth_lib.set_address(v_id, 'phone', phone, phone_confirm) then
      perform auth_lib.fail('phone_exists');
    end if;
    perform auth_lib.upsert_address_identity(v_id, 'phone', phone, phone_confirm);
  end if;
  if email <> coalesce((person).email, '') or phone <> coalesce((person).phone, '') then
    -- Deletes links and codes that were already sent, because the owner of the new address did not request
    -- them.
    delete from auth.one_time_tokens as t where t.user_id = v_id;
    perform auth_lib.cut_access(v_id, null, null),
      auth_lib.prepare_account(person, array[nullif(email, person.email), nullif(phone, person.phone)]);
  end if;
  if email_confirm then
    perform auth_lib.confirm_current_address(v_id, 'email');
  end if;
  if phone_confirm then
    perform auth_lib.confirm_current_address(v_id, 'phone');
  end if;
  -- Empties an account without an owner, because the role is intended for the person who confirms the
  -- address.
  if auth_lib.trim_space(coalesce(role, '')) <> '' then
    perform auth_lib.empty_account(auth_lib.lock_user(v_id));
  end if;
  return auth_lib.lock_user(v_id);
end
$$;

-- Confirms the user's current address for an administrator. A repeated confirmation updates the time. The
-- user's providers do not change. The pending password of the sign-up becomes valid, as after the sign-up's
-- link. A voided pending password remains void, because after a second sign-up with another password it is
-- unknown which one the owner has chosen.
create function auth_lib.confirm_current_address(id uuid, kind text) returns void
language plpgsql volatile
as $$
declare
  v_user auth.users := auth_lib.lock_user(id);
  v_apps jsonb := v_user.raw_app_meta_data::jsonb;
  v_hash text := auth_lib.pending_hash(id);
begin
  if (kind = 'email' and v_user.email is not null) or (kind = 'phone' and v_user.phone is not null) then
    -- If the address was only displayed, the confirmation makes it find the account.
    if kind = 'email' and not auth_lib.is_found_by_email(v_user)
      and not auth_lib.set_address(v_user.id, kind, v_user.email, true) then
      perform auth_lib.fail('email_exists');
    end if;
    delete from auth.pending_passwords as p where p.user_id = v_user.id;
    if v_hash is not null then
      perform auth_lib.set_password(v_user.id, v_hash);
    end if;
    perform auth_lib.confirm_address(v_user, kind);
    update auth.users as u set raw_app_meta_data = v_apps where u.id = v_user.id;
  end if;
end
$$;
