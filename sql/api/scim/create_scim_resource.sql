-- POST /scim/v2/Users and /scim/v2/Groups. A new user is bound to its existing account of this provider, or
-- gets a new account. Accounts with other sign-in methods are never bound. `kind` is User or Group.
create function auth_api.create_scim_resource(
  token_id uuid, kind text, resource jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_checked  jsonb := auth_lib.use_scim_token(token_id);
  v_provider uuid := (v_checked ->> 'provider_id')::uuid;
begin
  if v_checked ? 'refused' then
    return v_checked;
  end if;
  perform from auth.sso_providers as p where p.id = v_provider for key share;
  if not found then
    return auth_lib.refusal('scim_token_invalid');   -- deleted while this call waited
  elsif kind = 'Group' then
    return auth_lib.create_scim_group(v_provider, resource, token_id, settings, client);
  end if;
  return auth_lib.create_scim_user(v_provider, resource, token_id, settings, client);
end
$$;
comment on function auth_api.create_scim_resource is
  'POST /scim/v2/{resource}. Errors: scim_token_invalid, scim_provider_disabled, scim_value, scim_taken, '
  'scim_several_accounts, scim_not_managed.';

-- Creates a provisioned user with its account. Returns the resource or an error.
create function auth_lib.create_scim_user(
  provider_id uuid, resource jsonb, token_id uuid, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_refused jsonb;
  v_new     auth.scim_users;
  v_found   jsonb;
  v_person  auth.users;
begin
  v_new.id := gen_random_uuid();
  v_new.provider_id := provider_id;
  v_refused := auth_lib.check_scim_user(v_new, resource, settings);
  if v_refused is not null then
    return v_refused;
  end if;
  -- Serializes the creation of accounts of a provider, because the same person may be signing in at the same
  -- time.
  perform pg_advisory_xact_lock(hashtextextended('sso:' || provider_id || ' accounts', 0));
  v_new := auth_lib.with_scim_attributes(v_new, resource);
  v_refused := auth_lib.check_scim_user_unique(v_new);
  if v_refused is not null then
    return v_refused;
  end if;
  v_found := auth_lib.find_account_to_provision(v_new);
  if v_found ? 'refused' then
    return v_found;
  end if;
  v_person := auth_lib.lock_user((v_found ->> 'user_id')::uuid);
  v_refused := case when v_person.id is not null
    then auth_lib.check_scim_account(v_person, provider_id) end;
  if v_refused is not null then
    return v_refused;
  elsif v_person.id is null then
    v_new.user_id := (auth_lib.create_sso_user('sso:' || provider_id, v_new.emails[1],
      jsonb_strip_nulls(auth_lib.scim_profile(v_new.attributes)), settings, client)).id;
  else
    v_new.user_id := v_person.id;
    delete from auth.scim_users as u where u.user_id = v_person.id and u.deleted_at is not null;
  end if;
  insert into auth.scim_users (id, provider_id, user_id, external_id, user_name, active, emails, attributes,
    created_at, updated_at)
  values (v_new.id, v_new.provider_id, v_new.user_id, v_new.external_id, v_new.user_name, v_new.active,
    v_new.emails, v_new.attributes, v_new.updated_at, v_new.updated_at)
  returning * into v_new;
  perform auth_lib.sync_scim_account(null, v_new, token_id,
    case when v_person.deprovisioned_at is not null and v_new.active then 'user_reprovisioned'
      else 'user_provisioned' end, client);
  -- Removes the names of earlier groups of a known account.
  perform auth_lib.sync_scim_groups(array[v_new.id], settings) where v_person.id is not null;
  if v_person.id is null then
    v_person := auth_lib.lock_user(v_new.user_id);
    if settings ? 'hooks' then
      perform auth_lib.run_after_user_created(auth_lib.user_json(v_person), settings, client);
    end if;
    perform auth_lib.notify_webhooks('user.created', auth_lib.user_json(v_person)) where auth_lib.has_webhooks();
  end if;
  return auth_lib.scim_user_json(v_new);
end
$$;

-- Finds the existing account of a new user. Searches accounts created by a sign-in (by subject) and accounts
-- of deleted SCIM users: first by external id, then by user name, then by address. Accounts that another SCIM
-- user has are not found. Returns {user_id}, {} or an error.
create function auth_lib.find_account_to_provision(one auth.scim_users) returns jsonb
language plpgsql stable
as $$
declare
  v_provider text := 'sso:' || one.provider_id;
  v_name     text := lower(one.user_name collate "C");
  v_ids      uuid[];
begin
  v_ids := auth_lib.accounts_without_scim_user(array(
    select i.user_id from auth.identities as i where i.provider = v_provider and i.subject = one.external_id
    union select s.user_id from auth.scim_users as s
    where s.provider_id = one.provider_id and s.deleted_at is not null and s.external_id = one.external_id));
  if v_ids = '{}' then
    v_ids := auth_lib.accounts_without_scim_user(array(
      select i.user_id from auth.identities as i where i.provider = v_provider and i.subject = one.user_name
      union select s.user_id from auth.scim_users as s
      where s.provider_id = one.provider_id and s.deleted_at is not null
        and lower(s.user_name collate "C") = v_name));
  end if;
  if v_ids = '{}' then
    v_ids := auth_lib.accounts_without_scim_user(array(
      select i.user_id from auth.identities as i
      where i.provider = v_provider and i.email = any (array[v_name, one.emails[1]])
        and i.provider not in ('email', 'phone')
      union select s.user_id from auth.scim_users as s
      where s.provider_id = one.provider_id and s.deleted_at is not null and s.emails[1] = one.emails[1]));
  end if;
  return case cardinality(v_ids) when 0 then '{}' when 1 then jsonb_build_object('user_id', v_ids[1])
    else auth_lib.refusal('scim_several_accounts') end;
end
$$;

-- Creates a group with its members. Returns the resource or an error.
create function auth_lib.create_scim_group(
  provider_id uuid, resource jsonb, token_id uuid, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_refused jsonb;
  v_new     auth.scim_groups;
begin
  v_new.id := gen_random_uuid();
  v_new.provider_id := provider_id;
  v_new.display_name := resource ->> 'displayName';
  v_new.external_id := nullif(resource ->> 'externalId', '');
  v_refused := auth_lib.check_scim_group(v_new);
  if v_refused is not null then
    return v_refused;
  end if;
  insert into auth.scim_groups (id, provider_id, external_id, display_name, created_at, updated_at)
  values (v_new.id, v_new.provider_id, v_new.external_id, v_new.display_name, v_now, v_now)
  on conflict do nothing returning * into v_new;
  if not found then
    return auth_lib.refusal('scim_taken', 'externalId');
  end if;
  perform auth_lib.sync_scim_groups(
    auth_lib.set_scim_members(v_new, coalesce(resource -> 'members', '[]'), false), settings);
  perform auth_lib.audit(auth_lib.scim_actor(), '{scim_group_created}', auth_lib.scim_traits(token_id, provider_id,
    jsonb_build_object('scim_group_id', v_new.id)), client);
  return auth_lib.scim_group_json(v_new, true);
end
$$;
