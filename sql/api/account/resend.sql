-- POST /resend. The confirmation of an address, or of its change, once more; unknown and confirmed addresses, and those
-- without a change on its way, are answered alike, with a message id that belongs to nothing.
-- Calls: check_resend, request_confirmation, request_sms, resend_change, check_message_limits, audit.
-- Writes: what these write.
create function auth_api.resend(
  type text, email text, phone text, code_challenge text, code_challenge_method text, audience text,
  base_url text, redirect_to text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_answer jsonb := auth_lib.check_resend(type, email, phone, code_challenge, code_challenge_method, settings);
  v_kind   text := case when coalesce(phone, '') = '' then 'email' else 'phone' end;
  v_value  text := case v_kind when 'email' then auth_lib.normal_email(email) else auth_lib.normal_phone(phone) end;
  v_aud    text := auth_lib.request_aud(null, audience, settings);
  v_user   auth.users;
begin
  if v_answer is not null then
    return v_answer;
  end if;
  v_user := auth_lib.seen_in(auth_lib.lock_user((auth_lib.find_user(v_kind, v_value)).id), v_aud);
  if v_user.aud <> v_aud
    or v_value is distinct from (case v_kind when 'email' then v_user.email else v_user.phone end) then
    v_user := null;
  end if;
  case type
    when 'signup' then
      v_answer := case when v_user.id is null or v_user.email_confirmed_at is not null
        then auth_lib.check_message_limits('signup', v_value, false, settings)
        else auth_lib.request_confirmation(v_user, 'email', 'signup', auth_lib.carries_password(v_user.id, 'email'), null,
          code_challenge, code_challenge_method, base_url, redirect_to, settings, client) end;
    when 'sms' then
      if v_user.id is null or v_user.phone_confirmed_at is not null then
        v_answer := auth_lib.check_message_limits('sms', v_value, false, settings);
      else
        v_answer := auth_lib.request_sms(v_user, 'sms', v_value, auth_lib.carries_password(v_user.id, 'phone'), null, settings);
        if not v_answer ? 'refused' then
          perform auth_lib.audit(v_user, '{user_recovery_requested}', null, client);
        end if;
      end if;
    else
      v_answer := auth_lib.resend_change(v_user, case type when 'email_change' then 'email' else 'phone' end, v_value,
        code_challenge, code_challenge_method, base_url, redirect_to, settings);
  end case;
  return coalesce(v_answer, jsonb_build_object('message_id', coalesce((
    select m.id from auth.messages as m where m.user_id = v_user.id and m.created_at = auth_lib.clock() limit 1),
    gen_random_uuid())));
end
$$;
comment on function auth_api.resend(text, text, text, text, text, text, text, text, jsonb, jsonb) is
  'POST /resend. Refuses: validation_failed, email_provider_disabled, phone_provider_disabled, over_email_send_rate_limit, over_sms_send_rate_limit.';
