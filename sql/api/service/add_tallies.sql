-- For the gateway, once a minute: adds its counts, a list of {day, kind, name, outcome, count}, and deletes
-- days older than 400 days. Rows are locked in one order, so that gateways do not deadlock.
create function auth_api.add_tallies(tallies jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_day date := (auth_lib.clock() at time zone 'UTC')::date;
begin
  insert into auth.tallies as t (day, kind, name, outcome, count)
  select a.day, a.kind, left(a.name, 100), left(a.outcome, 100), sum(a.count)
  from jsonb_to_recordset(tallies) as a (day date, kind text, name text, outcome text, count bigint)
  -- Bounds the days that a gateway with a wrong clock can write.
  where a.count > 0 and a.day between v_day - 2 and v_day + 2
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict on constraint tallies_pkey do update set count = t.count + excluded.count;

  delete from auth.tallies as t where (t.day, t.kind, t.name, t.outcome) in (
    select o.day, o.kind, o.name, o.outcome from auth.tallies as o where o.day < v_day - 400
    limit 500 for update skip locked);
  return jsonb_build_object();
end
$$;
comment on function auth_api.add_tallies is
  'For the gateway: adds counts of sign-ins and errors by day, which reports read. Keeps 400 days.';
