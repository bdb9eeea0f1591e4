-- GET /admin/users. Returns a page of users of the request's audience, newest first unless sort says asc.
-- `filter` is a part of the e-mail address, which is in lower case, or of user_metadata.full_name in any
-- case, with the wildcards % and _. With a cursor, a limit or a search, the list uses key pagination
-- (lib/search.sql). `fields` is a comma-separated list of members to return; by default all are returned.
-- The result is text, because a cast to json would parse it again. A generic plan is enforced, because
-- planning each request took a fifth of the time, and the index order suits all parameters.
create function auth_api.list_users(
  claims jsonb, page text, per_page text, sort text, filter text, audience text, settings jsonb,
  search text default null, email text default null, phone text default null, provider text default null,
  user_metadata jsonb default null, app_metadata jsonb default null, cursor text default null,
  most text default null, fields text default null)
returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode
  = force_generic_plan
as $$
declare
  -- A search for one exact address does not require the right `list`.
  v_exact   boolean := concat(email, phone) <> '' and concat(page, per_page, sort, filter, search,
    provider) = ''
    and num_nonnulls(user_metadata, app_metadata) = 0;
  v_refused jsonb := coalesce(
    auth_lib.check_admin(claims, settings, case when v_exact then 'read' else 'list' end),
      auth_lib.check_paging(page, per_page),
    auth_lib.check_sort(sort), auth_lib.check_user_fields(fields));
  v_fields  text[] := auth_lib.user_fields(fields);
  v_aud     text := auth_lib.request_aud(claims, audience, settings);
  v_page    bigint := greatest(auth_lib.page_number(page, 1), 1);
  v_size    bigint := coalesce(nullif(auth_lib.page_number(per_page, 50), 0), 50);
  v_asc     boolean := coalesce(lower(sort collate "C") like '% asc', false);
  v_counted auth.user_blocks;
  v_total   bigint;
  v_among   uuid[];
  v_ids     uuid[];
  v_next    text;
  v_found   jsonb;
  v_wanted  jsonb := jsonb_strip_nulls(jsonb_build_object('search', nullif(search, ''),
    'email', nullif(email, ''), 'phone', nullif(phone, ''),
    'provider', nullif(provider, ''))) || case when user_metadata is null then '{}'
  else jsonb_build_object('user_metadata', user_metadata) end
    || case when app_metadata is null then '{}' else jsonb_build_object('app_metadata', app_metadata) end;
begin
  if v_refused is not null then
    return v_refused::text;
  elsif v_wanted <> '{}' or concat(cursor, most) <> '' then
    v_refused := auth_lib.check_search(v_wanted, concat(page, per_page, filter), most, cursor);
    if v_refused is not null then
      return v_refused::text;
    end if;
    v_found := auth_lib.search_page(v_wanted, v_aud, v_asc, cursor, coalesce(nullif(most, '')::integer, 50));
    v_next := v_found ->> 'next';
    v_ids := array(select i.id::uuid from jsonb_array_elements_text(coalesce(nullif(v_found -> 'ids', 'null'),
      '[]')) with ordinality as i (id, place) order by i.place);
    return concat('{"next" : ', coalesce(to_json(v_next)::text, 'null'), ', "body" : {"users" : ',
      case when auth_lib.has_admin_right(claims, settings, 'list') then auth_lib.users_text(v_ids, v_fields)
        else (select coalesce(json_agg(s.shown), '[]')::text
          from auth.users as u cross join lateral (
            select json_object_agg(m.key, m.value) as shown
            from json_each(auth_lib.user_json_for_admin(u, claims, settings)) as m
            where v_fields is null or m.key = any (v_fields)) as s
          where u.id = any (v_ids)) end,
      ', "aud" : ', to_json(v_aud), ', "pagination" : ',
      jsonb_strip_nulls(jsonb_build_object('has_more', v_next is not null, 'next_cursor', v_next)), '}}');
  elsif coalesce(filter, '') = '' then
    v_counted := auth_lib.count_users_in_blocks(v_aud);
    v_total := v_counted.users + auth_lib.count_users_since(v_aud, v_counted.until);
    v_ids := auth_lib.list_user_page(v_aud, v_asc, v_total, v_size, (v_page - 1) * v_size);
  else
    v_among := auth_lib.search_filter_candidates(filter, 5000);
    v_total := auth_lib.count_matching_users(v_aud, filter, v_among);
    v_ids := auth_lib.list_matching_user_page(v_aud, filter, v_among, v_asc, v_size, (v_page - 1) * v_size);
  end if;
  return concat('{"total" : ', v_total, ', "page" : ', v_page, ', "per_page" : ', v_size,
    ', "body" : {"users" : ', auth_lib.users_text(v_ids, v_fields), ', "aud" : ', to_json(v_aud), '}}');
