-- Attempt limits for codes and passwords: maximum numbers, the counters of addresses and accounts, their
-- windows, and the audit entries of refused sign-ins.

-- Returns the maximum number of wrong codes within an hour.
create function auth_lib.max_code_failures(settings jsonb) returns integer
language sql immutable
as $$ select coalesce((settings ->> 'security_max_code_failures')::integer, 30) $$;

-- Returns the maximum number of wrong codes within 24 hours.
create function auth_lib.max_code_failures_per_day(settings jsonb) returns integer
language sql immutable
as $$ select coalesce((settings ->> 'security_max_code_failures_per_day')::integer, 100) $$;

-- Returns the maximum number of audit entries of refused sign-ins of an account within an hour; 0 for none.
create function auth_lib.max_audited_refusals(settings jsonb) returns integer
language sql immutable
as $$ select coalesce((settings ->> 'security_audit_refused_sign_ins')::integer, 20) $$;

-- Checks the limits for one more code attempt. Returns an error or null. By default, an account allows 100
-- failed comparisons within 24 hours, for mail and phone together, so an attacker guesses a six-digit code
-- with a probability below 1 in 10,000. An account allows 30 failed comparisons within an hour, but a code
-- requested after the thirtieth failure allows five more attempts. The counter of the address
-- (attempt_counter) has the same limits. A successful sign-in does not reset the counters. Unknown addresses
-- get the same error.
create function auth_lib.check_attempts(
  address text, kinds text[], user_id uuid, settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_hour    integer := greatest(auth_lib.max_code_failures(settings), 1);
  v_day     integer := greatest(auth_lib.max_code_failures_per_day(settings), 1);
  v_digests bytea[] := array[auth_lib.attempt_digest(auth_lib.attempt_counter(kinds), address),
    auth_lib.attempt_digest('account', user_id::text)];
  v_full    boolean;
  v_since   timestamptz;
begin
  -- Reads the counters of the address and of the account at once. If both have reached the hourly limit, the
  -- later time applies.
  select bool_or(m.day >= v_day), max(m.hour[v_hour])
  into v_full, v_since
  from auth.attempts as a
  cross join lateral (
    select count(*) as day, array_agg(x.missed_at order by x.missed_at)
      filter (where x.trusted_at > auth_lib.clock() - interval '1 hour') as hour
    from (select t.missed_at, auth_lib.trusted_instant(t.missed_at, t.missed_at) as trusted_at
      from unnest(a.missed) as t (missed_at)) as x
    where x.trusted_at > auth_lib.clock() - interval '1 day') as m
  where a.digest = any (v_digests);
  if v_full then
    return auth_lib.refusal('too_many_attempts');
  end if;
  if v_since is not null and not auth_lib.has_pending_code(address, kinds, v_since, settings) then
    return auth_lib.refusal('too_many_attempts');
  end if;
  return null;
end
$$;

-- Returns how long wrong codes are counted after a code was requested: the lifetime of the code, plus one
-- hour for the delivery of its message.
create function auth_lib.code_lifetime(address text, settings jsonb) returns interval
language sql immutable
as $$ select interval '1 hour' + auth_lib.token_validity(address, settings) $$;

-- Returns the digests in auth.attempts of all requests that send a sign-in code to an address.
create function auth_lib.code_digests(address text) returns bytea[]
language sql stable
as $$
  select array_agg(auth_lib.attempt_digest(p.purpose, address))
  from unnest(case when address like '%@%' then '{signup,link,invite}'::text[]
    else '{sms}'::text[] end) as p (purpose)
$$;

-- Returns true if a code requested after `since` still has attempts left. Sign-in codes are looked up in
-- auth.attempts, which also has rows for unknown addresses. Other codes, and codes created by an
-- administrator, are looked up in auth.one_time_tokens.
create function auth_lib.has_pending_code(
  address text, kinds text[], since timestamptz, settings jsonb)
returns boolean
language plpgsql stable
as $$
declare
  v_digests bytea[] := case when auth_lib.attempt_counter(kinds) = 'code' then auth_lib.code_digests(address)
    else '{}' end;
begin
  return exists (
    select from auth.attempts as a
    where a.digest = any (v_digests) and a.awaits && kinds and a.tries < 5 and a.asked_at > greatest(
      since, auth_lib.clock() - auth_lib.code_lifetime(address, settings)))
  or exists (
    select from auth.one_time_tokens as t
    where t.address = has_pending_code.address and t.kind = any (kinds) and t.attempts < 5
      and t.created_at > since and coalesce(t.expires_at, 'infinity') >= auth_lib.clock()
      and not exists (select from auth.attempts as a
        where a.digest = any (v_digests) and a.asked_at >= t.created_at));
end
$$;

-- Counts a code attempt that failed, in the counter of the address: once for each requested sign-in code that
-- has attempts left. If no requested code has attempts left, counts `compared`, the number of tokens that the
-- code was compared with. For a test number, counts at least one, because its fixed code can be tried without
-- a request. Known and unknown addresses are counted alike. Attempts at a nonce are counted only in the
-- counter of the account.
create function auth_lib.count_attempt(
  address text, kinds text[], compared integer, settings jsonb)
returns void
language plpgsql volatile
as $$
declare
  v_class text := auth_lib.attempt_counter(kinds);
  v_asked integer := 0;
begin
  if v_class = 'nonce' then
    return;   -- match_code() has counted the attempt against the account
  elsif v_class = 'code' then
    update auth.attempts as a set tries = a.tries + 1
    where a.digest = any (auth_lib.code_digests(address)) and a.awaits && kinds and a.tries < 5
      and a.asked_at > auth_lib.clock() - auth_lib.code_lifetime(address, settings);
    get diagnostics v_asked = row_count;
  end if;
  perform auth_lib.count_limited_events(v_class, address,
    greatest(v_asked, case v_asked when 0 then compared end,
      (auth_lib.test_number_code(address, settings) is not null)::integer),
    not exists (select from auth.addresses as a where a.value = address) and compared = 0, settings);
end
$$;

-- Counts events of a purpose, such as failed code comparisons, against an address or a user. Stores the time
-- of each event, so that a limit covers any 24 hours and not a calendar day. At most as many times are stored
-- as the limit allows.
create function auth_lib.count_limited_events(
  purpose text, counter_key text, count integer, unknown boolean, settings jsonb)
returns void
language plpgsql volatile
as $$
declare
  v_now timestamptz := auth_lib.clock();
begin
  if count = 0 then
    return;
  end if;
  insert into auth.attempts as a (digest, missed, unknown, touched_at)
  values (auth_lib.attempt_digest(purpose, counter_key), array_fill(v_now, array[count]), unknown, v_now)
  on conflict on constraint attempts_pkey do update
  set missed = array(select x.at from unnest(a.missed) as x (at)
    where auth_lib.trusted_instant(x.at, x.at) > v_now - interval '1 day') || excluded.missed,
      unknown = a.unknown and excluded.unknown, touch = default, touched_at = v_now;
  if unknown then
    perform auth_lib.delete_oldest_unknown_attempts(settings);
  end if;
end
$$;

-- Returns the attempt counter that a code uses in addition to the account's counter. 'code' is the counter of
-- the address. 'change_code' is separate, so that wrong codes for an address change do not use up the sign-in
-- attempts of that address. 'nonce' has no second counter.
create function auth_lib.attempt_counter(kinds text[]) returns text
language sql immutable
as $$
  select case when kinds && '{email_change_current,email_change_new,phone_change}'::text[] then 'change_code'
    when kinds = '{reauthentication}'::text[] then 'nonce' else 'code' end
$$;

-- Returns the time at which the events that count_limited_events() has counted within the given interval
-- reached the number `most`. Returns null if there are fewer.
create function auth_lib.limited_events_reached_at(
  purpose text, counter_key text, within interval, most integer)
returns timestamptz
language plpgsql stable
as $$
begin
  return (
    select x.missed_at from auth.attempts as a cross join unnest(a.missed) as x (missed_at)
    where a.digest = auth_lib.attempt_digest(purpose, counter_key)
      and auth_lib.trusted_instant(x.missed_at, x.missed_at) > auth_lib.clock() - within
    order by x.missed_at offset greatest(most - 1, 0) limit 1
  );
end
$$;

-- Returns the number of events that count_limited_events() has counted within the given interval.
create function auth_lib.limited_event_count(purpose text, counter_key text, within interval) returns integer
language plpgsql stable
as $$
begin
  return (
    select count(*)::integer from auth.attempts as a cross join unnest(a.missed) as x (missed_at)
    where a.digest = auth_lib.attempt_digest(purpose, counter_key)
      and auth_lib.trusted_instant(x.missed_at, x.missed_at) > auth_lib.clock() - within
  );
end
$$;

-- Returns true if the five attempts of a requested sign-in code are used up. auth.attempts counts them for
-- known and unknown addresses alike, so responses do not reveal whether an account exists. A code created by
-- an administrator has only the five attempts of its token.
create function auth_lib.attempts_used_up(token auth.one_time_tokens, settings jsonb) returns boolean
language plpgsql stable
as $$
begin
  return coalesce((
    select min(a.tries) = 5 from auth.attempts as a
    where a.digest = any (auth_lib.code_digests((token).address)) and (token).kind = any (a.awaits)
      and a.asked_at >= (token).created_at
      and a.asked_at > auth_lib.clock() - auth_lib.code_lifetime((token).address, settings)), false);
end
$$;

-- Undoes the count of count_gateway_attempt() after the code was accepted. The caller has locked the user.
create function auth_lib.uncount_attempt(token auth.one_time_tokens) returns void
language plpgsql volatile
as $$
declare
  v_class text := auth_lib.attempt_counter(array[(token).kind]);
begin
  update auth.one_time_tokens as t set attempts = t.attempts - 1 where t.id = (token).id and t.attempts > 0;
  update auth.attempts as a set missed = trim_array(a.missed, 1)
  where a.digest in (auth_lib.attempt_digest('account', (token).user_id::text),
      case when v_class <> 'nonce' then auth_lib.attempt_digest(v_class, (token).address) end)
    and cardinality(a.missed) > 0;
  if v_class = 'code' then
    update auth.attempts as a set tries = a.tries - 1
    where a.digest = any (auth_lib.code_digests((token).address)) and (token).kind = any (a.awaits)
      and a.asked_at >= (token).created_at and a.tries > 0;
  end if;
end
$$;

-- Records a refused sign-in in the audit log and returns its error (null for null). An account gets at most
-- security_audit_refused_sign_ins entries within an hour. For an unknown address (user_id is null) the
-- entry is written and rolled back, so that response times do not reveal whether an account exists. Without
-- an account and an address, nothing is recorded.
create function auth_lib.audit_refusal(
  user_id uuid, address text, provider text, refused jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_most integer := auth_lib.max_audited_refusals(settings);
  v_key  text := coalesce(user_id::text, nullif(address, ''));
  v_user auth.users;
begin
  if refused is null or v_key is null or v_most = 0
    or auth_lib.limited_events_reached_at('refused', v_key, interval '1 hour', v_most) is not null then
    return refused;
  end if;
  perform auth_lib.count_limited_events('refused', v_key, 1, user_id is null, settings);
  if auth_lib.limited_events_reached_at('refused', v_key, interval '1 hour', v_most + 1) is not null then
    return refused;   -- parallel requests have recorded it meanwhile
  end if;
  select u.* into v_user from auth.users as u
  where u.id = coalesce(user_id, '00000000-0000-0000-0000-000000000000');
  if user_id is not null and v_user.id is null then
    return refused;   -- deleted meanwhile
  elsif user_id is not null then
    perform auth_lib.delete_oldest_unknown_attempts(settings);   -- as count_limited_events() does for an unknown address
  else
    v_user.id := '00000000-0000-0000-0000-000000000000';
    v_user.email := address;
  end if;
  begin
    perform auth_lib.audit(v_user, '{sign_in_refused}',
      jsonb_build_object('provider', provider, 'error_code', refused #> '{refused,code}'), client);
    if user_id is null then
      raise exception using errcode = 'PT000', message = 'undo the entry';
    end if;
  exception when sqlstate 'PT000' then
    null;
  end;
  return refused;
end
$$;

-- Records a refused password sign-in and returns its error (null for null). `counter_key` is the result of
-- password_counter_key().
create function auth_lib.audit_password_refusal(
  counter_key text, address text, kind text, refused jsonb, settings jsonb, client jsonb)
returns jsonb
language sql volatile
as $$
  select auth_lib.audit_refusal(case when counter_key <> address then counter_key::uuid end, address, kind,
    refused, settings, client)
$$;

-- Checks that a sign-in names exactly one address, and that its kind (e-mail or phone) is enabled. Returns
-- an error or null.
create function auth_lib.check_login_address(email text, phone text, settings jsonb) returns jsonb
language sql stable
as $$
  select case
    when coalesce(email, '') <> '' and coalesce(phone, '') <> '' then auth_lib.refusal('one_address_on_login')
    when coalesce(email, '') <> '' and not auth_lib.is_address_kind_enabled('email', settings)
      then auth_lib.refusal('email_logins_disabled')
    when coalesce(phone, '') <> '' and not auth_lib.is_address_kind_enabled('phone', settings)
      then auth_lib.refusal('phone_logins_disabled')
    when coalesce(email, '') = '' and coalesce(phone, '') = ''
      then auth_lib.refusal('address_missing_on_login')
  end
$$;

-- Returns true if a hook is configured for password attempts. The gateway then first counts the attempt in a
-- separate call. An error of the hook rolls back the call that invokes the hook. Without the separate call,
-- an attacker could therefore test passwords without being counted.
create function auth_lib.has_password_hook(settings jsonb) returns boolean
language sql immutable
as $$ select coalesce(settings -> 'hooks' ? 'password_verification_attempt', false) $$;

-- Checks the limit of wrong passwords before any password is hashed. Returns an error or null. Unknown
-- addresses get the same result. The error ends an hour after the first failure. `counter_key` is the
-- result of password_counter_key(). `own_failures` is the number of failures that this request has already counted.
create function auth_lib.check_password_failures(counter_key text, settings jsonb, own_failures integer)
returns jsonb
language plpgsql stable
as $$
begin
  return (
    select auth_lib.refusal('too_many_attempts')
    from auth.attempts as a
    where a.digest = auth_lib.attempt_digest('password', counter_key)
      and a.failures >= own_failures + auth_lib.max_password_failures(settings)
      and auth_lib.trusted_instant(a.failing_since, a.failing_since) > auth_lib.clock() - interval '1 hour'
  );
end
$$;

-- Returns the number of wrong passwords within an hour after which an account is locked.
create function auth_lib.max_password_failures(settings jsonb) returns integer
language sql immutable
as $$ select coalesce((settings ->> 'security_max_password_failures')::integer, 100) $$;

-- Counts a wrong password against an account or an unknown address. The count restarts an hour after its
-- first failure.
create function auth_lib.count_password_failure(counter_key text, unknown boolean, settings jsonb)
returns void
language plpgsql volatile
as $$
begin
  insert into auth.attempts as a (digest, failures, failing_since, unknown, touched_at)
  values (auth_lib.attempt_digest('password', counter_key), 1, auth_lib.clock(), unknown, auth_lib.clock())
  on conflict on constraint attempts_pkey do update
  set failures = case when auth_lib.trusted_instant(a.failing_since,
    a.failing_since) > excluded.touched_at - interval '1 hour'
        then a.failures + 1 else 1 end,
      failing_since = case when auth_lib.trusted_instant(a.failing_since,
        a.failing_since) > excluded.touched_at - interval '1 hour'
        then a.failing_since else excluded.touched_at end,
      unknown = a.unknown and excluded.unknown, touch = default, touched_at = excluded.touched_at;
  -- Deletes old rows for a known address too, so that known and unknown addresses take the same time.
  perform auth_lib.delete_oldest_unknown_attempts(settings);
end
$$;

-- Returns the user to whom a password sign-in with an address would sign in, or a row of nulls. Does not
-- check the password.
create function auth_lib.find_password_user(kind text, address text, aud text) returns auth.users
language plpgsql stable
as $$
declare
  v_user auth.users := auth_lib.with_request_audience(auth_lib.find_user(kind, address), aud);
begin
  if v_user.aud is distinct from aud
    or address is distinct from (case kind when 'email' then v_user.email else v_user.phone end) then
    return null;   -- another audience, or an address that only an external identity has
  end if;
  return v_user;
end
$$;

-- Checks that an account may sign in after its password was verified. Returns an error or null.
create function auth_lib.check_password_account(person auth.users, kind text) returns jsonb
language plpgsql stable
as $$
begin
  return case when person.banned_until > auth_lib.clock() then auth_lib.refusal('banned_at_login')
    when person.deprovisioned_at is not null then auth_lib.refusal('deprovisioned_at_login')
    when kind = 'email' and person.email_confirmed_at is null then auth_lib.refusal('email_not_confirmed')
    when kind = 'phone' and person.phone_confirmed_at is null
      then auth_lib.refusal('phone_not_confirmed') end;
end
$$;
