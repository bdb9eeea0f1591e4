-- The queues and their policies, as data. Run by every migrate whose functions changed. A changed policy
-- applies to jobs queued from then on. A job only triggers the work on a message, which ends by its own
-- expiry. The retry limit is just high enough to last a day at the longest delay.
select auth_queue.create_queue(q.name, '{"policy": "standard"}')
from (values ('mail'), ('sms'), ('hooks'), ('webhooks')) as q (name);

update auth_queue.queue as q
set retry_limit       = 10000,
    retry_delay       = 2,
    retry_backoff     = true,
    retry_delay_max   = case q.name when 'sms' then 15 else 300 end,
    -- A killed worker's job is retried after this time. A longer attempt keeps its message by the lease.
    expire_seconds    = 30,
    -- A webhook may be unreachable for long. The event's row decides how long it is retried.
    retention_seconds = case q.name when 'webhooks' then 2592000 else 172800 end,
    -- The worker deletes a job that has been done. This is for jobs that have failed for good.
    deletion_seconds  = 3600,
    -- Commits that notify wait for one another. Users wait for mails. For webhooks the worker polls every
    -- second.
    notify            = q.name <> 'webhooks',
    updated_on        = now()
where q.name in ('mail', 'sms', 'hooks', 'webhooks');
