-- For the CLI: searches the audit log, newest first, page by page. Criteria are the user (as actor or as
-- target of an administrator), actor id or name, action and time. Unlike GET /admin/audit, it returns a row
-- with all its actions, uses key pagination, and returns no total.
create function auth_api.find_audit(
  claims jsonb, user_id uuid, actor_id uuid, actor_name text, action text, since timestamptz,
  until timestamptz, cursor text, most integer, settings jsonb)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings, 'list'),
    auth_lib.check_cursor(cursor));
  v_most    integer := least(greatest(coalesce(most, 50), 1), 1000);
  v_entries auth.audit_log[];
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_entries := array(
    select e from (
      (select l as e from auth.audit_log as l
       where user_id is null
         and auth_lib.matches_audit_criteria(l, find_audit.actor_id, find_audit.actor_name, action, since, until,
           cursor)
       order by l.created_at desc, l.id desc limit v_most + 1)
      union all
      (select l from auth.audit_log as l
       where l.actor_id = user_id
         and auth_lib.matches_audit_criteria(l, find_audit.actor_id, find_audit.actor_name, action, since, until,
           cursor)
       order by l.created_at desc, l.id desc limit v_most + 1)
      union all
      (select l from auth.audit_log as l
       where l.traits ->> 'user_id' = user_id::text and l.actor_id <> user_id
         and auth_lib.matches_audit_criteria(l, find_audit.actor_id, find_audit.actor_name, action, since, until,
           cursor)
       order by l.created_at desc, l.id desc limit v_most + 1)) as f
    order by (f.e).created_at desc, (f.e).id desc limit v_most + 1);
  return jsonb_build_object(
    'entries', (
      select coalesce(jsonb_agg(auth_lib.audit_row_json(e)
        order by e.created_at desc, e.id desc), '[]')
      from unnest(v_entries[1:v_most]) as e))
    || case when v_entries[v_most + 1].id is null then '{}' else jsonb_build_object(
      'next_cursor', auth_lib.cursor_after(v_entries[v_most].created_at, v_entries[v_most].id)) end;
end
$$;
comment on function auth_api.find_audit is
  'Searches the audit log, newest first. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, bad_pagination.';

-- Returns true if a row matches actor, action and time, and follows the cursor. The planner inlines this
-- function, so its comparisons select indexes and partitions.
create function auth_lib.matches_audit_criteria(
  entry auth.audit_log, actor_id uuid, actor_name text, action text, since timestamptz, until timestamptz,
  cursor text)
returns boolean
language sql stable
as $$
  select (actor_id is null or (entry).actor_id = actor_id)
    and (actor_name is null or (entry).actor_username = actor_name)
    and (action is null or action = any ((entry).actions))
    and (entry).created_at >= coalesce(since, '-infinity')
    and (entry).created_at < coalesce(until, 'infinity')
    and (auth_lib.cursor_id(cursor) is null
      or ((entry).created_at, (entry).id) < (auth_lib.cursor_instant(cursor), auth_lib.cursor_id(cursor)))
$$;
