-- The refusal of paging parameters, or null.
create function auth_lib.check_paging(page text, per_page text) returns jsonb
language sql stable
as $$
  select case
    when auth_lib.page_number(check_paging.page, 1) is null
      then auth_lib.refusal('bad_pagination', 'strconv.ParseUint: parsing "' || left(check_paging.page, 50) || '": invalid syntax')
    when auth_lib.page_number(check_paging.per_page, 50) is null
      then auth_lib.refusal('bad_pagination', 'strconv.ParseUint: parsing "' || left(check_paging.per_page, 50) || '": invalid syntax')
  end
$$;
comment on function auth_lib.check_paging(text, text) is 'Null for usable page and per_page, otherwise a refusal.';
