-- POST /user/merge. Merges another account into the caller's account. The request contains a token of each
-- account, from a live and recent session at the assurance level that the account requires. A hook moves the
-- application's rows in this transaction, and the other account is deleted. An error of the hook, or a
-- foreign key of the application that forbids the deletion, rolls back everything. The states and invariants
-- are in docs/account-ownership.md.
create function auth_api.merge_users(claims jsonb, merged jsonb, audience text, settings jsonb, client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_kept     auth.users;
  v_merged   auth.users;
  v_refused  jsonb;
  v_factors  boolean;
  v_event    jsonb;
  v_gained   auth.identities[];
  v_owners   text[];
  v_verified text[];
  v_shown    boolean;
begin
  if auth_lib.uuid_or_null(claims ->> 'sub') = auth_lib.uuid_or_null(merged ->> 'sub') then
    return auth_lib.refusal('merge_same_user');
  end if;
  -- Users are locked in a fixed order, so that two opposite merges cannot deadlock.
  perform auth_lib.lock_user(u.id) from (
    select distinct auth_lib.uuid_or_null(t.sub) as id
    from unnest(array[claims ->> 'sub', merged ->> 'sub']) as t (sub) order by 1) as u;
  v_kept := auth_lib.find_caller(claims);
  v_merged := auth_lib.find_caller(merged);
  v_refused := coalesce(auth_lib.check_merge_proof(claims, v_kept, audience, settings),
    auth_lib.check_merge_proof(merged, v_merged, audience, settings),
    auth_lib.check_merge_pair(v_kept, v_merged),
    auth_lib.check_sso_account(v_kept, settings), auth_lib.check_sso_account(v_merged, settings));
  if v_refused is not null then
    return v_refused;
  end if;
  perform auth_lib.audit(v_kept, '{user_merged}', jsonb_build_object('user_id', v_merged.id,
    'user_email', v_merged.email, 'user_phone', v_merged.phone), client);
  v_event := jsonb_build_object('user', auth_lib.hook_user(auth_lib.user_json(v_kept)),
    'merged_user', auth_lib.hook_user(auth_lib.user_json(v_merged)));
  v_owners := auth_lib.merge_notification_recipients(v_merged, settings);
  v_verified := array(
    select k.kind from unnest('{email,phone}'::text[]) as k (kind) where auth_lib.is_verified(v_merged, k.kind));
  v_shown := not auth_lib.is_found_by_email(v_merged);
  v_factors := auth_lib.move_factors(v_merged, v_kept);
  v_gained := auth_lib.move_identities(v_merged, v_kept);
  perform auth_lib.invoke_hook('merge_users', concat_ws(' ', v_kept.id, v_merged.id), v_event, settings, client);
  perform auth_lib.move_notifications(v_merged, v_kept);
  perform auth_lib.remove_user(v_merged);
  if v_shown then
    v_merged.email_confirmed_at := null;   -- the address is only displayed, so it is not moved
  end if;
  perform auth_lib.move_addresses(v_kept, v_merged, v_verified);
  -- If the merged user had a second factor, revokes all sessions except the caller's. The token of the merged
  -- account is at aal2, so the caller has the second factor.
  perform auth_lib.cut_access(v_kept.id, auth_lib.claimed_session(claims),
    case when v_factors then 'factor' end);
  update auth.users as u set raw_app_meta_data = auth_lib.refresh_providers(u), updated_at = auth_lib.clock()
  where u.id = v_kept.id returning u.* into v_kept;
  perform auth_lib.notify_webhooks('user.deleted',
    json_build_object('id', v_merged.id, 'deleted_at', auth_lib.clock())),
    auth_lib.notify_webhooks('user.updated', auth_lib.user_json(v_kept))
  where auth_lib.has_webhooks();
  perform auth_lib.notify_identity('identity.linked', v_kept.id, g.provider, g.subject),
    auth_lib.send_notification(v_kept, 'identity_linked', jsonb_build_object('Provider', g.provider),
      settings, client)
  from unnest(v_gained) as g;
  perform auth_lib.notify_merge(v_kept, v_owners, settings, client);
  return auth_lib.user_json(v_kept);
end
$$;
comment on function auth_api.merge_users is
  'POST /user/merge. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, unexpected_audience, '
  'identities_need_owner, user_sso_managed, merge_same_user, merge_needs_aal2, merge_not_recent, '
  'merge_refused, sso_required.';

-- Checks that a token is sufficient for a merge. Returns an error or null. The caller has locked the user.
-- The session must be live, within its limits, and at aal2 if the account has a second factor. The last
-- authentication in the session must be recent. The verification of a factor that was enrolled in this
-- session is not counted, because an attacker with a copied token can enroll a factor. The age is not checked
-- for an anonymous user, who has no other credential. If an anonymous user has become permanent, the session
-- of the anonymous sign-in is refused, because the merge could move identities that a stranger has linked.
create function auth_lib.check_merge_proof(claims jsonb, person auth.users, audience text, settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_most    double precision := coalesce((
    settings ->> 'security_account_merging_max_age')::double precision, 600);
  v_refused jsonb := auth_lib.check_linking_caller(claims, person, audience, settings);
begin
  if v_refused #>> '{refused,code}' = 'insufficient_aal' then
    return auth_lib.refusal('merge_needs_aal2');
  elsif v_refused is not null then
    return v_refused;
  elsif auth_lib.claimed_session(claims) is null then
    return auth_lib.refusal('session_not_found');
  elsif not person.is_anonymous and not exists (
    select from auth.sessions as s
    where s.user_id = person.id and s.id = auth_lib.claimed_session(claims)
      and s.amr -> -1 ->> 'method' <> 'anonymous'
      and greatest((s.amr -> -1 ->> 'timestamp')::double precision, case when exists (
          select from auth.factors as f
          where f.user_id = s.user_id and f.id = s.factor_id and f.updated_at < s.created_at)
          then (s.amr -> 0 ->> 'timestamp')::double precision end)
        >= extract(epoch from auth_lib.clock()) - v_most) then
    return auth_lib.refusal('merge_not_recent', floor(v_most)::bigint::text);
  end if;
  return null;
end
$$;

-- Checks that two accounts can be merged: the remaining account must not be anonymous, and both must have the
-- same role and audience, because a merge must not change role or audience without an administrator. Returns
-- an error or null.
create function auth_lib.check_merge_pair(kept auth.users, merged auth.users) returns jsonb
language sql stable
as $$
  select case
    when (kept).is_anonymous then auth_lib.refusal('merge_refused', 'the account that stays is anonymous')
    when (kept).aud <> (merged).aud then auth_lib.refusal('merge_refused', 'their audiences differ')
    when (kept).role <> (merged).role then auth_lib.refusal('merge_refused', 'their roles differ')
  end
$$;

-- Moves the verified second factors of a merged user to the remaining user. A factor loses its name if the
-- remaining user has a factor of that name. Recovery codes, unverified factors, and phones that the remaining
-- user has verified too are not moved. Returns true if the merged user has a second factor. The caller has
-- locked both users.
create function auth_lib.move_factors(merged auth.users, kept auth.users) returns boolean
language plpgsql volatile
as $$
begin
  if not auth_lib.has_second_factor(merged) then
    return false;
  end if;
  delete from auth.challenges as c where c.user_id = merged.id;
  delete from auth.factors as f
  where f.user_id = kept.id and f.status = 'unverified' and f.phone in (
    select o.phone from auth.factors as o where o.user_id = merged.id and o.status = 'verified');
  update auth.factors as f
  set user_id = kept.id, updated_at = auth_lib.clock(),
      friendly_name = case when not exists (select from auth.factors as o
        where o.user_id = kept.id and o.friendly_name = f.friendly_name) then f.friendly_name end
  where f.user_id = merged.id and f.status = 'verified' and f.factor_type <> 'recovery_code'
    and not exists (select from auth.factors as o where o.user_id = kept.id and o.phone = f.phone
      and o.status = 'verified');
  perform auth_lib.update_factor_status(kept.id);
  return true;
end
$$;

-- Moves the external identities of a user to another user, with the verified addresses of these identities.
-- Returns the identities. The caller has locked both users.
create function auth_lib.move_identities(merged auth.users, kept auth.users) returns auth.identities[]
language plpgsql volatile
as $$
declare
  v_moved auth.identities[];
begin
  v_moved := array(
    select i from auth.identities as i where i.user_id = merged.id and i.provider not in ('email', 'phone'));
  update auth.identities as i set user_id = kept.id
  where i.user_id = merged.id and i.provider not in ('email', 'phone');
  update auth.addresses as a set user_id = kept.id, is_primary = false
  where a.user_id = merged.id and a.kind = 'email' and a.verified_at is not null and exists (
    select from unnest(v_moved) as m where m.email = a.value);
  return v_moved;
end
$$;

-- Moves the confirmed addresses of a merged user to the remaining user, if that user has no address of the
-- kind. The merged user and its password are deleted afterwards. `verified` contains the kinds for which
-- is_verified() returned true.
create function auth_lib.move_addresses(kept auth.users, merged auth.users, verified text[])
returns void
language plpgsql volatile
as $$
begin
  if (kept).email is null and (merged).email_confirmed_at is not null
    and auth_lib.set_address((kept).id, 'email', (merged).email, true) then
    update auth.users as u set email_confirmed_at = (merged).email_confirmed_at where u.id = (kept).id;
    perform auth_lib.upsert_address_identity((kept).id, 'email', (merged).email, true);
    perform auth_lib.record_autoconfirm((kept).id, 'email') where not 'email' = any (verified);
  end if;
  if (kept).phone is null and (merged).phone_confirmed_at is not null
    and auth_lib.set_address((kept).id, 'phone', (merged).phone, true) then
    update auth.users as u set phone_confirmed_at = (merged).phone_confirmed_at where u.id = (kept).id;
    perform auth_lib.upsert_address_identity((kept).id, 'phone', (merged).phone, true);
    perform auth_lib.record_autoconfirm((kept).id, 'phone') where not 'phone' = any (verified);
  end if;
end
$$;

-- Returns the confirmed e-mail addresses of a user before a merge, the primary one first. Returns an empty
-- array if the notification is off.
create function auth_lib.merge_notification_recipients(merged auth.users, settings jsonb) returns text[]
language sql stable
as $$
  select coalesce(array_agg(a.value order by a.is_primary desc, a.value), '{}') from auth.addresses as a
  where a.user_id = (merged).id and a.kind = 'email' and a.verified_at is not null
    and auth_lib.sends_notification('account_merged', settings)
$$;

-- Sends a mail about the merge to the owners of both accounts. The messages belong to the remaining user. A
-- hook that sends mails finds the recipient in OldEmail, as after a change of address.
create function auth_lib.notify_merge(kept auth.users, owners text[], settings jsonb, client jsonb)
returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.send_notification(kept, 'account_merged',
    jsonb_build_object('MergedEmail', owners[1], 'OldEmail', t.address), settings, client, t.address)
  from (
    select unnest(owners) as address
    union
    select kept.email where kept.email_confirmed_at is not null) as t;
end
$$;

-- Moves the unsent notifications of a merged user, with their jobs. If the notifications were deleted with
-- the merged user, an attacker could suppress the mails about a takeover by merging the account.
create function auth_lib.move_notifications(merged auth.users, kept auth.users) returns void
language plpgsql volatile
as $$
begin
  update auth.messages as m
  set user_id = kept.id,
      details = jsonb_build_object('Email', merged.email, 'OldEmail', m.to_address) || coalesce(m.details, '{}')
  where m.user_id = merged.id and m.kind like '%\_notification' and m.state in ('queued', 'sending');
  update auth_queue.job as j set data = j.data || jsonb_build_object('user_id', kept.id)
  where j.data ->> 'user_id' = merged.id::text and j.name = 'mail' and exists (
    select from auth.messages as m
    where m.user_id = kept.id and m.id = auth_lib.uuid_or_null(j.data ->> 'message_id'));
end
$$;
