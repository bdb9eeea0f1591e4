-- GET /scim/v2/Users and /scim/v2/Groups. Returns a page of users or groups of the token's provider, oldest
-- first. `filter` is a tree (see auth_lib.match_scim_filter()), or null for all. A filter is refused if
-- it would have to be evaluated for more than 5,000 resources: those that an index finds or, without an
-- index, all resources of the kind. A filter that reads all members of groups is also refused for more than
-- 20,000 members. `start_index` is 1-based. A page also ends before its groups have too many members
-- (limit_scim_page).
create function auth_api.list_scim_resources(
  token_id uuid, kind text, filter jsonb, start_index integer, count integer, with_members boolean,
  settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_checked  jsonb := auth_lib.use_scim_token(token_id);
  v_provider uuid := (v_checked ->> 'provider_id')::uuid;
  v_most     integer := coalesce((settings ->> 'scim_max_results')::integer, 200);
  v_start    integer := greatest(coalesce(start_index, 1), 1);
  v_count    integer := least(greatest(coalesce(count, least(100, v_most)), 0), v_most);
  v_ids      uuid[];
  v_hits     boolean[];
  v_total    bigint;
begin
  if v_checked ? 'refused' then
    return v_checked;
  elsif filter is null then
    v_total := (select pg_catalog.count(*) from auth_lib.scim_ids(v_provider, kind));
    v_ids := array(select r.id from auth_lib.scim_ids(v_provider, kind) as r (id)
      offset v_start - 1 limit v_count);
  else
    v_ids := auth_lib.scim_candidates(v_provider, kind, filter);
    v_ids := array(select r.id from auth_lib.scim_ids(v_provider, kind) as r (id)
      where v_ids is null or r.id = any (v_ids) limit 5001);
    if cardinality(v_ids) > 5000 or auth_lib.reads_all_scim_members(filter) and (
      select pg_catalog.count(*) from (
        select from auth.scim_members as m where m.group_id = any (v_ids) limit 20001) as m) > 20000 then
      return auth_lib.refusal('scim_too_many');
    end if;
    v_hits := auth_lib.match_scim_filter(auth_lib.scim_documents(v_provider, kind, v_ids, filter), filter);
    v_ids := array(select h.id from unnest(v_ids, v_hits) with ordinality as h (id, hit, place)
      where h.hit order by h.place);
    v_total := cardinality(v_ids)::bigint;
    v_ids := v_ids[v_start:least(v_start::bigint + v_count - 1, v_total)];
  end if;
  if kind = 'User' or with_members then
    v_ids := auth_lib.limit_scim_page(kind, v_ids);
  end if;
  return jsonb_build_object('totalResults', v_total, 'startIndex', v_start,
    'itemsPerPage', cardinality(v_ids), 'Resources', (
      select coalesce(jsonb_agg(auth_lib.scim_resource(v_provider, kind, i.id, with_members)
        order by i.ordinality), '[]')
      from unnest(v_ids) with ordinality as i (id)));
end
$$;
comment on function auth_api.list_scim_resources is
  'GET /scim/v2/{resource}. Errors: scim_token_invalid, scim_provider_disabled, scim_too_many.';

-- Returns the first of the resources of a page: as many as have at most 10,000 members, or groups of users, in
-- total, but at least one. Each resource is complete, so a client reads the others with the next page (RFC
-- 7644, section 3.4.2.4).
create function auth_lib.limit_scim_page(kind text, ids uuid[]) returns uuid[]
language plpgsql stable
as $$
declare
  v_sum   bigint := 0::bigint;
  v_place integer := 0;
  v_id    uuid;
begin
  foreach v_id in array ids loop
    v_sum := v_sum + case kind
      when 'User' then (select count(*) from auth.scim_members as m where m.scim_user_id = v_id)
      else (select count(*) from auth.scim_members as m where m.group_id = v_id) end;
    exit when v_sum > 10000 and v_place > 0;
    v_place := v_place + 1;
  end loop;
  return ids[:v_place];
end
$$;

-- Returns the ids of the resources of a provider, the oldest first.
create function auth_lib.scim_ids(provider_id uuid, kind text) returns setof uuid
language sql stable
as $$
  select r.id from (
    select u.id, u.created_at from auth.scim_users as u
    where kind = 'User' and u.provider_id = scim_ids.provider_id and u.deleted_at is null
    union all
    select g.id, g.created_at from auth.scim_groups as g
    where kind = 'Group' and g.provider_id = scim_ids.provider_id) as r
  order by r.created_at, r.id
$$;

-- Returns the comparisons of a filter with members of groups.
create function auth_lib.scim_member_comparisons(filter jsonb) returns setof jsonb
language sql immutable
as $$ select jsonb_path_query(filter, 'strict $.** ? (@.path[0] == "members")') $$;

-- Returns the member id in a comparison, or null if the comparison is not with one member id.
create function auth_lib.compared_scim_member(comparison jsonb) returns text
language sql immutable
as $$
  select case
    when comparison ->> 'op' in ('eq', 'ne') and comparison -> 'path' = '["members", "value"]'
      then comparison ->> 'value'
    when comparison ->> 'op' = 'any' and comparison #>> '{of,op}' = 'eq'
      and comparison #> '{of,path}' = '["value"]' then comparison #>> '{of,value}' end
$$;

-- Returns true if a filter needs more members of a group than those whose ids it contains.
create function auth_lib.reads_all_scim_members(filter jsonb) returns boolean
language plpgsql immutable
as $$
begin
  return exists (select from auth_lib.scim_member_comparisons(filter) as c
    where auth_lib.compared_scim_member(c) is null);
end
$$;

-- For each resource, in the order of `ids`, returns the attributes that the filter reads.
create function auth_lib.scim_documents(provider_id uuid, kind text, ids uuid[], filter jsonb) returns jsonb[]
language plpgsql stable
as $$
declare
  v_names   text[] := array(select distinct n.name #>> '{}' from jsonb_path_query(filter, '$.**.path[0]') as n (name));
  v_members uuid[];
begin
  if not auth_lib.reads_all_scim_members(filter) then
    v_members := array(select auth_lib.uuid_or_null(auth_lib.compared_scim_member(c))
      from auth_lib.scim_member_comparisons(filter) as c);
  end if;
  return array(
    select coalesce((select jsonb_object_agg(a.key, a.value) from jsonb_each(r.doc) as a
      where a.key = any (v_names)), '{}')
    from unnest(ids) with ordinality as i (id, place)
      left join lateral (
        select auth_lib.scim_user_json(u, 'groups' = any (v_names)) as doc from auth.scim_users as u
        where kind = 'User' and u.id = i.id and u.provider_id = scim_documents.provider_id
        union all
        select auth_lib.scim_group_json(g, false) || case when 'members' = any (v_names)
          then jsonb_build_object('members', auth_lib.scim_members_json(g.id, v_members)) else '{}' end
        from auth.scim_groups as g
        where kind = 'Group' and g.id = i.id and g.provider_id = scim_documents.provider_id) as r on true
    order by i.place);
end
$$;

-- Returns the ids of resources that may match a filter, found by an index: at most 5,001 for a comparison of
-- times. Returns null if the filter cannot use an index.
create function auth_lib.scim_candidates(provider_id uuid, kind text, filter jsonb) returns uuid[]
language plpgsql stable
as $$
declare
  v_key   jsonb := auth_lib.indexable_scim_comparison(filter);
  v_value text := v_key ->> 'value';
  v_lower text := lower(v_value collate "C");
  v_from  timestamptz := timestamptz '-infinity';
  v_until timestamptz := timestamptz 'infinity';
begin
  if v_key ->> 'name' = 'meta.lastModified' then
    -- A resource shows its time in milliseconds, rounded down.
    if v_key ->> 'op' in ('eq', 'gt', 'ge') then
      v_from := v_value::timestamptz;
    end if;
    if v_key ->> 'op' in ('eq', 'lt', 'le') then
      v_until := v_value::timestamptz + interval '1 ms';
    end if;
  end if;
  case kind || ' ' || coalesce(v_key ->> 'name', '')
    when 'User id', 'Group id' then
      return array_remove(array[auth_lib.uuid_or_null(v_value)], null);
    when 'User userName' then
      return array(select u.id from auth.scim_users as u
        where u.provider_id = scim_candidates.provider_id and lower(u.user_name collate "C") = v_lower
          and u.deleted_at is null);
    when 'User meta.lastModified' then
      return array(select u.id from auth.scim_users as u
        where u.provider_id = scim_candidates.provider_id and u.updated_at >= v_from and u.updated_at < v_until
          and u.deleted_at is null limit 5001);
    when 'Group meta.lastModified' then
      return array(select g.id from auth.scim_groups as g
        where g.provider_id = scim_candidates.provider_id and g.updated_at >= v_from and g.updated_at < v_until
        limit 5001);
    when 'User externalId' then
      return array(select u.id from auth.scim_users as u
        where u.provider_id = scim_candidates.provider_id and u.external_id = v_value and u.deleted_at is null);
    when 'User emails.value' then
      return array(select u.id from auth.scim_users as u
        where u.emails @> array[v_lower] and u.provider_id = scim_candidates.provider_id);
    when 'Group externalId' then
      return array(select g.id from auth.scim_groups as g
        where g.provider_id = scim_candidates.provider_id and g.external_id = v_value);
    when 'Group displayName' then
      return array(select g.id from auth.scim_groups as g
        where g.provider_id = scim_candidates.provider_id and lower(g.display_name collate "C") = v_lower);
    when 'Group members.value' then
      return array(select m.group_id from auth.scim_members as m
        where m.scim_user_id = auth_lib.uuid_or_null(v_value));
    else
      return null;
  end case;
end
$$;
