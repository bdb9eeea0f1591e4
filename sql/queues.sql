-- The queues of pg-boss and their policies. `migrate` runs this file whenever it replaces the functions. A
-- changed policy affects new jobs only. A job only triggers the work on a message; the message has its own
-- expiry. The retry limit is sufficient for a day at the maximum delay.
select auth_queue.create_queue(q.name, '{"policy": "standard"}')
from (values ('mail'), ('sms'), ('hooks'), ('webhooks'), ('logouts')) as q (name);

update auth_queue.queue as q
set retry_limit       = 10000,
    retry_delay       = 2,
    retry_backoff     = true,
    retry_delay_max   = case q.name when 'sms' then 15 else 300 end,
    -- The job of a killed worker is retried after this time. During a longer attempt, the lease protects
    -- the message.
    expire_seconds    = 30,
    -- A delivery to a webhook or client that is unavailable is retried for days, until the time in the row of
    -- the event or logout. The job must not expire before.
    retention_seconds = case when q.name in ('webhooks', 'logouts') then 2592000 else 172800 end,
    -- The worker deletes finished jobs. deletion_seconds is the time after which pg-boss deletes jobs that
    -- have failed permanently.
    deletion_seconds  = 3600,
    -- The worker polls the queue webhooks every second, because transactions that notify are serialized at
    -- commit. The other queues notify, because users wait for mails and SMS.
    notify            = q.name <> 'webhooks',
    updated_on        = now()
where q.name in ('mail', 'sms', 'hooks', 'webhooks', 'logouts');
