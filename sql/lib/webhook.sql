-- Events of users, for servers that are told of them.

-- Whether any server is told of anything. Stories ask this first, so that nobody pays for what nobody hears:
--   perform auth_lib.tell('user.updated', auth_lib.user_json(v_user)) where auth_lib.tells();
create function auth_lib.tells() returns boolean
language sql stable
as $$ select exists (select from auth.webhooks) $$;

-- Puts an event in line for every server that asks for its kind, in the transaction of what happened; person is the user as
-- the API shows it afterwards, and is locked. Of one transaction a server hears each kind once, with the last state, and of a
-- new user no update.
create function auth_lib.tell(kind text, person json) returns void
language plpgsql volatile
as $$
declare
  v_user_id uuid := (person ->> 'id')::uuid;
  v_data    jsonb := person::jsonb;
  v_webhook auth.webhooks;
  v_event   auth.webhook_events;
begin
  for v_webhook in select w.* from auth.webhooks as w where tell.kind = any (w.kinds) order by w.id loop
    update auth.webhook_events as e set data = v_data
    where e.user_id = v_user_id and e.webhook_id = v_webhook.id and e.finished_at is null and e.made_in = pg_current_xact_id()
      and (e.kind = tell.kind or (tell.kind = 'user.updated' and e.kind = 'user.created'));
    continue when found;
    insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, created_at)
    values (gen_random_uuid(), v_webhook.id, v_user_id, tell.kind, v_data, pg_current_xact_id(), 'queued', auth_lib.clock())
    returning * into v_event;
    perform auth_lib.enqueue_event(v_event);
  end loop;
end
$$;

-- Queues the job of an event. The job names the line as well, because it goes on with the next event of the line, and may
-- outlive its own.
create function auth_lib.enqueue_event(event auth.webhook_events) returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.enqueue('webhooks', jsonb_build_object(
    'event_id', event.id, 'webhook_id', event.webhook_id, 'user_id', event.user_id, 'place', event.place));
end
$$;

-- A server as operators see it, with its secrets sealed: the command line opens them to send a test.
create function auth_lib.webhook_json(webhook auth.webhooks) returns jsonb
language sql stable
as $$
  select jsonb_build_object('id', (webhook).id, 'url', (webhook).url, 'kinds', to_jsonb((webhook).kinds),
    'secrets', to_jsonb((webhook).secrets), 'created_at', auth_lib.wire_time((webhook).created_at),
    'updated_at', auth_lib.wire_time((webhook).updated_at))
$$;

-- An event as operators see it: of whom it tells and how it fared, not what it says.
create function auth_lib.event_json(event auth.webhook_events) returns jsonb
language sql stable
as $$
  select jsonb_build_object('id', (event).id, 'webhook_id', (event).webhook_id, 'user_id', (event).user_id,
    'kind', (event).kind, 'state', (event).state, 'tries', (event).tries, 'last_error', (event).last_error,
    'created_at', auth_lib.wire_time((event).created_at), 'finished_at', auth_lib.wire_time((event).finished_at),
    'not_before', auth_lib.wire_time(greatest((event).leased_until, (event).not_before)))
$$;

-- The refusal of an address or of kinds that no webhook can have, or null; a null is not looked at. The command line has
-- checked more: who adds a webhook decides where data of users go.
create function auth_lib.check_webhook(url text, kinds text[]) returns jsonb
language plpgsql immutable
as $$
begin
  if url !~ '^https?://[^[:space:]]+$' or length(url) > 2048 then
    return auth_lib.refusal('webhook_url');
  elsif cardinality(kinds) = 0 or not kinds <@ array['user.created', 'user.updated', 'user.deleted', 'user.signed_in',
    'user.banned', 'user.unbanned'] then
    return auth_lib.refusal('webhook_kinds');
  end if;
  return null;
end
$$;

-- Whether anything of a user has changed that is worth an event, beside bans, which have their own, and the marks of requests.
create function auth_lib.shows_change(before auth.users, after auth.users) returns boolean
language sql immutable
as $$
  select to_jsonb(before) - m.marks <> to_jsonb(after) - m.marks
  from (values ('{banned_until,administered_at,updated_at,last_sign_in_at,confirmation_sent_at,recovery_sent_at}'::text[])) as m (marks)
$$;
