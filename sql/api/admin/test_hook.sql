-- Records the test of a hook, calls its function with a sample event, and rolls back the function's writes.
-- `target` is the hook's configuration. Returns the function's response or error.
create function auth_api.test_hook(
  claims jsonb, hook text, target jsonb, event jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
begin
  if v_refused is not null then
    return v_refused;
  end if;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{hook_tested}',
    jsonb_build_object('hook', hook), client);
  return auth_lib.try_hook(hook, event, jsonb_build_object('hooks', jsonb_build_object(hook, target)));
end
$$;
comment on function auth_api.test_hook is
  'Tests the function of a hook without keeping what it writes. Errors: token_expired, sub_missing, '
  'sub_not_uuid, session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'not_admin, right_missing, admin_session_expired, admin_needs_aal2.';
