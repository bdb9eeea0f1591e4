-- Message limits per address, per purpose and per installation, and the lifetime of links and codes.

-- Returns the digest of an address and purpose in auth.attempts. The digest is unkeyed, so that the auditor's
-- view can compute it (docs/adr/0033). The digest hides an address from readers of the table, unless they
-- guess the address.
create function auth_lib.attempt_digest(purpose text, address text) returns bytea
language sql stable
as $$ select auth_lib.digest(purpose || ':' || address) $$;

-- Returns the key of the wrong-password count for an address: the account that has the address, in any
-- audience, or the address itself if no account has it.
create function auth_lib.password_counter_key(kind text, address text) returns text
language plpgsql stable
as $$
begin
  return coalesce((select a.user_id::text from auth.addresses as a
    where a.kind = password_counter_key.kind and a.value = address), address);
end
$$;

-- Returns the minimum number of seconds between two messages of a purpose to one address. Mail: 0 for
-- invitations and test mails, which only administrators send; otherwise SMTP_MAX_FREQUENCY, or by default
-- 900 for sign-ups and 60 for other purposes. SMS: SMS_MAX_FREQUENCY or 60. Second factors:
-- MFA_PHONE_MAX_FREQUENCY or 60.
create function auth_lib.min_message_interval(purpose text, settings jsonb) returns double precision
language sql immutable
as $$
  select case when purpose = 'mfa' then coalesce(
    nullif((settings ->> 'mfa_phone_max_frequency')::double precision, 0), 60)
    when auth_lib.is_sms_purpose(purpose)
    then coalesce(nullif((settings ->> 'sms_max_frequency')::double precision, 0), 60)
    when purpose in ('invite', 'test_mail') then 0
    else coalesce(nullif((settings ->> 'smtp_max_frequency')::double precision, 0),
      case purpose when 'signup' then 900 else 60 end) end
$$;

-- Returns the lifetime of a link or code for an address after its message was sent.
create function auth_lib.token_validity(address text, settings jsonb) returns interval
language sql immutable
as $$
  select make_interval(secs => case when address like '%@%'
    then coalesce((settings ->> 'mailer_otp_exp')::double precision, 86400)
    else coalesce((settings ->> 'sms_otp_exp')::double precision, 60) end)
$$;

-- Returns true if messages of a purpose are sent by SMS, under the limits and error codes of SMS.
create function auth_lib.is_sms_purpose(purpose text) returns boolean
language sql immutable
as $$ select purpose in ('sms', 'phone_change', 'reauthentication_sms', 'mfa') $$;

-- Checks the message limits without counting: first the minimum interval and the limit of each address,
-- then the installation's quota (unless with_quota is false). Returns an error or null. At the exact end of
-- the minimum interval, a mail is allowed and an SMS is not.
create function auth_lib.check_message_limits(
  purpose text, counter_key text, with_quota boolean, settings jsonb, to_addresses text[] default null)
returns jsonb
language plpgsql stable
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_sms  boolean := auth_lib.is_sms_purpose(purpose);
  v_to   text[] := coalesce(to_addresses, array[counter_key]);
  v_free timestamptz;
begin
  select max(f.free) into v_free from (
    select auth_lib.trusted_instant(a.asked_at, a.asked_at)
      + make_interval(secs => auth_lib.min_message_interval(purpose, settings)) as free
    from auth.attempts as a
    where a.digest = any (auth_lib.message_digests(purpose, counter_key, v_to))
    union all
    select v_now + make_interval(secs => (1 - auth_lib.mailbox_messages_left(a, v_sms, settings))
      * auth_lib.mailbox_refill_seconds(v_sms, settings))
    from auth.attempts as a
    where a.digest = any (auth_lib.mailbox_digests(v_to))
      -- 0.999999 instead of 1 allows for rounding errors.
      and auth_lib.mailbox_messages_left(a, v_sms, settings) < 0.999999) as f;
  if v_free > v_now or (v_sms and v_free = v_now) then
    return auth_lib.refusal(case when v_sms then 'sms_spacing' else 'mail_spacing' end,
      floor(extract(epoch from v_free - v_now))::bigint::text);
  elsif with_quota and v_sms and not auth_lib.has_quota('sms', settings -> 'rate_limit_sms_sent') then
    return auth_lib.refusal('sms_quota');
  elsif with_quota and not v_sms and not auth_lib.has_quota('mail', settings -> 'rate_limit_email_sent') then
    return auth_lib.refusal('mail_quota');
  end if;
  return null;
end
$$;

