-- Mails and SMS that are not sent yet, by waiting time; locks nothing (reads auth_api.audit_messages).
select case when w.waited < interval '1 minute' then '1: under 1 minute' when w.waited < interval '10 minutes' then '2: 1 to 10 minutes'
    when w.waited < interval '1 hour' then '3: 10 minutes to 1 hour' else '4: over 1 hour' end as waiting,
  count(*)::integer as messages, round(max(extract(epoch from w.waited))::numeric, 1)::float8 as longest_seconds
from (select now() - m.created_at as waited from auth_api.audit_messages as m where m.state in ('queued', 'sending')) as w
group by 1
order by 1;
