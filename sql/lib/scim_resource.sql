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

-- Returns a provisioned user as a SCIM resource.
create function auth_lib.scim_user_json(one auth.scim_users) returns jsonb
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
      'groups', (select coalesce(jsonb_agg(jsonb_build_object('value', g.id, 'display', g.display_name,
          'type', 'direct') order by g.display_name collate "C", g.id), '[]')
        from auth.scim_members as m join auth.scim_groups as g on g.id = m.group_id
        where m.scim_user_id = one.id),
      'meta', auth_lib.scim_meta('User', one.created_at, one.updated_at, one.version));
end
$$;

-- Returns the members of a group as SCIM values.
create function auth_lib.scim_members_json(group_id uuid) returns jsonb
language plpgsql stable
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('value', u.id, 'type', 'User',
      'display', coalesce(u.attributes ->> 'displayName', u.user_name)) order by u.created_at, u.id), '[]')
    from auth.scim_members as m join auth.scim_users as u on u.id = m.scim_user_id
    where m.group_id = scim_members_json.group_id);
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

-- Returns the values of an attribute of a resource. For a list, returns each value.
create function auth_lib.scim_values(resource jsonb, path text[]) returns setof jsonb
language plpgsql immutable
as $$
declare
  v_value jsonb := resource -> path[1];
  v_one   jsonb;
begin
  for v_one in select * from jsonb_array_elements(
    case jsonb_typeof(v_value) when 'array' then v_value else jsonb_build_array(v_value) end)
  loop
    if cardinality(path) > 1 then
      return query select * from auth_lib.scim_values(v_one, path[2:]);
    elsif jsonb_typeof(v_one) <> 'null' then
      return next v_one;
    end if;
  end loop;
end
$$;

-- Compares a value with the value of a filter. Instants are compared as times. Text is compared in lower case
-- unless the attribute's type is exact.
create function auth_lib.compare_scim(value jsonb, op text, type text, wanted jsonb) returns boolean
language plpgsql stable
as $$
declare
  v_left  text := value #>> '{}';
  v_right text := wanted #>> '{}';
begin
  if type = 'instant' then
    return case op
      when 'eq' then v_left::timestamptz = v_right::timestamptz
      when 'gt' then v_left::timestamptz > v_right::timestamptz
      when 'ge' then v_left::timestamptz >= v_right::timestamptz
      when 'lt' then v_left::timestamptz < v_right::timestamptz
      else v_left::timestamptz <= v_right::timestamptz end;
  elsif type = 'text' then
    v_left := lower(v_left collate "C");
    v_right := lower(v_right collate "C");
  end if;
  return case op
    when 'eq' then v_left = v_right
    when 'co' then strpos(v_left, v_right) > 0
    when 'sw' then starts_with(v_left, v_right)
    when 'ew' then right(v_left, length(v_right)) = v_right and length(v_right) <= length(v_left)
    when 'gt' then v_left collate "C" > v_right collate "C"
    when 'ge' then v_left collate "C" >= v_right collate "C"
    when 'lt' then v_left collate "C" < v_right collate "C"
    else v_left collate "C" <= v_right collate "C" end;
end
$$;

-- Returns true if a resource, or a value of one of its lists, matches a filter. A filter is a tree of {op:
-- and|or, of: [filter]}, {op: not, of: filter}, {op: any, path, of: `filter` for a value of the list}, {op:
-- pr, path} and comparisons {op, path, type, value}.
create function auth_lib.matches_scim_filter(resource jsonb, filter jsonb) returns boolean
language plpgsql stable
as $$
declare
  v_op   text := filter ->> 'op';
  v_path text[] := array(select jsonb_array_elements_text(filter -> 'path'));
begin
  if v_op in ('and', 'or') then
    return exists (select from jsonb_array_elements(filter -> 'of') as f
      where auth_lib.matches_scim_filter(resource, f.value) = (v_op = 'or')) = (v_op = 'or');
  elsif v_op = 'not' then
    return not auth_lib.matches_scim_filter(resource, filter -> 'of');
  elsif v_op = 'any' then
    return exists (select from auth_lib.scim_values(resource, v_path) as v
      where auth_lib.matches_scim_filter(v, filter -> 'of'));
  elsif v_op = 'pr' then
    return exists (select from auth_lib.scim_values(resource, v_path) as v where v <> '""');
  elsif v_op = 'ne' then
    return not exists (select from auth_lib.scim_values(resource, v_path) as v
      where auth_lib.compare_scim(v, 'eq', filter ->> 'type', filter -> 'value'));
  end if;
  return exists (select from auth_lib.scim_values(resource, v_path) as v
    where auth_lib.compare_scim(v, v_op, filter ->> 'type', filter -> 'value'));
end
$$;

-- Returns a comparison of the filter, as {name, op, value}, that every match satisfies and that can use an
-- index. Returns null if there is none. A comparison of times is the last choice, because it may match many.
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
