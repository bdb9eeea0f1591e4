-- Mails and SMS that ended in the last 30 days, by day in UTC and outcome, and how long they waited; locks nothing (reads auth_api.audit_messages).
select (m.finished_at at time zone 'UTC')::date::text as day, m.channel, m.state as outcome, count(*)::integer as messages,
  round((percentile_disc(0.5) within group (order by extract(epoch from m.finished_at - m.created_at)))::numeric, 1)::float8 as median_seconds,
  round(max(extract(epoch from m.finished_at - m.created_at))::numeric, 1)::float8 as longest_seconds
from auth_api.audit_messages as m
where m.finished_at >= (((now() at time zone 'UTC')::date - 29)::timestamp at time zone 'UTC')
group by 1, 2, 3
order by 1 desc, 2, 3;
