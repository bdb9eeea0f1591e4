-- Adds a webhook. A webhook sends user data to its URL, so each change is audited. The gateway or the CLI has
-- generated the secret and sealed it with this id.
create function auth_api.create_webhook(claims jsonb, id uuid, url text, kinds text[], secret text,
  settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings), auth_lib.check_webhook(url, kinds));
  v_webhook auth.webhooks;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
  values (id, url, kinds, array[secret], v_now, v_now)
  returning * into v_webhook;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{webhook_created}',
    jsonb_build_object('webhook_id', v_webhook.id, 'url', v_webhook.url), client);
  return auth_lib.webhook_json(v_webhook);
end
$$;
comment on function auth_api.create_webhook is
  'Adds a webhook. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, '
  'session_not_found, banned_caller, client_token, not_admin, right_missing, admin_session_expired, '
  'admin_needs_aal2, webhook_url, webhook_kinds.';
