-- GET /admin/messages, also for the CLI. Returns messages with their state, newest first: finished messages
-- by their end, pending ones by their creation. The table contains no part of a link or code. last_error is
-- the mail server's or SMS gateway's response, with links and codes removed. An address is found by index.
-- With other filters, at most 20,000 rows are read for a page, so a page may have fewer messages without
-- being the last. retry_refused is the name of the error that the caller would get for a retry, or null if
-- a retry is allowed. The first page also contains the errors of the last day, grouped.
create function auth_api.list_messages(
  claims jsonb, state text, address text, most text, settings jsonb, error text default null,
  cursor text default null)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_state   text := nullif(state, '');
  v_to      text := auth_lib.address_filter(address);
  -- A search by exact address does not require the right `list`.
  v_refused jsonb := coalesce(
    auth_lib.check_admin(claims, settings, case when v_to is null then 'list' else 'read' end),
    auth_lib.check_page(cursor, most),
    case when v_state not in ('queued', 'sending', 'sent', 'skipped', 'expired', 'failed')
      then auth_lib.refusal('bad_search', 'state is queued, sending, sent, skipped, expired or failed') end);
  v_error   text := nullif(error, '');
  v_at      timestamptz;
  v_after   uuid;
  v_size    integer;
  v_read    integer;
  v_found   auth.messages[];
  v_shown   auth.messages[];
  v_last    auth.messages;
  v_acting  text;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_size := auth_lib.page_size(most);
  v_read := case when num_nonnulls(v_state, v_error) = 0 then v_size + 1 else 20000 end;
  v_at := coalesce(auth_lib.cursor_instant(cursor), 'infinity');
  v_after := coalesce(auth_lib.cursor_id(cursor), 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  if v_to is not null then
    v_found := array(select m from auth.messages as m
      where m.to_address = v_to and (coalesce(m.finished_at, m.created_at), m.id) < (v_at, v_after)
      order by coalesce(m.finished_at, m.created_at) desc, m.id desc limit v_read);
  else
    v_found := array(
      select f.m from (
        (select o as m, o.created_at as at, o.id from auth.messages as o
          where o.state in ('queued', 'sending') and (o.created_at, o.id) < (v_at, v_after)
          order by o.created_at desc, o.id desc limit v_read)
        union all
        (select o, o.finished_at, o.id from auth.messages as o
          where o.finished_at is not null and o.finished_at <= v_at and (o.finished_at, o.id) < (v_at,
            v_after)
          order by o.finished_at desc, o.id desc limit v_read)) as f
      order by f.at desc, f.id desc limit v_read);
  end if;
  v_shown := array(select m from unnest(v_found) as m
    where m.state = coalesce(v_state, m.state) and (v_error is null or m.last_error = v_error)
    order by coalesce(m.finished_at, m.created_at) desc, m.id desc limit v_size + 1);
  v_acting := auth_lib.acting_right(claims, settings);
  v_last := case when cardinality(v_shown) > v_size then v_shown[v_size]
    when cardinality(v_found) = v_read then v_found[v_read] end;
  return jsonb_build_object('messages', (
      select coalesce(jsonb_agg(auth_lib.message_json(v_shown[n.place]) || jsonb_build_object('retry_refused',
        coalesce(auth_lib.check_retry(v_shown[n.place]), auth_lib.check_target(v_acting,
          (select u.role from auth.users as u where u.id = (v_shown[n.place]).user_id), settings))
        -> 'refused' ->> 'name') order by n.place), '[]')
      from generate_series(1, least(cardinality(v_shown), v_size)) as n (place)))
    || auth_lib.pagination(case when v_last.id is not null
      then auth_lib.cursor_after(coalesce(v_last.finished_at, v_last.created_at), v_last.id) end)
    -- Requires the right `list`, because error texts of servers contain addresses.
    || case when coalesce(cursor, '') = '' and auth_lib.has_admin_right(claims, settings, 'list')
      then jsonb_build_object('errors', auth_lib.message_errors()) else '{}' end;
end
$$;

-- Returns at most 50 error texts of messages that failed or expired within a day, the most frequent first.
-- Reads at most 10,000 messages.
create function auth_lib.message_errors() returns jsonb
language plpgsql stable
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('error', g.error, 'messages', g.messages)
      order by g.messages desc, g.error), '[]')
    from (
      select f.error, count(*) as messages from (
        select coalesce(m.last_error, '') as error from auth.messages as m
        where m.state in ('failed', 'expired') and m.finished_at > auth_lib.clock() - interval '1 day'
        order by m.finished_at desc limit 10000) as f
      group by f.error order by count(*) desc, f.error limit 50) as g);
end
$$;
comment on function auth_api.list_messages is
  'Messages and their state, the newest first. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, bad_pagination, bad_search.';
