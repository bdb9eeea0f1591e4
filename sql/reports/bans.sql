-- Banned users and the end of each ban, the longest first; locks nothing (reads auth_api.audit_users).
select u.email, u.phone, u.id as user_id, u.banned_until, u.last_sign_in_at
from auth_api.audit_users as u
where u.banned_until > now()
order by u.banned_until desc, u.id
limit 1000;
