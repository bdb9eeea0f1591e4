-- Notifications about an account: mails to its owner, and webhook events. Responses never depend on them.

-- Queues a notification mail if its setting is on. The recipient is to_address, or by default the user's
-- confirmed e-mail address. Without a recipient, does nothing. `kind` is password_changed, email_changed,
-- phone_changed, identity_linked, identity_unlinked, mfa_factor_enrolled, mfa_factor_unenrolled,
-- new_device, repeated_sign_up, account_merged or oauth_grant. `details` contains the values for its
-- template ({"OldEmail": …}). If the installation's quota is used up or the address is suppressed, the
-- message is recorded as skipped. No other limit applies, because an attacker who takes over an account
-- must not be able to block the mail. The job has a lower priority than messages that users wait for.
create function auth_lib.send_notification(person auth.users, kind text, details jsonb, settings jsonb,
  client jsonb, to_address text default null)
returns void
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_to      text := coalesce(to_address,
    case when (person).email_confirmed_at is not null then (person).email end);
  v_held    text;
  v_message auth.messages;
begin
  if not auth_lib.sends_notification(kind, settings) or v_to is null then
    return;
  end if;
  v_held := coalesce('nothing is sent to this address: ' || auth_lib.suppression_reason(v_to),
    case when not auth_lib.count_quota('mail', settings -> 'rate_limit_email_sent')
      then 'the quota of mails is used up' end);
  insert into auth.messages (id, user_id, kind, channel, to_address, generation, base_url, redirect_to,
    languages, details, state, last_error, expires_at, finished_at, created_at)
  values (gen_random_uuid(), (person).id, kind || '_notification', 'mail', v_to, 1, '', '',
    client ->> 'languages',
    details, case when v_held is null then 'queued' else 'skipped' end, v_held, v_now + interval '24 hours',
    case when v_held is not null then v_now end, v_now)
  returning * into v_message;
  if v_held is null then
    perform auth_lib.enqueue_message(v_message);
  end if;
end
$$;

-- Returns true if the setting of a kind of notification is on. Functions that run often check the setting
-- first to save a statement.
create function auth_lib.sends_notification(kind text, settings jsonb) returns boolean
language sql immutable
as $$ select coalesce((settings ->> ('mailer_notifications_' || kind || '_enabled'))::boolean, false) $$;

-- Queues the notifications about a user's own changes of the account. The notification about a new e-mail
-- address is sent to the previous address, if that was confirmed.
create function auth_lib.send_change_notifications(former auth.users, person auth.users, password boolean,
  settings jsonb, client jsonb)
returns void
language plpgsql volatile
as $$
begin
  if password then
    perform auth_lib.send_notification(person, 'password_changed', '{}', settings, client);
  end if;
  if (former).phone is distinct from (person).phone and (former).phone is not null then
    perform auth_lib.send_notification(person, 'phone_changed',
      jsonb_build_object('OldPhone', (former).phone, 'Phone', (person).phone), settings, client);
  end if;
  if (former).email is distinct from (person).email and (former).email_confirmed_at is not null then
    perform auth_lib.send_notification(person,
      'email_changed', jsonb_build_object('OldEmail', (former).email), settings, client, (former).email);
  end if;
end
$$;

-- Returns true if a sign-in comes from a new device or network: the account has no stored session with the
-- same browser or app (of any version) from the same network. A network is the first 16 bits of an IPv4
-- address, or the first 32 bits of an IPv6 address. The first sign-in of an account is not new.
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

-- Returns true if any webhook exists. Callers check it before they build an event:
-- perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(v_user)) where
-- auth_lib.has_webhooks();
create function auth_lib.has_webhooks() returns boolean
language plpgsql stable
as $$
begin
  perform from auth.webhooks limit 1;
  return found;
end
$$;

-- Queues an event for each webhook that subscribes to its kind, in the transaction of the change. `person`
-- is the locked user after the change in the API's format, or another object with the user's id. Within a
-- transaction, a webhook gets at most one event of a kind about a user, with the final state. An update of
-- a user only changes the data of the user.created event that the transaction has queued for the webhook.
create function auth_lib.notify_webhooks(kind text, person json) returns void
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
    where e.user_id = v_user_id and e.webhook_id = v_webhook.id and e.finished_at is null
      and e.made_in = pg_current_xact_id()
      and (e.kind = notify_webhooks.kind or (notify_webhooks.kind = 'user.updated'
        and e.kind = 'user.created'));
    continue when found;
    insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, created_at)
    values (gen_random_uuid(), v_webhook.id, v_user_id, kind, v_data, pg_current_xact_id(), 'queued',
      auth_lib.clock())
    returning * into v_event;
    perform auth_lib.enqueue_event(v_event);
  end loop;
end
$$;

-- Queues the event of a linked or unlinked identity, in addition to the events of other changes. The caller
-- has locked the user.
create function auth_lib.notify_identity(kind text, user_id uuid, provider text, subject text) returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.notify_webhooks(kind, json_build_object('id', user_id,
    'identity', json_build_object('provider', provider, 'id', subject)))
  where auth_lib.has_webhooks();
