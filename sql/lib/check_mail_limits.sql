-- The limits of one mail to one address, in the order of the contract (7.4): spacing, then the quota of the
-- installation. Null when the mail may go. A request that sends nothing (an unknown or a confirmed account) passes
-- creates => false and gets the same answers. A refusal by the quota leaves the spacing as it was.
-- Writes: auth.send_marks, auth.quotas.
create function auth_lib.check_mail_limits(purpose text, address text, creates boolean, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_digest  bytea := auth_lib.mark_digest(check_mail_limits.purpose, check_mail_limits.address);
  v_refused jsonb;
begin
  insert into auth.send_marks (digest, touched_at) values (v_digest, v_now)
  on conflict on constraint send_marks_pkey do nothing;
  perform from auth.send_marks as m where m.digest = v_digest for no key update;
  v_refused := auth_lib.peek_mail_limits(check_mail_limits.purpose, check_mail_limits.address, check_mail_limits.settings);
  if v_refused is not null then
    return v_refused;
  elsif check_mail_limits.creates
    and not auth_lib.take_quota('mail', check_mail_limits.settings -> 'rate_limit_email_sent') then
    return auth_lib.refusal('mail_quota');
  end if;
  update auth.send_marks as m set asked_at = v_now, touched_at = v_now where m.digest = v_digest;
  return null;
end
$$;
comment on function auth_lib.check_mail_limits(text, text, boolean, jsonb) is
  'Null when a mail may be sent to an address, which then counts; otherwise a refusal.';
