-- The mail of a recovery or magic link, which replace one another and share one spacing. Null when it is queued.
-- Calls: check_message_limits, start_flow, issue_token, queue_message. Writes: auth.send_marks, auth.quotas,
-- auth.flow_states, auth.one_time_tokens, auth.messages, auth.users, auth.audit_log.
create function auth_lib.request_recovery_token(
  person auth.users, purpose text, code_challenge text, code_challenge_method text,
  base_url text, redirect_to text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_refused jsonb;
  v_token   auth.one_time_tokens;
begin
  v_refused := auth_lib.check_message_limits(
    case request_recovery_token.purpose when 'recovery' then 'recovery' else 'link' end, (request_recovery_token.person).email, true,
    request_recovery_token.settings);
  if v_refused is not null then
    return v_refused;
  end if;
  v_token := auth_lib.issue_token((request_recovery_token.person).id, 'recovery', request_recovery_token.purpose,
    (request_recovery_token.person).email,
    auth_lib.start_flow((request_recovery_token.person).id, request_recovery_token.purpose,
      request_recovery_token.code_challenge, request_recovery_token.code_challenge_method),
    false, (request_recovery_token.person).aud, request_recovery_token.settings);
  perform auth_lib.queue_message(v_token,
    case request_recovery_token.purpose when 'magiclink' then 'magic_link' else 'recovery' end,
    'mail', (request_recovery_token.person).email, request_recovery_token.base_url, request_recovery_token.redirect_to);
  update auth.users as u set recovery_sent_at = v_now, updated_at = v_now
  where u.id = (request_recovery_token.person).id;
  perform auth_lib.audit(request_recovery_token.person, '{user_recovery_requested}', null, request_recovery_token.client);
  return null;
end
$$;
comment on function auth_lib.request_recovery_token(auth.users, text, text, text, text, text, jsonb, jsonb) is
  'Queues a recovery or magic-link mail; a refusal when a limit forbids it.';
