-- Queues a failed or dropped event again, or ends its backoff. Its order does not change, so later pending
-- events of the same user wait for it. A caller without the right list does not get the id of the user.
create function auth_api.retry_webhook_event(
  claims jsonb, event_id text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'support');
  v_event   auth.webhook_events;
  v_user    auth.users;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select e.* into v_event from auth.webhook_events as e where e.id = auth_lib.uuid_or_null(event_id)
  for no key update;
  if v_event.id is null then
    return auth_lib.refusal('webhook_event_not_found');
  end if;
  select u.* into v_user from auth.users as u where u.id = v_event.user_id;
  v_refused := coalesce(auth_lib.check_event_open(v_event),
    auth_lib.count_support_action(claims, v_user, settings));
  if v_refused is not null then
    return v_refused;
  end if;
  update auth.webhook_events as e
  set state = 'queued', tries = 0, leased_until = null, not_before = null, finished_at = null
  where e.id = v_event.id returning e.* into v_event;
  perform auth_lib.enqueue_event(v_event);
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{webhook_event_retried}',
    jsonb_build_object('event_id', v_event.id, 'user_id', v_event.user_id), client);
  return auth_lib.event_json(v_event, auth_lib.has_admin_right(claims, settings, 'list'));
end
$$;
comment on function auth_api.retry_webhook_event is
  'Queues a webhook event again. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, support_limit, '
  'support_target, right_missing, admin_session_expired, admin_needs_aal2, webhook_event_not_found, '
  'webhook_event_is_sent.';
