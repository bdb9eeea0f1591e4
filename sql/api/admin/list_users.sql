-- GET /admin/users. A page of the users of the request's audience, newest first unless sort says asc; filter is a part of
-- the e-mail, or of user_metadata.full_name whatever its case, with % and _ as in LIKE.
create function auth_api.list_users(
  claims jsonb, page text, per_page text, sort text, filter text, audience text, settings jsonb)
returns json
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings), auth_lib.check_paging(page, per_page), auth_lib.check_sort(sort));
  v_aud     text := auth_lib.request_aud(claims, audience, settings);
  v_page    bigint := auth_lib.page_number(page, 1);
  v_size    bigint := coalesce(nullif(auth_lib.page_number(per_page, 50), 0), 50);
  v_like    text := '%' || coalesce(filter, '') || '%';
  v_asc     boolean := coalesce(lower(sort collate "C") like '% asc', false);
  v_total   bigint;
  v_ids     uuid[];
  v_users   json;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select count(*) into v_total from auth.users as u
  where u.aud = v_aud and (coalesce(filter, '') = '' or u.email like v_like or u.user_metadata ->> 'full_name' ilike v_like);
  v_ids := case when v_asc   -- an order that is written down is served by the index
    then array(
      select u.id from auth.users as u
      where u.aud = v_aud and (coalesce(filter, '') = '' or u.email like v_like or u.user_metadata ->> 'full_name' ilike v_like)
      order by u.created_at, u.id desc limit v_size offset (greatest(v_page, 1) - 1) * v_size)
    else array(
      select u.id from auth.users as u
      where u.aud = v_aud and (coalesce(filter, '') = '' or u.email like v_like or u.user_metadata ->> 'full_name' ilike v_like)
      order by u.created_at desc, u.id limit v_size offset (greatest(v_page, 1) - 1) * v_size) end;
  select coalesce(json_agg(w order by p.place), '[]') into v_users
  from unnest(v_ids) with ordinality as p (id, place)
  join auth_lib.wire_users as w on w.id = p.id;
  return auth_lib.page_reply(json_build_object('users', v_users, 'aud', v_aud), v_total, v_page, v_size);
end
$$;
comment on function auth_api.list_users is 'GET /admin/users. Refuses: not_admin, validation_failed.';

-- The refusal of a sort parameter, or null: created_at, and asc or desc in any case.
create function auth_lib.check_sort(sort text) returns jsonb
language sql stable
as $$
  select case
    when coalesce(sort, '') = '' then null
    when split_part(sort, ' ', 1) <> 'created_at'
      then auth_lib.refusal('bad_sort', format('bad field for sort ''%s''', left(split_part(sort, ' ', 1), 50)))
    when lower(substr(sort, 12) collate "C") not in ('', 'asc', 'desc')
      then auth_lib.refusal('bad_sort', format('bad direction for sort ''%s'', only ''asc'' and ''desc'' allowed', left(substr(sort, 12), 50)))
  end
$$;
