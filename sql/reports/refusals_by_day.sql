-- Error responses of the last 30 days by day in UTC and error code; locks nothing (reads auth_api.audit_tallies).
select t.day::text as day, t.name as error_code, sum(t.count)::integer as times
from auth_api.audit_tallies as t
where t.day > (now() at time zone 'UTC')::date - 30 and t.kind = 'refusal'
group by t.day, t.name
order by t.day desc, times desc, t.name;
