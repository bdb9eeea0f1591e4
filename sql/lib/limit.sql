-- How many messages may be sent: to an address, of a purpose, and in all; and how long what they carry is valid.

-- The digest under which auth.attempts keeps one purpose's attempts at an address. It has no key, so that the auditor's view
-- can make it again (docs/adr/0033): it hides addresses from a reader, not from somebody who has a list of them.
create function auth_lib.attempt_digest(purpose text, address text) returns bytea
language sql stable
as $$ select auth_lib.digest(purpose || ':' || address) $$;

-- Returns the holder of the count of wrong passwords at an address: the account that has it, over all its addresses and in
-- any audience, or the address itself if nobody has it.
create function auth_lib.password_holder(kind text, address text) returns text
language plpgsql stable
as $$
begin
  return coalesce((select a.user_id::text from auth.addresses as a
    where a.kind = password_holder.kind and a.value = address), address);
end
$$;

-- Seconds between two messages of a purpose to one address. Mail: none for invitations, which an administrator sends;
-- otherwise SMTP_MAX_FREQUENCY where it is set, or 900 for sign-ups and 60 for the rest. SMS: SMS_MAX_FREQUENCY, or 60; those
-- of second factors MFA_PHONE_MAX_FREQUENCY.
create function auth_lib.message_spacing(purpose text, settings jsonb) returns double precision
language sql immutable
as $$
  select case when purpose = 'mfa' then coalesce(nullif((settings ->> 'mfa_phone_max_frequency')::double precision, 0), 60)
    when auth_lib.is_sms_purpose(purpose)
    then coalesce(nullif((settings ->> 'sms_max_frequency')::double precision, 0), 60)
    when purpose = 'invite' then 0
    else coalesce(nullif((settings ->> 'smtp_max_frequency')::double precision, 0),
      case purpose when 'signup' then 900 else 60 end) end
$$;

-- How long a link or code for an address is valid once its message has gone out.
create function auth_lib.token_validity(address text, settings jsonb) returns interval
language sql immutable
as $$
  select make_interval(secs => case when address like '%@%'
    then coalesce((settings ->> 'mailer_otp_exp')::double precision, 86400)
    else coalesce((settings ->> 'sms_otp_exp')::double precision, 60) end)
$$;

-- Whether messages of a purpose go by SMS, and so have the spacing, quota and error code of SMS.
create function auth_lib.is_sms_purpose(purpose text) returns boolean
language sql immutable
as $$ select purpose in ('sms', 'phone_change', 'reauthentication_sms', 'mfa') $$;

-- What take_message_limits would refuse now, without taking anything: spacing and the limit of each address first, then
-- the installation's quota (unless with_quota is false). When exactly the spacing has passed, a mail may go and an SMS
-- may not.
create function auth_lib.peek_message_limits(
  purpose text, holder text, with_quota boolean, settings jsonb, to_addresses text[] default null)
returns jsonb
language plpgsql stable
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_sms  boolean := auth_lib.is_sms_purpose(purpose);
  v_to   text[] := coalesce(to_addresses, array[holder]);
  v_free timestamptz;
begin
  select max(f.free) into v_free from (
    select auth_lib.trusted(a.asked_at, a.asked_at)
      + make_interval(secs => auth_lib.message_spacing(purpose, settings)) as free
    from auth.attempts as a
    where a.digest = any (auth_lib.message_digests(purpose, holder, v_to))
    union all
    select v_now + make_interval(secs => (1 - auth_lib.mailbox_credit(a, v_sms, settings))
      * auth_lib.mailbox_pace(v_sms, settings))
    from auth.attempts as a
    where a.digest = any (auth_lib.mailbox_digests(v_to))
      and auth_lib.mailbox_credit(a, v_sms, settings) < 0.999999) as f;   -- not 1: sums of fractions may fall just short of it
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

