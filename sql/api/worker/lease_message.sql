-- Leases the message of a job for message_lease (30 s by default). Returns the message, with the ids from
-- which link and code are derived and, if mails are throttled, the seconds to wait before sending. Returns
-- {"nothing": reason} if there is nothing to send, and {"leased_until": …} while another worker sends it or
-- the transport requested a delay. The lifetime of the code starts with the first call. The token is locked
-- before the message, as in the deletion of a user.
create function auth_api.lease_message(message_id uuid, generation bigint, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_lease   interval := auth_lib.message_lease(settings);
  v_waits   timestamptz;
  v_unsure  integer;
  v_ended   text;
  v_wait    double precision := 0::double precision;
  v_message auth.messages;
  v_token   auth.one_time_tokens;
  v_user    auth.users;
begin
  select m.* into v_message from auth.messages as m where m.id = message_id;
  v_token := auth_lib.message_token(v_message);
  select m.* into v_message from auth.messages as m where m.id = message_id for no key update;
  select u.* into v_user from auth.users as u where u.id = v_message.user_id;

  if v_message.id is null or v_message.generation is distinct from generation then
    return jsonb_build_object('nothing', 'unknown');
  end if;
  if v_message.state not in ('queued', 'sending') then
    return jsonb_build_object('nothing', v_message.state);
  end if;
  v_waits := auth_lib.trusted_instant(greatest(v_message.leased_until, v_message.not_before), v_message.waits_since);
  if v_waits > v_now then
    return jsonb_build_object('leased_until', auth_lib.wire_time(v_waits));
  end if;
  -- A message in the state sending has an expired lease here: its worker ended or lost the database while
  -- sending.
  v_unsure := v_message.unknown_outcomes + (v_message.state = 'sending')::integer;
  v_ended := auth_lib.skip_reason(v_message, v_token, v_user.deleted_at is not null, v_unsure, settings);
  if v_ended is not null then
    update auth.messages as m
    set state = 'expired', leased_until = null, finished_at = v_now, last_error = v_ended
    where m.id = v_message.id;
    return jsonb_build_object('nothing', 'expired');
  end if;

  if v_message.channel = 'mail' then
    v_wait := auth_lib.mail_delay_seconds((settings ->> 'mail_max_per_second')::double precision);
    v_lease := v_lease + make_interval(secs => v_wait);
  end if;
  update auth.one_time_tokens as t set expires_at = v_now + t.valid_for
  where t.id = v_token.id and t.expires_at is null;
  update auth.messages as m
  set state = 'sending', leased_until = v_now + v_lease, waits_since = v_now, tries = m.tries + 1,
      unknown_outcomes = v_unsure,
      expires_at = least(m.expires_at, coalesce(v_token.expires_at, v_now + v_token.valid_for))
  where m.id = v_message.id;

  return auth_lib.hook_message_members(v_user, v_token, settings) || jsonb_build_object(
    'message', jsonb_build_object('id', v_message.id, 'kind', v_message.kind, 'channel', v_message.channel,
      'to', v_message.to_address, 'attempt', v_message.tries + 1, 'wait', v_wait,
      'base_url', v_message.base_url, 'redirect_to', v_message.redirect_to,
      'details', case when v_token.provider is null then v_message.details
        else jsonb_build_object('Provider', v_token.provider) end,
      'created_at', auth_lib.wire_time(v_message.created_at)),
    'token', case when v_token.id is not null
      then jsonb_build_object('id', v_token.id, 'generation', v_token.generation,
      'key_id', v_token.key_id, 'digits', v_token.digits, 'purpose', v_token.purpose,
      'pkce', v_token.flow_id is not null) end,
    'user', jsonb_build_object('email', coalesce(v_user.email, ''),
      'new_email', coalesce(v_user.new_email, ''),
      'phone', coalesce(v_user.phone, ''), 'data', v_user.raw_user_meta_data),
    'template', auth_lib.find_template(v_message.kind, auth_lib.locale_chain(
      v_user.raw_user_meta_data ->> 'locale', v_message.languages, settings)));
end
$$;
comment on function auth_api.lease_message is
  'For the worker: leases a queued message, or returns that there is nothing to send or until when it is '
  'leased.';

-- Returns the locked token of a message's code or link, or the challenge of a phone factor in the same
-- form. Returns a row of nulls if it does not exist.
create function auth_lib.message_token(message auth.messages) returns auth.one_time_tokens
language plpgsql volatile
as $$
declare
  v_token     auth.one_time_tokens;
  v_challenge auth.challenges;
begin
  if message.kind = 'mfa' then
    select c.* into v_challenge from auth.challenges as c
    where c.user_id = message.user_id and c.id = message.token_id and c.used_at is null for no key update;
    return auth_lib.challenge_token(v_challenge, message.to_address);
  end if;
  select t.* into v_token from auth.one_time_tokens as t
  where t.id = message.token_id and t.generation = message.generation
  for no key update;
  return v_token;
end
$$;

-- Returns the reason why a message is no longer sent, or null. `unknown_outcomes` is the number of
-- attempts with an unknown outcome. A hook that sends mails receives both tokens of a change of address together with the
-- mail to the new address, so the mail to the current address is skipped.
create function auth_lib.skip_reason(
  message auth.messages, token auth.one_time_tokens, user_deleted boolean, unknown_outcomes integer,
  settings jsonb)
returns text
language sql stable
as $$
  select coalesce('nothing is sent to this address: ' || auth_lib.suppression_reason((message).to_address), case
    when (token).id is null and (message).token_id is not null or user_deleted
      then 'the link was used, replaced or its user deleted'
    when least((message).expires_at, (token).expires_at) < auth_lib.clock()
      then coalesce((message).last_error, 'not sent in time')
    when unknown_outcomes > 1 and (message).channel <> 'mail'
      then 'tried twice, and nobody knows whether it was sent'
    when (settings ->> 'send_email_hook')::boolean and (token).kind = 'email_change_current'
      and (auth_lib.other_address_token(token)).id is not null
      then 'the hook is told of it with the mail to the new address' end)
$$;

-- A change of e-mail address may have two tokens, for the current and the new address. Given one of them,
-- returns the other. Returns a row of nulls if there is none.
create function auth_lib.other_address_token(token auth.one_time_tokens) returns auth.one_time_tokens
language plpgsql stable
as $$
declare
  v_other auth.one_time_tokens;
begin
  select t.* into v_other from auth.one_time_tokens as t
  where t.user_id = token.user_id and t.purpose = 'email_change' and token.purpose = 'email_change'
    and t.id <> token.id;
  return v_other;
end
$$;

-- Returns additional members for a hook that sends the message: the user and, for a change of e-mail
-- address, the token for the other address, whose lifetime starts too. Returns an empty object if no hook
-- is configured.
create function auth_lib.hook_message_members(
  person auth.users, token auth.one_time_tokens, settings jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_other auth.one_time_tokens;
begin
  if not coalesce((settings ->> 'send_email_hook')::boolean, false)
    and not coalesce((settings ->> 'send_sms_hook')::boolean, false) then
    return '{}'::jsonb;
  end if;
  v_other := auth_lib.other_address_token(token);
  update auth.one_time_tokens as t set expires_at = auth_lib.clock() + t.valid_for
  where t.id = v_other.id and t.expires_at is null;
  return jsonb_build_object('person', auth_lib.hook_user(auth_lib.user_json(person)),
    'other', case when v_other.id is not null
      then jsonb_build_object('id', v_other.id, 'generation', v_other.generation,
      'key_id', v_other.key_id, 'digits', v_other.digits, 'purpose', v_other.purpose,
      'pkce', v_other.flow_id is not null) end);
end
$$;

-- Returns the operator's template of a kind, {locale, subject, html, text}, in the first of the given
-- languages that has one, or null.
create function auth_lib.find_template(kind text, locales text[]) returns jsonb
language plpgsql stable
as $$
begin
  return (
    select jsonb_build_object('locale', t.locale, 'subject', t.subject, 'html', t.html, 'text', t.text)
    from auth.templates as t
    where t.kind = find_template.kind and t.locale = any (locales)
    order by array_position(locales, t.locale)
    limit 1);
end
$$;

-- Returns the seconds to wait before the next mail, over all workers. Uses a token bucket of size one that
-- may become negative, so that each caller gets its own time slot and need not call again. All workers
-- share the row, so it is locked last.
create function auth_lib.mail_delay_seconds(per_second double precision) returns double precision
language plpgsql volatile
as $$
declare
  v_now    timestamptz := auth_lib.clock();
  v_tokens double precision;
begin
  if per_second is null then
    return 0::double precision;
  end if;
  insert into auth.quotas (kind, window_start, used, tokens, refilled_at) values ('pace', v_now, 0, 1, v_now)
  on conflict on constraint quotas_pkey do nothing;
  update auth.quotas as q
  set tokens = least(1, q.tokens
        + greatest(extract(epoch from v_now - auth_lib.trusted_instant(q.refilled_at, q.refilled_at)), 0)
          * per_second) - 1,
      refilled_at = greatest(auth_lib.trusted_instant(q.refilled_at, q.refilled_at), v_now)
  where q.kind = 'pace'
  returning q.tokens into v_tokens;
  return greatest(-v_tokens, 0) / per_second;
end
$$;
