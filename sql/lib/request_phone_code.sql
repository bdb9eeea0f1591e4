-- /otp with a phone number: a code for a confirmed user, a sign-up without a password for the rest. The number has been
-- checked; an account that it only finds, or of another audience, gets nothing. Answers {"message_id"} or a refusal.
create function auth_lib.request_phone_code(phone text, data jsonb, channel text, audience text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_user    auth.users := auth_lib.find_user('phone', request_phone_code.phone);
  v_aud     text := auth_lib.request_aud(null, request_phone_code.audience, request_phone_code.settings);
  v_new     boolean := v_user.phone_confirmed_at is null;
  v_answer  jsonb;
begin
  if v_user.id is not null and not auth_lib.is_unclaimed(v_user)
    and (v_user.phone is distinct from request_phone_code.phone or v_user.aud <> v_aud) then
    return coalesce(auth_lib.check_message_limits('sms', request_phone_code.phone, false, request_phone_code.settings),
      jsonb_build_object('message_id', gen_random_uuid()));
  elsif v_new then
    v_answer := auth_lib.sign_up_by_link('phone', request_phone_code.phone, request_phone_code.data, request_phone_code.channel,
      null, null, v_aud, '', '',
      request_phone_code.settings, request_phone_code.client);
    if v_answer is not null then
      return v_answer;
    end if;
    v_user := auth_lib.find_user('phone', request_phone_code.phone);
  end if;
  v_user := auth_lib.lock_user(v_user.id);
  v_answer := auth_lib.request_sms(v_user, 'sms', v_user.phone, false, request_phone_code.channel, request_phone_code.settings);
  if not v_answer ? 'refused' then
    perform auth_lib.audit(v_user, '{user_recovery_requested}',
      jsonb_build_object('channel', coalesce(nullif(request_phone_code.channel, ''), 'sms')), request_phone_code.client);
  elsif v_new then
    perform auth_lib.fail_with(v_answer);   -- the autoconfirmed user goes again
  end if;
  return v_answer;
end
$$;
comment on function auth_lib.request_phone_code(text, jsonb, text, text, jsonb, jsonb) is
  'Queues a code to sign in by phone, signing up a number that is new; {message_id} or a refusal.';