end
$$;
comment on function auth_api.list_users is
  'GET /admin/users. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, right_missing, '
  'admin_session_expired, admin_needs_aal2, bad_pagination, bad_sort, bad_fields, bad_search.';

-- Returns the ids of a page. Uses stored user counts to skip whole groups of blocks and whole blocks, so
-- the last page costs little more than the first. There is one statement for each sort direction, because
-- the planner cannot use the index if the direction is a parameter.
create function auth_lib.list_user_page(
  aud text, oldest_first boolean, total bigint, size bigint, skipped bigint)
returns uuid[]
language plpgsql stable
as $$
declare
  -- Position of the page's first user, counted from the oldest.
  v_place bigint := case when oldest_first then skipped + 1 else total - skipped end;
  -- The page's first user was created between v_since and v_until. v_before is the number of users created
  -- until v_since, and v_come the number of those created until v_until.
  v_since  timestamptz := timestamptz '-infinity';
  v_before bigint := bigint '0';
  v_until  timestamptz := timestamptz 'infinity';
  v_come   bigint := total;
begin
  if skipped > 0 then
    select coalesce(max(g.until) filter (where g.come < v_place), v_since),
      coalesce(max(g.come) filter (where g.come < v_place), v_before),
      coalesce(min(g.until) filter (where g.come >= v_place), v_until),
      coalesce(min(g.come) filter (where g.come >= v_place), v_come)
    into v_since, v_before, v_until, v_come
    from (
      select x.until, sum(x.users) over (order by x.until rows unbounded preceding) as come
      from auth.user_block_groups as x where x.aud = list_user_page.aud) as g;
    -- Finds the block within the group in the same way.
    select coalesce(max(b.until) filter (where b.come < v_place), v_since),
      coalesce(max(b.come) filter (where b.come < v_place), v_before),
      coalesce(min(b.until) filter (where b.come >= v_place), v_until),
      coalesce(min(b.come) filter (where b.come >= v_place), v_come)
    into v_since, v_before, v_until, v_come
    from (
      select x.until, v_before + sum(x.users) over (order by x.until rows unbounded preceding) as come
      from auth.user_blocks as x where x.aud = list_user_page.aud and x.until > v_since
        and x.until <= v_until) as b;
  end if;
  if oldest_first then
    return array(
      select u.id from auth.users as u where u.aud = list_user_page.aud and u.created_at > v_since
      order by u.created_at, u.id desc limit size offset skipped - v_before);
  end if;
  return array(
    select u.id from auth.users as u where u.aud = list_user_page.aud and u.created_at <= v_until
    order by u.created_at desc, u.id limit size offset v_come - v_place);
end
$$;

