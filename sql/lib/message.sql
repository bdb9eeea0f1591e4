-- Messages, their jobs, and the operator's mail templates. A message and its job are queued in the
-- transaction of the request.

-- Queues a message: its row and its job, which does not contain the address. `link` is {base_url,
-- redirect_to, languages} for a mail and null for an SMS. For a suppressed address the same rows are
-- written and the message is marked as skipped, so that neither response nor timing reveals the
-- suppression.
create function auth_lib.queue_message(
  token auth.one_time_tokens, kind text, channel text, to_address text, link jsonb)
returns uuid
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_held    text := auth_lib.suppression_reason(to_address);
  v_message auth.messages;
begin
  insert into auth.messages (id, user_id, kind, channel, to_address, token_id, generation, base_url,
    redirect_to, languages, state, last_error, finished_at, expires_at, created_at)
  values (gen_random_uuid(), (token).user_id, kind, channel, to_address, (token).id, (token).generation,
    coalesce(link ->> 'base_url', ''), coalesce(link ->> 'redirect_to', ''), link ->> 'languages',
    case when v_held is null then 'queued' else 'skipped' end, 'nothing is sent to this address: ' || v_held,
    case when v_held is not null then v_now end, v_now + interval '24 hours', v_now)
  returning * into v_message;
  perform auth_lib.enqueue_message(v_message);
  return v_message.id;
end
$$;

create function auth_lib.enqueue_message(message auth.messages) returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.enqueue(case (message).channel when 'mail' then 'mail' else 'sms' end,
    jsonb_build_object('message_id', (message).id, 'user_id', (message).user_id,
      'generation', (message).generation),
    auth_lib.message_priority((message).kind, (message).created_at));
end
$$;

-- Returns the priority of a message's job; the highest is sent first. A message with a link or code, except
-- an invitation, has its creation time in seconds as priority, so that new ones are sent before old ones. A
-- retry has the priority of the first attempt. Notifications have a lower priority, and invitations the
-- lowest. Notifications and invitations are each sent in the order of creation.
create function auth_lib.message_priority(kind text, created_at timestamptz) returns integer
language sql immutable
as $$
  select case when kind = 'invite' then -2 when kind like '%\_notification' then -1
    -- Seconds since 2020.
    else least(greatest(extract(epoch from created_at) - 1577836800, 0), 2147483647)::integer end
$$;

