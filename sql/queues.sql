-- The queues and their policies, as data. Run by every migrate whose functions changed; a policy changed here holds for
-- jobs queued from then on. A job is only the hint to look at a message: what ends a message is its own expiry, so the
-- retry limit is merely high enough to last a day at the longest delay.
select auth_queue.create_queue(q.name, '{"policy": "standard"}') from (values ('mail'), ('sms'), ('hooks')) as q (name);

update auth_queue.queue as q
set retry_limit       = 10000,
    retry_delay       = 2,
    retry_backoff     = true,
    retry_delay_max   = case q.name when 'sms' then 15 else 300 end,
    -- A killed worker's job is taken up again after this; a transport gives up before it.
    expire_seconds    = 30,
    retention_seconds = 172800,
    -- A finished job holds only ids; the row of the message tells more.
    deletion_seconds  = 3600,
    notify            = true,
    updated_on        = now()
where q.name in ('mail', 'sms', 'hooks');
