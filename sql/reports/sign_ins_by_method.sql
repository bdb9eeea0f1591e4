-- Sign-ins of the last 30 days by day in UTC, method and outcome, without refreshes; locks nothing (reads auth_api.audit_tallies).
select t.day::text as day, t.name as method, t.outcome, t.count::integer as times
from auth_api.audit_tallies as t
where t.day > (now() at time zone 'UTC')::date - 30 and t.kind = 'sign_in' and t.name <> 'refresh_token'
order by t.day desc, t.name, t.outcome;