-- Takes one message from its limits; a refusal, or null when it may go. First comes the spacing of its holder (an address,
-- or a user whose messages go to to_addresses), then the limit of each address it goes to, then the installation's quota.
-- sends is 'counted' for a message that the quota counts; 'uncounted' for one that it does not (to a test number); 'nothing'
-- for a request that sends no message because the account is unknown or confirmed, and yet gets the same answers. A refusal
-- by the quota leaves the other limits untouched.
create function auth_lib.take_message_limits(
  purpose text, holder text, sends text, settings jsonb, to_addresses text[] default null)
returns jsonb
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_sms     boolean := auth_lib.is_sms_purpose(purpose);
  v_to      text[] := coalesce(to_addresses, array[holder]);
  v_spaced  bytea[] := auth_lib.message_digests(purpose, holder, v_to);
  v_boxes   bytea[] := auth_lib.mailbox_digests(v_to);
  v_unknown boolean := sends = 'nothing';
  v_refused jsonb;
begin
  insert into auth.attempts (digest, unknown, touched_at)
  select d.digest, v_unknown, v_now from unnest(v_spaced || v_boxes) as d (digest) order by d.digest
  on conflict on constraint attempts_pkey do nothing;
  perform from auth.attempts as a where a.digest = any (v_spaced || v_boxes) order by a.digest for no key update;
  v_refused := auth_lib.peek_message_limits(purpose, holder, sends <> 'uncounted', settings, v_to);
  if v_refused is null and sends = 'counted' then
    v_refused := auth_lib.take_message_quota(purpose, settings);
  end if;
  if v_refused is null then
    update auth.attempts as a
    set asked_at = v_now, tries = 0, awaits = auth_lib.awaited_kinds(purpose), touched_at = v_now,
        unknown = a.unknown and v_unknown, touch = default,
        credit = case when a.digest = any (v_boxes) then auth_lib.mailbox_credit(a, v_sms, settings) - 1 end
    where a.digest = any (v_spaced || v_boxes);
  end if;
  if v_unknown then
    perform auth_lib.forget_unknown(settings);
  end if;
  return v_refused;
end
$$;

-- How many messages a quota holds.
create function auth_lib.quota_size(rate jsonb) returns integer
language sql immutable
as $$ select coalesce((rate ->> 'count')::integer, 30) $$;

-- Whether the installation's quota of mails or SMS has room. A number alone is a count of the database's clock hour;
-- with "per" it is a token bucket that holds the number and gains one every "per" seconds. Zero refuses all.
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
        else q.tokens + greatest(extract(epoch from auth_lib.clock() - auth_lib.trusted(q.refilled_at, q.refilled_at)), 0)
          / (rate ->> 'per')::double precision < 1 end)
  );
end
$$;

-- Takes one mail or SMS from the installation's quota; false when it is used up. All calls share this row, so it is the
-- last that a call locks.
create function auth_lib.take_quota(kind text, rate jsonb) returns boolean
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
  perform from auth.quotas as q where q.kind = take_quota.kind for no key update;
  if not auth_lib.has_quota(kind, rate) then
    return false;
  end if;
  update auth.quotas as q
  set used = case when q.window_start = date_trunc('hour', v_now) then q.used else 0 end + 1,
      window_start = date_trunc('hour', v_now),
      tokens = least(v_most, q.tokens
        + greatest(extract(epoch from v_now - auth_lib.trusted(q.refilled_at, q.refilled_at)), 0) / v_per) - 1,
      refilled_at = v_now
  where q.kind = take_quota.kind;
  return true;
end
$$;

-- Counts one message against the installation's quota of its channel. Null when there was room, a refusal otherwise.
create function auth_lib.take_message_quota(purpose text, settings jsonb) returns jsonb
language plpgsql volatile
as $$
begin
  if auth_lib.is_sms_purpose(purpose) then
    return case when not auth_lib.take_quota('sms', settings -> 'rate_limit_sms_sent') then auth_lib.refusal('sms_quota') end;
  end if;
  return case when not auth_lib.take_quota('mail', settings -> 'rate_limit_email_sent') then auth_lib.refusal('mail_quota') end;
end
$$;