-- Returns how many users of an audience match a filter. `among` contains the candidates that the search
-- index found. If it is null, all users are read.
create function auth_lib.count_matching_users(aud text, filter text, among uuid[]) returns bigint
language plpgsql stable
as $$
begin
  if among is not null then
    return (
      select count(*) from auth.users as u
      where u.id = any (among) and u.aud = count_matching_users.aud
        and (u.email like '%' || filter || '%'
          or u.raw_user_meta_data ->> 'full_name' ilike '%' || filter || '%'));
  end if;
  return (
    select count(*) from auth.users as u
    where u.aud = count_matching_users.aud
      and (u.email like '%' || filter || '%'
        or u.raw_user_meta_data ->> 'full_name' ilike '%' || filter || '%'));
end
$$;

-- Returns the ids of a page of users that match a filter.
create function auth_lib.list_matching_user_page(
  aud text, filter text, among uuid[], oldest_first boolean, size bigint, skipped bigint) returns uuid[]
language plpgsql stable
as $$
declare
  v_like text := '%' || filter || '%';
begin
  if among is not null then
    return array(
      select u.id from auth.users as u
      where u.id = any (among) and u.aud = list_matching_user_page.aud
        and (u.email like v_like or u.raw_user_meta_data ->> 'full_name' ilike v_like)
      order by case when oldest_first then u.created_at end,
        case when not oldest_first then u.created_at end desc,
        case when not oldest_first then u.id end, u.id desc limit size offset skipped);
  elsif oldest_first then
    return array(
      select u.id from auth.users as u
      where u.aud = list_matching_user_page.aud and (u.email like v_like
        or u.raw_user_meta_data ->> 'full_name' ilike v_like)
      order by u.created_at, u.id desc limit size offset skipped);
  end if;
  return array(
    select u.id from auth.users as u
    where u.aud = list_matching_user_page.aud and (u.email like v_like
      or u.raw_user_meta_data ->> 'full_name' ilike v_like)
    order by u.created_at desc, u.id limit size offset skipped);
end
$$;

-- Returns the users with the given ids as JSON text, in this order. The text equals user_json() as the
-- gateway normalizes it: without nulls, and with instants that end in Z. The gateway therefore sends the
-- page unparsed. A test compares the text with user_json(). Built as text, because converting a row to
-- JSON looks up the name and type of each column for each user. `fields` contains the members to return,
-- or null for all.
create function auth_lib.users_text(ids uuid[], fields text[]) returns text
language plpgsql stable
as $$
begin
  if fields is null then
    return (
      select '[' || coalesce(string_agg(auth_lib.user_text(u, (
        select string_agg(auth_lib.identity_text(i), ',' order by i.created_at, i.provider, i.id)
        from auth.identities as i where i.user_id = u.id)),
        ',' order by p.place), '') || ']'
      from unnest(ids) with ordinality as p (id, place)
      join auth.users as u on u.id = p.id);
  end if;
  return (
    select '[' || coalesce(string_agg(auth_lib.listed_user(u, case when 'identities' = any (fields)
      then (
        select string_agg(auth_lib.identity_text(i), ',' order by i.created_at, i.provider, i.id)
        from auth.identities as i where i.user_id = u.id) end, fields), ',' order by p.place), '') || ']'
    from unnest(ids) with ordinality as p (id, place)
    join auth.users as u on u.id = p.id);
end
$$;

