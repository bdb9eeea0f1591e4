-- Mails and SMS that ended by hour or day in UTC, channel and state, by default of the last 24 hours; locks nothing (reads auth_api.audit_tallies and auth_api.audit_messages).
with span as (select now() - interval '24 hours' as since, now() as until, text 'hour' as step),
-- The worker has counted all messages before `begins`.
counted as (
  select s.until, greatest(date_trunc(s.step, s.since, 'UTC'), (
    select (t.day + make_interval(hours => t.hour + 1)) at time zone 'UTC' from auth_api.audit_tallies as t
    where t.kind = 'message' and t.hour >= 0 order by t.day desc, t.hour desc limit 1)) as begins
  from span as s),
hours as (
  select (t.day + make_interval(hours => greatest(t.hour, 0))) at time zone 'UTC' as begins, t.name as channel, t.outcome, t.count
  from span as s
  join auth_api.audit_tallies as t on t.day between (s.since at time zone 'UTC')::date and (s.until at time zone 'UTC')::date
  where t.kind = 'message'
  union all
  select date_bin('1 hour', m.finished_at, '2000-01-01 00:00:00Z'), m.channel, m.state, count(*)
  from auth_api.audit_messages as m
  -- Subqueries instead of a join, so that both bounds are conditions of the index scan.
  where m.finished_at >= (select c.begins from counted as c) and m.finished_at < (select c.until from counted as c)
  group by 1, 2, 3)
select to_char(date_trunc(s.step, h.begins, 'UTC') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:00:00"Z"') as at, h.channel, h.outcome,
  sum(h.count)::integer as messages
from span as s
join hours as h on h.begins between date_trunc(s.step, s.since, 'UTC') and s.until
group by 1, 2, 3
order by 1, 2, 3;
