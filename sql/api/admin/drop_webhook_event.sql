-- Discards an event that blocks later events of the same user. An event that was delivered, or that a worker
-- is delivering, cannot be discarded.
create function auth_api.drop_webhook_event(
  claims jsonb, event_id text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_event   auth.webhook_events;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select e.* into v_event from auth.webhook_events as e where e.id = auth_lib.uuid_or_null(event_id)
  for no key update;
  if v_event.id is null then
    return auth_lib.refusal('webhook_event_not_found');
  end if;
  v_refused := auth_lib.check_event_open(v_event);
  if v_refused is not null then
    return v_refused;
  end if;
  update auth.webhook_events as e
  set state = 'dropped', leased_until = null, not_before = null,
      finished_at = coalesce(e.finished_at, auth_lib.clock()),
      last_error = 'dropped by an administrator'
  where e.id = v_event.id returning e.* into v_event;
  perform auth_lib.enqueue_event(v_event);   -- its job continues with the user's next event
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{webhook_event_dropped}',
    jsonb_build_object('event_id', v_event.id, 'user_id', v_event.user_id), client);
  return auth_lib.event_json(v_event);
end
$$;
comment on function auth_api.drop_webhook_event is
  'Discards a webhook event. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, right_missing, '
  'admin_session_expired, admin_needs_aal2, webhook_event_not_found, webhook_event_is_sent.';
