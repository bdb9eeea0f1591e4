-- Error responses by hour or day in UTC, error code and route, by default of the last 24 hours; locks nothing (reads auth_api.audit_tallies).
with span as (select now() - interval '24 hours' as since, now() as until, text 'hour' as step),
hours as (
  select (t.day + make_interval(hours => coalesce(t.hour, 0))) at time zone 'UTC' as begins, t.name, t.refused
  from (
    select a.day, a.hour, a.name, sum(a.count) as refused
    from span as s
    join auth_api.audit_tallies as a on a.day between (s.since at time zone 'UTC')::date and (s.until at time zone 'UTC')::date
    where a.kind = 'refusal'
    group by 1, 2, 3) as t)
select to_char(date_trunc(s.step, h.begins, 'UTC') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:00:00"Z"') as at, h.name as error_code,
  sum(h.refused)::integer as refused
from span as s
join hours as h on h.begins between date_trunc(s.step, s.since, 'UTC') and s.until
group by 1, 2
order by 1, 2;
