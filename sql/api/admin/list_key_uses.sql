-- Returns how each key was used, with the times of the first and last use, from the counts of the
-- gateways. The resolution is an hour for 14 days, and a day afterwards. missed is the last hour in which
-- a gateway did not have the key. Each gateway counts all its keys together, exactly one of them with the
-- outcome 'seals'. If a gateway does not have a key, the key's count in that hour is lower than the count
-- of 'seals'. client_secrets counts the OAuth clients that administrators created, by the key from which
-- their secret is derived. No former secret is valid after former_secrets_until.
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
      'since', auth_lib.wire_time(u.since), 'last', auth_lib.wire_time(u.last), 'missed', (
        select auth_lib.wire_time(max(auth_lib.last_counted_hour(b.day, b.hour)))
        from auth.tallies as b
        where b.kind = 'key' and b.outcome = 'seals' and u.since <= auth_lib.last_counted_hour(b.day, b.hour)
          and (select sum(s.count) from auth.tallies as s
            where s.day = b.day and s.hour = b.hour and s.kind = 'key' and s.outcome = 'seals')
            > (select coalesce(sum(k.count), 0) from auth.tallies as k
              where k.day = b.day and k.hour = b.hour and k.kind = 'key' and k.name = u.name))
      ) order by u.name, u.outcome), '[]')
    from (
      select t.name, t.outcome,
        min((t.day + make_interval(hours => greatest(t.hour, 0))) at time zone 'UTC') as since,
        max(auth_lib.last_counted_hour(t.day, t.hour)) as last
      from auth.tallies as t where t.kind = 'key' group by t.name, t.outcome) as u))
    || (
    select jsonb_build_object('client_secrets', coalesce(
        jsonb_agg(jsonb_build_object('key_id', k.key_id, 'clients', k.clients) order by k.key_id), '[]'),
      'former_secrets_until', auth_lib.wire_time(max(k.former_until)))
    from (
      select c.secret_key_id as key_id, count(*) as clients,
        max(c.previous_secret_until) filter (where c.previous_secret_until > auth_lib.clock()) as former_until
      from auth.oauth_clients as c
      where c.registration_type = 'manual' and c.deleted_at is null
        and c.token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post')
      group by c.secret_key_id) as k);
end
$$;
comment on function auth_api.list_key_uses is
  'What each key was used for and when. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'admin_session_expired, admin_needs_aal2.';

-- Returns the start of the last hour that a row of auth.tallies counts.
create function auth_lib.last_counted_hour(day date, hour smallint) returns timestamptz
language sql immutable
as $$ select (day + make_interval(hours => case hour when -1 then 23 else hour end)) at time zone 'UTC' $$;
