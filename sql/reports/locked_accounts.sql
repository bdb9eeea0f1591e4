-- Accounts with many wrong passwords or codes within the hour, and whether that locks them at the default limits; locks nothing, reads every address (auth_api.audit_failures).
select f.kind, f.value as address, f.user_id, f.purpose, f.failures, f.failing_since,
  f.failures >= case f.purpose when 'password' then 100 else 30 end as locked,
  f.failing_since + interval '1 hour' as free_again_at
from auth_api.audit_failures as f
where f.failures >= 10 and f.failing_since > now() - interval '1 hour'
order by f.failures desc, f.value
limit 1000;
