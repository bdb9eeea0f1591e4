-- Response times in ms by hour or day in UTC: upper bounds of the 50th and 95th percentile, by default of the last 24 hours; locks nothing (reads auth_api.audit_tallies).
with span as (select now() - interval '24 hours' as since, now() as until, text 'hour' as step),
buckets as (
  select date_trunc(s.step, t.day + make_interval(hours => coalesce(t.hour, 0))) as at,
    case t.outcome when 'more' then 10000 else t.outcome::integer end as ms, sum(t.count) as responses
  from span as s
  join auth_api.audit_tallies as t on t.day between (s.since at time zone 'UTC')::date and (s.until at time zone 'UTC')::date
  where t.kind = 'latency'
    and (t.day + make_interval(hours => coalesce(t.hour, 0))) at time zone 'UTC' between date_trunc(s.step, s.since, 'UTC') and s.until
  group by 1, 2),
running as (
  select b.at, b.ms, sum(b.responses) over (partition by b.at order by b.ms) as so_far, sum(b.responses) over (partition by b.at) as responses
  from buckets as b)
select to_char(r.at, 'YYYY-MM-DD"T"HH24:00:00"Z"') as at, max(r.responses)::integer as responses,
  min(r.ms) filter (where r.so_far >= 0.5 * r.responses) as p50, min(r.ms) filter (where r.so_far >= 0.95 * r.responses) as p95
from running as r
group by r.at
order by r.at;
