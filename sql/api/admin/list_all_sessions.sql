-- GET /admin/sessions. Returns live sessions with their users, newest first. `user_id` and `ip` (an address
-- or a network) filter the sessions, and `since` is the earliest creation time. Without `user_id`, `since` is
-- 24 hours ago by default, and the caller needs the right `list`. At most 20,000 sessions are read for a
-- page, so a page may have fewer entries without being the last. revoke_refused is the name of the error that
-- the caller would get for revoking the session, or null if that is allowed.
create function auth_api.list_all_sessions(
  claims jsonb, user_id text, ip text, since text, cursor text, most text, settings jsonb)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := coalesce(
    auth_lib.check_admin(claims, settings, case when coalesce(user_id, '') = '' then 'list' else 'read' end),
    auth_lib.check_page(cursor, most, since),
    case when nullif(ip, '') is not null and auth_lib.inet_or_null(ip) is null
      then auth_lib.refusal('bad_search', 'ip is an address or a network') end,
    case when nullif(user_id, '') is not null and auth_lib.path_uuid(user_id) is null
      then auth_lib.refusal('bad_search', 'user_id is an id') end);
  v_user    uuid := auth_lib.path_uuid(user_id);
  v_ip      inet := auth_lib.inet_or_null(nullif(ip, ''));
  v_now     timestamptz := auth_lib.clock();
  v_since   timestamptz;
  v_at      timestamptz;
  v_after   uuid;
  v_size    integer;
  v_read    integer := 0;
  v_acting  text;
  v_session auth.sessions;
  v_found   auth.sessions[] := array[]::auth.sessions[];
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_size := auth_lib.page_size(most);
  v_at := coalesce(auth_lib.cursor_instant(cursor), 'infinity');
  v_after := coalesce(auth_lib.cursor_id(cursor), 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_since := coalesce(nullif(since, '')::timestamptz, case when v_user is null
    then v_now - interval '24 hours' end,
    '-infinity');
  for v_session in
    (select s.* from auth.sessions as s
      where v_user is null and s.created_at >= v_since and s.created_at <= v_at
        and (s.created_at, s.id) < (v_at, v_after)
      order by s.created_at desc, s.id desc limit 20000)
    union all
    (select s.* from auth.sessions as s
      where s.user_id = v_user and s.created_at >= v_since and (s.created_at, s.id) < (v_at, v_after)
      order by s.created_at desc, s.id desc limit 20000)
    order by created_at desc, id desc
  loop
    v_read := v_read + 1;
    if v_session.revoked_at is null and coalesce(v_session.not_after > v_now, true)
      and (v_ip is null or v_session.ip <<= v_ip) then
      v_found := array_append(v_found, v_session);
    end if;
    exit when cardinality(v_found) > v_size;
  end loop;
  v_acting := auth_lib.acting_right(claims, settings);
  v_session := case when cardinality(v_found) > v_size then v_found[v_size]
    when v_read = 20000 then v_session end;
  return jsonb_build_object('sessions', (
      select coalesce(jsonb_agg(auth_lib.session_json(s) || jsonb_build_object('user_id', s.user_id,
          'email', u.email, 'phone', u.phone, 'revoke_refused',
          auth_lib.check_target(v_acting, u.role, settings) -> 'refused' ->> 'name') order by s.created_at desc, s.id desc), '[]')
      from unnest(v_found[1:v_size]) as s join auth.users as u on u.id = s.user_id))
    || auth_lib.pagination(case when v_session.id is not null
      then auth_lib.cursor_after(v_session.created_at, v_session.id) end);
end
$$;
comment on function auth_api.list_all_sessions is
  'GET /admin/sessions. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2, right_missing, bad_pagination, bad_search.';
