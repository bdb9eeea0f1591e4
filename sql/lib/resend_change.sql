-- /resend of a change of address. It is asked without a credential, so its answer is the same whether the address has an
-- account, and that a pending change, or not: its pause counts for the address that asks, and what keeps the messages
-- from going (the change's own pause, a quota that another has just used up) stays untold. A refusal or null.
create function auth_lib.resend_change(
  person auth.users, kind text, value text, code_challenge text, code_challenge_method text,
  base_url text, redirect_to text, settings jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_refused jsonb;
begin
  if resend_change.kind = 'phone' and not coalesce((resend_change.settings ->> 'sms_ready')::boolean, false)
    and coalesce(resend_change.settings -> 'sms_test_otp', '{}') = '{}' then
    return auth_lib.refusal('sms_provider_missing');
  end if;
  v_refused := auth_lib.check_message_limits(
    case resend_change.kind when 'email' then 'email_change' else 'phone_change' end,
    'resend ' || resend_change.value, false, resend_change.settings);
  if v_refused is not null or not auth_lib.pending_change(resend_change.person, resend_change.kind) then
    return v_refused;
  elsif resend_change.kind = 'email' then
    perform auth_lib.request_email_change(resend_change.person, (resend_change.person).new_email, resend_change.code_challenge,
      resend_change.code_challenge_method, resend_change.base_url, resend_change.redirect_to, resend_change.settings);
  else
    perform auth_lib.request_sms(resend_change.person, 'phone_change', (resend_change.person).id::text, false, null,
      resend_change.settings);
  end if;
  return null;
end
$$;
comment on function auth_lib.resend_change(auth.users, text, text, text, text, text, text, jsonb) is
  'Sends the messages of a pending change of address again, if there is one; a refusal when its address asks too often.';
