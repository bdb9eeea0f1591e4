-- Sign-ins by hour or day in UTC, method and outcome, without refreshes, by default of the last 24 hours; locks nothing (reads auth_api.audit_tallies).
with span as (select now() - interval '24 hours' as since, now() as until, text 'hour' as step)
select to_char(date_trunc(s.step, t.day + make_interval(hours => coalesce(t.hour, 0))), 'YYYY-MM-DD"T"HH24:00:00"Z"') as at,
  t.name as method, t.outcome, sum(t.count)::integer as sign_ins
from span as s
join auth_api.audit_tallies as t on t.day between (s.since at time zone 'UTC')::date and (s.until at time zone 'UTC')::date
where t.kind = 'sign_in' and t.name <> 'refresh_token'
  and (t.day + make_interval(hours => coalesce(t.hour, 0))) at time zone 'UTC' between date_trunc(s.step, s.since, 'UTC') and s.until
group by 1, 2, 3
order by 1, 2, 3;
