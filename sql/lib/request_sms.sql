-- A code by SMS: limits, token, message. kind is sms, phone_change or reauthentication; mark_key is the number or, where
-- spacing is per user too, the user id. A test number gets no message. It and SMS_AUTOCONFIRM leave the quota alone (contract
-- 7.2). Answers {"message_id"} or a refusal.
-- Calls: check_message_limits, issue_token, queue_message. Writes: auth.send_marks, auth.quotas, auth.one_time_tokens,
-- auth.messages, auth.users.
create function auth_lib.request_sms(
  person auth.users, kind text, mark_key text, carries_password boolean, channel text, settings jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_mark    text := case request_sms.kind when 'reauthentication' then 'reauthentication_sms' else request_sms.kind end;
  v_phone   text := auth_lib.proven_address(request_sms.person, case request_sms.kind when 'reauthentication' then 'sms' else request_sms.kind end);
  v_test    boolean := auth_lib.test_otp(v_phone, request_sms.settings) is not null;
  v_to      text[] := case when v_test then '{}' else array[v_phone] end;
  v_counts  boolean := not v_test and not auth_lib.autoconfirms('phone', request_sms.settings);
  v_refused jsonb := auth_lib.peek_message_limits(v_mark, request_sms.mark_key, v_counts, request_sms.settings, v_to);
  v_token   auth.one_time_tokens;
  v_message text := 'test-otp';
begin
  if v_refused is null and not v_test and not coalesce((request_sms.settings ->> 'sms_ready')::boolean, false) then
    v_refused := auth_lib.refusal('sms_provider_missing');
  end if;
  v_refused := coalesce(v_refused, auth_lib.check_message_limits(v_mark, request_sms.mark_key,
    case when v_counts then true end, request_sms.settings, v_to));
  if v_refused is not null then
    return v_refused;
  end if;
  v_token := auth_lib.issue_token((request_sms.person).id, request_sms.kind, request_sms.kind, v_phone, null,
    request_sms.carries_password, (request_sms.person).aud, request_sms.settings);
  if not v_test then
    v_message := auth_lib.queue_message(v_token, request_sms.kind, coalesce(nullif(request_sms.channel, ''), 'sms'), v_phone, '', '')::text;
  end if;
  update auth.users as u
  set confirmation_sent_at = case request_sms.kind when 'sms' then v_now else u.confirmation_sent_at end,
      phone_change_sent_at = case request_sms.kind when 'phone_change' then v_now else u.phone_change_sent_at end,
      reauthentication_sent_at = case request_sms.kind when 'reauthentication' then v_now else u.reauthentication_sent_at end,
      updated_at = v_now
  where u.id = (request_sms.person).id;
  return jsonb_build_object('message_id', v_message);
end
$$;
comment on function auth_lib.request_sms(auth.users, text, text, boolean, text, jsonb) is 'Queues a code by SMS; {message_id}, or a refusal when a limit forbids it.';
