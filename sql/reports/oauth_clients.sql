-- OAuth clients by number of grants, with live sessions, last use and redirect hosts, at most 1000; locks nothing (reads auth_api.audit_oauth_clients, audit_oauth_consents, audit_sessions).
select c.id as client_id, c.client_name, c.registration_type as registered, c.client_type as type,
  (select count(*) from auth_api.audit_oauth_consents as o where o.client_id = c.id and o.revoked_at is null)::integer as grants,
  count(s.id)::integer as live_sessions, count(distinct s.user_id)::integer as users,
  max(coalesce(s.refreshed_at, s.created_at)) as last_refresh, c.last_used_at, c.created_at,
  (select string_agg(distinct coalesce(substring(r.uri from '^https?://([^/?]*)'), substring(r.uri from '^[^:]*:')), ' ')
    from unnest(c.redirect_uris) as r (uri)) as redirect_hosts
from auth_api.audit_oauth_clients as c
left join auth_api.audit_sessions as s on s.oauth_client_id = c.id and s.revoked_at is null
where c.deleted_at is null
group by c.id, c.client_name, c.registration_type, c.client_type, c.last_used_at, c.created_at, c.redirect_uris
order by grants desc, live_sessions desc, c.created_at desc
limit 1000;
