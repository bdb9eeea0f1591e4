-- The confirmation mail of a new or unconfirmed address: limits, token, message, audit row. Null when it is queued.
-- mark says whose spacing counts: signup for /signup and /resend, link for /otp and /magiclink.
-- A confirmation that does not carry the pending password voids it, so that no later one can carry it again, also when
-- this token has expired and been purged by then.
-- Calls: check_mail_limits, start_flow, issue_token, queue_message. Writes: auth.send_marks, auth.quotas,
-- auth.pending_passwords, auth.flow_states, auth.one_time_tokens, auth.messages, auth.users, auth.audit_log.
create function auth_lib.request_confirmation(
  person auth.users, mark text, carries_password boolean, code_challenge text, code_challenge_method text,
  base_url text, redirect_to text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_refused jsonb;
  v_token   auth.one_time_tokens;
begin
  v_refused := auth_lib.check_mail_limits(request_confirmation.mark, (request_confirmation.person).email,
    true, request_confirmation.settings);
  if v_refused is not null then
    return v_refused;
  end if;
  if not request_confirmation.carries_password then
    update auth.pending_passwords as p set hash = null
    where p.user_id = (request_confirmation.person).id and p.hash is not null;
  end if;
  v_token := auth_lib.issue_token((request_confirmation.person).id, 'confirmation', 'signup',
    (request_confirmation.person).email,
    auth_lib.start_flow((request_confirmation.person).id, 'email/signup',
      request_confirmation.code_challenge, request_confirmation.code_challenge_method),
    request_confirmation.carries_password, request_confirmation.settings);
  perform auth_lib.queue_message(v_token, 'confirmation', 'mail', (request_confirmation.person).email,
    request_confirmation.base_url, request_confirmation.redirect_to);
  update auth.users as u set confirmation_sent_at = v_now, updated_at = v_now
  where u.id = (request_confirmation.person).id;
  perform auth_lib.audit(request_confirmation.person, '{user_confirmation_requested}', '{"provider": "email"}',
    request_confirmation.client);
  return null;
end
$$;
comment on function auth_lib.request_confirmation(auth.users, text, boolean, text, text, text, text, jsonb, jsonb) is
  'Queues the confirmation mail of an unconfirmed address; a refusal when a limit forbids it.';
