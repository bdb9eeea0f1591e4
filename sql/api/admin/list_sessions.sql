-- GET /admin/users/{user_id}/sessions, also for the CLI. Returns live and recently ended sessions, newest
-- first. A page has `most` sessions (default 1,000). Each page reads all sessions of the user, because an
-- index for the order would make every refresh more expensive (docs/adr/0048).
create function auth_api.list_sessions(
  claims jsonb, user_id text, settings jsonb, cursor text default null, most text default null)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings, 'read'), auth_lib.check_page(cursor, most));
  v_id      uuid := auth_lib.path_uuid(user_id);
  v_size    integer;
  v_at      timestamptz;
  v_after   uuid;
  v_found   auth.sessions[];
begin
  if v_refused is not null then
    return v_refused;
  elsif v_id is null then
    return auth_lib.refusal('path_not_uuid');
  elsif not exists (select from auth.users as u where u.id = v_id) then
    return auth_lib.refusal('user_not_found');
  end if;
  v_size := auth_lib.page_size(coalesce(nullif(most, ''), '1000'));
  v_at := coalesce(auth_lib.cursor_instant(cursor), 'infinity');
  v_after := coalesce(auth_lib.cursor_id(cursor), 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_found := array(select s from auth.sessions as s
    where s.user_id = v_id and (s.created_at, s.id) < (v_at, v_after)
    order by s.created_at desc, s.id desc limit v_size + 1);
  return jsonb_build_object('sessions', (
      select coalesce(jsonb_agg(auth_lib.session_json(s) || jsonb_build_object(
        'refreshed_at', auth_lib.wire_time(s.refreshed_at), 'revoked_at', auth_lib.wire_time(s.revoked_at),
        'revoked_reason', s.revoked_reason) order by s.created_at desc, s.id desc), '[]')
      from unnest(v_found[1:v_size]) as s))
    || auth_lib.pagination(case when cardinality(v_found) > v_size
      then auth_lib.cursor_after(v_found[v_size].created_at, v_found[v_size].id) end);
end
$$;
comment on function auth_api.list_sessions is
  'GET /admin/users/{user_id}/sessions. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'admin_session_expired, admin_needs_aal2, path_not_uuid, user_not_found, bad_pagination.';
