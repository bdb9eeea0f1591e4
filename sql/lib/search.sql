-- User search, and pagination of lists. wanted contains search (a part of an address, an id, or a metadata
-- value), email, phone, provider, user_metadata and app_metadata (a JSON value that must be contained). A
-- null criterion is ignored.

-- Checks the parameters of a search. Returns an error or null.
create function auth_lib.check_search(wanted jsonb, pages text, most text, cursor text) returns jsonb
language sql stable
as $$
  select case
    when pages <> '' then auth_lib.refusal('bad_search',
      'page, per_page and filter do not go with cursor, limit and what is searched for')
    when length(wanted ->> 'search') > 200
      then auth_lib.refusal('bad_search', 'search has more than 200 characters')
    when octet_length(wanted::text) > 4000 then auth_lib.refusal('bad_search', 'too long')
    when coalesce(most, '') <> '' and (most !~ '^\d{1,4}$' or most::integer not between 1 and 1000)
      then auth_lib.refusal('bad_pagination', 'limit is from 1 to 1000')
    else auth_lib.check_cursor(cursor) end
$$;

-- Returns a LIKE pattern that matches a text anywhere. Wildcards in the text are escaped.
create function auth_lib.like_anywhere(value text) returns text
language sql immutable
as $$
  select '%' || replace(replace(replace(value, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

-- Returns true if a user matches a search.
create function auth_lib.matches_search(person auth.users, wanted jsonb) returns boolean
language plpgsql stable
as $$
declare
  v_like text := auth_lib.like_anywhere(wanted ->> 'search');
begin
  if v_like is not null and not (coalesce(person.email ilike v_like, false)
    or coalesce(person.phone like v_like, false)
    or person.id::text = wanted ->> 'search'
    or exists (select from jsonb_path_query(person.raw_user_meta_data, 'strict $.**') as v (value)
               where jsonb_typeof(v.value) in ('string', 'number') and v.value #>> '{}' ilike v_like)
    or exists (select from jsonb_path_query(person.raw_app_meta_data - '{provider,providers}'::text[],
      'strict $.**') as v (value)
               where jsonb_typeof(v.value) in ('string', 'number') and v.value #>> '{}' ilike v_like))
  then
    return false;
  end if;
  return coalesce(person.raw_user_meta_data @> (wanted -> 'user_metadata'), true)
    and coalesce(person.raw_app_meta_data @> (wanted -> 'app_metadata'), true)
    and (wanted ->> 'provider' is null
      or exists (select from auth.identities as i
        where i.user_id = person.id and i.provider = wanted ->> 'provider'))
    and (wanted ->> 'email' is null or exists (
      select from auth.addresses as a where a.kind = 'email'
        and a.value = auth_lib.normal_email(wanted ->> 'email') and a.user_id = person.id))
    and (wanted ->> 'phone' is null or exists (
      select from auth.addresses as a where a.kind = 'phone'
        and a.value = auth_lib.normal_phone(wanted ->> 'phone') and a.user_id = person.id));
end
$$;

-- Returns a LIKE pattern for the trigram index that all matching users satisfy, or null if the index cannot
-- be used. The index needs three consecutive letters or digits, and the indexed JSON escapes quotes,
-- backslashes and control characters.
create function auth_lib.search_pattern(wanted jsonb) returns text
language sql stable
as $$
  select auth_lib.like_anywhere(p.part)
  from (
    select wanted ->> 'search' as part where wanted ->> 'search' !~ '["\\[:cntrl:]]'
    union all
    select to_jsonb(m.key)::text || ': ' || m.value::text
    from jsonb_each(coalesce(wanted -> 'user_metadata', '{}')
      || coalesce(wanted -> 'app_metadata', '{}')) as m
    where jsonb_typeof(m.value) in ('string', 'boolean') and m.key not in ('provider', 'providers')) as p
  where p.part ~ '[A-Za-z0-9]{3}'
  order by length(p.part) desc limit 1
$$;

-- Returns the indexed text of a user. The expression must equal that of users_search_idx: the planner
-- inlines this call and only then uses the index.
create function auth_lib.searched_text(person auth.users) returns text
language sql immutable
as $$
  select coalesce((person).email::text, '') || ' ' || coalesce((person).phone::text, '') || ' '
    || (person).raw_user_meta_data::text || ' '
    || ((person).raw_app_meta_data - '{provider,providers}'::text[])::text
$$;

-- Returns user ids, found by an index, that include all matching users. Returns null if no index can be
-- used, or if there are more ids than `most`.
create function auth_lib.search_candidates(wanted jsonb, most integer) returns uuid[]
language plpgsql stable
as $$
declare
  v_like text := auth_lib.search_pattern(wanted);
  v_ids  uuid[];
begin
  if wanted ->> 'email' is not null then
    return array(select a.user_id from auth.addresses as a
      where a.kind = 'email' and a.value = auth_lib.normal_email(wanted ->> 'email'));
  elsif wanted ->> 'phone' is not null then
    return array(select a.user_id from auth.addresses as a
      where a.kind = 'phone' and a.value = auth_lib.normal_phone(wanted ->> 'phone'));
  elsif auth_lib.uuid_or_null(wanted ->> 'search') is not null then
    return array[auth_lib.uuid_or_null(wanted ->> 'search')];
  elsif v_like is not null and auth_lib.has_search_index() then
    v_ids := array(select u.id from auth.users as u where auth_lib.searched_text(u) ilike v_like
      limit most + 1);
  elsif wanted ->> 'provider' is not null then
    v_ids := array(select i.user_id from auth.identities as i where i.provider = wanted ->> 'provider'
      order by i.subject limit most + 1);
  end if;
  return case when cardinality(v_ids) <= most then v_ids end;
end
$$;

-- Returns user ids, found by the search index, that include all users matching a filter. Returns null if
-- the index cannot be used, or if there are more ids than `most`. The pattern replaces _ by %, because _
-- may match a quote, which is two characters in the indexed JSON.
create function auth_lib.search_filter_candidates(filter text, most integer) returns uuid[]
language plpgsql stable
as $$
declare
  v_like text := '%' || replace(filter, '_', '%') || '%';
  v_ids  uuid[];
begin
  if filter ~ '["\\[:cntrl:]]' or filter !~ '[A-Za-z0-9]{3}' or not auth_lib.has_search_index() then
    return null;
  end if;
  v_ids := array(select u.id from auth.users as u where auth_lib.searched_text(u) ilike v_like
    limit most + 1);
  return case when cardinality(v_ids) <= most then v_ids end;
end
$$;

-- Returns true if the search index exists (npx postern user index).
create function auth_lib.has_search_index() returns boolean
language sql stable
as $$
  select exists (
    select from pg_index as i join pg_class as c on c.oid = i.indexrelid
    where i.indrelid = (select t.typrelid from pg_type as t where t.oid = pg_typeof(null::auth.users)::oid)
      and c.relname = 'users_search_idx' and i.indisvalid)
$$;

-- Returns at most `most` users that follow an instant and an id in the order of the list. Users with the
-- same instant are read by a separate subquery, because one index scan cannot start at both instant and id.
create function auth_lib.users_after(aud text, oldest_first boolean, at timestamptz, id uuid, most integer)
returns setof auth.users
language plpgsql stable
as $$
begin
  if oldest_first then
    return query select (f.u).* from (
      (select u, row_number() over (order by u.id desc) as n from auth.users as u
        where u.aud = users_after.aud and u.created_at = at and u.id < users_after.id order by u.id desc
        limit most)
      union all
      (select u, most + row_number() over (order by u.created_at, u.id desc) from auth.users as u
        where u.aud = users_after.aud and u.created_at > coalesce(at, '-infinity')
        order by u.created_at, u.id desc limit most)) as f
      order by f.n limit most;
  else
    return query select (f.u).* from (
      (select u, row_number() over (order by u.id) as n from auth.users as u
        where u.aud = users_after.aud and u.created_at = at and u.id > users_after.id order by u.id
        limit most)
      union all
      (select u, most + row_number() over (order by u.created_at desc, u.id) from auth.users as u
        where u.aud = users_after.aud and u.created_at < coalesce(at, 'infinity')
        order by u.created_at desc, u.id limit most)) as f
      order by f.n limit most;
  end if;
end
$$;

-- Returns a page of a search: the ids, and the cursor of the next page or null. If an index finds at most
-- 5,000 candidates, the page is selected from them. Otherwise the page contains the matches among the next
-- 5,000 users of the list, possibly none. The cursor records this (w), so that later pages do not try the
-- index again.
create function auth_lib.search_page(
  wanted jsonb, aud text, oldest_first boolean, cursor text, size integer)
returns jsonb
language plpgsql stable
as $$
declare
  v_at    timestamptz := auth_lib.cursor_instant(cursor);
  v_id    uuid := auth_lib.cursor_id(cursor);
  v_walks boolean := coalesce(cursor like '%w', false);
  v_among uuid[] := case when not v_walks then auth_lib.search_candidates(wanted, 5000) end;
  v_most  integer := case when wanted = '{}' then size + 1 else 5000 end;
  v_like  text := auth_lib.like_anywhere(wanted ->> 'search');
  -- LIKE pattern of the search term, escaped as in JSON. searched_text() contains metadata as JSON, so a
  -- comparison with v_text excludes most rows in a tenth of the time of matches_search(). The e-mail address
  -- is also compared with v_like, because searched_text() does not escape the address.
  v_text  text := auth_lib.like_anywhere(substr((wanted -> 'search')::text, 2,
    length((wanted -> 'search')::text) - 2));
  v_hits  auth.users[] := array[]::auth.users[];
  v_seen  integer := 0;
  v_one   auth.users;
  v_next  text;
begin
  if v_among is not null then
    v_hits := array(
      select u from auth.users as u
      where u.id = any (v_among) and u.aud = search_page.aud and auth_lib.matches_search(u, wanted)
        and (v_at is null or case when oldest_first then u.created_at > v_at
          or (u.created_at = v_at and u.id < v_id)
                             else u.created_at < v_at or (u.created_at = v_at and u.id > v_id) end)
      order by case when oldest_first then u.created_at end,
        case when not oldest_first then u.created_at end desc,
        case when not oldest_first then u.id end, u.id desc
      limit size + 1);
  else
    for v_one in select w.* from auth_lib.users_after(aud, oldest_first, v_at, v_id, v_most) as w loop
      v_seen := v_seen + 1;
      if (v_text is null or auth_lib.searched_text(v_one) ilike v_text or v_one.email ilike v_like)
        and auth_lib.matches_search(v_one, wanted) then
        v_hits := array_append(v_hits, v_one);
        exit when cardinality(v_hits) > size;
      end if;
    end loop;
  end if;
  if cardinality(v_hits) > size then
    v_next := auth_lib.cursor_after(v_hits[size].created_at, v_hits[size].id,
      case when v_among is null then 'w' else '' end);
  elsif v_seen = v_most then
    v_next := auth_lib.cursor_after(v_one.created_at, v_one.id, 'w');
  end if;
  return jsonb_build_object('next', v_next, 'ids',
    (select jsonb_agg(h.id order by h.ordinality) from unnest(v_hits[1:size]) with ordinality as h));
end
$$;

-- Checks pagination parameters. Returns an error or null.
create function auth_lib.check_paging(page text, per_page text) returns jsonb
language plpgsql stable
as $$
declare
  v_bad text := case when auth_lib.page_number(page, 1) is null then page
    when auth_lib.page_number(per_page, 50) is null then per_page end;
begin
  return case when v_bad is not null then auth_lib.refusal('bad_pagination', 'strconv.ParseUint: parsing "'
    || left(v_bad, 50) || '": '
    || case when v_bad ~ '^[0-9]+$' then 'value out of range' else 'invalid syntax' end) end;
end
$$;

-- Returns a page parameter as a number: the default if absent or empty, null if it is not an unsigned
-- 64-bit number. Numbers above a billion become a billion, so that the product of two such numbers does not
-- overflow.
create function auth_lib.page_number(value text, initial integer) returns bigint
language sql immutable
as $$
  select case
    when coalesce(value, '') = '' then initial
    when value !~ '^[0-9]+$' or length(ltrim(value, '0')) > 20 then null
    when ('0' || ltrim(value, '0'))::numeric <= 18446744073709551615
      then least(('0' || ltrim(value, '0'))::numeric, 1000000000)::bigint
  end
$$;

-- Checks the cursor, page size and times of a list with key pagination. Returns an error or null.
create function auth_lib.check_page(cursor text, most text, since text default null, until text default null)
returns jsonb
language sql stable
as $$
  select case
    when coalesce(most, '') <> '' and (most !~ '^\d{1,4}$' or most::integer not between 1 and 1000)
      then auth_lib.refusal('bad_pagination', 'limit is from 1 to 1000')
    when coalesce(since, '') <> '' and not auth_lib.is_time(since)
      then auth_lib.refusal('bad_search', 'since is a time as in 2026-11-26T20:42:00Z')
    when coalesce(until, '') <> '' and not auth_lib.is_time(until)
      then auth_lib.refusal('bad_search', 'until is a time as in 2026-11-26T20:42:00Z')
    else auth_lib.check_cursor(cursor) end
$$;

-- Returns the page size of a list with key pagination.
create function auth_lib.page_size(most text) returns integer
language sql immutable
as $$ select coalesce(nullif(most, '')::integer, 50) $$;

-- Returns the member pagination of a list with key pagination. `next` is null on the last page.
create function auth_lib.pagination(next text) returns jsonb
language sql stable
as $$
  select jsonb_build_object('pagination',
    jsonb_strip_nulls(jsonb_build_object('has_more', next is not null, 'next_cursor', next)))
$$;

-- Returns the network or address in a parameter, or null if the text is invalid.
create function auth_lib.inet_or_null(value text) returns inet
language plpgsql immutable
as $$
begin
  return case when value ~ '^[0-9a-fA-F:.]{2,45}(/\d{1,3})?$' then value::inet end;
exception when invalid_text_representation then
  return null;
end
$$;

-- Returns the cursor after a row: its time in microseconds and its id. Clients return the cursor unchanged.
-- `mark` records how the list was read.
create function auth_lib.cursor_after(at timestamptz, id uuid, mark text default '') returns text
language sql stable
as $$
  select concat((extract(epoch from at) * 1000000)::bigint, '.', id, mark)
$$;

-- Checks the form of a cursor. Returns an error or null.
create function auth_lib.check_cursor(cursor text) returns jsonb
language sql stable
as $$
  select case when cursor !~ '^(-?\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[a-z]?)?$'
    then auth_lib.refusal('bad_pagination', 'cursor is none of ours') end
$$;

create function auth_lib.cursor_instant(cursor text) returns timestamptz
language sql stable
as $$
  select timestamptz '1970-01-01 00:00:00+00' + nullif(split_part(cursor, '.', 1), '')::bigint
    * interval '1 microsecond'
$$;

create function auth_lib.cursor_id(cursor text) returns uuid
language sql stable
as $$
  select nullif(left(split_part(cursor, '.', 2), 36), '')::uuid
$$;

-- Returns the number of counted users of an audience, and the instant until which they are counted, as one
-- block. Adds up groups of blocks and the blocks after the last group. A user deleted by SQL is included
-- until the block is recounted.
create function auth_lib.count_users_in_blocks(aud text) returns auth.user_blocks
language plpgsql stable
as $$
begin
  return (
    select row(aud, coalesce(max(n.until), '-infinity'), coalesce(sum(n.users), 0), null)::auth.user_blocks
    from (
      select g.until, g.users from auth.user_block_groups as g where g.aud = count_users_in_blocks.aud
      union all
      -- With an upper and a lower bound, the planner uses the index. With one bound, it assumes that a
      -- third of all blocks match.
      select b.until, b.users from auth.user_blocks as b
      where b.aud = count_users_in_blocks.aud and b.until <= 'infinity' and b.until > coalesce(
        (select max(l.until) from auth.user_block_groups as l where l.aud = count_users_in_blocks.aud),
        '-infinity')) as n);
end
$$;

-- Returns how many users of an audience were created after an instant.
create function auth_lib.count_users_since(aud text, since timestamptz) returns bigint
language plpgsql stable
as $$
begin
  -- The order and the unreachable limit make the planner read the index instead of the table.
  return (select count(*) from (
    select from auth.users as u where u.aud = count_users_since.aud and u.created_at > since
    order by u.created_at desc, u.id limit 1000000000) as late);
end
$$;
