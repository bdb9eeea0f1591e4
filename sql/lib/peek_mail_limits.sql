-- What check_mail_limits would refuse now, without taking anything: spacing first, then the installation's quota.
create function auth_lib.peek_mail_limits(purpose text, address text, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_free timestamptz;
begin
  select m.asked_at + make_interval(secs => auth_lib.mail_spacing(peek_mail_limits.purpose, peek_mail_limits.settings))
  into v_free
  from auth.send_marks as m
  where m.digest = auth_lib.mark_digest(peek_mail_limits.purpose, peek_mail_limits.address);
  if v_free > v_now then
    return auth_lib.refusal('mail_spacing', floor(extract(epoch from v_free - v_now))::bigint::text);
  elsif not auth_lib.quota_left('mail', peek_mail_limits.settings -> 'rate_limit_email_sent') then
    return auth_lib.refusal('mail_quota');
  end if;
  return null;
end
$$;
comment on function auth_lib.peek_mail_limits(text, text, jsonb) is 'Null when a mail to an address would pass its limits now, otherwise a refusal.';
