-- Verification of second factors: permission checks, attempt limits, and the effects of a verification.
-- Also recovery codes.

-- Checks the caller of /factors. Returns an error or null. Refuses anonymous users, who have no credential to
-- protect. Also refuses tokens without a session or with a revoked session, because only a live session can
-- be raised to aal2.
create function auth_lib.check_factor_caller(claims jsonb, person auth.users, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_refused jsonb := auth_lib.check_caller(claims, person, settings);
begin
  if v_refused is not null then
    return v_refused;
  elsif person.is_anonymous then
    return auth_lib.refusal('factors_of_anonymous');
  elsif auth_lib.claimed_session(claims) is null then
    return auth_lib.refusal('session_not_found');
  end if;
  return auth_lib.check_session_live(claims);
end
$$;

-- Returns a user's factor by the id in a path, or a row of nulls. Recovery codes are only found with
-- with_codes.
create function auth_lib.find_factor(user_id uuid, factor_id text, with_codes boolean) returns auth.factors
language plpgsql stable
as $$
declare
  v_factor auth.factors;
begin
  select f.* into v_factor from auth.factors as f
  where f.user_id = find_factor.user_id and f.id = auth_lib.path_uuid(factor_id)
    and (with_codes or f.factor_type <> 'recovery_code');
  return v_factor;
end
$$;

-- Checks that a factor was found and that its type is enabled. Returns an error or null. If the user has a
-- verified factor, only a session at aal2 may verify an unverified one, because an attacker who knows only
-- the password could have enrolled it.
create function auth_lib.check_factor_use(
  claims jsonb, person auth.users, factor auth.factors, factor_id text, settings jsonb)
returns jsonb
language plpgsql stable
as $$
begin
  if auth_lib.path_uuid(factor_id) is null then
    return auth_lib.refusal('factor_id_not_uuid');
  elsif factor.id is null then
    return auth_lib.refusal('factor_not_found');
  end if;
  return coalesce(auth_lib.check_factor_type_enabled(factor.factor_type, 'verify', settings),
    case when factor.status = 'unverified' then auth_lib.check_aal(claims, person, 'enroll_needs_aal2') end);
end
$$;

-- Returns a factor's challenge by the id in a request body, or a row of nulls.
create function auth_lib.find_challenge(factor auth.factors, challenge_id text) returns auth.challenges
language plpgsql stable
as $$
declare
  v_challenge auth.challenges;
begin
  select c.* into v_challenge from auth.challenges as c
  where c.user_id = (factor).user_id and c.id = auth_lib.uuid_or_null(challenge_id)
    and c.factor_id = (factor).id;
  return v_challenge;
end
$$;

-- Checks a response to a challenge before it is verified. Returns an error or null. Errors: no challenge, a
-- challenge that was answered, a challenge that was requested from another IP address (unless
-- mfa_challenge_same_ip is off), an expired challenge, or no code for a TOTP or phone factor.
create function auth_lib.check_challenge_response(
  factor auth.factors, challenge auth.challenges, code text, settings jsonb, client jsonb)
returns jsonb
language plpgsql stable
as $$
begin
  if challenge.id is null then
    return auth_lib.refusal('factor_challenge_not_found');
  elsif challenge.used_at is not null or (coalesce((settings ->> 'mfa_challenge_same_ip')::boolean, true)
    and challenge.ip is distinct from (client ->> 'ip')::inet) then
    return auth_lib.refusal('factor_challenge_elsewhere');
  elsif challenge.expires_at < auth_lib.clock() then
    return auth_lib.refusal('factor_challenge_expired', challenge.id::text);
  elsif factor.factor_type <> 'webauthn' and coalesce(code, '') = '' then
    return auth_lib.refusal('factor_code_required');
  end if;
  return null;
end
$$;

-- Checks the limits for one more attempt at a factor. Returns an error or null. A factor has a limit within
-- an hour and one within 24 hours. The limit of 24 hours also applies to all TOTP and phone factors of the
-- user together. A wrong code counts once for each code that it was compared with (attempt_weight). By
-- default, an attacker who knows the password guesses a six-digit code with a probability below 1 in 10,000.
create function auth_lib.check_factor_attempts(factor auth.factors, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_day integer := auth_lib.max_code_failures_per_day(settings);
begin
  if coalesce(
    auth_lib.limited_events_reached_at('factor', (factor).id::text, interval '1 hour',
      auth_lib.max_code_failures(settings)),
    auth_lib.limited_events_reached_at('factor', (factor).id::text, interval '1 day', v_day),
    case when auth_lib.has_short_codes(factor)
      then auth_lib.limited_events_reached_at('factors', (factor).user_id::text, interval '1 day',
        v_day) end) is not null then
    return auth_lib.refusal('too_many_attempts');
  end if;
  return null;
end
$$;

-- Converts a phone challenge to a one-time token, from which auth_lib.token_code() derives its code. Returns
-- a row of nulls without a challenge.
create function auth_lib.challenge_token(challenge auth.challenges, phone text) returns auth.one_time_tokens
language plpgsql immutable
as $$
declare
  v_token auth.one_time_tokens;
begin
  if challenge.id is not null then
    v_token.id := challenge.id;
    v_token.user_id := challenge.user_id;
    v_token.kind := 'mfa';
    v_token.purpose := 'mfa';
    v_token.address := phone;
    v_token.generation := 1;
    v_token.key_id := challenge.key_id;
    v_token.digits := challenge.digits;
    v_token.expires_at := challenge.expires_at;
    v_token.created_at := challenge.created_at;
  end if;
  return v_token;
end
$$;

-- Counts a wrong response to a factor. The caller has locked the user.
create function auth_lib.count_factor_failure(
  factor auth.factors, challenge auth.challenges, settings jsonb)
returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.count_challenge_failure(factor, challenge);
  perform auth_lib.count_limited_events('factor', factor.id::text, auth_lib.attempt_weight(factor), false, settings);
  perform auth_lib.count_limited_events('factors', factor.user_id::text, auth_lib.attempt_weight(factor), false,
    settings)
  where auth_lib.has_short_codes(factor);
end
$$;

-- Counts a wrong code against a phone factor's challenge. The challenge becomes void after five wrong codes.
create function auth_lib.count_challenge_failure(factor auth.factors, challenge auth.challenges) returns void
language plpgsql volatile
as $$
begin
  update auth.challenges as c set attempts = c.attempts + 1
  where c.user_id = challenge.user_id and c.id = challenge.id and factor.factor_type = 'phone'
    and c.attempts < 5;
end
$$;

-- Returns the number by which a wrong code increases the count: the number of codes that it was compared
-- with.
create function auth_lib.attempt_weight(factor auth.factors) returns integer
language sql immutable
as $$ select case (factor).factor_type when 'totp' then 3 else 1 end $$;

-- Returns true if a hook is configured for TOTP and phone codes. The gateway then first counts the attempt in
-- a separate call. An error of the hook rolls back the call that invokes the hook. Without the separate call,
-- an attacker could therefore test codes without being counted.
create function auth_lib.has_factor_hook(settings jsonb) returns boolean
language sql immutable
as $$ select coalesce(settings -> 'hooks' ? 'mfa_verification_attempt', false) $$;

-- Raises the token's session to aal2 after a second factor or recovery code was verified. Earlier refresh
-- tokens become void at once, because the counter advances by two steps. The user's other sessions at aal1
-- are revoked, because one may belong to a stranger. Sessions of OAuth clients that were approved at aal1 are
-- revoked too. The caller has locked the user. Returns the response of a sign-in.
create function auth_lib.raise_session_to_aal2(
  person auth.users, claims jsonb, factor auth.factors, settings jsonb, client jsonb)
returns json
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_method  text := case (factor).factor_type when 'totp' then 'totp' else 'mfa/' || (factor).factor_type end;
  v_session auth.sessions;
begin
  update auth.sessions as s
  set aal = 'aal2', factor_id = (factor).id, counter = s.counter + 2, rotated_at = v_now,
      refreshed_at = v_now, user_agent = left(client ->> 'user_agent', 1000), ip = (client ->> 'ip')::inet,
      amr = jsonb_build_array(jsonb_build_object('method', v_method,
        'timestamp', floor(extract(epoch from v_now))::bigint)) || (
        select coalesce(jsonb_agg(m.method order by m.place), '[]')
        from jsonb_array_elements(s.amr) with ordinality as m (method, place)
        where m.method ->> 'method' <> v_method)
  where s.user_id = (person).id and s.id = auth_lib.claimed_session(claims) and s.revoked_at is null
    and auth_lib.check_session_age(s, settings) is null
  returning s.* into v_session;
  if v_session.id is null then
    -- The session exceeded its limits or was revoked, for example because a refresh token was reused. The
    -- code remains valid.
    perform auth_lib.fail('session_not_found');
  end if;
  perform auth_lib.revoke_session(s.user_id, s.id, 'factor')
  from auth.sessions as s
  where s.user_id = (person).id and coalesce(s.authorized_aal, s.aal) = 'aal1' and s.revoked_at is null;
  v_session.refreshed_at := null;   -- the hook is called for a verification, not for a refresh
  return auth_lib.session_reply(person, v_session, settings);
end
$$;

-- Recovery codes: ten codes, each of which replaces a missing second factor once. The codes are returned only
-- when they are created. Only their digests are stored.

-- Returns the factor row of a user's recovery codes, or a row of nulls.
create function auth_lib.recovery_factor(user_id uuid) returns auth.factors
language plpgsql stable
as $$
declare
  v_factor auth.factors;
begin
  select f.* into v_factor from auth.factors as f
  where f.user_id = recovery_factor.user_id and f.factor_type = 'recovery_code';
  return v_factor;
end
$$;

-- Checks a request for new recovery codes. Returns an error or null. Requires another second factor and a
-- session at aal2.
create function auth_lib.check_recovery_code_request(claims jsonb, person auth.users, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  if not auth_lib.is_factor_type_enabled('recovery_code', 'enroll', settings) then
    return auth_lib.refusal('recovery_codes_enroll_off');
  elsif not auth_lib.has_second_factor(person) then
    return auth_lib.refusal('recovery_codes_sole_factor');
  elsif not auth_lib.is_aal2(claims) then
    return auth_lib.refusal('recovery_codes_need_aal2');
  end if;
  return null;
end
$$;

-- Replaces all recovery codes by ten new ones and returns them. They cannot be read later.
create function auth_lib.replace_recovery_codes(
  person auth.users, factor auth.factors, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_now   timestamptz := auth_lib.clock();
  v_codes text[] := array(select auth_lib.recovery_code() from generate_series(1, 10));
begin
  delete from auth.recovery_codes as r where r.user_id = person.id;
  insert into auth.recovery_codes (user_id, digest, created_at)
  select person.id, auth_lib.recovery_digest(person.id, c.code), v_now from unnest(v_codes) as c (code);
  update auth.factors as f set updated_at = v_now where f.user_id = person.id and f.id = factor.id;
  perform auth_lib.audit(person, '{recovery_codes_made}', jsonb_build_object('factor_id', factor.id), client);
  return jsonb_build_object('id', factor.id, 'type', 'recovery_code', 'friendly_name', factor.friendly_name,
    'total', 10, 'codes', v_codes);
end
$$;

-- Returns a new recovery code with 80 random bits: 16 characters from a set of 32. The set omits i, l, o and
-- 0, which look similar to others.
create function auth_lib.recovery_code() returns text
language sql volatile
as $$
  select string_agg(substr('123456789abcdefghjkmnpqrstuvwxyz', get_byte(r.bytes, g.at) % 32 + 1, 1), ''
    order by g.at)
  from (select auth_lib.digest(gen_random_uuid()::text || gen_random_uuid()::text) as bytes) as r,
    generate_series(0, 15) as g (at)
$$;

-- Returns the stored digest of a recovery code. Case, spaces and hyphens are ignored.
create function auth_lib.recovery_digest(user_id uuid, code text) returns bytea
language sql stable
as $$
  select auth_lib.digest(user_id::text || ':' || regexp_replace(lower(code collate "C"), '[\s-]', '', 'g'))
$$;
