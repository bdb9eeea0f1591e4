-- GET /admin/sessions. Returns live sessions with their users, newest first: of a user, of an IP address or
-- network, or of the last 24 hours (since). Without a user, the right list is required.
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
  v_found   auth.sessions[];
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
  if v_user is not null then
    v_found := array(select s from auth.sessions as s
      where s.user_id = v_user and auth_lib.is_listed_session(s, v_ip, v_since, v_now, v_at, v_after)
      order by s.created_at desc, s.id desc limit v_size + 1);
  else
    v_found := array(select s from auth.sessions as s
      where s.created_at >= v_since and s.created_at <= v_at
        and auth_lib.is_listed_session(s, v_ip, v_since, v_now, v_at, v_after)
      order by s.created_at desc, s.id desc limit v_size + 1);
  end if;
  return jsonb_build_object('sessions', (
      select coalesce(jsonb_agg(auth_lib.session_json(s) || jsonb_build_object('user_id', s.user_id,
          'email', u.email, 'phone', u.phone) order by s.created_at desc, s.id desc), '[]')
      from unnest(v_found[1:v_size]) as s join auth.users as u on u.id = s.user_id))
    || auth_lib.pagination(case when cardinality(v_found) > v_size
      then auth_lib.cursor_after(v_found[v_size].created_at, v_found[v_size].id) end);
end
$$;
comment on function auth_api.list_all_sessions is
  'GET /admin/sessions. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2, right_missing, bad_pagination, bad_search.';

-- Returns true if a live session matches and follows the cursor. The planner inlines this function.
create function auth_lib.is_listed_session(
  session auth.sessions, ip inet, since timestamptz, now timestamptz, at timestamptz, after uuid)
returns boolean
language sql stable
as $$
  select (session).revoked_at is null and ((session).not_after is null or (session).not_after > now)
    and (ip is null or (session).ip <<= ip)
    and (session).created_at >= since
    and ((session).created_at, (session).id) < (at, after)
$$;
