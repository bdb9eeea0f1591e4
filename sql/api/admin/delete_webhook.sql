-- Deletes a webhook and its events.
create function auth_api.delete_webhook(
  claims jsonb, webhook_id text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_webhook auth.webhooks;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  delete from auth.webhooks as w where w.id = auth_lib.uuid_or_null(webhook_id) returning w.* into v_webhook;
  if v_webhook.id is null then
    return auth_lib.refusal('webhook_not_found');
  end if;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{webhook_deleted}',
    jsonb_build_object('webhook_id', v_webhook.id, 'url', v_webhook.url), client);
  return auth_lib.webhook_json(v_webhook);
end
$$;
comment on function auth_api.delete_webhook is
  'Deletes a webhook. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, right_missing, '
  'admin_session_expired, admin_needs_aal2, webhook_not_found.';
