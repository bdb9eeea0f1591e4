-- GET /admin/users/{user_id}/timeline. Returns the history of a user, newest first: audit entries by and
-- about the user, messages, error responses and webhook events. From each source one page is read by its
-- index, and the pages are merged. `kind` selects one source. retry_refused of a message is the name of
-- the error that the caller would get for a retry, or null if a retry is allowed. A caller without the
-- right list does not get who the administrators are, nor whom the user acted on as an administrator. For
-- such a caller, request_id is null in audit entries about two users; actor, ip and user_agent are null in
-- entries by an administrator; details is null in entries by the user about somebody else.
create function auth_api.get_timeline(
  claims jsonb, user_id text, kind text, cursor text, most text, settings jsonb)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings, 'read'), auth_lib.check_page(cursor,
    most));
  v_id      uuid := auth_lib.path_uuid(user_id);
  v_kind    text := nullif(kind, '');
  v_size    integer;
  v_at      timestamptz;
  v_after   uuid;
  v_entries jsonb[];
  v_last    jsonb;
  v_lists   boolean;
  v_target  jsonb;   -- error with which the caller may not act on the user, or null
begin
  if v_refused is not null then
    return v_refused;
  elsif v_id is null then
    return auth_lib.refusal('path_not_uuid');
  elsif v_kind not in ('audit', 'message', 'refusal', 'webhook') then
    return auth_lib.refusal('bad_search', 'kind is audit, message, refusal or webhook');
  elsif not exists (select from auth.users as u where u.id = v_id) then
    return auth_lib.refusal('user_not_found');
  end if;
  v_target := (select auth_lib.check_target(auth_lib.acting_right(claims, settings), u.role, settings)
    from auth.users as u where u.id = v_id);
  v_lists := auth_lib.has_admin_right(claims, settings, 'list');
  v_size := auth_lib.page_size(most);
  v_at := coalesce(auth_lib.cursor_instant(cursor), 'infinity');
  v_after := coalesce(auth_lib.cursor_id(cursor), 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_entries := array(
    select e.entry || jsonb_build_object('at', auth_lib.wire_time(e.at), 'id', e.id, 'kind', e.kind)
    from (
      (select l.created_at as at, l.id, 'audit' as kind, jsonb_build_object('what', l.actions[1],
          'actions', l.actions, 'by_administrator', false, 'actor', l.actor_username, 'ip', host(l.ip),
          'user_agent', l.user_agent,
          'details', case when v_lists or auth_lib.concerns_only(l.actions, l.traits, v_id) then l.traits end,
          'request_id', case when v_lists or auth_lib.concerns_only(l.actions, l.traits, v_id)
            then l.request_id end) as entry
        from auth.audit_log as l
        where coalesce(v_kind, 'audit') = 'audit' and l.actor_id = v_id
          and l.created_at <= v_at and (l.created_at, l.id) < (v_at, v_after)
        order by l.created_at desc, l.id desc limit v_size + 1)
      union all
      (select l.created_at, l.id, 'audit', jsonb_build_object('what', l.actions[1], 'actions', l.actions,
          'details', l.traits, 'by_administrator', true)
          || case when v_lists then jsonb_build_object('actor', l.actor_username, 'ip', host(l.ip),
              'user_agent', l.user_agent, 'request_id', l.request_id)
            else '{"actor": null, "ip": null, "user_agent": null, "request_id": null}' end
        from auth.audit_log as l
        where coalesce(v_kind, 'audit') = 'audit' and l.traits ->> 'user_id' = v_id::text
          and l.actor_id <> v_id and l.created_at <= v_at and (l.created_at, l.id) < (v_at, v_after)
        order by l.created_at desc, l.id desc limit v_size + 1)
      union all
      (select m.created_at, m.id, 'message', jsonb_build_object('what', m.kind, 'details',
          jsonb_build_object('channel', m.channel, 'to', m.to_address, 'state', m.state, 'tries', m.tries,
            'last_error', m.last_error, 'finished_at', auth_lib.wire_time(m.finished_at),
            'retry_refused', coalesce(auth_lib.check_retry(m), v_target) -> 'refused' ->> 'name'))
        from auth.messages as m
        where coalesce(v_kind, 'message') = 'message' and m.user_id = v_id
          and (m.created_at, m.id) < (v_at, v_after)
        order by m.created_at desc, m.id desc limit v_size + 1)
      union all
      (select r.at, r.id, 'refusal', jsonb_build_object('what', r.code, 'details',
          jsonb_build_object('name', r.name, 'function', r.function, 'route', r.route, 'status', r.status),
          'ip', host(r.ip), 'user_agent', r.user_agent, 'request_id', r.request_id)
        from auth.refusals as r
        where coalesce(v_kind, 'refusal') = 'refusal' and r.user_id = v_id
          and r.at <= v_at and (r.at, r.id) < (v_at, v_after)
        order by r.at desc, r.id desc limit v_size + 1)
      union all
      (select w.created_at, w.id, 'webhook', jsonb_build_object('what', w.kind, 'details',
          jsonb_build_object('webhook_id', w.webhook_id, 'state', w.state, 'tries', w.tries,
            'last_error', w.last_error, 'finished_at', auth_lib.wire_time(w.finished_at)))
        from auth.webhook_events as w
        where coalesce(v_kind, 'webhook') = 'webhook' and w.user_id = v_id
          and (w.created_at, w.id) < (v_at, v_after)
        order by w.created_at desc, w.id desc limit v_size + 1)) as e
    order by e.at desc, e.id desc limit v_size + 1);
  v_last := v_entries[v_size];
  return jsonb_build_object('entries', to_jsonb(v_entries[1:v_size])) || auth_lib.pagination(
    case when cardinality(v_entries) > v_size
      then auth_lib.cursor_after((v_last ->> 'at')::timestamptz, (v_last ->> 'id')::uuid) end);
end
$$;
comment on function auth_api.get_timeline is
  'GET /admin/users/{user_id}/timeline. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'admin_session_expired, admin_needs_aal2, path_not_uuid, user_not_found, bad_pagination, bad_search.';
