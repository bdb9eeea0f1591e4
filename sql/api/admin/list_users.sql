-- GET /admin/users. A page of the users of the request's audience, newest first unless sort says asc; filter is a part of
-- the e-mail, or of user_metadata.full_name whatever its case, with % and _ as in LIKE.
create function auth_api.list_users(
  claims jsonb, page text, per_page text, sort text, filter text, audience text, settings jsonb)
returns jsonb
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
  v_users   jsonb;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select count(*) into v_total from auth.users as u
  where u.aud = v_aud and (coalesce(filter, '') = '' or u.email like v_like or u.user_metadata ->> 'full_name' ilike v_like);
  if v_asc then   -- two statements, because an index serves an order that is written down
    select coalesce(jsonb_agg(auth_lib.user_json(p) order by p.created_at, p.id desc), '[]') into v_users
    from (
      select u.* from auth.users as u
      where u.aud = v_aud and (coalesce(filter, '') = '' or u.email like v_like or u.user_metadata ->> 'full_name' ilike v_like)
      order by u.created_at, u.id desc limit v_size offset (greatest(v_page, 1) - 1) * v_size) as p;
  else
    select coalesce(jsonb_agg(auth_lib.user_json(p) order by p.created_at desc, p.id), '[]') into v_users
    from (
      select u.* from auth.users as u
      where u.aud = v_aud and (coalesce(filter, '') = '' or u.email like v_like or u.user_metadata ->> 'full_name' ilike v_like)
      order by u.created_at desc, u.id limit v_size offset (greatest(v_page, 1) - 1) * v_size) as p;
  end if;
  return auth_lib.page_reply(jsonb_build_object('users', v_users, 'aud', v_aud), v_total, v_page, v_size);
end
$$;
comment on function auth_api.list_users(jsonb, text, text, text, text, text, jsonb) is 'GET /admin/users. Refuses: not_admin, validation_failed.';
