-- Response times in ms by hour or day in UTC: upper bounds of the 50th and 95th percentile, by default of the last 24 hours; locks nothing (reads auth_api.audit_tallies).
with span as (select now() - interval '24 hours' as since, now() as until, text 'hour' as step),
hours as (
  -- Sums up each hour before its time is computed, because two weeks have about 100,000 rows.
  select (t.day + make_interval(hours => coalesce(t.hour, 0))) at time zone 'UTC' as begins, t.outcome, t.responses
  from (
    select a.day, a.hour, a.outcome, sum(a.count) as responses
    from span as s
    join auth_api.audit_tallies as a on a.day between (s.since at time zone 'UTC')::date and (s.until at time zone 'UTC')::date
    where a.kind = 'latency'
    group by 1, 2, 3) as t),
buckets as (
  select date_trunc(s.step, h.begins, 'UTC') as at, case h.outcome when 'more' then 10000 else h.outcome::integer end as ms, sum(h.responses) as responses
  from span as s
  join hours as h on h.begins between date_trunc(s.step, s.since, 'UTC') and s.until
  group by 1, 2),
running as (
  select b.at, b.ms, sum(b.responses) over (partition by b.at order by b.ms) as so_far, sum(b.responses) over (partition by b.at) as responses
  from buckets as b)
select to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:00:00"Z"') as at, max(r.responses)::integer as responses,
  min(r.ms) filter (where r.so_far >= 0.5 * r.responses) as p50, min(r.ms) filter (where r.so_far >= 0.95 * r.responses) as p95
from running as r
group by r.at
order by r.at;
