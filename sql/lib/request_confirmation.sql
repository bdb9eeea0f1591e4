-- The confirmation (mail or SMS) of a new or unconfirmed address: limits, token, message, audit row. Answers
-- {"message_id"} when it is queued. mark says whose spacing counts for mails: signup for /signup and /resend, link for
-- /otp and /magiclink. A confirmation that does not carry the pending password voids it, so that no later one can carry
-- it again, also when this token has expired and been purged by then.
-- Calls: check_message_limits, start_flow, issue_token, queue_message, request_sms. Writes: what these write,
-- auth.pending_passwords, auth.users, auth.audit_log.
create function auth_lib.request_confirmation(
  person auth.users, kind text, mark text, carries_password boolean, channel text,
  code_challenge text, code_challenge_method text, base_url text, redirect_to text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_id      uuid := (request_confirmation.person).id;
  v_email   text := (request_confirmation.person).email;
  v_refused jsonb;
  v_sent    jsonb;
begin
  if request_confirmation.kind = 'phone' then
    v_sent := auth_lib.request_sms(request_confirmation.person, 'sms', (request_confirmation.person).phone,
      request_confirmation.carries_password, request_confirmation.channel, request_confirmation.settings);
    v_refused := case when v_sent ? 'refused' then v_sent end;
  else
    v_refused := auth_lib.check_message_limits(request_confirmation.mark, v_email, true, request_confirmation.settings);
  end if;
  if v_refused is not null then
    return v_refused;
  end if;
  if not request_confirmation.carries_password then
    update auth.pending_passwords as p set hash = null where p.user_id = v_id and p.hash is not null;
  end if;
  if request_confirmation.kind = 'email' then
    v_sent := jsonb_build_object('message_id', auth_lib.queue_message(
      auth_lib.issue_token(v_id, 'confirmation', 'signup', v_email,
        auth_lib.start_flow(v_id, 'email/signup', request_confirmation.code_challenge, request_confirmation.code_challenge_method),
        request_confirmation.carries_password, (request_confirmation.person).aud, request_confirmation.settings),
      'confirmation', 'mail', v_email, request_confirmation.base_url, request_confirmation.redirect_to));
    update auth.users as u set confirmation_sent_at = auth_lib.clock(), updated_at = auth_lib.clock() where u.id = v_id;
  end if;
  perform auth_lib.audit(request_confirmation.person, '{user_confirmation_requested}',
    jsonb_build_object('provider', request_confirmation.kind), request_confirmation.client);
  return v_sent;
end
$$;
comment on function auth_lib.request_confirmation(auth.users, text, text, boolean, text, text, text, text, text, jsonb, jsonb) is
  'Queues the confirmation of an unconfirmed address: {message_id}, or a refusal when a limit forbids it.';
