-- Queues a failed, expired or skipped message again, or ends its backoff. Returns an error if the message was
-- sent, if a worker is sending it, or if its address is suppressed. Also returns an error if the link or code
-- has expired or was replaced, or if the code is of a second factor, because the link or code would not work.
create function auth_api.retry_message(
  claims jsonb, message_id text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'support');
  v_message auth.messages;
  v_expires timestamptz;
  v_user    auth.users;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select m.* into v_message from auth.messages as m where m.id = auth_lib.uuid_or_null(message_id)
  for no key update;
  if not found then
    return auth_lib.refusal('message_not_found');
  end if;
  select u.* into v_user from auth.users as u where u.id = v_message.user_id;
  v_refused := coalesce(auth_lib.check_retry(v_message),
    auth_lib.count_support_action(claims, v_user, settings));
  if v_refused is not null then
    return v_refused;
  end if;
  v_expires := least(auth_lib.clock() + interval '24 hours',
    (select t.expires_at from auth.one_time_tokens as t where t.id = v_message.token_id));
  update auth.messages as m
  set state = 'queued', leased_until = null, not_before = null, finished_at = null, expires_at = v_expires,
      unknown_outcomes = 0
  where m.id = v_message.id
  returning m.* into v_message;
  perform auth_lib.enqueue_message(v_message);
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{message_retried}',
    jsonb_build_object('message_id', v_message.id, 'user_id', v_message.user_id), client);
  return auth_lib.message_json(v_message);
end
$$;
comment on function auth_api.retry_message is
  'Queues a message again. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, support_limit, '
  'support_target, right_missing, admin_session_expired, admin_needs_aal2, message_not_found, '
  'message_is_sent, message_suppressed, message_is_void.';
