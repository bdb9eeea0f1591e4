-- Cancels a message, unless it was sent or a worker is sending it.
create function auth_api.drop_message(
  claims jsonb, message_id text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_message auth.messages;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select m.* into v_message from auth.messages as m where m.id = auth_lib.uuid_or_null(message_id)
  for no key update;
  if not found then
    return auth_lib.refusal('message_not_found');
  elsif v_message.state = 'sent' or auth_lib.trusted_instant(v_message.leased_until, v_message.waits_since) > v_now
    then
    return auth_lib.refusal('message_is_sent');
  end if;
  update auth.messages as m
  set state = 'skipped', leased_until = null, finished_at = coalesce(m.finished_at, v_now),
      last_error = 'dropped by an administrator'
  where m.id = v_message.id
  returning m.* into v_message;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{message_dropped}',
    jsonb_build_object('message_id', v_message.id, 'user_id', v_message.user_id), client);
  return auth_lib.message_json(v_message);
end
$$;
comment on function auth_api.drop_message is
  'Cancels a message. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, right_missing, '
  'admin_session_expired, admin_needs_aal2, message_not_found, message_is_sent.';
