-- How many messages may still go to an address: a bucket of "count" that gains one every "per" seconds, the hour's part
-- where that is absent. Null where the setting is 0, which is no limit.
create function auth_lib.mailbox_credit(mark auth.send_marks, sms boolean, settings jsonb) returns double precision
language sql stable
as $$
  select case when r.count > 0 then least(r.count, coalesce((mailbox_credit.mark).credit, r.count)
    + greatest(extract(epoch from auth_lib.clock() - (mailbox_credit.mark).asked_at), 0) / auth_lib.mailbox_pace(mailbox_credit.sms, mailbox_credit.settings)) end
  from (select coalesce((mailbox_credit.settings -> case when mailbox_credit.sms then 'rate_limit_sms_per_address'
    else 'rate_limit_email_per_address' end ->> 'count')::double precision, 10) as count) as r
$$;
comment on function auth_lib.mailbox_credit(auth.send_marks, boolean, jsonb) is 'Messages that may go to an address now; null without a limit.';
