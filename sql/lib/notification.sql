-- Mails that tell people what has happened to their account. Nothing depends on them: the request that causes one is
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
  values (gen_random_uuid(), (person).id, notify.kind || '_notification', 'mail', v_to, 1, '', '', client ->> 'languages',
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
