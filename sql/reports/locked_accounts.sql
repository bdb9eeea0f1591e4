-- Accounts with many wrong passwords in the last hour or wrong codes in the last day, and whether the default limits lock them; locks nothing, reads every address (auth_api.audit_failures).
select f.kind, f.value as address, f.user_id, f.purpose, f.failures, f.failing_since, f.failures >= 100 as locked,
  f.failing_since + case f.purpose when 'password' then interval '1 hour' else interval '1 day' end as free_again_at
from auth_api.audit_failures as f
where f.failures >= 10
  and f.failing_since > now() - case f.purpose when 'password' then interval '1 hour' else interval '1 day' end
  and f.failing_since <= now() + interval '1 minute' -- written by a clock that has been set back since
order by f.failures desc, f.value
limit 1000;
