-- GET /admin/errors/{code}. Returns how often an error code was returned today, also by route, and in the
-- last 14 days.
create function auth_api.get_error_counts(claims jsonb, code text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
  v_today   date := (auth_lib.clock() at time zone 'UTC')::date;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  return (
    select jsonb_build_object('times_today', coalesce(sum(t.times) filter (where t.day = v_today), 0)::bigint,
      'times', coalesce(sum(t.times), 0)::bigint,
      'routes', coalesce(jsonb_object_agg(t.outcome, t.times) filter (where t.day = v_today), '{}'))
    from (
      select c.day, c.outcome, sum(c.count) as times from auth.tallies as c
      where c.day between v_today - 13 and v_today and c.hour between -1 and 23 and c.kind = 'refusal'
        and c.name = code
      group by c.day, c.outcome) as t);
end
$$;
comment on function auth_api.get_error_counts is
  'GET /admin/errors/{code}. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2.';
