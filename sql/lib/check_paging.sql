-- The refusal of paging parameters, or null.
create function auth_lib.check_paging(page text, per_page text) returns jsonb
language plpgsql stable
as $$
declare
  v_bad text := case when auth_lib.page_number(check_paging.page, 1) is null then check_paging.page
    when auth_lib.page_number(check_paging.per_page, 50) is null then check_paging.per_page end;
begin
  return case when v_bad is not null then auth_lib.refusal('bad_pagination', 'strconv.ParseUint: parsing "' || left(v_bad, 50) || '": '
    || case when v_bad ~ '^[0-9]+$' then 'value out of range' else 'invalid syntax' end) end;
end
$$;
comment on function auth_lib.check_paging(text, text) is 'Null for usable page and per_page, otherwise a refusal.';
