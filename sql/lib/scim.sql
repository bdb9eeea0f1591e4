-- SCIM 2.0 (RFC 7643, 7644): tokens, users and groups that organizations provision, and their effects on
-- accounts. The states and invariants are in docs/adr/0057-accounts-that-an-organization-provisions.md. The
-- gateway has parsed all names, filters and paths, so these functions get canonical names of known attributes
-- only.

-- Authenticates a request by its token. Records the use of the token at most once a minute. Returns
-- {provider_id} or an error.
create function auth_lib.use_scim_token(token_id uuid) returns jsonb
language plpgsql volatile
as $$
declare
  v_now   timestamptz := auth_lib.clock();
  v_token record;
begin
  select t.provider_id, p.disabled into v_token
  from auth.scim_tokens as t join auth.sso_providers as p on p.id = t.provider_id
  where t.id = token_id and (t.expires_at is null or t.expires_at > v_now);
  if v_token.provider_id is null then
    return auth_lib.refusal('scim_token_invalid');
  elsif v_token.disabled then
    return auth_lib.refusal('scim_provider_disabled');
  end if;
  update auth.scim_tokens as t set last_used_at = v_now
  where t.id = token_id and (t.last_used_at is null or t.last_used_at < v_now - interval '1 minute');
  return jsonb_build_object('provider_id', v_token.provider_id);
end
$$;

-- Returns the actor of SCIM audit entries: a pseudo-user with the nil UUID. The traits of an entry contain
-- the token's id.
create function auth_lib.scim_actor() returns auth.users
language plpgsql immutable
as $$
declare
  v_actor auth.users;
begin
  v_actor.id := '00000000-0000-0000-0000-000000000000';
  return v_actor;
end
$$;

-- Returns the audit traits of a request: its token, its provider, and the members of `more`.
create function auth_lib.scim_traits(token_id uuid, provider_id uuid, more jsonb) returns jsonb
language sql stable
as $$ select jsonb_build_object('scim_token_id', token_id, 'provider', 'sso:' || provider_id) || more $$;

-- Returns true if If-Match is given and names only other versions of a resource.
create function auth_lib.if_match_fails(if_match text, version bigint) returns boolean
language sql immutable
as $$
  select coalesce(if_match <> '*' and not regexp_split_to_array(if_match, '\s*,\s*')
    && array['W/"' || version || '"', '"' || version || '"'], false)
$$;

-- Locks a resource of a provider before a change. Returns an error or null. Uses FOR UPDATE, which conflicts
-- with the key share locks that scim_member_ids() holds. The deletion of a user therefore waits for a
-- parallel addition to a group before it locks the account.
create function auth_lib.lock_scim_resource(provider_id uuid, kind text, id text, if_match text) returns jsonb
language plpgsql volatile
as $$
declare
  v_id      uuid := auth_lib.uuid_or_null(id);
  v_version bigint;
begin
  if kind = 'User' then
    select u.version into v_version from auth.scim_users as u
    where u.id = v_id and u.provider_id = lock_scim_resource.provider_id and u.deleted_at is null for update;
  else
    select g.version into v_version from auth.scim_groups as g
    where g.id = v_id and g.provider_id = lock_scim_resource.provider_id for update;
  end if;
  return case
    when v_version is null then auth_lib.refusal('scim_not_found', left(id, 100))
    when auth_lib.if_match_fails(if_match, v_version) then auth_lib.refusal('scim_stale') end;
end
$$;

-- Returns the e-mail address for a user's account: the primary one, otherwise the one of type work, otherwise
-- the first, otherwise the user name if it is an address, otherwise null.
create function auth_lib.scim_email(resource jsonb) returns text
language sql stable
as $$
  select coalesce((
      select auth_lib.normal_email(e.value ->> 'value')
      from jsonb_array_elements(coalesce(resource -> 'emails', '[]')) with ordinality as e
      where coalesce(e.value ->> 'value', '') <> ''
      order by e.value -> 'primary' = 'true' desc nulls last, lower(e.value ->> 'type' collate "C") = 'work' desc
        nulls last, e.ordinality limit 1),
    case when auth_lib.check_email(resource ->> 'userName') is null
      then auth_lib.normal_email(resource ->> 'userName') end)
$$;