-- Checks whether POST /recover and POST /resend would queue a mail for an account, except for their limits.
-- Returns an error or null. The two routes do not return the errors user_sso_managed and user_not_found: for
-- an address that is only displayed, such as that of an SSO user, they respond as for an unknown address and
-- queue nothing.
create function auth_lib.check_mail_to(person auth.users, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  return case when (person).email is null then null
    when not auth_lib.is_address_kind_enabled('email', settings)
      then auth_lib.refusal('email_recovery_disabled')
    else coalesce(auth_lib.check_sso_address((person).email),
      case when auth_lib.is_found_by_email(person) then null
        when (person).is_sso_user then auth_lib.refusal('user_sso_managed')
        else auth_lib.refusal('user_not_found') end) end;
end
$$;

-- Returns why an address is suppressed, or null if it is not.
create function auth_lib.suppression_reason(address text) returns text
language sql stable
as $$ select s.reason from auth.suppressions as s where s.address = suppression_reason.address $$;

-- Suppresses an address: no more messages are sent to it, including those in the queue. A new reason
-- replaces the previous one.
create function auth_lib.suppress_address(address text, reason text) returns void
language plpgsql volatile
as $$
begin
  insert into auth.suppressions (address, reason, created_at)
  values (address, left(reason, 500), auth_lib.clock())
  on conflict on constraint suppressions_pkey do update set reason = excluded.reason;
end
$$;

-- Returns a message in the format for operators: recipient and outcome, without the parameters of its link
-- or code.
create function auth_lib.message_json(message auth.messages) returns jsonb
language sql stable
as $$
  select jsonb_build_object('id', (message).id, 'user_id', (message).user_id, 'kind', (message).kind,
    'channel', (message).channel, 'to', (message).to_address, 'state', (message).state,
    'tries', (message).tries,
    'last_error', (message).last_error, 'created_at', auth_lib.wire_time((message).created_at),
    'expires_at', auth_lib.wire_time((message).expires_at), 'finished_at',
    auth_lib.wire_time((message).finished_at),
    'not_before', auth_lib.wire_time(greatest((message).leased_until, (message).not_before)))
$$;

-- Checks whether a message can be queued again. Returns an error or null. A message that was sent, that a
-- worker is sending, whose address is suppressed, or whose link or code no longer works cannot be queued
-- again.
create function auth_lib.check_retry(message auth.messages) returns jsonb
language plpgsql stable
as $$
declare
  v_now timestamptz := auth_lib.clock();
begin
  return case
    when message.state = 'sent' or auth_lib.trusted_instant(message.leased_until, message.waits_since) > v_now
      then auth_lib.refusal('message_is_sent')
    when auth_lib.suppression_reason(message.to_address) is not null then auth_lib.refusal('message_suppressed')
    when message.kind = 'mfa'   -- such a code is valid for a short time only
      or message.token_id is not null and not exists (
        select from auth.one_time_tokens as t
        where t.id = message.token_id and t.generation = message.generation
          and coalesce(t.expires_at, 'infinity') > v_now)
      then auth_lib.refusal('message_is_void') end;
end
$$;

-- Inserts a job into a pg-boss queue in the transaction of the request, in the same form as pg-boss: with a
-- copy of the queue's policy. The commit notifies the worker; queues without notification are polled.
-- `data` must contain no addresses and no secrets, because backups and queue viewers show it. The id of the
-- current trace is added.
create function auth_lib.enqueue(queue text, data jsonb, priority integer default 0) returns uuid
language plpgsql volatile
as $$
declare
  v_queue auth_queue.queue;
  v_now   timestamptz := auth_queue.job_now();
  v_id    uuid := gen_random_uuid();
begin
  select q.* into v_queue from auth_queue.queue as q where q.name = queue;
  if not found then
    raise exception 'there is no queue named %', queue;
  end if;
  insert into auth_queue.job
    (id, name, data, priority, start_after, created_on, keep_until, policy, retry_limit, retry_delay,
     retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, dead_letter, heartbeat_seconds)
  values (v_id, v_queue.name, data || auth_lib.current_trace_context(), priority, v_now, v_now,
    v_now + make_interval(secs => v_queue.retention_seconds),
    v_queue.policy, v_queue.retry_limit, v_queue.retry_delay, v_queue.retry_backoff, v_queue.retry_delay_max,
    v_queue.expire_seconds, v_queue.deletion_seconds, v_queue.dead_letter, v_queue.heartbeat_seconds);
  if v_queue.notify then
    perform pg_notify(auth_lib.queue_channel(), v_queue.name);
  end if;
  return v_id;
end
$$;

-- Returns the trace context of this transaction, {"traceparent": …}, or {}. The gateway sets it as the
-- application_name. No decision depends on it.
create function auth_lib.current_trace_context() returns jsonb
language sql stable
as $$
  select case when n.name ~ '^postern 00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'
    then jsonb_build_object('traceparent', right(n.name, 55)) else '{}' end
  from current_setting('application_name') as n (name)
$$;

-- Returns the notification channel of pg-boss: a digest of its schema's name, which is read from the
-- catalog because installations use different names.
create function auth_lib.queue_channel() returns text
language plpgsql stable
as $$
begin
  return (
    select 'pgboss_' || left(encode(sha224(convert_to(n.nspname, 'UTF8')), 'hex'), 24)
    from pg_type as t
    join pg_namespace as n on n.oid = t.typnamespace
    where t.oid = pg_typeof(null::auth_queue.queue)::oid
  );
end
$$;

-- Checks an SMS channel. Returns an error or null. The default is sms; only some SMS gateways support
-- whatsapp.
create function auth_lib.check_channel(channel text, settings jsonb) returns jsonb
language sql stable
as $$
  select case
    when coalesce(channel, '') in ('', 'sms') then null
    when channel = 'whatsapp' and settings ->> 'sms_provider' in ('twilio', 'twilio_verify', 'http') then null
    else auth_lib.refusal('channel_unsupported')
  end
$$;

-- Requests the confirmation (by mail or SMS) of a new or unconfirmed address: counts the message against
-- its limits, issues the token, queues the message, records an audit entry. Returns {"message_id"} or an
-- error. `purpose` selects the minimum interval between mails: signup for /signup and /resend, link for
-- /otp and /magiclink. Without carries_password, the pending password of the account is voided, and no
-- later confirmation sets it.
create function auth_lib.request_confirmation(
  person auth.users, kind text, purpose text, carries_password boolean, channel text,
  link jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_id      uuid := (person).id;
  v_email   text := (person).email::text;
  v_refused jsonb;
  v_sent    jsonb;
begin
  if kind = 'phone' then
    v_sent := auth_lib.request_sms(person, 'sms', (person).phone, carries_password, channel, settings);
    v_refused := case when v_sent ? 'refused' then v_sent end;
  else
    v_refused := auth_lib.count_message(purpose, v_email, 'counted', settings);
  end if;
  if v_refused is not null then
    return v_refused;
  end if;
  if not carries_password then
    update auth.pending_passwords as p set hash = null where p.user_id = v_id and p.hash is not null;
  end if;
  if kind = 'email' then
    v_sent := jsonb_build_object('message_id', auth_lib.queue_message(
      auth_lib.issue_token(v_id, 'confirmation', 'signup', v_email,
        auth_lib.start_flow(v_id, 'email/signup', link), carries_password, (person).aud, settings),
      'confirmation', 'mail', v_email, link));
    update auth.users as u set confirmation_sent_at = auth_lib.clock(), updated_at = auth_lib.clock()
    where u.id = v_id;
  end if;
  perform auth_lib.audit(person, '{user_confirmation_requested}', jsonb_build_object('provider', kind),
    client);
  return v_sent;
end
$$;

-- Queues the mail of a recovery or magic link. A new link replaces the previous one, and both kinds share
-- one minimum interval. Returns an error or null.
create function auth_lib.request_recovery_token(person auth.users, purpose text, link jsonb, settings jsonb,
  client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_refused jsonb;
  v_token   auth.one_time_tokens;
begin
  v_refused := auth_lib.count_message(
    case purpose when 'recovery' then 'recovery' else 'link' end, (person).email, 'counted', settings);
  if v_refused is not null then
    return v_refused;
  end if;
  v_token := auth_lib.issue_token((person).id, 'recovery', purpose, (person).email,
    auth_lib.start_flow((person).id, purpose, link), false, (person).aud, settings);
  perform auth_lib.queue_message(v_token, case purpose when 'magiclink' then 'magic_link' else 'recovery' end,
    'mail', (person).email, link);
  update auth.users as u set recovery_sent_at = v_now, updated_at = v_now
  where u.id = (person).id;
  perform auth_lib.audit(person, '{user_recovery_requested}', null, client);
  return null;
end
$$;

-- Returns true if codes can be delivered to a number: it is a test number, or an SMS gateway is configured.
create function auth_lib.can_receive_codes(phone text, settings jsonb) returns boolean
language sql stable
as $$
  select auth_lib.test_number_code(phone, settings) is not null
    or coalesce((settings ->> 'sms_ready')::boolean, false)
$$;

-- Requests a code by SMS: counts the message against its limits, issues the token, queues the message.
-- `kind` is sms, phone_change or reauthentication. `counter_key` is the number, or the user id if the minimum
-- interval is per user. A test number gets no message. Test numbers and messages under SMS_AUTOCONFIRM do
-- not count against the quota. Returns {"message_id"}, whose value is test-otp for a test number, or an
-- error.
create function auth_lib.request_sms(
  person auth.users, kind text, counter_key text, carries_password boolean, channel text, settings jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_purpose text := case kind when 'reauthentication' then 'reauthentication_sms' else kind end;
  v_phone   text := auth_lib.confirmed_address(person,
    case kind when 'reauthentication' then 'sms' else kind end);
  v_test    boolean := auth_lib.test_number_code(v_phone, settings) is not null;
  v_to      text[] := case when v_test then '{}' else array[v_phone] end;
  v_counts  boolean := not v_test and not auth_lib.autoconfirms('phone', settings);
  v_refused jsonb := auth_lib.check_message_limits(v_purpose, counter_key, v_counts, settings, v_to);
  v_token   auth.one_time_tokens;
  v_message text := 'test-otp';
begin
  if v_refused is null and not auth_lib.can_receive_codes(v_phone, settings) then
    v_refused := auth_lib.refusal('sms_provider_missing');
  end if;
  v_refused := coalesce(v_refused, auth_lib.count_message(v_purpose, counter_key,
    case when v_counts then 'counted' else 'uncounted' end, settings, v_to));
  if v_refused is not null then
    return v_refused;
  end if;
  v_token := auth_lib.issue_token((person).id, kind, kind, v_phone, null, carries_password, (person).aud,
    settings);
  if not v_test then
    v_message := auth_lib.queue_message(v_token, kind, coalesce(nullif(channel, ''), 'sms'), v_phone,
      null)::text;
  end if;
  update auth.users as u
  set confirmation_sent_at = case kind when 'sms' then v_now else u.confirmation_sent_at end,
      phone_change_sent_at = case kind when 'phone_change' then v_now else u.phone_change_sent_at end,
      reauthentication_sent_at = case kind when 'reauthentication' then v_now
        else u.reauthentication_sent_at end,
      updated_at = v_now
  where u.id = (person).id;
  return jsonb_build_object('message_id', v_message);
end
$$;

-- Returns the duration of the lease of a message, webhook event or logout token. A running attempt to send a
-- message can extend its lease.
create function auth_lib.message_lease(settings jsonb) returns interval
language sql immutable
as $$ select make_interval(secs => coalesce((settings ->> 'message_lease')::double precision, 30)) $$;

-- Returns the languages in which a mail template is searched: the user's choice, then those of the request,
-- each followed by its parents (de-at, de), and last the default, as an empty text. Languages after the
-- default language are omitted, because a reader who prefers English must not get German only because the
-- browser lists it second.
create function auth_lib.locale_chain(chosen text, languages text, settings jsonb) returns text[]
language plpgsql immutable
as $$
declare
  v_home   text := lower(coalesce(settings ->> 'mailer_default_locale', 'en') collate "C");
  v_chain  text[] := array[]::text[];
  v_locale text;
begin
  foreach v_locale in array (array_prepend(left(chosen, 40),
    string_to_array(left(languages, 200), ',')))[1:8] loop
    v_locale := lower(replace(v_locale, '_', '-') collate "C");
    continue when v_locale is null or v_locale !~ '^[a-z]{2,8}(-[a-z0-9]{1,8}){0,3}$';
    while v_locale <> '' loop
      v_chain := array_append(v_chain, v_locale);
      if v_locale = v_home then
        return array_append(v_chain, '');
      end if;
      v_locale := regexp_replace(v_locale, '-?[^-]*$', '');
    end loop;
  end loop;
  return array_append(v_chain, '');
end
$$;

-- Returns the number of due jobs per queue, and the longest waiting time in seconds. Reads at most `most`
-- jobs of a queue, in the order of processing, or all if `most` is null.
create function auth_lib.due_jobs(most integer) returns jsonb
language plpgsql stable
as $$
declare
  v_now timestamptz := auth_queue.job_now();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', q.name, 'jobs', q.jobs, 'age', q.age)
      order by q.name),
      '[]')
    from (
      select k.name, count(d.start_after) as jobs,
        coalesce(extract(epoch from v_now - min(d.start_after)), 0) as age
      from auth_queue.queue as k
      left join lateral (
        select j.start_after from auth_queue.job as j
        where j.name = k.name and j.state < 'active' and not j.blocked and j.start_after <= v_now
        order by j.priority desc, j.created_on limit most) as d on true
      where k.name not like '\_\_%'   -- internal queues of pg-boss
      group by k.name) as q);
end
$$;
