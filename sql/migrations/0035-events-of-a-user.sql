-- 0035: all events of a user, those that have ended too, for the export of what is stored about the user: it read the events of
-- everybody.
-- squawk-ignore-file require-concurrent-index-creation

create index webhook_events_user_id_idx on auth.webhook_events (user_id);
