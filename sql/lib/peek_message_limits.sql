-- What check_message_limits would refuse now, without taking anything: spacing and the limit of each address first, then
-- the installation's quota (with_quota false leaves that out). At exactly the boundary a mail may go and an SMS may not.
create function auth_lib.peek_message_limits(
  purpose text, holder text, with_quota boolean, settings jsonb, to_addresses text[] default null)
returns jsonb
language plpgsql stable
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_sms  boolean := auth_lib.is_sms_purpose(peek_message_limits.purpose);
  v_to   text[] := coalesce(peek_message_limits.to_addresses, array[peek_message_limits.holder]);
  v_free timestamptz;
begin
  select max(f.free) into v_free from (
    select m.asked_at + make_interval(secs => auth_lib.message_spacing(peek_message_limits.purpose, peek_message_limits.settings)) as free
    from auth.send_marks as m
    where m.digest = any (auth_lib.message_marks(peek_message_limits.purpose, peek_message_limits.holder, v_to))
    union all
    select v_now + make_interval(secs => (1 - auth_lib.mailbox_credit(m, v_sms, peek_message_limits.settings))
      * auth_lib.mailbox_pace(v_sms, peek_message_limits.settings))
    from auth.send_marks as m
    where m.digest = any (auth_lib.mailbox_marks(v_to))
      and auth_lib.mailbox_credit(m, v_sms, peek_message_limits.settings) < 0.999999) as f;   -- what fractions lose on their way to 1
  if v_free > v_now or (v_sms and v_free = v_now) then
    return auth_lib.refusal(case when v_sms then 'sms_spacing' else 'mail_spacing' end,
      floor(extract(epoch from v_free - v_now))::bigint::text);
  elsif with_quota and v_sms and not auth_lib.quota_left('sms', peek_message_limits.settings -> 'rate_limit_sms_sent') then
    return auth_lib.refusal('sms_quota');
  elsif with_quota and not v_sms and not auth_lib.quota_left('mail', peek_message_limits.settings -> 'rate_limit_email_sent') then
    return auth_lib.refusal('mail_quota');
  end if;
  return null;
end
$$;
comment on function auth_lib.peek_message_limits(text, text, boolean, jsonb, text[]) is
  'Null when a message would pass its limits now, otherwise a refusal.';
