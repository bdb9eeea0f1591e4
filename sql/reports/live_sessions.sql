-- Live sessions, the last used first, at most 1000; locks nothing (reads auth_api.audit_sessions, audit_users).
select u.email, u.phone, s.user_id, s.id as session_id, s.created_at as signed_in_at,
  coalesce(s.refreshed_at, s.created_at) as last_used_at, s.aal, s.ip, s.user_agent
from auth_api.audit_sessions as s
join auth_api.audit_users as u on u.id = s.user_id
where s.revoked_at is null
  and (s.not_after is null or s.not_after > now())
  and (u.banned_until is null or u.banned_until <= now())
  and u.deprovisioned_at is null
order by last_used_at desc, s.id
limit 1000;
