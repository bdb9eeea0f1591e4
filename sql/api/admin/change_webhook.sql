-- Changes a webhook's URL, event kinds or signing secrets; null does not change a value. Queued events are
-- sent to the new URL and signed with the new secrets, including events of kinds that are no longer
-- subscribed.
create function auth_api.change_webhook(claims jsonb, webhook_id text, url text, kinds text[], secrets text[],
  settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings), auth_lib.check_webhook(url, kinds));
  v_old     auth.webhooks;
  v_webhook auth.webhooks;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select w.* into v_old from auth.webhooks as w where w.id = auth_lib.uuid_or_null(webhook_id) for no key update;
  update auth.webhooks as w
  set url = coalesce(change_webhook.url, w.url), kinds = coalesce(change_webhook.kinds, w.kinds),
      secrets = coalesce(change_webhook.secrets, w.secrets), updated_at = auth_lib.clock()
  where w.id = v_old.id returning w.* into v_webhook;
  if v_webhook.id is null then
    return auth_lib.refusal('webhook_not_found');
  end if;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{webhook_changed}', jsonb_build_object(
    'webhook_id', v_webhook.id, 'url', v_webhook.url,
    'changed', auth_lib.changed_columns(to_jsonb(v_old), to_jsonb(v_webhook))), client);
  return auth_lib.webhook_json(v_webhook);
end
$$;
comment on function auth_api.change_webhook is
  'Changes a webhook. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, right_missing, '
  'admin_session_expired, admin_needs_aal2, webhook_url, webhook_kinds, webhook_not_found.';