-- Returns a user as JSON text. `identities` is the JSON text of the identities. concat() omits a member
-- whose value is null.
create function auth_lib.user_text(person auth.users, identities text) returns text
language sql stable
as $$
  select concat(
    '{"id":"', (person).id, '","aud":', to_json((person).aud), ',"role":', to_json((person).role),
    ',"email":', to_json(coalesce((person).email, '')), ',"phone":', to_json(coalesce((person).phone, '')),
    ',"is_anonymous":', to_json((person).is_anonymous),
    case when (person).is_sso_user then ',"is_sso_user":true' end,
    ',"app_metadata":', (person).raw_app_meta_data, ',"user_metadata":', (person).raw_user_meta_data,
    ',"identities":[', identities, ']',
    ',"email_confirmed_at":' || auth_lib.wire_instant((person).email_confirmed_at),
    ',"phone_confirmed_at":' || auth_lib.wire_instant((person).phone_confirmed_at),
    ',"confirmed_at":' || auth_lib.wire_instant(least((person).email_confirmed_at,
      (person).phone_confirmed_at)),
    ',"invited_at":' || auth_lib.wire_instant((person).invited_at),
    ',"confirmation_sent_at":' || auth_lib.wire_instant((person).confirmation_sent_at),
    ',"recovery_sent_at":' || auth_lib.wire_instant((person).recovery_sent_at),
    ',"new_email":' || to_json((person).new_email)::text,
    ',"email_change_sent_at":' || auth_lib.wire_instant((person).email_change_sent_at),
    ',"new_phone":' || to_json((person).new_phone)::text,
    ',"phone_change_sent_at":' || auth_lib.wire_instant((person).phone_change_sent_at),
    ',"reauthentication_sent_at":' || auth_lib.wire_instant((person).reauthentication_sent_at),
    ',"last_sign_in_at":' || auth_lib.wire_instant((person).last_sign_in_at),
    ',"banned_until":' || auth_lib.wire_instant((person).banned_until),
    ',"deprovisioned_at":' || auth_lib.wire_instant((person).deprovisioned_at),
    ',"deleted_at":' || auth_lib.wire_instant((person).deleted_at),
    ',"created_at":', auth_lib.wire_instant((person).created_at), ',"updated_at":',
    auth_lib.wire_instant((person).updated_at), '}')
$$;

-- Returns a user as JSON text with the given members. `identities` is the JSON text of the identities.
-- user_text() builds a user with all members, because checking each member takes a third more time.
create function auth_lib.listed_user(person auth.users, identities text, fields text[]) returns text
language sql stable
as $$
  select concat('{', substr(concat(
    auth_lib.member_text(fields, 'id', concat('"', (person).id, '"')),
    auth_lib.member_text(fields, 'aud', to_json((person).aud)::text),
    auth_lib.member_text(fields, 'role', to_json((person).role)::text),
    auth_lib.member_text(fields, 'email', to_json(coalesce((person).email, ''))::text),
    auth_lib.member_text(fields, 'phone', to_json(coalesce((person).phone, ''))::text),
    auth_lib.member_text(fields, 'is_anonymous', to_json((person).is_anonymous)::text),
    auth_lib.member_text(fields, 'is_sso_user', case when (person).is_sso_user then 'true' end),
    auth_lib.member_text(fields, 'app_metadata', (person).raw_app_meta_data::text),
    auth_lib.member_text(fields, 'user_metadata', (person).raw_user_meta_data::text),
    auth_lib.member_text(fields, 'identities', concat('[', identities, ']')),
    auth_lib.member_text(fields, 'email_confirmed_at', auth_lib.wire_instant((person).email_confirmed_at)),
    auth_lib.member_text(fields, 'phone_confirmed_at', auth_lib.wire_instant((person).phone_confirmed_at)),
    auth_lib.member_text(fields, 'confirmed_at', auth_lib.wire_instant(least((person).email_confirmed_at,
      (person).phone_confirmed_at))),
    auth_lib.member_text(fields, 'invited_at', auth_lib.wire_instant((person).invited_at)),
    auth_lib.member_text(fields, 'confirmation_sent_at',
      auth_lib.wire_instant((person).confirmation_sent_at)),
    auth_lib.member_text(fields, 'recovery_sent_at', auth_lib.wire_instant((person).recovery_sent_at)),
    auth_lib.member_text(fields, 'new_email', to_json((person).new_email)::text),
    auth_lib.member_text(fields, 'email_change_sent_at',
      auth_lib.wire_instant((person).email_change_sent_at)),
    auth_lib.member_text(fields, 'new_phone', to_json((person).new_phone)::text),
    auth_lib.member_text(fields, 'phone_change_sent_at',
      auth_lib.wire_instant((person).phone_change_sent_at)),
    auth_lib.member_text(fields, 'reauthentication_sent_at',
      auth_lib.wire_instant((person).reauthentication_sent_at)),
    auth_lib.member_text(fields, 'last_sign_in_at', auth_lib.wire_instant((person).last_sign_in_at)),
    auth_lib.member_text(fields, 'banned_until', auth_lib.wire_instant((person).banned_until)),
    auth_lib.member_text(fields, 'deprovisioned_at', auth_lib.wire_instant((person).deprovisioned_at)),
    auth_lib.member_text(fields, 'deleted_at', auth_lib.wire_instant((person).deleted_at)),
    auth_lib.member_text(fields, 'created_at', auth_lib.wire_instant((person).created_at)),
    auth_lib.member_text(fields, 'updated_at', auth_lib.wire_instant((person).updated_at))), 2), '}')
