-- For the CLI: imports a batch of users from a file in one transaction. Each user is checked as in POST
-- /admin/users. Existing users do not change, so the same file can be imported again. An invalid user does
-- not affect others. A dry run writes nothing. Returns {rows: [{state: new, present or refused, keys, …}]}
-- in the order of the entries. Calls no hooks and notifies no webhooks.
create function auth_api.import_users(
  claims jsonb, users text, dry_run boolean, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_entries jsonb[];
  v_rows    jsonb[];
  v_place   bigint;
  v_new     bigint;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_entries := array(select e.entry from jsonb_array_elements(users::jsonb)
    with ordinality as e (entry, place) order by e.place);
  v_rows := auth_lib.import_batch(v_entries, dry_run, settings);
  for v_place in select r.place from unnest(v_rows) with ordinality as r (told, place) where r.told is null
    order by r.place loop
    v_rows[v_place] := auth_lib.import_user(v_entries[v_place], dry_run, settings);
  end loop;
  select count(*) into v_new from unnest(v_rows) as r (told) where r.told ->> 'state' = 'new';
  if v_new > 0 and not dry_run then
    perform auth_lib.audit(auth_lib.admin_actor(claims), '{users_imported}',
      jsonb_build_object('users', v_new), client);
  end if;
  return jsonb_build_object('rows', to_jsonb(v_rows));
end
$$;
comment on function auth_api.import_users is
  'For the CLI: imports users from a file. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, import_value.';

-- Imports those users of a batch that are valid and new, and have no id, address or identity in common with
-- an earlier entry. SSO users and users with ban_duration are left to import_user(). Uses a few statements
-- for all users, six times as fast as import_user(). Returns the result of each user, and null for users that
-- import_user() must process.
create function auth_lib.import_batch(entries jsonb[], dry_run boolean, settings jsonb) returns jsonb[]
language plpgsql volatile
as $$
declare
  v_role   text := (select auth_lib.default_role(settings) where exists (   -- evaluated once for the batch
    select from unnest(entries) as e (entry)
    where coalesce(auth_lib.trim_space(e.entry ->> 'role'), '') = ''));
  v_keys   jsonb[] := array(select auth_lib.import_entry_digests(e.entry) from unnest(entries)
    with ordinality as e (entry, place) order by e.place);
  v_places bigint[];
  v_plain  jsonb[];
  v_people auth.users[];
begin
  with repeated as materialized (
    select k.place from (
      select n.place, row_number() over (partition by k.key order by n.place) as nth
      from unnest(v_keys) with ordinality as n (keys, place)
      cross join jsonb_array_elements_text(n.keys) as k (key)) as k
    where k.nth > 1
  ), formed as materialized (   -- the format comes first, because the next steps need valid values
    select e.place, e.entry from unnest(entries) with ordinality as e (entry, place)
    where auth_lib.has_address_or_identity(e.entry) and not exists (select from jsonb_each(e.entry) as m (key, value)
      where m.value <> 'null' and auth_lib.import_entry_error(m.key, m.value, e.entry) is not null)
  ), people as materialized (
    select e.place, e.entry, auth_lib.imported_person(e.entry, v_role, settings) as person
    from formed as e
    where e.place not in (select r.place from repeated as r)
      and (coalesce(e.entry ->> 'id', '') = ''
        or auth_lib.path_uuid(e.entry ->> 'id') <> '00000000-0000-0000-0000-000000000000'
        and not exists (select from auth.users as u where u.id = auth_lib.path_uuid(e.entry ->> 'id')))
      and (coalesce(e.entry ->> 'email', '') = '' or auth_lib.check_email(e.entry ->> 'email') is null
        and not exists (
        select from auth.addresses as a where a.kind = 'email'
          and a.value = auth_lib.normal_email(e.entry ->> 'email')))
      and (coalesce(e.entry ->> 'phone', '') = '' or auth_lib.check_phone(e.entry ->> 'phone') is null
        and not exists (
        select from auth.addresses as a where a.kind = 'phone'
          and a.value = auth_lib.normal_phone(e.entry ->> 'phone')))
      and (coalesce(e.entry ->> 'password_hash', '') = ''
        or auth_lib.is_usable_hash(e.entry ->> 'password_hash')) and not e.entry ? 'ban_duration'
      and e.entry -> 'is_sso_user' is distinct from 'true'
      and coalesce(octet_length(e.entry ->> 'aud'), 0) <= 255
      and coalesce(octet_length(e.entry ->> 'role'), 0) <= 255
      and (coalesce(e.entry -> 'identities', 'null') = 'null' or not auth_lib.has_known_identity(e.entry))
  )
  select array_agg(p.place order by p.place), array_agg(p.entry order by p.place),
    array_agg(p.person order by p.place)
  into v_places, v_plain, v_people from people as p
  where auth_lib.check_metadata((p.person).raw_user_meta_data, (p.person).raw_app_meta_data, null) is null;
  perform auth_lib.store_batch(v_people, v_plain) where v_places is not null and not dry_run;
  return array(select case when n.place = any (v_places)
    then jsonb_build_object('keys', n.keys, 'state', 'new') end
    from unnest(v_keys) with ordinality as n (keys, place) order by n.place);
end
$$;

-- Inserts imported users with their identities and passwords.
create function auth_lib.store_batch(people auth.users[], entries jsonb[]) returns void
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_made auth.users[];
  v_ids  uuid[] := array(select p.id from unnest(people) as p);   -- in the order of the entries
begin
  insert into auth.addresses (kind, value, user_id, is_primary, verified_at, given_by_administrator,
    created_at)
  select a.kind, a.value, p.id, true, a.verified_at, p.invited_at is not null, v_now
  from (select p.* from unnest(people) as p where not p.is_sso_user) as p cross join lateral (values ('email', p.email::text, p.email_confirmed_at),
    ('phone', p.phone, p.phone_confirmed_at))
    as a (kind, value, verified_at) where a.value is not null;
  with made as (
    insert into auth.users as u (id, aud, role, email, phone, email_confirmed_at, phone_confirmed_at,
      invited_at, last_sign_in_at,
      raw_app_meta_data, raw_user_meta_data, banned_until, deprovisioned_at, is_anonymous, is_sso_user, sign_up_role,
      new_email, new_phone, created_at, updated_at)
    select p.id, p.aud, p.role, p.email, p.phone, p.email_confirmed_at, p.phone_confirmed_at, p.invited_at,
      p.last_sign_in_at,
      p.raw_app_meta_data, p.raw_user_meta_data, p.banned_until, p.deprovisioned_at, p.is_anonymous, p.is_sso_user,
      p.sign_up_role, p.new_email, p.new_phone, p.created_at, v_now
    from unnest(people) as p returning u)
  select array_agg(m.u) into v_made from made as m;
  if exists (select unnest(v_ids) except select u.id from unnest(v_made) as u) then
    raise exception 'a trigger has left the new user out';
  end if;
  -- Deletes the counts that do not include these users. Groups are locked before blocks, as in remove_user(),
  -- to avoid deadlocks.
  delete from auth.user_block_groups as g
  where exists (select from unnest(v_made) as u where u.aud = g.aud and u.created_at <= g.until);
  delete from auth.user_blocks as b where exists (select from unnest(v_made) as u
    where u.aud = b.aud and u.created_at <= b.until);
  insert into auth.identities (user_id, provider, id, subject, identity_data, last_sign_in_at, created_at,
    updated_at)
  select u.id, a.kind, gen_random_uuid(), u.id::text, jsonb_build_object('sub', u.id, a.kind, a.value,
      'email_verified', a.kind = 'email' and a.confirmed, 'phone_verified', a.kind = 'phone' and a.confirmed),
    v_now, v_now, v_now
  from unnest(v_made) as u cross join lateral (values
    ('email', u.email::text, u.email_confirmed_at is not null),
      ('phone', u.phone, u.phone_confirmed_at is not null)) as a (kind, value, confirmed)
  join unnest(v_ids, entries) as e (user_id, entry) on e.user_id = u.id
  where a.value is not null and not u.is_sso_user and coalesce(e.entry -> 'identities', 'null') = 'null';
  insert into auth.identities (user_id, provider, id, subject, identity_data, last_sign_in_at, created_at,
    updated_at)
  select e.user_id, i.entry ->> 'provider', coalesce((i.entry ->> 'identity_id')::uuid, gen_random_uuid()),
    case when i.entry ->> 'provider' in ('email', 'phone') then e.user_id::text else i.entry ->> 'id' end,
    coalesce(nullif(i.entry -> 'identity_data', 'null'), '{}'), (i.entry ->> 'last_sign_in_at')::timestamptz,
    coalesce((i.entry ->> 'created_at')::timestamptz, u.created_at),
    coalesce((i.entry ->> 'updated_at')::timestamptz, v_now)
  from unnest(v_ids, entries) as e (user_id, entry)
  join unnest(v_made) as u on u.id = e.user_id
  cross join lateral jsonb_array_elements(nullif(e.entry -> 'identities', 'null')) as i (entry);
  -- The password of an account without an owner is pending until the first confirmation, as after a sign-up.
  insert into auth.passwords (user_id, hash, updated_at)
  select u.id, e.entry ->> 'password_hash', v_now from unnest(v_ids, entries) as e (user_id, entry)
  join unnest(v_made) as u on u.id = e.user_id
  where coalesce(e.entry ->> 'password_hash', '') <> '' and auth_lib.has_owner(u);
  insert into auth.pending_passwords (user_id, hash, created_at)
  select u.id, e.entry ->> 'password_hash', v_now from unnest(v_ids, entries) as e (user_id, entry)
  join unnest(v_made) as u on u.id = e.user_id
  where coalesce(e.entry ->> 'password_hash', '') <> '' and not auth_lib.has_owner(u);
end
$$;

-- Imports one user of a file. Returns the result, and digests of the user's id, addresses and identities.
-- The caller uses the digests to find duplicates in the file.
create function auth_lib.import_user(entry jsonb, dry_run boolean, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_keys  jsonb := jsonb_build_object('keys', auth_lib.import_entry_digests(entry));
  v_fault jsonb := auth_lib.check_import_form(entry);
  v_sso   boolean := entry -> 'is_sso_user' is not distinct from 'true';
  v_user  auth.users;
begin
  if v_fault is null and auth_lib.has_known_user(entry) then
    return v_keys || '{"state": "present"}';
  end if;
  -- An SSO user may have the address of another user.
  v_fault := coalesce(v_fault, auth_lib.refusal_at_column('email', case when v_sso and entry ->> 'email' <> ''
    then auth_lib.check_email(entry ->> 'email') end), auth_lib.check_new_user(entry ->> 'id', entry ->> 'aud',
    entry ->> 'role', case when not v_sso then entry ->> 'email' end,
    case when not v_sso then entry ->> 'phone' end, null, entry ->> 'password_hash', entry ->> 'ban_duration'),
    auth_lib.refusal_at_column('identities', case when auth_lib.has_known_identity(entry)
      then auth_lib.refusal('identity_of_another_user') end));
  if v_fault is not null then
    return v_fault || '{"state": "refused"}';
  end if;
  v_user := auth_lib.imported_person(entry, null, settings);
  v_fault := auth_lib.refusal_at_column('user_metadata',
    auth_lib.check_metadata(v_user.raw_user_meta_data, v_user.raw_app_meta_data, null));
  if v_fault is not null then
    return v_fault || '{"state": "refused"}';
  elsif not dry_run then
    perform auth_lib.store_batch(array[v_user], array[entry]);
  end if;
  return v_keys || '{"state": "new"}';
end
$$;

-- Returns the row for a valid user of a file. A null default_role is read from the settings if needed.
create function auth_lib.imported_person(entry jsonb, default_role text, settings jsonb) returns auth.users
language plpgsql volatile
as $$
declare
  v_now   timestamptz := auth_lib.clock();
  v_user  auth.users;
  v_names jsonb;
begin
  v_user.id := coalesce(auth_lib.path_uuid(entry ->> 'id'), gen_random_uuid());
  v_user.aud := coalesce(nullif(entry ->> 'aud', ''), auth_lib.request_aud(null, null, settings));
  v_user.role := coalesce(nullif(auth_lib.trim_space(entry ->> 'role'), ''), default_role,
    auth_lib.default_role(settings));
  v_user.email := nullif(auth_lib.normal_email(entry ->> 'email'), '');
  v_user.phone := nullif(auth_lib.normal_phone(entry ->> 'phone'), '');
  v_user.email_confirmed_at := coalesce((entry ->> 'email_confirmed_at')::timestamptz,
    case when entry -> 'email_confirm' = 'true' then v_now end);
  v_user.phone_confirmed_at := coalesce((entry ->> 'phone_confirmed_at')::timestamptz,
    case when entry -> 'phone_confirm' = 'true' then v_now end);
  v_user.invited_at := (entry ->> 'invited_at')::timestamptz;
  v_user.last_sign_in_at := (entry ->> 'last_sign_in_at')::timestamptz;
  v_user.banned_until := coalesce((entry ->> 'banned_until')::timestamptz,
    auth_lib.banned_until(null, entry ->> 'ban_duration'));
  v_user.deprovisioned_at := (entry ->> 'deprovisioned_at')::timestamptz;
  v_user.is_anonymous := coalesce((entry ->> 'is_anonymous')::boolean, false);
  v_user.is_sso_user := coalesce((entry ->> 'is_sso_user')::boolean, false);
  if v_user.is_sso_user and v_user.email is not null then   -- the organization asserts the address
    v_user.email_confirmed_at := coalesce(v_user.email_confirmed_at, v_now);
  end if;
  v_user.created_at := coalesce((entry ->> 'created_at')::timestamptz, v_now);
  v_user.sign_up_role := case when v_user.role = coalesce(default_role, auth_lib.default_role(settings))
    then v_user.role end;
  -- the unconfirmed address becomes a pending change
  if auth_lib.has_owner(v_user) and v_user.email_confirmed_at is null then
    v_user.new_email := v_user.email;
    v_user.email := null;
  end if;
  if auth_lib.has_owner(v_user) and v_user.phone_confirmed_at is null then
    v_user.new_phone := v_user.phone;
    v_user.phone := null;
  end if;
  if coalesce(nullif(entry -> 'identities', 'null'), '[]') <> '[]' then
    v_names := (select jsonb_agg(p.provider order by p.first)
      from (select i.entry ->> 'provider' as provider, min(i.place) as first
      from jsonb_array_elements(entry -> 'identities') with ordinality as i (entry, place) group by 1) as p);
  else
    v_names := to_jsonb(array_remove(array[case when v_user.email is not null then 'email' end,
      case when v_user.phone is not null then 'phone' end], null));
  end if;
  v_user.raw_app_meta_data := auth_lib.merge_metadata(case when v_names = '[]' then '{}' else
    jsonb_build_object('provider', v_names -> 0, 'providers', v_names) end,
  nullif(entry -> 'app_metadata', 'null'));
  v_user.raw_user_meta_data := coalesce(nullif(entry -> 'user_metadata', 'null'), '{}')
    || case when entry -> 'email_confirm' = 'true' then '{"email_verified": true}' else '{}' end::jsonb;
  return v_user;
end
$$;

-- Checks the values of an entry: their format, unknown columns, and that the user has an address or
-- identity. Returns the first error or null. Null values count as absent.
create function auth_lib.check_import_form(entry jsonb) returns jsonb language plpgsql stable
as $$
begin
  return coalesce((
    select auth_lib.refusal_at_column(m.key, auth_lib.refusal('import_value', m.key, m.fault)) from (
      select e.key, auth_lib.import_entry_error(e.key, e.value, entry) as fault
      from jsonb_each(entry) as e (key, value) where e.value <> 'null') as m where m.fault is not null
    order by m.key limit 1),
    auth_lib.refusal_at_column('email', case when not auth_lib.has_address_or_identity(entry)
      then auth_lib.refusal('new_user_without_address') end));
end
$$;

-- Returns true if an entry has an address or an identity for its user, or if the user is anonymous and needs
-- none.
create function auth_lib.has_address_or_identity(entry jsonb) returns boolean language sql immutable
as $$
  select coalesce(entry ->> 'email', '') <> '' or coalesce(entry ->> 'phone', '') <> ''
    or entry -> 'is_anonymous' is not distinct from 'true'
    or coalesce(nullif(entry -> 'identities', 'null'), '[]') <> '[]'
$$;

-- Returns the format error of a non-null value, or null if the format is valid.
create function auth_lib.import_entry_error(key text, value jsonb, entry jsonb) returns text language sql stable
as $$
  select case
    when key in ('id', 'aud', 'role', 'email', 'phone', 'password_hash', 'ban_duration')
      then case when jsonb_typeof(value) <> 'string' then 'must be a text' end
    when key in ('email_confirm', 'phone_confirm', 'is_anonymous', 'is_sso_user')
      then case when jsonb_typeof(value) <> 'boolean' then 'must be true or false' end
    when key in ('user_metadata', 'app_metadata')
      then case when jsonb_typeof(value) <> 'object' then 'must be a JSON object' end
    when key in ('email_confirmed_at', 'phone_confirmed_at', 'invited_at', 'last_sign_in_at', 'created_at',
      'banned_until', 'deprovisioned_at')
      then case when not auth_lib.is_time(value #>> '{}') then 'must be a time such as 2026-01-31T12:00:00Z'
        when key <> 'banned_until' and (value #>> '{}')::timestamptz > auth_lib.clock()
          then 'must not lie in the future'
        when key = 'email_confirmed_at' and coalesce(entry ->> 'email', '') = '' or key = 'phone_confirmed_at'
          and coalesce(entry ->> 'phone', '') = ''
          then 'needs an address to belong to'
        when key = 'deprovisioned_at' and entry -> 'is_sso_user' is distinct from 'true'
          then 'is for users with is_sso_user only' end
    when key = 'identities' then coalesce(auth_lib.imported_identities_error(value, entry ->> 'id'),
      -- An SSO user may only have an identity of an SSO provider, and no other user may have one.
      case when (entry -> 'is_sso_user' is not distinct from 'true') = any (array(
        select i.entry ->> 'provider' not like 'sso:%' from jsonb_array_elements(value) as i (entry)))
        then 'must have the provider sso: and an id for users with is_sso_user, and for these only' end)
    when key = 'import_error' then null   -- a column of files of rejected users
    else 'is not known' end
$$;

-- Returns why the identities of an entry are malformed, or null. The subject of an e-mail or phone identity
-- is the user's id.
create function auth_lib.imported_identities_error(list jsonb, id text) returns text
language plpgsql immutable
as $$
declare
  v_one jsonb;
  v_own boolean;
begin
  if jsonb_typeof(list) <> 'array' then
    return 'must be a JSON list of objects';
  end if;
  for v_one in select i.entry from jsonb_array_elements(list) as i (entry) loop
    v_own := v_one ->> 'provider' in ('email', 'phone');
    if jsonb_typeof(v_one) <> 'object' or coalesce(v_one ->> 'provider', '') !~ '^[a-z0-9:_.-]{1,255}$' then
      return 'must name a provider in each entry, in lower case';
    elsif v_own and v_one ->> 'id' is not null
      and auth_lib.path_uuid(v_one ->> 'id') is distinct from auth_lib.path_uuid(id) then
      return 'must have the id of the user where the provider is email or phone, or none there';
    elsif not v_own and coalesce(octet_length(v_one ->> 'id'), 0) not between 1 and 1000 then
      return 'must have an id in each entry: by what its provider knows the user';
    elsif jsonb_typeof(coalesce(nullif(v_one -> 'identity_data', 'null'), '{}')) <> 'object'
      or octet_length(v_one ->> 'identity_data') > 65536 then
      return 'must have objects of at most 64 KiB as identity_data';
    elsif v_one ->> 'identity_id' is not null and auth_lib.uuid_or_null(v_one ->> 'identity_id') is null then
      return 'must have UUIDs as identity_id';
    elsif exists (
      select from jsonb_each(v_one) as m (key, value)
      where m.key not in ('provider', 'id', 'identity_id', 'identity_data')
        and (m.key not in ('created_at', 'updated_at', 'last_sign_in_at')
        or m.value <> 'null' and not auth_lib.is_time(m.value #>> '{}'))) then
      return 'must have provider, id, identity_id, identity_data, and created_at, updated_at and last_sign_in_at as times, and nothing else';
    end if;
  end loop;
  return case when (select count(*) > count(distinct i.entry ->> 'provider' || ' '
    || coalesce(i.entry ->> 'id', ''))
    from jsonb_array_elements(list) as i (entry)) then 'must not name an identity twice' end;
end
$$;

-- Returns true if the user of an entry exists. The user is found by id, without an id by address, and without
-- an address by identity. An SSO user without an id is always found by identity.
create function auth_lib.has_known_user(entry jsonb) returns boolean language sql stable
as $$
  select case
    when coalesce(entry ->> 'id', '') <> ''
      then exists (select from auth.users as u where u.id = auth_lib.path_uuid(entry ->> 'id'))
    when entry -> 'is_sso_user' is not distinct from 'true' then auth_lib.has_known_identity(entry)
    when coalesce(entry ->> 'email', '') <> ''
      then (auth_lib.find_user('email', auth_lib.normal_email(entry ->> 'email'))).id is not null
    when coalesce(entry ->> 'phone', '') <> ''
      then (auth_lib.find_user('phone', auth_lib.normal_phone(entry ->> 'phone'))).id is not null
    else auth_lib.has_known_identity(entry) end
$$;

-- Returns true if an identity of the entry is stored. Each identity is queried separately, because a cached
-- plan from the time when the table was small would scan the whole table.
create function auth_lib.has_known_identity(entry jsonb) returns boolean language sql stable
as $$
  select exists (
    select from jsonb_array_elements(nullif(entry -> 'identities', 'null')) as n (entry)
    cross join lateral (
      select from auth.identities as i where i.provider = n.entry ->> 'provider'
        and i.subject = n.entry ->> 'id' limit 1) as i)
$$;

-- Returns digests of the id, addresses and external identities of an entry. The entry may be malformed.
create function auth_lib.import_entry_digests(entry jsonb) returns jsonb language sql stable
as $$
  select to_jsonb(array_remove(array[
      auth_lib.identifier_digest('id ', auth_lib.path_uuid(entry ->> 'id')::text),
      auth_lib.identifier_digest('email ', case when not v.sso
        then nullif(auth_lib.normal_email(entry ->> 'email'), '') end),
      auth_lib.identifier_digest('phone ', case when not v.sso
        then nullif(auth_lib.normal_phone(entry ->> 'phone'), '') end)], null))
    || case when jsonb_typeof(entry -> 'identities') = 'array' then (
      select coalesce(jsonb_agg(auth_lib.identifier_digest('identity ',
        n.entry ->> 'provider' || ' ' || (n.entry ->> 'id'))), '[]')
      from jsonb_array_elements(entry -> 'identities') as n (entry)
      where n.entry ->> 'provider' not in ('email', 'phone') and n.entry ->> 'id' is not null) else '[]' end
  from (select entry -> 'is_sso_user' is not distinct from 'true') as v (sso)
$$;

-- Returns a short digest of an identifier, so that the caller can hold a million of them in memory.
create function auth_lib.identifier_digest(kind text, name text) returns text language sql immutable
as $$ select encode(int8send(hashtextextended(kind || name, 0)), 'hex') $$;
