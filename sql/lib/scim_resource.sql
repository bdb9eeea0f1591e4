-- Provisioned users and groups as SCIM resources (RFC 7643), and the filters over them (RFC 7644, section
-- 3.4.2.2). The gateway parses filters, so these functions get only canonical names of known attributes.

-- Returns the meta attribute of a resource, without its location.
create function auth_lib.scim_meta(kind text, created_at timestamptz, updated_at timestamptz, version bigint)
returns jsonb
language sql stable
as $$
  select jsonb_build_object('resourceType', kind,
    'created', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'lastModified', to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'version', 'W/"' || version || '"')
$$;

-- Returns a provisioned user as a SCIM resource. Without `with_groups`, groups is null.
create function auth_lib.scim_user_json(one auth.scim_users, with_groups boolean default true) returns jsonb
language plpgsql stable
as $$
declare
  v_enterprise text := 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
begin
  return one.attributes || jsonb_strip_nulls(jsonb_build_object('externalId', one.external_id))
    || jsonb_build_object(
      'schemas', jsonb_build_array('urn:ietf:params:scim:schemas:core:2.0:User')
        || case when one.attributes ? v_enterprise then jsonb_build_array(v_enterprise) else '[]' end,
      'id', one.id, 'userName', one.user_name, 'active', one.active,
      'groups', case when with_groups then (select coalesce(jsonb_agg(jsonb_build_object('value', g.id, 'display', g.display_name,
          'type', 'direct') order by g.display_name collate "C", g.id), '[]')
        from auth.scim_members as m join auth.scim_groups as g on g.id = m.group_id
        where m.scim_user_id = one.id) end,
      'meta', auth_lib.scim_meta('User', one.created_at, one.updated_at, one.version));
end
$$;

-- Returns the members of a group as SCIM values. If `some_ids` is not null, returns these members only.
create function auth_lib.scim_members_json(group_id uuid, some_ids uuid[] default null) returns jsonb
language plpgsql stable
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('value', u.id, 'type', 'User',
      'display', coalesce(u.attributes ->> 'displayName', u.user_name)) order by u.created_at, u.id), '[]')
    from auth.scim_members as m join auth.scim_users as u on u.id = m.scim_user_id
    where m.group_id = scim_members_json.group_id and (some_ids is null or m.scim_user_id = any (some_ids)));
end
$$;

-- Returns a group as a SCIM resource, with its members or without.
create function auth_lib.scim_group_json(one auth.scim_groups, with_members boolean) returns jsonb
language plpgsql stable
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('externalId', one.external_id)) || jsonb_build_object(
      'schemas', '["urn:ietf:params:scim:schemas:core:2.0:Group"]'::jsonb, 'id', one.id,
      'displayName', one.display_name,
      'meta', auth_lib.scim_meta('Group', one.created_at, one.updated_at, one.version))
    || case when with_members then jsonb_build_object('members', auth_lib.scim_members_json(one.id))
      else '{}' end;
end
$$;

-- Returns a resource of a provider by its id, or null.
create function auth_lib.scim_resource(provider_id uuid, kind text, id uuid, with_members boolean) returns jsonb
language plpgsql stable
as $$
declare
  v_user  auth.scim_users;
  v_group auth.scim_groups;
begin
  if kind = 'User' then
    select u.* into v_user from auth.scim_users as u
    where u.id = scim_resource.id and u.provider_id = scim_resource.provider_id and u.deleted_at is null;
    return case when v_user.id is not null then auth_lib.scim_user_json(v_user) end;
  end if;
  select g.* into v_group from auth.scim_groups as g
  where g.id = scim_resource.id and g.provider_id = scim_resource.provider_id;
  return case when v_group.id is not null then auth_lib.scim_group_json(v_group, with_members) end;
end
$$;