$$;

-- Returns a member of an object as JSON text after a comma, or null if it is not in `fields` or has no
-- value.
create function auth_lib.member_text(fields text[], name text, value text) returns text
language sql immutable
as $$
  select case when name = any (fields) then ',"' || name || '":' || value end
$$;

-- Returns the member names that the parameter `fields` may contain.
create function auth_lib.user_member_names() returns text[]
language sql immutable
as $$
  select array['id', 'aud',
    'role', 'email', 'phone', 'is_anonymous', 'is_sso_user', 'app_metadata', 'user_metadata', 'identities',
    'email_confirmed_at', 'phone_confirmed_at', 'confirmed_at', 'invited_at',
    'confirmation_sent_at', 'recovery_sent_at', 'new_email', 'email_change_sent_at', 'new_phone',
    'phone_change_sent_at', 'reauthentication_sent_at', 'last_sign_in_at', 'banned_until',
    'deprovisioned_at', 'deleted_at', 'created_at', 'updated_at']
$$;

-- Returns the names in a comma-separated list, or null for an empty list.
create function auth_lib.user_fields(fields text) returns text[]
language sql immutable
as $$
  select nullif(array_remove(string_to_array(replace(fields, ' ', ''), ','), ''), '{}')
$$;

-- Checks the parameter `fields`: a list of member names. Returns an error or null.
create function auth_lib.check_user_fields(fields text) returns jsonb
language sql stable
as $$
  select auth_lib.refusal('bad_fields', left(min(f.name collate "C"), 50))
  from unnest(auth_lib.user_fields(fields)) as f (name)
  where f.name <> all (auth_lib.user_member_names())
  having count(*) > 0
$$;

create function auth_lib.identity_text(identity auth.identities) returns text
language sql stable
as $$
  select concat(
    '{"identity_id":"', (identity).id, '","id":', to_json((identity).subject), ',"user_id":"',
    (identity).user_id, '"',
    ',"identity_data":' || nullif((identity).identity_data, '{}')::text, ',"provider":',
    to_json((identity).provider), ',"email":' || to_json(nullif((identity).email, ''))::text,
    ',"last_sign_in_at":' || auth_lib.wire_instant((identity).last_sign_in_at),
    ',"created_at":', auth_lib.wire_instant((identity).created_at), ',"updated_at":',
    auth_lib.wire_instant((identity).updated_at), '}')
$$;

-- Checks the parameter `sort`: created_at with asc or desc, case-insensitively. Returns an error or null.
create function auth_lib.check_sort(sort text) returns jsonb
language sql stable
as $$
  select case
    when coalesce(sort, '') = '' then null
    when split_part(sort, ' ', 1) <> 'created_at'
      then auth_lib.refusal('bad_sort', format('bad field for sort ''%s''',
        left(split_part(sort, ' ', 1), 50)))
    when lower(substr(sort, 12) collate "C") not in ('', 'asc', 'desc')
      then auth_lib.refusal('bad_sort', format(
        'bad direction for sort ''%s'', only ''asc'' and ''desc'' allowed', left(substr(sort, 12), 50)))
  end
$$;
