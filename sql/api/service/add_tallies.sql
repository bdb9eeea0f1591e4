-- For the gateway, once a minute: adds its counts, a list of {day, hour, kind, name, outcome, count}, and
-- its error responses. Replaces hourly counts older than 14 days by one daily count, and deletes counts
-- older than 400 days. Rows are locked in a fixed order, so that gateways do not deadlock.
create function auth_api.add_tallies(tallies jsonb, refusals jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_day date := (auth_lib.clock() at time zone 'UTC')::date;
begin
  insert into auth.tallies as t (day, hour, kind, name, outcome, count)
  select a.day, a.hour, a.kind, left(a.name, 100), left(a.outcome, 100), sum(a.count)
  from jsonb_to_recordset(tallies)
    as a (day date, hour smallint, kind text, name text, outcome text, count bigint)
  -- Limits the days that a gateway with a wrong clock can write.
  where a.count > 0 and a.day between v_day - 2 and v_day + 2
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict on constraint tallies_pkey do update set count = t.count + excluded.count;

  perform auth_lib.add_refusals(refusals);

  with folded as (
    delete from auth.tallies as t where (t.day, t.hour, t.kind, t.name, t.outcome) in (
      select o.day, o.hour, o.kind, o.name, o.outcome from auth.tallies as o
      where o.day < v_day - 14 and o.hour >= 0 limit 500 for update skip locked)
    returning t.*)
  insert into auth.tallies as t (day, hour, kind, name, outcome, count)
  select f.day, -1, f.kind, f.name, f.outcome, sum(f.count) from folded as f
  group by 1, 3, 4, 5
  order by 1, 3, 4, 5
  on conflict on constraint tallies_pkey do update set count = t.count + excluded.count;

  delete from auth.tallies as t where (t.day, t.hour, t.kind, t.name, t.outcome) in (
    select o.day, o.hour, o.kind, o.name, o.outcome from auth.tallies as o where o.day < v_day - 400
    limit 500 for update skip locked);
  return jsonb_build_object();
end
$$;
comment on function auth_api.add_tallies is
  'For the gateway: adds counts of sign-ins, errors and response times, which reports read, and refused '
  'requests. Keeps hours for 14 days and days for 400 days.';

-- Stores error responses with a digest of the address. The user is the caller, or otherwise the owner of the
-- address. A time from a wrong clock is replaced by the current time. The row of a deleted caller has no
-- user.
create function auth_lib.add_refusals(refusals jsonb) returns void
language plpgsql volatile
as $$
declare
  v_now timestamptz := auth_lib.clock();
begin
  insert into auth.refusals (at, id, request_id, route, function, name, code, status, address_digest, user_id,
    ip, user_agent)
  select case when r.at between v_now - interval '1 day' and v_now then r.at else v_now end,
    gen_random_uuid(), left(r.request_id, 200), left(r.route, 100), r.function, r.name, left(r.code, 100),
    r.status, auth_lib.attempt_digest('refusal', n.address),
    coalesce(u.id, case when r.user_id is null and n.address is not null then (auth_lib.find_user(
      case when n.address like '%@%' then 'email' else 'phone' end, n.address)).id end),
    r.ip, left(r.user_agent, 1000)
  from jsonb_to_recordset(coalesce(refusals, '[]')) as r (at timestamptz, request_id text, route text,
    function text, name text, code text, status smallint, address text, user_id uuid, ip inet,
    user_agent text)
  cross join lateral (
    select auth_lib.normal_address(left(nullif(r.address, ''), 255)) as address) as n
  left join auth.users as u on u.id = r.user_id and u.deleted_at is null;
end
$$;
