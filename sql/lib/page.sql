-- Pages of lists.

-- The refusal of paging parameters, or null.
create function auth_lib.check_paging(page text, per_page text) returns jsonb
language plpgsql stable
as $$
declare
  v_bad text := case when auth_lib.page_number(page, 1) is null then page
    when auth_lib.page_number(per_page, 50) is null then per_page end;
begin
  return case when v_bad is not null then auth_lib.refusal('bad_pagination', 'strconv.ParseUint: parsing "' || left(v_bad, 50) || '": '
    || case when v_bad ~ '^[0-9]+$' then 'value out of range' else 'invalid syntax' end) end;
end
$$;

-- A page parameter as a number: the default where it is absent or empty, null where it is not an unsigned number of 64 bits.
-- A number over a billion becomes a billion: no list is that long, and the product of two such numbers still fits.
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

-- A page of a list: the numbers that the gateway makes X-Total-Count and Link from, and the body, which it passes on unread.
create function auth_lib.page_reply(body json, total bigint, page bigint, per_page bigint) returns json
language sql stable
as $$
  select json_build_object('total', total, 'page', greatest(page, 1), 'per_page', per_page, 'body', body)
$$;

-- Where to read on in a list that is paged by key, as clients pass it back unread: the microseconds and the id of the last row.
-- A mark after them says how the list was read.
create function auth_lib.cursor_after(at timestamptz, id uuid, mark text default '') returns text
language sql stable
as $$
  select concat((extract(epoch from at) * 1000000)::bigint, '.', id, mark)
$$;

-- The refusal of a cursor that is none, or null.
create function auth_lib.check_cursor(cursor text) returns jsonb
language sql stable
as $$
  select case when cursor !~ '^(-?\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[a-z]?)?$'
    then auth_lib.refusal('bad_pagination', 'cursor is none of ours') end
$$;

-- The instant of a cursor, or null.
create function auth_lib.cursor_instant(cursor text) returns timestamptz
language sql stable
as $$
  select timestamptz '1970-01-01 00:00:00+00' + nullif(split_part(cursor, '.', 1), '')::bigint * interval '1 microsecond'
$$;

-- The id of a cursor, or null.
create function auth_lib.cursor_id(cursor text) returns uuid
language sql stable
as $$
  select nullif(left(split_part(cursor, '.', 2), 36), '')::uuid
$$;
