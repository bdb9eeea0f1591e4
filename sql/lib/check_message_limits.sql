-- The limits of one message: its spacing, by holder (an address, or a user whose messages go to to_addresses), the limit of
-- each address it goes to, then the quota of the installation. Null when it may go. A request that sends nothing (an
-- unknown or a confirmed account) passes creates => false and gets the same answers; null is for a message that has
-- spacing and no quota. A refusal by the quota leaves the rest as it was.
-- Writes: auth.send_marks, auth.quotas.
create function auth_lib.check_message_limits(
  purpose text, holder text, creates boolean, settings jsonb, to_addresses text[] default null)
returns jsonb
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_sms     boolean := auth_lib.is_sms_purpose(check_message_limits.purpose);
  v_to      text[] := coalesce(check_message_limits.to_addresses, array[check_message_limits.holder]);
  v_spaced  bytea[] := auth_lib.message_marks(check_message_limits.purpose, check_message_limits.holder, v_to);
  v_boxes   bytea[] := auth_lib.mailbox_marks(v_to);
  v_unknown boolean := check_message_limits.creates is false;
  v_refused jsonb;
begin
  insert into auth.send_marks (digest, unknown, touched_at)
  select d.digest, v_unknown, v_now from unnest(v_spaced || v_boxes) as d (digest) order by d.digest
  on conflict on constraint send_marks_pkey do nothing;
  perform from auth.send_marks as m where m.digest = any (v_spaced || v_boxes) order by m.digest for no key update;
  v_refused := auth_lib.peek_message_limits(check_message_limits.purpose, check_message_limits.holder,
    check_message_limits.creates is not null, check_message_limits.settings, v_to);
  if v_refused is null and check_message_limits.creates then
    v_refused := auth_lib.take_message_quota(check_message_limits.purpose, check_message_limits.settings);
  end if;
  if v_refused is null then
    update auth.send_marks as m
    set asked_at = v_now, tries = 0, awaits = auth_lib.awaited_kinds(check_message_limits.purpose), touched_at = v_now, unknown = m.unknown and v_unknown, touch = default,
        credit = case when m.digest = any (v_boxes) then auth_lib.mailbox_credit(m, v_sms, check_message_limits.settings) - 1 end
    where m.digest = any (v_spaced || v_boxes);
  end if;
  if v_unknown then
    perform auth_lib.forget_unknown(check_message_limits.settings);
  end if;
  return v_refused;
end
$$;
comment on function auth_lib.check_message_limits(text, text, boolean, jsonb, text[]) is
  'Null when a message may be sent, which then counts; otherwise a refusal.';
