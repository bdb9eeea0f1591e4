-- The worker lets a function of the operator send a message, or tells it of a user. Answers what the hook answered; what it
-- raises fails the attempt, and the message stays in line.
create function auth_api.tell_hook(hook text, event jsonb, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return auth_lib.ask_hook(hook, '', event, settings, null);
end
$$;
comment on function auth_api.tell_hook is
  'For the worker: calls the function of a hook that sends mails or SMS.';