-- Counts one message against its limits. Returns an error or null. Checks the minimum interval of
-- counter_key (an address, or a user with messages to to_addresses), then the limit of each address, then the
-- installation's quota. `sends` is 'counted' for a message that counts against the quota, 'uncounted' for
-- one that does not (to a test number, or under SMS_AUTOCONFIRM), and 'nothing' if no message is sent, for
-- example because the account is unknown. 'nothing' returns the same errors as 'counted', so that a
-- response does not reveal whether the account exists. 'uncounted' ignores the quota. If a limit is
-- exceeded, no count changes.
create function auth_lib.count_message(
  purpose text, counter_key text, sends text, settings jsonb, to_addresses text[] default null)
returns jsonb
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_sms     boolean := auth_lib.is_sms_purpose(purpose);
  v_to      text[] := coalesce(to_addresses, array[counter_key]);
  v_spaced  bytea[] := auth_lib.message_digests(purpose, counter_key, v_to);
  v_boxes   bytea[] := auth_lib.mailbox_digests(v_to);
  v_unknown boolean := sends = 'nothing';
  v_refused jsonb;
begin
  insert into auth.attempts (digest, unknown, touched_at)
  select d.digest, v_unknown, v_now from unnest(v_spaced || v_boxes) as d (digest) order by d.digest
  on conflict on constraint attempts_pkey do nothing;
  perform from auth.attempts as a where a.digest = any (v_spaced || v_boxes) order by a.digest
  for no key update;
  v_refused := auth_lib.check_message_limits(purpose, counter_key, sends <> 'uncounted', settings, v_to);
  if v_refused is null and sends = 'counted' then
    v_refused := case
      when v_sms and not auth_lib.count_quota('sms', settings -> 'rate_limit_sms_sent')
        then auth_lib.refusal('sms_quota')
      when not v_sms and not auth_lib.count_quota('mail', settings -> 'rate_limit_email_sent')
        then auth_lib.refusal('mail_quota') end;
  end if;
  if v_refused is null then
    update auth.attempts as a
    set asked_at = v_now, tries = 0, awaits = auth_lib.code_kinds_of_purpose(purpose), touched_at = v_now,
        unknown = a.unknown and v_unknown, touch = default,
        credit = case when a.digest = any (v_boxes) then auth_lib.mailbox_messages_left(a, v_sms, settings) - 1 end
    where a.digest = any (v_spaced || v_boxes);
  end if;
  if v_unknown then
    perform auth_lib.delete_oldest_unknown_attempts(settings);
  end if;
  return v_refused;
end
$$;

-- Returns the size of a message quota.
create function auth_lib.quota_size(rate jsonb) returns integer
language sql immutable
as $$ select coalesce((rate ->> 'count')::integer, 30) $$;

-- Returns true if the installation's quota of mails or SMS is not used up. A plain number is a maximum per
-- clock hour of the database. With "per", the quota is a token bucket of that size that gains one token
-- every "per" seconds. Zero refuses all messages.
create function auth_lib.has_quota(kind text, rate jsonb) returns boolean
language plpgsql stable
as $$
begin
  return (
    select auth_lib.quota_size(rate) > 0 and not exists (
    select from auth.quotas as q
    where q.kind = has_quota.kind
      and case when rate ->> 'per' is null
        then q.window_start = date_trunc('hour', auth_lib.clock())
          and q.used >= auth_lib.quota_size(rate)
        else q.tokens + greatest(extract(epoch from auth_lib.clock() - auth_lib.trusted_instant(q.refilled_at,
          q.refilled_at)), 0)
          / (rate ->> 'per')::double precision < 1 end)
  );
end
$$;

-- Counts one mail or SMS against the installation's quota. Returns false if the quota is used up. All
-- requests share the row of the quota, so this row is locked last.
create function auth_lib.count_quota(kind text, rate jsonb) returns boolean
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_most integer := auth_lib.quota_size(rate);
  v_per  double precision := coalesce((rate ->> 'per')::double precision, 1);
begin
  insert into auth.quotas (kind, window_start, used, tokens, refilled_at)
  values (kind, date_trunc('hour', v_now), 0, v_most, v_now)
  on conflict on constraint quotas_pkey do nothing;
  perform from auth.quotas as q where q.kind = count_quota.kind for no key update;
  if not auth_lib.has_quota(kind, rate) then
    return false;
  end if;
  update auth.quotas as q
  set used = case when q.window_start = date_trunc('hour', v_now) then q.used else 0 end + 1,
      window_start = date_trunc('hour', v_now),
      tokens = least(v_most, q.tokens
        + greatest(extract(epoch from v_now - auth_lib.trusted_instant(q.refilled_at, q.refilled_at)), 0) / v_per)
          - 1,
      refilled_at = v_now
  where q.kind = count_quota.kind;
  return true;
end
$$;

