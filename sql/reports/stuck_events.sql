-- Stuck webhook events: waiting for 10 minutes or more, or failed in the last day; locks nothing (reads auth_api.audit_webhook_events).
select e.state, e.kind, e.webhook_id, e.user_id, e.created_at, e.tries, e.not_before as tried_again_at, e.last_error, e.id as event_id
from auth_api.audit_webhook_events as e
where (e.state in ('queued', 'sending') and e.created_at < now() - interval '10 minutes')
  or (e.state = 'failed' and e.finished_at > now() - interval '1 day')
order by e.created_at, e.id
limit 1000;
