-- Returns how each key was used, with the times of the first and last use, from the counts of the gateways.
-- The resolution is an hour for 14 days, and a day afterwards.
create function auth_api.list_key_uses(claims jsonb, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
begin
  if v_refused is not null then
    return v_refused;
  end if;
  return jsonb_build_object('uses', (
    select coalesce(jsonb_agg(jsonb_build_object('key', u.name, 'use', u.outcome,
      'since', auth_lib.wire_time(u.since), 'last', auth_lib.wire_time(u.last)) order by u.name, u.outcome), '[]')
    from (
      select t.name, t.outcome,
        min((t.day + make_interval(hours => greatest(t.hour, 0))) at time zone 'UTC') as since,
        max((t.day + make_interval(hours => case t.hour when -1 then 23 else t.hour end)) at time zone 'UTC')
          as last
      from auth.tallies as t where t.kind = 'key' group by t.name, t.outcome) as u));
end
$$;
comment on function auth_api.list_key_uses is
  'What each key was used for and when. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'admin_session_expired, admin_needs_aal2.';
