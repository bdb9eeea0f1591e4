-- Mails and SMS by hour or day in UTC, channel and state, by default of the last 24 hours; locks nothing (reads auth_api.audit_messages).
with span as (select now() - interval '24 hours' as since, now() as until, text 'hour' as step)
select to_char(date_trunc(s.step, m.finished_at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:00:00"Z"') as at, m.channel, m.state as outcome,
  count(*)::integer as messages
from span as s
join auth_api.audit_messages as m on m.finished_at >= s.since and m.finished_at < s.until
group by 1, 2, 3
order by 1, 2, 3;
