-- GET /admin/figures. Returns the numbers of the console's overview page. Users are counted by blocks and
-- sessions by a sample, which bounds the cost. Counts of new users, messages, events, jobs, bans and locked
-- addresses end at 10,000.
create function auth_api.get_figures(claims jsonb, audience text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
  v_now     timestamptz := auth_lib.clock();
  v_aud     text := auth_lib.request_aud(claims, audience, settings);
  v_counted auth.user_blocks;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_counted := auth_lib.count_users_in_blocks(v_aud);
  return jsonb_build_object(
    'users', v_counted.users + auth_lib.count_users_since(v_aud, v_counted.until),
    'new_users', (select count(*) from (select from auth.users as u
      where u.aud = v_aud and u.created_at > v_now - interval '1 day'
      order by u.created_at desc limit 10000) as c),
    'live_sessions', auth_lib.count_live_sessions(v_now, 400),
    'banned', (select count(*) from (select from auth.users as u
      where u.banned_until > v_now order by u.banned_until limit 10000) as c),
    'locked_accounts', (select count(*) from (select from auth.attempts as a
      where a.failing_since > v_now - interval '1 hour'
        and a.failures >= auth_lib.max_password_failures(settings)
      order by a.failing_since limit 10000) as c),
    'messages', jsonb_build_object(
      'waiting', (select count(*) from (select from auth.messages as m
        where m.state in ('queued', 'sending') order by m.expires_at limit 10000) as c),
      'failed', (select count(*) from (select from auth.messages as m
        where m.state in ('failed', 'expired') and m.finished_at > v_now - interval '1 day'
        order by m.finished_at limit 10000) as c)),
    'webhook_events', jsonb_build_object(
      'waiting', (select count(*) from (select from auth.webhook_events as e
        where e.finished_at is null order by e.created_at limit 10000) as c),
      'failed', (select count(*) from (select from auth.webhook_events as e
        where e.state = 'failed' and e.finished_at > v_now - interval '1 day'
        order by e.finished_at limit 10000) as c)),
    'release', (select jsonb_build_object('version', r.version, 'since', auth_lib.wire_time(r.applied_at))
      from auth.release as r),
    'queues', auth_lib.due_jobs(10000));
end
$$;
comment on function auth_api.get_figures is
  'GET /admin/figures. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2.';
