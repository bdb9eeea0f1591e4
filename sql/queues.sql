-- The queues and their policies, as data. Run by every migrate whose functions changed; a policy changed here holds for
-- jobs queued from then on. A job is only the hint to look at a message: what ends a message is its own expiry, so the
-- retry limit is merely high enough to last a day at the longest delay.
select auth_queue.create_queue(q.name, '{"policy": "standard"}') from (values ('mail'), ('sms'), ('hooks'), ('webhooks')) as q (name);

update auth_queue.queue as q
set retry_limit       = 10000,
    retry_delay       = 2,
    retry_backoff     = true,
    retry_delay_max   = case q.name when 'sms' then 15 else 300 end,
    -- A killed worker's job is taken up again after this. An attempt that lasts longer keeps its message by the lease.
    expire_seconds    = 30,
    -- A server that is told of users may be away for long; the row of the event decides how long it is tried.
    retention_seconds = case q.name when 'webhooks' then 2592000 else 172800 end,
    -- A finished job holds only ids; the row of the message tells more.
    deletion_seconds  = 3600,
    -- Commits that notify wait for one another. For mails somebody waits; for webhooks a worker looks every second.
    notify            = q.name <> 'webhooks',
    updated_on        = now()
where q.name in ('mail', 'sms', 'hooks', 'webhooks');
