-- Stuck mails and SMS: waiting for 2 minutes or more, or failed, expired or skipped in the last day; locks nothing (reads auth_api.audit_messages).
select m.state, m.kind, m.channel, m.to_address, m.created_at, m.tries, m.last_error, m.expires_at, m.id as message_id
from auth_api.audit_messages as m
where (m.state in ('queued', 'sending') and m.created_at < now() - interval '2 minutes')
  or (m.state in ('expired', 'failed', 'skipped') and m.finished_at > now() - interval '1 day')
order by m.created_at, m.id
limit 1000;
