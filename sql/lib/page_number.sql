-- A page parameter as a number: absent or empty is the default, null is not a number (contract 8.15).
create function auth_lib.page_number(value text, initial integer) returns bigint
language sql immutable
as $$
  select case
    when coalesce(page_number.value, '') = '' then page_number.initial
    when page_number.value ~ '^[0-9]{1,9}$' then page_number.value::bigint
  end
$$;
comment on function auth_lib.page_number(text, integer) is 'A paging parameter, its default when empty, null when it is no number.';