end
$$;

-- Queues the event of a second factor that was enrolled (first verification) or unenrolled.
create function auth_lib.notify_factor(kind text, factor auth.factors) returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.notify_webhooks(kind, json_build_object('id', factor.user_id,
    'factor', json_build_object('id', factor.id,
    'factor_type', factor.factor_type, 'friendly_name', factor.friendly_name)))
  where auth_lib.has_webhooks();
end
$$;

-- Queues the job of an event. The job contains the event's webhook and user, because the job continues with
-- the next event of the same webhook and user, and may outlast its own event.
create function auth_lib.enqueue_event(event auth.webhook_events) returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.enqueue('webhooks', jsonb_build_object(
    'event_id', event.id, 'webhook_id', event.webhook_id, 'user_id', event.user_id, 'place', event.place));
end
$$;

-- Returns true if a delivery is not retried after an attempt with this outcome.
create function auth_lib.is_last_attempt(attempt integer, outcome text, settings jsonb) returns boolean
language sql immutable
as $$
  select outcome = 'rejected' or attempt >= coalesce((settings ->> 'webhook_max_tries')::integer, 12)
$$;

-- Returns the pause after a failed delivery. The pause grows fourfold per attempt, up to six hours. If the
-- server requests a longer pause (retry_after), that pause applies, up to a day.
create function auth_lib.delivery_backoff(attempt integer, retry_after double precision, settings jsonb)
returns interval
language sql immutable
as $$
  select make_interval(secs => least(greatest(least(
    coalesce((settings ->> 'webhook_retry_pause')::double precision, 5) * 4 ^ least(attempt - 1, 20), 21600),
    coalesce(retry_after, 0)), 86400))
$$;

-- Returns a webhook in the format for operators, with sealed secrets. The gateway and the CLI unseal them to
-- send a test event.
create function auth_lib.webhook_json(webhook auth.webhooks) returns jsonb
language sql stable
as $$
  select jsonb_build_object('id', (webhook).id, 'url', (webhook).url, 'kinds', to_jsonb((webhook).kinds),
    'secrets', to_jsonb((webhook).secrets), 'created_at', auth_lib.wire_time((webhook).created_at),
    'updated_at', auth_lib.wire_time((webhook).updated_at))
$$;

-- Returns an event in the format for operators: its user and delivery state, without its data. If `named` is
-- false, user_id is null.
create function auth_lib.event_json(event auth.webhook_events, named boolean default true) returns jsonb
language sql stable
as $$
  select jsonb_build_object('id', (event).id, 'webhook_id', (event).webhook_id,
    'user_id', case when named then (event).user_id end,
    'kind', (event).kind, 'state', (event).state, 'tries', (event).tries, 'last_error', (event).last_error,
    'created_at', auth_lib.wire_time((event).created_at), 'finished_at',
    auth_lib.wire_time((event).finished_at),
    'not_before', auth_lib.wire_time(greatest((event).leased_until, (event).not_before)))
$$;

-- Checks whether an event can be queued again or dropped: it must not have been delivered, and no worker may
-- be delivering it. Returns an error or null.
create function auth_lib.check_event_open(event auth.webhook_events) returns jsonb
language plpgsql stable
as $$
begin
  return case when event.state = 'delivered'
    or auth_lib.trusted_instant(event.leased_until, event.waits_since) > auth_lib.clock()
    then auth_lib.refusal('webhook_event_is_sent') end;
end
$$;

-- Checks the URL and event kinds of a webhook. Returns an error or null. Nulls are not checked. The CLI
-- validates URLs more strictly, because user data is sent to them.
create function auth_lib.check_webhook(url text, kinds text[]) returns jsonb
language plpgsql immutable
as $$
begin
  if url !~ '^https?://[^[:space:]]+$' or length(url) > 2048 then
    return auth_lib.refusal('webhook_url');
  elsif cardinality(kinds) = 0 or not kinds <@ array['user.created', 'user.updated', 'user.deleted',
    'user.signed_in',
    'user.banned', 'user.unbanned', 'identity.linked', 'identity.unlinked', 'factor.enrolled',
    'factor.unenrolled', 'grant.created', 'grant.revoked'] then
    return auth_lib.refusal('webhook_kinds');
  end if;
  return null;
end
$$;

-- Returns true if a user has changed in a way that causes a user.updated event. Ignores bans, which have
-- their own events, and the other columns listed below.
create function auth_lib.is_user_update(before auth.users, after auth.users) returns boolean
language sql immutable
as $$
  select to_jsonb(before) - m.marks <> to_jsonb(after) - m.marks
  from (values ('{banned_until,deprovisioned_at,access_epoch,updated_at,last_sign_in_at,confirmation_sent_at,recovery_sent_at}'::text[])) as m (marks)
$$;
