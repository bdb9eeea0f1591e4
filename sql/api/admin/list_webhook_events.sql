-- Returns webhook events and their delivery state, the newest first, without their data. state, user_id and
-- webhook_id may be null.
create function auth_api.list_webhook_events(
  claims jsonb, state text, user_id text, webhook_id text, most integer, settings jsonb)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
begin
  if v_refused is not null then
    return v_refused;
  end if;
  return jsonb_build_object('events', (
    select coalesce(jsonb_agg(auth_lib.event_json(l.event) order by (l.event).place desc), '[]')
    from (
      select e as event from auth.webhook_events as e
      where (list_webhook_events.state is null or e.state = list_webhook_events.state)
        and (list_webhook_events.user_id is null
          or e.user_id = auth_lib.uuid_or_null(list_webhook_events.user_id))
        and (list_webhook_events.webhook_id is null
          or e.webhook_id = auth_lib.uuid_or_null(list_webhook_events.webhook_id))
      order by e.place desc limit least(greatest(coalesce(most, 50), 1), 1000)) as l));
end
$$;
comment on function auth_api.list_webhook_events is
  'Webhook events and their delivery state, the newest first. Errors: token_expired, sub_missing, '
  'sub_not_uuid, session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'not_admin, admin_session_expired, admin_needs_aal2.';
