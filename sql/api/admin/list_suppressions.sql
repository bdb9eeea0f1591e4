-- GET /admin/suppressions, and the CLI. Returns suppressed addresses, newest first.
create function auth_api.list_suppressions(
  claims jsonb, address text, most text, settings jsonb, cursor text default null)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_address text := auth_lib.address_filter(address);
  -- A search by exact address does not require the right `list`.
  v_refused jsonb := coalesce(
    auth_lib.check_admin(claims, settings, case when v_address is null then 'list' else 'read' end),
    auth_lib.check_page(cursor, most));
  v_at      timestamptz;
  v_after   uuid;
  v_size    integer;
  v_found   auth.suppressions[];
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_size := auth_lib.page_size(most);
  v_at := coalesce(auth_lib.cursor_instant(cursor), 'infinity');
  v_after := coalesce(auth_lib.cursor_id(cursor), 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  if v_address is not null then
    v_found := array(select s from auth.suppressions as s where s.address = v_address);
  else
    -- Rows with the same time are ordered by a digest of the address, because a cursor contains a UUID.
    v_found := array(select s from auth.suppressions as s
      where s.created_at <= v_at and (s.created_at, md5(s.address)::uuid) < (v_at, v_after)
      order by s.created_at desc, md5(s.address)::uuid desc limit v_size + 1);
  end if;
  return jsonb_build_object('suppressions', (
      select coalesce(jsonb_agg(jsonb_build_object('address', l.address, 'reason', l.reason,
        'created_at', auth_lib.wire_time(l.created_at)) order by l.created_at desc,
          md5(l.address)::uuid desc),
        '[]')
      from unnest(v_found[1:v_size]) as l))
    || auth_lib.pagination(case when cardinality(v_found) > v_size
      then auth_lib.cursor_after(v_found[v_size].created_at, md5(v_found[v_size].address)::uuid) end);
end
$$;
comment on function auth_api.list_suppressions is
  'Suppressed addresses. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, right_missing, '
  'admin_session_expired, admin_needs_aal2, bad_pagination.';
