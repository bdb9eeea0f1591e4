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
