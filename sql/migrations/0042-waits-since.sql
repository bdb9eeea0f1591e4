-- 0042: when a wait began, so that one which a clock ahead of the time has begun ends once the clock is set back.

-- Two columns without a value: no row is written, and a row that waits already is believed as before.
alter table auth.messages add column waits_since timestamptz;
alter table auth.webhook_events add column waits_since timestamptz;
