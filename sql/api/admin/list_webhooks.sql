-- Returns the webhooks with their numbers of pending and failed events, and their sealed secrets. The gateway
-- and the CLI unseal a secret only to send a test event, and never show it.
create function auth_api.list_webhooks(claims jsonb, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
begin
  if v_refused is not null then
    return v_refused;
  end if;
  return jsonb_build_object('webhooks', (
    select coalesce(jsonb_agg(auth_lib.webhook_json(w) || jsonb_build_object(
      'waiting', (select count(*) from auth.webhook_events as e
        where e.webhook_id = w.id and e.finished_at is null),
      'failed', (select count(*) from auth.webhook_events as e
        where e.webhook_id = w.id and e.state = 'failed'))
      order by w.created_at, w.id), '[]')
    from auth.webhooks as w));
end
$$;
comment on function auth_api.list_webhooks is
  'The webhooks. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, '
  'session_not_found, banned_caller, client_token, not_admin, admin_session_expired, admin_needs_aal2.';
