-- PATCH /scim/v2/Users/{id} and /scim/v2/Groups/{id}. Applies all operations in their order, or none. An
-- operation is {op: add|replace|remove, path, many, filter, seed, sub, value}. path identifies an
-- attribute, and many is true if it is a list. filter selects values of the list, and sub is the name of a
-- member of these values. seed is the value to add if no value matches; it is null if the filter does not
-- describe a value. `if_match` is the header If-Match, or null.
create function auth_api.patch_scim_resource(
  token_id uuid, kind text, id text, operations jsonb, if_match text, with_members boolean, settings jsonb,
  client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_checked  jsonb := auth_lib.use_scim_token(token_id);
  v_refused  jsonb;
  v_user     auth.scim_users;
  v_group    auth.scim_groups;
  v_resource jsonb;
  v_one      jsonb;
begin
  if v_checked ? 'refused' then
    return v_checked;
  end if;
  v_refused := auth_lib.lock_scim_resource((v_checked ->> 'provider_id')::uuid, kind, id, if_match);
  if v_refused is not null then
    return v_refused;
  elsif kind = 'Group' then
    select g.* into v_group from auth.scim_groups as g where g.id = patch_scim_resource.id::uuid;
    return auth_lib.patch_scim_group(v_group, operations, with_members, token_id, settings, client);
  end if;
  select u.* into v_user from auth.scim_users as u where u.id = patch_scim_resource.id::uuid;
  v_resource := auth_lib.scim_user_json(v_user);
  for v_one in select o.value from jsonb_array_elements(operations) with ordinality as o order by o.ordinality loop
    v_resource := auth_lib.apply_scim_operation(v_resource, v_one);
  end loop;
  return auth_lib.change_scim_user(v_user, v_resource, token_id, settings, client);
end
$$;
comment on function auth_api.patch_scim_resource is
  'PATCH /scim/v2/{resource}/{id}. Errors: scim_token_invalid, scim_provider_disabled, scim_not_found, '
  'scim_stale, scim_value, scim_taken, scim_several_accounts, scim_no_target, scim_not_managed.';

-- Applies operations to a group. Returns the resource. Errors are raised, so that all operations are rolled
-- back. The caller has locked the group.
create function auth_lib.patch_scim_group(
  one auth.scim_groups, operations jsonb, with_members boolean, token_id uuid, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_names   jsonb := jsonb_build_object('displayName', one.display_name, 'externalId', one.external_id);
  v_changed uuid[] := array[]::uuid[];
  v_ids     uuid[];
  v_scans   integer := 0;   -- operations that evaluate a filter for every member
  v_new     auth.scim_groups := one;
  v_op      jsonb;
begin
  for v_op in select o.value from jsonb_array_elements(operations) with ordinality as o order by o.ordinality loop
    if v_op #>> '{path,0}' <> 'members' then
      v_names := auth_lib.apply_scim_operation(v_names, v_op);
    elsif v_op ->> 'op' <> 'remove' then
      v_changed := v_changed
        || auth_lib.set_scim_members(one, v_op -> 'value', v_op ->> 'op' = 'replace');
    else
      v_scans := v_scans + (jsonb_typeof(v_op -> 'filter') = 'object'
        and auth_lib.indexable_scim_comparison(v_op -> 'filter') is null)::integer;
      if v_scans > 5 then
        perform auth_lib.fail('scim_value', 'Only 5 operations can select members by other than value eq');
      end if;
      v_ids := auth_lib.selected_scim_members(one.id, v_op -> 'value', v_op -> 'filter');
      delete from auth.scim_members as m where m.group_id = one.id and m.scim_user_id = any (v_ids);
      v_changed := v_changed || v_ids;
    end if;
  end loop;
  v_new.display_name := v_names ->> 'displayName';
  v_new.external_id := nullif(v_names ->> 'externalId', '');
  return auth_lib.change_scim_group(one, v_new, v_changed, with_members, token_id, settings, client);
end
$$;

-- Returns the ids of the members of a group that an operation removes. `value` is a list of {value: member
-- id}; null means all members. If the operation has a filter, only members that match it are returned.
create function auth_lib.selected_scim_members(group_id uuid, value jsonb, filter jsonb) returns uuid[]
language plpgsql stable
as $$
declare
  v_named uuid[] := case when jsonb_typeof(value) = 'array' then array(
    select auth_lib.uuid_or_null(v.value ->> 'value') from jsonb_array_elements(value) as v) end;
  -- If the filter selects one member by its id, it is evaluated for this member only.
  v_key   jsonb := auth_lib.indexable_scim_comparison(filter);
  v_ids   uuid[];
  v_hits  boolean[];
begin
  if v_key is not null then
    v_ids := array[auth_lib.uuid_or_null(v_key ->> 'value')];
    v_named := case when v_named is null or v_ids <@ v_named then v_ids else '{}' end;
  end if;
  v_ids := case when v_named is null
    then array(select m.scim_user_id from auth.scim_members as m
      where m.group_id = selected_scim_members.group_id)
    else array(select m.scim_user_id from auth.scim_members as m
      where m.group_id = selected_scim_members.group_id and m.scim_user_id = any (v_named)) end;
  if jsonb_typeof(filter) is distinct from 'object' then
    return v_ids;
  end if;
  v_hits := auth_lib.match_scim_filter(array(
    select jsonb_build_object('value', i.id, 'type', 'User')
    from unnest(v_ids) with ordinality as i (id, place) order by i.place), filter);
  return array(select h.id from unnest(v_ids, v_hits) as h (id, hit) where h.hit);
end
$$;

-- Returns a resource after an operation. Raises an error if the filter selects no value and does not describe
-- one to add.
create function auth_lib.apply_scim_operation(resource jsonb, operation jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_path  text[] := array(select jsonb_array_elements_text(operation -> 'path'));
  v_op    text := operation ->> 'op';
  v_value jsonb := operation -> 'value';
  v_inner jsonb;
begin
  if cardinality(v_path) > 1 then
    v_inner := auth_lib.apply_scim_operation(coalesce(resource -> v_path[1], '{}'),
      operation || jsonb_build_object('path', to_jsonb(v_path[2:])));
    return case when v_inner = '{}' then resource - v_path[1]
      else resource || jsonb_build_object(v_path[1], v_inner) end;
  elsif (operation ->> 'many')::boolean then
    v_value := auth_lib.patched_scim_list(coalesce(resource -> v_path[1], '[]'), operation);
  elsif v_op = 'remove' then
    v_value := null;
  end if;
  return case when v_value is null or v_value in ('null', '[]') then resource - v_path[1]
    else resource || jsonb_build_object(v_path[1], v_value) end;
end
$$;

-- Returns a list of values after an operation. If a value becomes primary, primary is removed from the
-- previous primary value.
create function auth_lib.patched_scim_list(list jsonb, operation jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_op     text := operation ->> 'op';
  v_filter jsonb := nullif(operation -> 'filter', 'null');
  v_sub    text := operation ->> 'sub';
  v_value  jsonb := nullif(operation -> 'value', 'null');
  v_seed   jsonb := case when v_filter is null then '{}' else nullif(operation -> 'seed', 'null') end;
  v_patch  jsonb := case when v_sub is null then v_value else jsonb_build_object(v_sub, v_value) end;
  v_hit    boolean[];
  v_new    jsonb;
begin
  if v_filter is null and v_sub is null then
    v_new := case v_op
      when 'replace' then coalesce(v_value, '[]')
      when 'add' then list || (select coalesce(jsonb_agg(n.value order by n.ordinality), '[]')
        from jsonb_array_elements(coalesce(v_value, '[]')) with ordinality as n
        where not list @> jsonb_build_array(n.value))
      else case when v_value is null then '[]' else (
        select coalesce(jsonb_agg(o.value order by o.ordinality), '[]')
        from jsonb_array_elements(list) with ordinality as o
        where not exists (select from jsonb_array_elements(v_value) as n where o.value @> n.value)) end
      end;
    -- check_scim_user() allows less, but only checks the result of all operations.
    if jsonb_array_length(v_new) > 100 then
      perform auth_lib.fail('scim_value', (operation #>> '{path,-1}') || ' can have at most 20 values');
    end if;
    return auth_lib.with_one_primary(list, v_new);
  end if;
  v_hit := auth_lib.match_scim_filter(
    array(select o.value from jsonb_array_elements(list) with ordinality as o order by o.ordinality),
    coalesce(v_filter, '{"op": "and", "of": []}'));
  if v_op = 'remove' then
    return (
      select coalesce(jsonb_agg(case when v_hit[o.ordinality] then o.value - v_sub else o.value end
        order by o.ordinality), '[]')
      from jsonb_array_elements(list) with ordinality as o where v_sub is not null or not v_hit[o.ordinality]);
  elsif true = any (v_hit) then
    v_new := (
      select jsonb_agg(case when v_hit[o.ordinality] then jsonb_strip_nulls(o.value || v_patch) else o.value end
        order by o.ordinality)
      from jsonb_array_elements(list) with ordinality as o);
  elsif v_seed is null then
    perform auth_lib.fail('scim_no_target');
  elsif v_patch <> jsonb_build_object(v_sub, null) or v_sub is null then
    v_new := list || jsonb_build_array(v_seed || v_patch);
  end if;
  return auth_lib.with_one_primary(list, coalesce(v_new, list));
end
$$;

-- Returns a changed list in which a new primary value is the only primary one.
create function auth_lib.with_one_primary(before jsonb, after jsonb) returns jsonb
language plpgsql immutable
as $$
begin
  if not jsonb_path_exists(after, '$[*] ? (@.primary == true)')
    or not exists (select from jsonb_array_elements(after) as n
      where n.value @> '{"primary": true}' and not before @> jsonb_build_array(n.value)) then
    return after;
  end if;
  return (
    select jsonb_agg(case when before @> jsonb_build_array(n.value) then n.value - 'primary' else n.value end
      order by n.ordinality)
    from jsonb_array_elements(after) with ordinality as n);
end
$$;
