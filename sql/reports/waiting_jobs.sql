-- Due jobs of the worker by queue, and the longest wait; locks nothing (reads auth_api.audit_jobs).
select j.queue, count(*)::integer as jobs, round(max(extract(epoch from now() - j.start_after))::numeric, 1)::float8 as longest_seconds
from auth_api.audit_jobs as j
where j.state in ('created', 'retry') and j.start_after <= now()
group by j.queue
order by 1;
