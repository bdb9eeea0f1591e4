-- Calls the operator's function of a hook to send a message or to receive a new user. Returns the hook's
-- answer. An exception fails the attempt, and the message stays queued.
create function auth_api.deliver_to_hook(hook text, event jsonb, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return auth_lib.ask_hook(hook, '', event, settings, null);
end
$$;
comment on function auth_api.deliver_to_hook is
  'For the worker: calls the function of a hook that sends mails or SMS.';
