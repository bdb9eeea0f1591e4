-- The refusal of a sort parameter, or null: created_at, and asc or desc in any case.
create function auth_lib.check_sort(sort text) returns jsonb
language sql stable
as $$
  select case
    when coalesce(check_sort.sort, '') = '' then null
    when split_part(check_sort.sort, ' ', 1) <> 'created_at'
      then auth_lib.refusal('bad_sort', format('bad field for sort ''%s''', left(split_part(check_sort.sort, ' ', 1), 50)))
    when lower(substr(check_sort.sort, 12) collate "C") not in ('', 'asc', 'desc')
      then auth_lib.refusal('bad_sort', format('bad direction for sort ''%s'', only ''asc'' and ''desc'' allowed', left(substr(check_sort.sort, 12), 50)))
  end
$$;
comment on function auth_lib.check_sort(text) is 'Null for a usable sort parameter, otherwise a refusal.';
