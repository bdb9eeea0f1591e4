-- GET /admin/webhook-events, also for the CLI. Returns webhook events with their delivery state, newest
-- first, without their data. A user or webhook is found by index. With a state, at most 20,000 rows are
-- read for a page, so a page may have fewer events without being the last. retry_refused is the name of the
-- error that the caller would get for a retry, or null if a retry is allowed. A caller without the right list
-- gets the ids of the users only if user_id is given.
create function auth_api.list_webhook_events(
  claims jsonb, state text, user_id text, webhook_id text, most text, settings jsonb,
    cursor text default null)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_state   text := nullif(state, '');
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings, 'read'),
    auth_lib.check_page(cursor, most),
    case when v_state not in ('queued', 'sending', 'delivered', 'failed', 'dropped')
      then auth_lib.refusal('bad_search', 'state is queued, sending, delivered, failed or dropped') end);
  v_user    uuid := auth_lib.uuid_or_null(nullif(user_id, ''));
  v_webhook uuid := auth_lib.uuid_or_null(nullif(webhook_id, ''));
  v_at      timestamptz;
  v_place   bigint;
  v_size    integer;
  v_read    integer;
  v_found   auth.webhook_events[];
  v_shown   auth.webhook_events[];
  v_last    auth.webhook_events;
  v_acting  text;
  v_named   boolean;
begin
  if v_refused is not null then
    return v_refused;
  elsif nullif(user_id, '') is not null and v_user is null
    or nullif(webhook_id, '') is not null and v_webhook is null then
    return jsonb_build_object('events', '[]'::jsonb) || auth_lib.pagination(null);
  end if;
  v_size := auth_lib.page_size(most);
  v_read := case when v_state is null then v_size + 1 else 20000 end;
  v_at := coalesce(auth_lib.cursor_instant(cursor), 'infinity');
  -- The cursor contains the event's place in the form of a UUID.
  v_place := coalesce(('x' || right(translate(auth_lib.cursor_id(cursor)::text, '-', ''),
    16))::bit(64)::bigint,
    9223372036854775807);
  if v_user is not null then
    v_found := array(select e from auth.webhook_events as e
      where e.user_id = v_user and (v_webhook is null or e.webhook_id = v_webhook)
        and (e.created_at, e.place) < (v_at, v_place)
      order by e.created_at desc, e.place desc limit v_read);
  elsif v_webhook is not null then
    v_found := array(select e from auth.webhook_events as e
      where e.webhook_id = v_webhook and e.created_at <= v_at and (e.created_at, e.place) < (v_at, v_place)
      order by e.created_at desc, e.place desc limit v_read);
  else
    v_found := array(select e from auth.webhook_events as e
      where e.created_at <= v_at and (e.created_at, e.place) < (v_at, v_place)
      order by e.created_at desc, e.place desc limit v_read);
  end if;
  v_shown := array(select e from unnest(v_found) as e
    where e.state = coalesce(v_state, e.state) order by e.created_at desc, e.place desc
    limit v_size + 1);
  v_acting := auth_lib.acting_right(claims, settings);
  v_named := v_user is not null or auth_lib.has_admin_right(claims, settings, 'list');
  v_last := case when cardinality(v_shown) > v_size then v_shown[v_size]
    when cardinality(v_found) = v_read then v_found[v_read] end;
  return jsonb_build_object('events', (
      select coalesce(jsonb_agg(auth_lib.event_json(v_shown[n.place], v_named) || jsonb_build_object('retry_refused',
        coalesce(auth_lib.check_event_open(v_shown[n.place]), auth_lib.check_target(v_acting,
          (select u.role from auth.users as u where u.id = (v_shown[n.place]).user_id), settings))
        -> 'refused' ->> 'name') order by n.place), '[]')
      from generate_series(1, least(cardinality(v_shown), v_size)) as n (place)))
    || auth_lib.pagination(case when v_last.id is not null
      then auth_lib.cursor_after(v_last.created_at, lpad(to_hex(v_last.place), 32, '0')::uuid) end);
end
$$;
comment on function auth_api.list_webhook_events is
  'Webhook events and their delivery state, the newest first. Errors: token_expired, sub_missing, '
  'sub_not_uuid, session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'not_admin, admin_session_expired, admin_needs_aal2, bad_pagination, bad_search.';
