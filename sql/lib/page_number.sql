-- A page parameter as a number: absent or empty is the default, null is no number of 64 bits without a sign (contract 8.15).
-- More than a billion is a billion: no list is as long, and the product of two still fits.
create function auth_lib.page_number(value text, initial integer) returns bigint
language sql immutable
as $$
  select case
    when coalesce(page_number.value, '') = '' then page_number.initial
    when page_number.value !~ '^[0-9]+$' or length(ltrim(page_number.value, '0')) > 20 then null
    when ('0' || ltrim(page_number.value, '0'))::numeric <= 18446744073709551615
      then least(('0' || ltrim(page_number.value, '0'))::numeric, 1000000000)::bigint
  end
$$;
comment on function auth_lib.page_number(text, integer) is 'A paging parameter, its default when empty, null when it is no number.';