-- A redeemed proof clears what was counted against the address: spacing, the account's wrong passwords and, because its reader
-- is no stranger, the limit of a mailbox. A phone number keeps its limit, since each SMS costs money. Wrong codes stay counted:
-- they are bounded per day, and frequent sign-ins must not reset that bound.
create function auth_lib.clear_attempts(address text) returns void
language plpgsql volatile
as $$
begin
  delete from auth.attempts as a
  where a.digest = any (case when address like '%@%'
    then array[auth_lib.attempt_digest('signup', address), auth_lib.attempt_digest('link', address),
      auth_lib.attempt_digest('invite', address), auth_lib.mailbox_digest(address),
      auth_lib.attempt_digest('password', auth_lib.password_holder('email', address))]
    else array[auth_lib.attempt_digest('sms', address),
      auth_lib.attempt_digest('password', auth_lib.password_holder('phone', address))] end);
end
$$;

-- How many messages may still go to an address: a bucket of "count" that gains one every mailbox_pace seconds. Null where
-- the setting is 0, which means no limit.
create function auth_lib.mailbox_credit(kept auth.attempts, sms boolean, settings jsonb) returns double precision
language sql stable
as $$
  select case when r.count > 0 then least(r.count, coalesce((kept).credit, r.count)
    + greatest(extract(epoch from auth_lib.clock() - auth_lib.trusted((kept).asked_at, (kept).asked_at)), 0)
      / auth_lib.mailbox_pace(sms, settings)) end
  from (select coalesce((settings -> case when sms then 'rate_limit_sms_per_address'
    else 'rate_limit_email_per_address' end ->> 'count')::double precision, 10) as count) as r
$$;

-- The digest under which messages to a mailbox or a number are counted, whatever their purpose. The part from + to @ is
-- left out: most mail servers deliver ada+1@ and ada+2@ to ada@.
create function auth_lib.mailbox_digest(address text) returns bytea
language sql stable
as $$ select auth_lib.attempt_digest('mailbox', regexp_replace(address, '(.)\+[^@]*@', '\1@')) $$;

-- The mailbox digests of several addresses.
create function auth_lib.mailbox_digests(to_addresses text[]) returns bytea[]
language sql stable
as $$
  select array_agg(distinct auth_lib.mailbox_digest(a.address))
  from unnest(to_addresses) as a (address)
$$;

-- Seconds after which one more message may go to an address that has used up its limit: 900 for mails and 1800 for SMS, or
-- the setting's "per"; where the setting is a count alone, an hour divided by it.
create function auth_lib.mailbox_pace(sms boolean, settings jsonb) returns double precision
language sql immutable
as $$
  select case when r.rate is null then case when sms then 1800 else 900 end
    else coalesce((r.rate ->> 'per')::double precision, 3600 / greatest((r.rate ->> 'count')::double precision, 1)) end
  from (select nullif(settings -> case when sms then 'rate_limit_sms_per_address'
    else 'rate_limit_email_per_address' end, 'null') as rate) as r
$$;

-- The digests by which a message is spaced: that of its purpose and holder, and for a change of address, which is spaced per
-- user, those of the addresses it goes to as well. Otherwise sixty accounts could send sixty messages to one stranger.
create function auth_lib.message_digests(purpose text, holder text, to_addresses text[]) returns bytea[]
language sql stable
as $$
  select array_agg(distinct auth_lib.attempt_digest(
    case purpose when 'recovery' then 'link' else purpose end, a.address))
  from unnest(case when purpose in ('email_change', 'phone_change')
    then array_append(to_addresses, holder) else array[holder] end) as a (address)
$$;

-- Bounds the number of rows about unknown addresses: each change of such a row gives it a new number, and the rows with the
-- lowest numbers are deleted. They protected nobody, since nobody has the address and nothing was sent there. To learn from
-- this which addresses are unknown, somebody would have to make all these rows within the minute of one spacing.
create function auth_lib.forget_unknown(settings jsonb) returns void
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

-- The kinds of code that a request of a purpose may have sent; the same whether or not anybody has the address. A request
-- for a magic link sends a confirmation to a user who has not proven the address.
create function auth_lib.awaited_kinds(purpose text) returns text[]
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
