-- Records the outcome of an attempt. sent, skipped and rejected (a permanent error) end the message. failed
-- queues it again, after the delay that the transport requested. unknown (the message may have been sent)
-- queues it again too, but the third unknown ends a mail, and the second ends an SMS. An attempt that lost
-- its lease may only report sent. With `refused_for_good`, the mailbox does not exist, and the address is
-- suppressed.
create function auth_api.finish_message(message_id uuid, attempt integer, outcome text, error text,
  retry_after double precision default null, refused_for_good boolean default false)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now   timestamptz := auth_lib.clock();
  v_state text := case outcome
    when 'sent' then 'sent' when 'skipped' then 'skipped' when 'rejected' then 'failed'
    when 'failed' then 'queued' when 'unknown' then 'queued' end;
begin
  if v_state is null then
    raise exception 'a message cannot end as %', outcome;
  end if;
  if outcome = 'unknown' and exists (
    select from auth.messages as m
    where m.id = message_id and m.unknown_outcomes + 1 >= case m.channel when 'mail' then 3 else 2 end)
  then
    v_state := 'failed';
  end if;
  update auth.messages as m
  set state = v_state, leased_until = null, last_error = left(error, 500),
      unknown_outcomes = m.unknown_outcomes + (outcome = 'unknown')::integer,
      -- With a null retry_after, not_before is null too.
      not_before = v_now + make_interval(secs => retry_after), waits_since = v_now,
      finished_at = case when v_state <> 'queued' then v_now end
  where m.id = message_id
    and (m.state = 'sending' and m.tries = attempt or v_state = 'sent'
      and m.state in ('queued', 'sending', 'expired'));
  if found and outcome = 'rejected' and refused_for_good then
    perform auth_lib.suppress_address(m.to_address, error) from auth.messages as m where m.id = message_id;
    return jsonb_build_object('finished', true);
  end if;
  return jsonb_build_object('finished', found);
end
$$;
comment on function auth_api.finish_message is
  'For the worker: ends the lease of an attempt as sent, skipped, rejected (permanently), failed (to be '
  'retried) or unknown.';
