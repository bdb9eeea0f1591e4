-- What is told of an account afterwards: mails to its owner here, events to servers below. Nothing depends on them: the request that causes one is
-- answered the same whether the mail goes out or not.

-- Tells a user by mail, if the setting of this kind is on and there is a proven address: kind is password_changed,
-- email_changed, phone_changed, identity_linked, identity_unlinked, mfa_factor_enrolled, mfa_factor_unenrolled or
-- new_device; details are what its template prints ({"OldEmail": …}). It counts against the installation's quota; if that
-- is used up, or the address is suppressed, the message is recorded as skipped. No other limit applies: whoever takes over
-- an account must not be able to silence it. Its job has a lower priority than those of messages that somebody waits for.
create function auth_lib.notify(person auth.users, kind text, details jsonb, settings jsonb, client jsonb, to_address text default null)
returns void
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_to      text := coalesce(to_address, case when (person).email_confirmed_at is not null then (person).email end);
  v_held    text;
  v_message auth.messages;
begin
  if not auth_lib.notifies(kind, settings) or v_to is null then
    return;
  end if;
  v_held := coalesce('nothing is sent to this address: ' || auth_lib.suppressed(v_to),
    case when not auth_lib.take_quota('mail', settings -> 'rate_limit_email_sent') then 'the quota of mails is used up' end);
  insert into auth.messages (id, user_id, kind, channel, to_address, generation, base_url, redirect_to, languages, details,
    state, last_error, expires_at, finished_at, created_at)
  values (gen_random_uuid(), (person).id, kind || '_notification', 'mail', v_to, 1, '', '', client ->> 'languages',
    details, case when v_held is null then 'queued' else 'skipped' end, v_held, v_now + interval '24 hours',
    case when v_held is not null then v_now end, v_now)
  returning * into v_message;
  if v_held is null then
    perform auth_lib.enqueue_message(v_message);
  end if;
end
$$;

-- Whether the setting of a kind of notification is on. Callers on busy paths ask this first, because it costs no statement.
create function auth_lib.notifies(kind text, settings jsonb) returns boolean
language sql immutable
as $$ select coalesce((settings ->> ('mailer_notifications_' || kind || '_enabled'))::boolean, false) $$;

-- Sends the notifications of a user's own change of the account. That of a new e-mail address goes to the former one.
create function auth_lib.notify_changes(former auth.users, person auth.users, password boolean, settings jsonb, client jsonb)
returns void
language plpgsql volatile
as $$
begin
  if password then
    perform auth_lib.notify(person, 'password_changed', '{}', settings, client);
  end if;
  if (former).phone is distinct from (person).phone and (former).phone is not null then
    perform auth_lib.notify(person, 'phone_changed',
      jsonb_build_object('OldPhone', (former).phone, 'Phone', (person).phone), settings, client);
  end if;
  if (former).email is distinct from (person).email and (former).email_confirmed_at is not null then
    perform auth_lib.notify(person, 'email_changed', jsonb_build_object('OldEmail', (former).email), settings, client, (former).email);
  end if;
end
$$;

-- Whether a sign-in comes from somewhere new: no session that is still kept was opened with the same browser or app,
-- whatever its version, from the same network (the first two of the four numbers of an IPv4 address, or of the eight of an
-- IPv6 address). The first sign-in of an account does not count as new.
create function auth_lib.is_new_device(person auth.users, client jsonb) returns boolean
language plpgsql stable
as $$
declare
  v_ip    inet := (client ->> 'ip')::inet;
  v_agent text := translate(left(client ->> 'user_agent', 1000), '0123456789._', '');
  v_net   cidr := network(set_masklen(v_ip, case family(v_ip) when 4 then 16 else 32 end));
begin
  return (person).last_sign_in_at is not null and not exists (
    select from auth.sessions as s
    where s.user_id = (person).id
      and translate(s.user_agent, '0123456789._', '') is not distinct from v_agent
      and (s.ip <<= v_net or s.ip is null and v_ip is null));
end
$$;

-- Events of users, for servers that are told of them.

-- Whether any server is told of anything. Stories ask this first, so that nobody pays for what nobody hears:
--   perform auth_lib.tell('user.updated', auth_lib.user_json(v_user)) where auth_lib.tells();
create function auth_lib.tells() returns boolean
language plpgsql stable
as $$
begin
  return exists (select from auth.webhooks);
end
$$;

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
  for v_webhook in select w.* from auth.webhooks as w where kind = any (w.kinds) order by w.id loop
    update auth.webhook_events as e set data = v_data
    where e.user_id = v_user_id and e.webhook_id = v_webhook.id and e.finished_at is null and e.made_in = pg_current_xact_id()
      and (e.kind = tell.kind or (tell.kind = 'user.updated' and e.kind = 'user.created'));
    continue when found;
    insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, created_at)
    values (gen_random_uuid(), v_webhook.id, v_user_id, kind, v_data, pg_current_xact_id(), 'queued', auth_lib.clock())
    returning * into v_event;
    perform auth_lib.enqueue_event(v_event);
  end loop;
end
$$;

-- Tells that an identity of a user was linked or unlinked, beside what else has changed of the user, who is locked.
create function auth_lib.tell_identity(kind text, user_id uuid, provider text, subject text) returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.tell(kind, json_build_object('id', user_id, 'identity', json_build_object('provider', provider, 'id', subject)))
  where auth_lib.tells();
end
$$;

-- The same of a second factor that was enrolled, which is when it has first proven itself, or unenrolled.
create function auth_lib.tell_factor(kind text, factor auth.factors) returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.tell(kind, json_build_object('id', factor.user_id, 'factor', json_build_object('id', factor.id,
    'factor_type', factor.factor_type, 'friendly_name', factor.friendly_name)))
  where auth_lib.tells();
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
    'user.banned', 'user.unbanned', 'identity.linked', 'identity.unlinked', 'factor.enrolled', 'factor.unenrolled'] then
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
  from (values ('{banned_until,access_epoch,updated_at,last_sign_in_at,confirmation_sent_at,recovery_sent_at}'::text[])) as m (marks)
$$;
