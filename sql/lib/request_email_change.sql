-- The mails of a change of e-mail address: to the new one and, in a secure change, to the current one too. Asked again,
-- it starts over: a confirmation that has come counts no more. Null when all is queued. The user is locked.
-- An anonymous user under autoconfirm changes at once.
-- Writes: auth.send_marks, auth.quotas, auth.flow_states, auth.one_time_tokens, auth.messages, auth.users.
create function auth_lib.request_email_change(
  person auth.users, email text, code_challenge text, code_challenge_method text,
  base_url text, redirect_to text, settings jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_id      uuid := (request_email_change.person).id;
  v_now     timestamptz := auth_lib.clock();
  v_both    boolean := auth_lib.changes_email_twice(request_email_change.person, request_email_change.settings);
  v_refused jsonb;
  v_flow    uuid;
begin
  if (request_email_change.person).is_anonymous
    and coalesce((request_email_change.settings ->> 'mailer_autoconfirm')::boolean, false) then
    update auth.users as u set new_email = request_email_change.email where u.id = v_id;
    return auth_lib.complete_email_change(auth_lib.lock_user(v_id));
  end if;
  v_refused := auth_lib.check_message_limits('email_change', v_id::text, true, request_email_change.settings,
    array_remove(array[request_email_change.email, case when v_both then (request_email_change.person).email end], null));
  if v_refused is not null then
    return v_refused;
  end if;
  v_flow := auth_lib.start_flow(v_id, 'email_change', request_email_change.code_challenge, request_email_change.code_challenge_method);
  perform auth_lib.queue_message(
    auth_lib.issue_token(v_id, 'email_change_new', 'email_change', request_email_change.email, v_flow, false, null, request_email_change.settings),
    'email_change', 'mail', request_email_change.email, request_email_change.base_url, request_email_change.redirect_to);
  if v_both then
    perform auth_lib.queue_message(
      auth_lib.issue_token(v_id, 'email_change_current', 'email_change', (request_email_change.person).email, v_flow, false, null, request_email_change.settings),
      'email_change', 'mail', (request_email_change.person).email, request_email_change.base_url, request_email_change.redirect_to);
  else
    delete from auth.one_time_tokens as t where t.user_id = v_id and t.kind = 'email_change_current';
  end if;
  update auth.users as u
  set new_email = request_email_change.email, email_change_status = 0, email_change_sent_at = v_now, updated_at = v_now
  where u.id = v_id;
  return null;
end
$$;
comment on function auth_lib.request_email_change(auth.users, text, text, text, text, text, jsonb) is
  'Queues the mails that confirm a new e-mail address; a refusal when a limit forbids it.';
