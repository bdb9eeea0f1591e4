-- Calls the operator's hook function that sends a message. Returns the hook's response. After an exception
-- the attempt has failed, and the message remains queued.
create function auth_api.deliver_to_hook(hook text, event jsonb, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return auth_lib.invoke_hook(hook, '', event, settings, null);
end
$$;
comment on function auth_api.deliver_to_hook is
  'For the worker: calls the function of a hook that sends mails or SMS.';
