-- Users at the end of each of the last 30 days in UTC, and new users per day, without users deleted since; locks nothing, reads every user once (auth_api.audit_users).
with made as (
  select greatest((u.created_at at time zone 'UTC')::date, (now() at time zone 'UTC')::date - 30) as day, count(*) as users
  from auth_api.audit_users as u where u.deleted_at is null group by 1
)
select d.day::date::text as day, coalesce(m.users, 0)::integer as new_users,
  coalesce((select sum(e.users) from made as e where e.day <= d.day::date), 0)::integer as users
from generate_series((now() at time zone 'UTC')::date - 29, (now() at time zone 'UTC')::date, interval '1 day') as d (day)
left join made as m on m.day = d.day::date
order by d.day desc;
