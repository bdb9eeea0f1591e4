-- Sign-ins, sign-ups and sign-outs of the last 30 days, by day in UTC; locks nothing (reads auth_api.audit_events).
select (e.created_at at time zone 'UTC')::date::text as day,
  count(*) filter (where a.action = 'login')::integer as sign_ins,
  count(distinct e.actor_id) filter (where a.action = 'login')::integer as people,
  count(*) filter (where a.action = 'user_signedup')::integer as sign_ups,
  count(*) filter (where a.action = 'logout')::integer as sign_outs
from auth_api.audit_events as e
cross join unnest(e.actions) as a (action)
where e.created_at > now() - interval '30 days'
group by 1
order by 1 desc;
