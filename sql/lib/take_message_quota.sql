-- Counts one message against the installation's quota of its channel. Null when there was room, a refusal otherwise.
create function auth_lib.take_message_quota(purpose text, settings jsonb) returns jsonb
language plpgsql volatile
as $$
begin
  if auth_lib.is_sms_purpose(take_message_quota.purpose) then
    return case when not auth_lib.take_quota('sms', settings -> 'rate_limit_sms_sent') then auth_lib.refusal('sms_quota') end;
  end if;
  return case when not auth_lib.take_quota('mail', settings -> 'rate_limit_email_sent') then auth_lib.refusal('mail_quota') end;
end
$$;
comment on function auth_lib.take_message_quota(text, jsonb) is 'Takes one message from its channel''s quota, or answers a refusal.';