-- Clears counts of an account and one of its addresses after a confirmation, or after a sign-in by a link or
-- code sent to the address: minimum interval, the account's wrong passwords, and the limit of a mailbox. The
-- limit of a phone number is not cleared, because each SMS costs money. Times of wrong codes are not cleared,
-- because frequent sign-ins must not reset their daily limit.
create function auth_lib.clear_attempts(user_id uuid, address text) returns void
language plpgsql volatile
as $$
declare
  v_digests bytea[] := case when address like '%@%'
    then array[auth_lib.attempt_digest('signup', address), auth_lib.attempt_digest('link', address),
      auth_lib.attempt_digest('invite', address), auth_lib.mailbox_digest(address)]
    else array[auth_lib.attempt_digest('sms', address)] end || auth_lib.attempt_digest('password', user_id::text);
begin
  delete from auth.attempts as a where a.digest = any (v_digests);
end
$$;

-- Returns how many more messages an address may receive: the level of a token bucket of size "count" that
-- gains one token every mailbox_refill_seconds() seconds. Returns null if the setting is 0 (no limit).
create function auth_lib.mailbox_messages_left(
  kept auth.attempts, sms boolean, settings jsonb)
returns double precision
language sql stable
as $$
  select case when r.count > 0 then least(r.count, coalesce((kept).credit, r.count)
    + greatest(extract(epoch from auth_lib.clock() - auth_lib.trusted_instant((kept).asked_at, (kept).asked_at)), 0)
      / auth_lib.mailbox_refill_seconds(sms, settings)) end
  from (select coalesce((settings -> case when sms then 'rate_limit_sms_per_address'
    else 'rate_limit_email_per_address' end ->> 'count')::double precision, 10) as count) as r
$$;

-- Returns the digest under which all messages to a mailbox or phone number are counted. The part from + to
-- @ is removed, because most mail servers deliver ada+1@ and ada+2@ to ada@.
create function auth_lib.mailbox_digest(address text) returns bytea
language sql stable
as $$ select auth_lib.attempt_digest('mailbox', regexp_replace(address, '(.)\+[^@]*@', '\1@')) $$;

create function auth_lib.mailbox_digests(to_addresses text[]) returns bytea[]
language sql stable
as $$
  select array_agg(distinct auth_lib.mailbox_digest(a.address))
  from unnest(to_addresses) as a (address)
$$;

-- Returns the seconds after which an exhausted address may receive one more message: the setting's "per"; if
-- the setting has only a count, one hour divided by the count; without a setting, 900 for mails and 1800 for
-- SMS.
create function auth_lib.mailbox_refill_seconds(sms boolean, settings jsonb) returns double precision
language sql immutable
as $$
  select case when r.rate is null then case when sms then 1800 else 900 end
    else coalesce((r.rate ->> 'per')::double precision,
      3600 / greatest((r.rate ->> 'count')::double precision, 1)) end
  from (select nullif(settings -> case when sms then 'rate_limit_sms_per_address'
    else 'rate_limit_email_per_address' end, 'null') as rate) as r
$$;

-- Returns the digests under which auth.attempts stores the minimum interval of a message: one for its purpose
-- and counter_key. A recovery and a magic link share a digest. A change of address also has a digest for each
-- address that gets a message, so that many accounts cannot each send a message to the same stranger at once.
create function auth_lib.message_digests(purpose text, counter_key text, to_addresses text[]) returns bytea[]
language sql stable
as $$
  select array_agg(distinct auth_lib.attempt_digest(
    case purpose when 'recovery' then 'link' else purpose end, a.address))
  from unnest(case when purpose in ('email_change', 'phone_change')
    then array_append(to_addresses, counter_key) else array[counter_key] end) as a (address)
$$;

-- Deletes up to ten of the oldest rows of unknown addresses. Each change of a row sets its column touch to
-- the next value of a sequence. A row is deleted if its touch is at least unknown_address_rows below the
-- highest touch of an unknown address, so repeated calls leave at most unknown_address_rows rows. The rows
-- belong to no account, so deleting them weakens no limit of an account. A deletion could reveal that an
-- address is unknown, but an attacker would need unknown_address_rows changes within the minimum interval
-- between two messages to an address (usually one minute).
create function auth_lib.delete_oldest_unknown_attempts(settings jsonb) returns void
language plpgsql volatile
as $$
begin
  delete from auth.attempts as a where a.digest in (
    select o.digest from auth.attempts as o
    where o.unknown and o.touch <= (select max(n.touch) from auth.attempts as n where n.unknown)
      - coalesce((settings ->> 'unknown_address_rows')::bigint, 1000000)
    order by o.touch limit 10 for update skip locked);
end
$$;

-- Returns the kinds of code that a request of a purpose may have sent, the same for known and unknown
-- addresses. A magic link request sends a confirmation to a user with an unconfirmed address.
create function auth_lib.code_kinds_of_purpose(purpose text) returns text[]
language sql immutable
as $$
  select case purpose
    when 'signup' then '{confirmation}'
    when 'link' then '{confirmation,recovery}'
    when 'invite' then '{confirmation,recovery}'
    when 'recovery' then '{recovery}'
    when 'sms' then '{sms}'
    else '{}' end::text[]
$$;