-- Validates a user of a provider. Returns the first error or null. `before` is the stored user, or a row of
-- nulls for a new one. The provider must be allowed to assert the address, because the account's address
-- counts as confirmed. The address is checked only if it is new or if the user is activated, so that a user
-- can always be deactivated. groups and meta do not count for the limits, because clients do not write them.
create function auth_lib.check_scim_user(before auth.scim_users, resource jsonb, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_email     text := auth_lib.scim_email(resource);
  v_given     jsonb := resource - '{groups,meta}'::text[];
  v_activates boolean := coalesce(not before.active and (resource ->> 'active')::boolean, false);
  v_provider  auth.sso_providers;
  v_list      text;
begin
  if coalesce(resource ->> 'userName', '') = '' then
    return auth_lib.refusal('scim_value', 'userName is required');
  elsif length(resource ->> 'userName') > 255 or length(resource ->> 'externalId') > 255 then
    return auth_lib.refusal('scim_value', 'userName and externalId can have at most 255 characters');
  elsif octet_length(v_given::text) > 16384 then
    return auth_lib.refusal('scim_value', 'A user can have at most 16384 bytes');
  end if;
  select m.key into v_list from jsonb_each(v_given) as m
  where case jsonb_typeof(m.value) when 'array' then jsonb_array_length(m.value) > 20 end limit 1;
  if v_list is not null then
    return auth_lib.refusal('scim_value', v_list || ' can have at most 20 values');
  end if;
  select m.key into v_list from jsonb_each(v_given) as m
  where jsonb_array_length(jsonb_path_query_array(m.value, '$[*] ? (@.primary == true)')) > 1 limit 1;
  if v_list is not null then
    return auth_lib.refusal('scim_value', v_list || ' can have one primary value');
  elsif v_email is null then
    return auth_lib.refusal('scim_value', 'A user needs an e-mail address');
  elsif auth_lib.check_email(v_email) is not null then
    return auth_lib.refusal('scim_value', 'The e-mail address is not valid');
  elsif v_email = before.emails[1] and not v_activates then
    return null;
  end if;
  -- Reads two columns only, because the row contains the metadata document.
  select p.id, p.email_domains into v_provider.id, v_provider.email_domains
  from auth.sso_providers as p where p.id = before.provider_id;
  return case when auth_lib.check_sso_email(v_provider, v_email, settings) is not null
    then auth_lib.refusal('scim_value', 'The e-mail address is outside of the domains of this provider') end;
end
$$;

-- Returns a provisioned user with the attributes of a validated resource.
create function auth_lib.with_scim_attributes(one auth.scim_users, resource jsonb) returns auth.scim_users
language plpgsql stable
as $$
declare
  v_email text := auth_lib.scim_email(resource);
begin
  one.user_name := resource ->> 'userName';
  one.external_id := nullif(resource ->> 'externalId', '');
  one.active := coalesce((resource ->> 'active')::boolean, one.active, true);
  one.emails := array[v_email] || array(
    select distinct auth_lib.normal_email(e.value ->> 'value')
    from jsonb_array_elements(coalesce(resource -> 'emails', '[]')) as e
    where auth_lib.normal_email(e.value ->> 'value') <> v_email);
  one.attributes := resource - '{schemas,id,userName,externalId,active,groups,meta}'::text[];
  one.updated_at := auth_lib.clock();
  return one;
end
$$;

-- Checks that no other user of the provider has the user name or the external id. Returns an error or null.
create function auth_lib.check_scim_user_unique(one auth.scim_users) returns jsonb
language plpgsql stable
as $$
begin
  return case
    when exists (select from auth.scim_users as u where u.provider_id = one.provider_id and u.id <> one.id
      and lower(u.user_name collate "C") = lower(one.user_name collate "C") and u.deleted_at is null)
      then auth_lib.refusal('scim_taken', 'userName')
    when exists (select from auth.scim_users as u where u.provider_id = one.provider_id and u.id <> one.id
      and u.external_id = one.external_id and u.deleted_at is null)
      then auth_lib.refusal('scim_taken', 'externalId')
  end;
end
$$;

-- Returns the members of user_metadata that are derived from a user's attributes. Members without a value are
-- null.
create function auth_lib.scim_profile(attributes jsonb) returns jsonb
language sql immutable
as $$
  select jsonb_build_object('name', n.name, 'full_name', n.name, 'given_name', attributes #>> '{name,givenName}',
    'family_name', attributes #>> '{name,familyName}', 'picture', attributes #>> '{photos,0,value}',
    'locale', coalesce(attributes ->> 'locale', attributes ->> 'preferredLanguage'),
    'scim', nullif(jsonb_strip_nulls(jsonb_build_object('title', attributes -> 'title',
      'userType', attributes -> 'userType') || coalesce(
        attributes -> 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User', '{}')), '{}'))
  from (values (coalesce(attributes #>> '{name,formatted}', nullif(concat_ws(' ',
    attributes #>> '{name,givenName}', attributes #>> '{name,familyName}'), ''), attributes ->> 'displayName')))
    as n (name)
$$;

-- Checks that an account can be used only through its organization. Returns an error or null.
create function auth_lib.check_scim_account(person auth.users, provider_id uuid) returns jsonb
language plpgsql stable
as $$
begin
  return case when not person.is_sso_user or exists (select from auth.identities as i
    where i.user_id = person.id and i.provider <> 'sso:' || provider_id)
    then auth_lib.refusal('scim_not_managed') end;
end
$$;

-- Applies a provisioned user to its account: profile, address, and whether the account may sign in. If the
-- user is not active, all sessions are revoked, and sign-ins in progress become void. A ban by an
-- administrator does not change. If user_metadata would become too long, it does not change. Raises an
-- error if the profile of an active user is too long even without the rest of user_metadata, or if the
-- account is not used only through the organization (check_scim_account). `before` is the resource before
-- the change, or a row of nulls if it is new. `action` is the action of the audit entry; null selects the
-- action that matches the change of active. The caller has locked the row of scim_users.
create function auth_lib.sync_scim_account(
  before auth.scim_users, after auth.scim_users, token_id uuid, action text, client jsonb)
returns void
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_former  auth.users := auth_lib.lock_user(after.user_id);
  v_profile jsonb := auth_lib.scim_profile(after.attributes);
  v_data    jsonb := auth_lib.merge_metadata(v_former.raw_user_meta_data, v_profile);
  v_moves   boolean := before.emails[1] is distinct from after.emails[1] and after.deleted_at is null;
  v_user    auth.users;
  v_refused jsonb := auth_lib.check_scim_account(v_former, after.provider_id);
begin
  if v_refused is not null then
    perform auth_lib.fail_with(v_refused);
  elsif after.deleted_at is not null
    or auth_lib.check_metadata(v_data, v_former.raw_app_meta_data, v_former) is not null then
    -- The user's own metadata must not block a change by SCIM. If the profile and the other metadata together
    -- are too long, user_metadata does not change.
    if after.active and auth_lib.check_metadata(jsonb_strip_nulls(v_profile), v_former.raw_app_meta_data, v_former)
      is not null then
      perform auth_lib.fail('scim_value', 'The attributes are too long for the metadata of the account');
    end if;
    v_data := v_former.raw_user_meta_data;
  end if;
  update auth.users as u
  set raw_user_meta_data = v_data,
      email = case when v_moves then after.emails[1] else u.email end,
      email_confirmed_at = case when v_moves and u.email is distinct from after.emails[1] then v_now
        else u.email_confirmed_at end,
      deprovisioned_at = case when not after.active then coalesce(u.deprovisioned_at, v_now) end,
      updated_at = v_now
  where u.id = after.user_id;
  if not after.active then
    perform auth_lib.cut_access(after.user_id, null, 'admin'), auth_lib.void_one_time_tokens(after.user_id);
    delete from auth.flow_states as f where f.user_id = after.user_id;
  end if;
  v_user := auth_lib.lock_user(after.user_id);
  perform auth_lib.audit(auth_lib.scim_actor(), array[coalesce(action,
      case when v_former.deprovisioned_at is null and v_user.deprovisioned_at is not null
        then 'user_deprovisioned'
      when v_former.deprovisioned_at is not null and v_user.deprovisioned_at is null
        then 'user_reprovisioned' else 'user_modified' end)],
    auth_lib.scim_traits(token_id, after.provider_id, jsonb_build_object('user_id', v_user.id,
      'scim_user_id', after.id)), client);
  perform auth_lib.notify_user_change(v_former, v_user) where auth_lib.has_webhooks();
end
$$;

-- Writes the names of the groups of provisioned users to app_metadata of their accounts. If the metadata of a
-- user would become too long, user_metadata is replaced by the SCIM profile. Raises an error if the metadata
-- is still too long.
create function auth_lib.sync_scim_groups(scim_user_ids uuid[], settings jsonb) returns void
language plpgsql volatile
as $$
declare
  v_claim text := coalesce(settings ->> 'scim_groups_claim', 'groups');
  v_one   record;
begin
  if v_claim = '' or scim_user_ids = '{}' then
    return;
  end if;
  perform from auth.users as u
  where u.id in (select s.user_id from auth.scim_users as s where s.id = any (scim_user_ids))
  order by u.id for no key update;
  for v_one in
    update auth.users as u
    set raw_app_meta_data = n.app,
        raw_user_meta_data = case when n.has_room then u.raw_user_meta_data else n.profile end,
        updated_at = auth_lib.clock()
    from (
      select s.id, s.user_id, a.app, r.profile,
        auth_lib.check_metadata(p.raw_user_meta_data, a.app, p) is null as has_room,
        auth_lib.check_metadata(r.profile, a.app, p) is null as fits
      from auth.scim_users as s join auth.users as p on p.id = s.user_id
        cross join lateral (
          select jsonb_agg(g.name order by g.name collate "C") as names from (
            select distinct x.display_name as name
            from auth.scim_members as m join auth.scim_groups as x on x.id = m.group_id
            where m.scim_user_id = s.id) as g) as g
        cross join lateral (
          select case when g.names is null then p.raw_app_meta_data - v_claim
            else p.raw_app_meta_data || jsonb_build_object(v_claim, g.names) end as app) as a
        cross join lateral (select jsonb_strip_nulls(auth_lib.scim_profile(s.attributes)) as profile) as r
      where s.id = any (scim_user_ids)) as n
    where u.id = n.user_id and u.raw_app_meta_data <> n.app
    returning u as person, n.id, n.has_room or n.fits as fits
  loop
    if not v_one.fits then
      perform auth_lib.fail('scim_value', 'Too many groups for user ' || v_one.id);
    end if;
    perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(v_one.person))
    where auth_lib.has_webhooks();
  end loop;
end
$$;

-- Returns the ids in a list of members, and locks these users, so that none is deleted meanwhile. Raises an error
-- if a member is not a user of the provider.
create function auth_lib.scim_member_ids(provider_id uuid, members jsonb) returns uuid[]
language plpgsql volatile
as $$
declare
  v_ids     uuid[] := array(select distinct auth_lib.uuid_or_null(m.value ->> 'value')
    from jsonb_array_elements(members) as m);
  v_unknown text;
begin
  v_ids := array(
    select u.id from auth.scim_users as u
    where u.id = any (v_ids) and u.provider_id = scim_member_ids.provider_id and u.deleted_at is null
    order by u.id for key share);
  select m.value ->> 'value' into v_unknown from jsonb_array_elements(members) as m
  where auth_lib.uuid_or_null(m.value ->> 'value') = any (v_ids) is not true limit 1;
  if found then
    perform auth_lib.fail('scim_value', 'Member ' || left(coalesce(v_unknown, ''), 100) || ' not found');
  end if;
  return v_ids;
end
$$;

-- Adds members to a group. With `replaces`, also removes all other members. Returns the users whose
-- membership has changed. Raises an error if a member is unknown or there are too many. The caller has
-- locked the group.
create function auth_lib.set_scim_members(one auth.scim_groups, members jsonb, replaces boolean) returns uuid[]
language plpgsql volatile
as $$
declare
  v_ids     uuid[] := auth_lib.scim_member_ids(one.provider_id, members);
  v_changed uuid[];
begin
  with removed as (
    delete from auth.scim_members as m
    where replaces and m.group_id = one.id and m.scim_user_id <> all (v_ids) returning m.scim_user_id),
  added as (
    insert into auth.scim_members (group_id, scim_user_id)
    select one.id, i.id from unnest(v_ids) as i (id) order by i.id
    on conflict do nothing returning scim_user_id)
  select array(select r.scim_user_id from removed as r union all select a.scim_user_id from added as a)
  into v_changed;
  if (select count(*) from auth.scim_members as m where m.group_id = one.id) > 10000 then
    perform auth_lib.fail('scim_value', 'A group can have at most 10000 members');
  end if;
  return v_changed;
end
$$;

-- Validates the display name and external id of a group, and checks that no other group of the provider has
-- the external id. Returns an error or null.
create function auth_lib.check_scim_group(one auth.scim_groups) returns jsonb
language plpgsql stable
as $$
begin
  return case
    when coalesce(one.display_name, '') = '' then auth_lib.refusal('scim_value', 'displayName is required')
    when length(one.display_name) > 255 or length(one.external_id) > 255
      then auth_lib.refusal('scim_value', 'displayName and externalId can have at most 255 characters')
    when exists (select from auth.scim_groups as g where g.provider_id = one.provider_id and g.id <> one.id
      and g.external_id = one.external_id) then auth_lib.refusal('scim_taken', 'externalId')
  end;
end
$$;

-- Returns those of the ids that belong to SSO accounts without a SCIM user. Deleted accounts are omitted.
create function auth_lib.accounts_without_scim_user(user_ids uuid[]) returns uuid[]
language plpgsql stable
as $$
begin
  return array(
    select u.id from auth.users as u
    where u.id = any (user_ids) and u.is_sso_user and u.deleted_at is null
      and not exists (select from auth.scim_users as s where s.user_id = u.id and s.deleted_at is null));
end
$$;

-- Reserves a changed user name or external id for the user's account until the transaction ends. Returns
-- an error if the name or id is the subject of an account of the same provider that has no SCIM user,
-- otherwise null. The identity provider would sign the person in to that account, and a deactivation of
-- the SCIM user would not stop these sign-ins.
create function auth_lib.reserve_scim_subject(before auth.scim_users, after auth.scim_users) returns jsonb
language plpgsql volatile
as $$
declare
  v_provider text := 'sso:' || after.provider_id;
begin
  if (before.external_id, before.user_name) is not distinct from (after.external_id, after.user_name) then
    return null;
  end if;
  -- the same lock as in create_scim_user()
  perform pg_advisory_xact_lock(hashtextextended(v_provider || ' accounts', 0));
  return case when auth_lib.accounts_without_scim_user(array(
    select i.user_id from auth.identities as i
    where i.provider = v_provider and i.subject = any (array[after.external_id, after.user_name])
      and i.user_id <> after.user_id)) <> '{}' then auth_lib.refusal('scim_several_accounts') end;
end
$$;

-- Stores a changed user and applies it to its account. Returns the resource or an error. The caller has
-- locked the row.
create function auth_lib.change_scim_user(
  before auth.scim_users, resource jsonb, token_id uuid, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_refused jsonb := auth_lib.check_scim_user(before, resource, settings);
  v_new     auth.scim_users;
begin
  if v_refused is null then
    v_new := auth_lib.with_scim_attributes(before, resource);
    v_refused := coalesce(auth_lib.check_scim_user_unique(v_new),
      auth_lib.reserve_scim_subject(before, v_new));
  end if;
  if v_refused is not null then
    return v_refused;
  end if;
  begin
    update auth.scim_users as u
    set user_name = v_new.user_name, external_id = v_new.external_id, active = v_new.active,
        emails = v_new.emails, attributes = v_new.attributes, version = u.version + 1,
        updated_at = v_new.updated_at
    where u.id = before.id returning u.* into v_new;
  exception when unique_violation then   -- another request has just taken the user name or the external id
    return auth_lib.refusal('scim_taken', 'userName or externalId');
  end;
  perform auth_lib.sync_scim_account(before, v_new, token_id, null, client);
  return auth_lib.scim_user_json(v_new);
end
$$;

-- Stores a group with its new display name and external id. If the display name has changed, writes the
-- group names to the accounts of all members, otherwise only to those of `changed`, the users whose
-- membership has changed. Returns the resource. Errors are raised, so that a change of the members is
-- rolled back. The caller has locked the group.
create function auth_lib.change_scim_group(
  before auth.scim_groups, after auth.scim_groups, changed uuid[], with_members boolean, token_id uuid,
  settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_refused jsonb := auth_lib.check_scim_group(after);
  v_new     auth.scim_groups;
begin
  if v_refused is not null then
    perform auth_lib.fail_with(v_refused);   -- rolls back a change of the members
  end if;
  begin
    update auth.scim_groups as g
    set display_name = after.display_name, external_id = after.external_id, version = g.version + 1,
        updated_at = auth_lib.clock()
    where g.id = before.id returning g.* into v_new;
  exception when unique_violation then   -- another request has just taken the external id
    perform auth_lib.fail('scim_taken', 'externalId');
  end;
  perform auth_lib.sync_scim_groups(case when before.display_name = v_new.display_name then changed
    else changed || array(select m.scim_user_id from auth.scim_members as m where m.group_id = v_new.id) end,
    settings);
  perform auth_lib.audit(auth_lib.scim_actor(), '{scim_group_changed}', auth_lib.scim_traits(token_id, v_new.provider_id,
    jsonb_build_object('scim_group_id', v_new.id, 'members_changed', cardinality(changed))), client);
  return auth_lib.scim_group_json(v_new, with_members);
end
$$;

-- Returns a token in the API's format, without the secret.
create function auth_lib.scim_token_json(token auth.scim_tokens) returns jsonb
language sql stable
as $$
  select jsonb_strip_nulls(jsonb_build_object('id', (token).id, 'name', (token).name,
    'created_at', auth_lib.wire_time((token).created_at), 'expires_at', auth_lib.wire_time((token).expires_at),
    'last_used_at', auth_lib.wire_time((token).last_used_at)))
$$;
