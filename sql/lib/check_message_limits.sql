-- The limits of one message to one address, in the order of the contract (7.4): spacing, then the quota of the
-- installation. Null when it may go. A request that sends nothing (an unknown or a confirmed account) passes
-- creates => false and gets the same answers; null is for a message that has spacing and no quota.
-- A refusal by the quota leaves the spacing as it was.
-- Writes: auth.send_marks, auth.quotas.
create function auth_lib.check_message_limits(purpose text, address text, creates boolean, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_digest  bytea := auth_lib.mark_digest(check_message_limits.purpose, check_message_limits.address);
  v_refused jsonb;
begin
  insert into auth.send_marks (digest, touched_at) values (v_digest, v_now)
  on conflict on constraint send_marks_pkey do nothing;
  perform from auth.send_marks as m where m.digest = v_digest for no key update;
  v_refused := auth_lib.peek_message_limits(check_message_limits.purpose, check_message_limits.address,
    check_message_limits.creates is not null, check_message_limits.settings);
  if v_refused is null and check_message_limits.creates then
    v_refused := auth_lib.take_message_quota(check_message_limits.purpose, check_message_limits.settings);
  end if;
  if v_refused is null then
    update auth.send_marks as m set asked_at = v_now, touched_at = v_now where m.digest = v_digest;
  end if;
  return v_refused;
end
$$;
comment on function auth_lib.check_message_limits(text, text, boolean, jsonb) is
  'Null when a message may be sent to an address, which then counts; otherwise a refusal.';