-- Compares a value with the value of a filter. Instants are compared as times. Text is compared in lower case
-- unless the attribute's type is exact. As a single SELECT, it becomes part of the query that calls it.
create function auth_lib.compare_scim(value jsonb, op text, type text, wanted text) returns boolean
language sql stable
as $$
  select case type
    when 'instant' then case op
      when 'eq' then (value #>> '{}')::timestamptz = wanted::timestamptz
      when 'gt' then (value #>> '{}')::timestamptz > wanted::timestamptz
      when 'ge' then (value #>> '{}')::timestamptz >= wanted::timestamptz
      when 'lt' then (value #>> '{}')::timestamptz < wanted::timestamptz
      else (value #>> '{}')::timestamptz <= wanted::timestamptz end
    when 'text' then auth_lib.compare_scim_text(lower((value #>> '{}') collate "C"), op, wanted)
    else auth_lib.compare_scim_text(value #>> '{}', op, wanted) end
$$;

-- Compares a text with the text of a filter.
create function auth_lib.compare_scim_text(value text, op text, wanted text) returns boolean
language sql immutable
as $$
  select case op
    when 'eq' then value = wanted
    when 'co' then strpos(value, wanted) > 0
    when 'sw' then starts_with(value, wanted)
    when 'ew' then right(value, length(wanted)) = wanted and length(wanted) <= length(value)
    when 'gt' then value collate "C" > wanted collate "C"
    when 'ge' then value collate "C" >= wanted collate "C"
    when 'lt' then value collate "C" < wanted collate "C"
    else value collate "C" <= wanted collate "C" end
$$;

-- Returns for each resource, or for each value of a list, whether it matches a filter. A filter is a tree
-- of {op: and|or, of: [filter]}, {op: not, of: filter}, {op: any, path, of: filter for each value of the
-- list}, {op: pr, path} and comparisons {op, path, type, value}. Each comparison is one query over all
-- resources, because thousands of calls per comparison would take seconds. The calls are assignments: in a
-- FROM clause, the planner would evaluate them once more.
create function auth_lib.match_scim_filter(resources jsonb[], filter jsonb) returns boolean[]
language plpgsql stable
as $$
declare
  v_op     text := filter ->> 'op';
  v_type   text := filter ->> 'type';
  v_wanted text := case when v_type = 'text' then lower((filter ->> 'value') collate "C")
    else filter ->> 'value' end;
  v_path   jsonpath;
  v_hits   boolean[];
  v_inner  boolean[];
  v_part   jsonb;
  v_values jsonb[];
  v_owners bigint[];
begin
  if v_op in ('and', 'or') then
    v_hits := array_fill(v_op = 'and', array[cardinality(resources)]);
    for v_part in select f.value from jsonb_array_elements(filter -> 'of') as f loop
      v_inner := auth_lib.match_scim_filter(resources, v_part);
      v_hits := array(
        select case when v_op = 'and' then h.so_far and h.part else h.so_far or h.part end
        from unnest(v_hits, v_inner) with ordinality as h (so_far, part, place) order by h.place);
    end loop;
    return v_hits;
  elsif v_op = 'not' then
    v_inner := auth_lib.match_scim_filter(resources, filter -> 'of');
    return array(select not h.hit from unnest(v_inner) with ordinality as h (hit, place) order by h.place);
  end if;
  -- The gateway has taken the names from its schema. [*] selects each value of a list, or the value itself.
  v_path := (select '$' || string_agg('.' || p.name::text || '[*]', '' order by p.ordinality)
    from jsonb_array_elements(filter -> 'path') with ordinality as p (name))::jsonpath;
  if v_op = 'any' then
    select coalesce(array_agg(v.value), '{}'), coalesce(array_agg(r.place), '{}') into v_values, v_owners
    from unnest(resources) with ordinality as r (resource, place), jsonb_path_query(r.resource, v_path) as v (value)
    where v.value <> 'null';
    v_inner := auth_lib.match_scim_filter(v_values, filter -> 'of');
    v_owners := array(select h.owner from unnest(v_owners, v_inner) as h (owner, hit) where h.hit);
    return array(select r.place = any (v_owners)
      from generate_series(1, cardinality(resources)) as r (place) order by r.place);
  end if;
  return array(
    select exists (
      select from jsonb_path_query(r.resource, v_path) as v (value)
      where v.value <> 'null' and case v_op when 'pr' then v.value <> '""'
        when 'ne' then auth_lib.compare_scim(v.value, 'eq', v_type, v_wanted)
        else auth_lib.compare_scim(v.value, v_op, v_type, v_wanted) end) <> (v_op = 'ne')
    from unnest(resources) with ordinality as r (resource, place) order by r.place);
end
$$;

-- Returns a comparison of the filter, as {name, op, value}, that every match satisfies and that can use an
-- index. Returns null if there is none. A comparison of times is the last choice, because many resources
-- may satisfy it.
create function auth_lib.indexable_scim_comparison(filter jsonb) returns jsonb
language plpgsql immutable
as $$
declare
  v_name text := (select string_agg(p.name, '.' order by p.ordinality)
    from jsonb_array_elements_text(filter -> 'path') with ordinality as p (name));
  v_inner jsonb;
begin
  case filter ->> 'op'
    when 'eq' then
      return case when v_name in ('id', 'userName', 'externalId', 'emails.value', 'displayName',
        'members.value', 'value', 'meta.lastModified') then jsonb_build_object('name', v_name,
          'op', 'eq', 'value', filter -> 'value') end;
    when 'gt', 'ge', 'lt', 'le' then
      return case when v_name = 'meta.lastModified' then jsonb_build_object('name', v_name,
        'op', filter -> 'op', 'value', filter -> 'value') end;
    when 'any' then
      v_inner := auth_lib.indexable_scim_comparison(filter -> 'of');
      return case when v_inner ->> 'name' = 'value' then v_inner || jsonb_build_object('name', v_name || '.value')
      end;
    when 'and' then
      return (select k.key from jsonb_array_elements(filter -> 'of') with ordinality as f
        cross join lateral auth_lib.indexable_scim_comparison(f.value) as k (key) where k.key is not null
        order by k.key ->> 'name' = 'meta.lastModified', f.ordinality limit 1);
    else
      return null;
  end case;
end
$$;
