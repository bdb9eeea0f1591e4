-- Seconds after which one more message may go to an address that has had its fill: 15 minutes for mails, 30 for SMS, or what
-- is set; of a number alone, its part of an hour.
create function auth_lib.mailbox_pace(sms boolean, settings jsonb) returns double precision
language sql immutable
as $$
  select case when r.rate is null then case when mailbox_pace.sms then 1800 else 900 end
    else coalesce((r.rate ->> 'per')::double precision, 3600 / greatest((r.rate ->> 'count')::double precision, 1)) end
  from (select nullif(mailbox_pace.settings -> case when mailbox_pace.sms then 'rate_limit_sms_per_address'
    else 'rate_limit_email_per_address' end, 'null') as rate) as r
$$;
comment on function auth_lib.mailbox_pace(boolean, jsonb) is 'In how many seconds an address may have one more message.';
