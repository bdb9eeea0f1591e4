-- Checks that the caller may test a provider, a hook or a webhook, and records the test in the audit log.
-- Exactly one of the three arguments is not null. The gateway performs the test after this function has
-- returned.
create function auth_api.record_test(
  claims jsonb, provider text, hook text, webhook_id text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_tested  jsonb := jsonb_strip_nulls(jsonb_build_object(
    'provider', provider, 'hook', hook, 'webhook_id', webhook_id));
begin
  if v_refused is not null then
    return v_refused;
  end if;
  perform auth_lib.audit(auth_lib.admin_actor(claims), array[case
      when provider is not null then 'provider_tested'
      when hook is not null then 'hook_tested'
      else 'webhook_tested' end], v_tested, client);
  return v_tested;
end
$$;
comment on function auth_api.record_test is
  'Records a test of a provider, a hook or a webhook. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2.';
