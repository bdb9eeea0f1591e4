-- Refresh tokens and authorization codes used twice in the last 30 days: stolen, or copied by a client; locks nothing (reads auth_api.audit_events).
select e.created_at as seen_at, e.actor_username as account, e.actor_id as user_id, e.ip, e.user_agent
from auth_api.audit_events as e
where e.actions @> '{token_revoked}'
  and e.traits ->> 'reason' = 'reuse'
  and e.created_at > now() - interval '30 days'
order by e.created_at desc, e.id
limit 1000;
