-- Live sessions by the day in UTC of their last use, for the last 30 days; locks nothing, reads every session once (auth_api.audit_sessions).
select greatest((coalesce(s.refreshed_at, s.created_at) at time zone 'UTC')::date, (now() at time zone 'UTC')::date - 30)::text as last_used,
  count(*)::integer as sessions, count(distinct s.user_id)::integer as users
from auth_api.audit_sessions as s
where s.revoked_at is null and (s.not_after is null or s.not_after > now())
group by 1
order by 1 desc;
