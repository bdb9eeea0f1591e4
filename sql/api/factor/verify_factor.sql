-- POST /factors/{factor_id}/verify, after prepare_factor_verification(). `proof` is the gateway's result:
-- {"secret"} in hexadecimal for TOTP, {"approved"} if the SMS gateway creates the codes, or {"verified",
-- "credential", "aaguid"} for WebAuthn. The lock on the user serializes parallel calls: only one of them
-- can use a code or challenge, and every wrong code is counted.
create function auth_api.verify_factor(
  claims jsonb, factor_id text, challenge_id text, code text, proof jsonb, code_keys jsonb, settings jsonb,
  client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user      auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_factor    auth.factors := auth_lib.find_factor(v_user.id, factor_id, false);
  v_challenge auth.challenges := auth_lib.find_challenge(v_factor, challenge_id);
  v_vouched   boolean := coalesce(proof ? 'approved', false);
  -- True if prepare_factor_verification() has already counted this attempt.
  v_counted   boolean := v_vouched or auth_lib.has_factor_hook(settings);
  v_refused   jsonb := coalesce(auth_lib.check_factor_caller(claims, v_user, settings),
    auth_lib.check_factor_use(claims, v_user, v_factor, factor_id, settings));
  v_step      bigint;
  v_valid     boolean;
  v_rejected  text;
  v_known     jsonb;   -- audit traits
begin
  -- prepare_factor_verification() has consumed the challenge of a WebAuthn factor.
  if v_refused is null and v_factor.factor_type <> 'webauthn' then
    v_refused := coalesce(auth_lib.check_challenge_response(v_factor, v_challenge, code, settings, client),
      case when not v_counted then auth_lib.check_factor_attempts(v_factor, settings) end);
  end if;
  if v_refused is not null then
    return v_refused;
  end if;
  v_step := case when v_factor.factor_type = 'totp'
    then auth_lib.matching_totp_step(decode(proof ->> 'secret', 'hex'), code, v_factor.used_step) end;
  v_valid := coalesce(case v_factor.factor_type
    when 'totp' then v_step is not null
    when 'phone' then auth_lib.phone_code_matches(v_factor, v_challenge, code, proof, code_keys, settings)
    else auth_lib.webauthn_response_matches(v_factor, proof) end, false);
  v_known := jsonb_build_object('factor_id', v_factor.id, 'factor_type', v_factor.factor_type)
    || case when v_valid and v_factor.credential is not null
      then auth_lib.clone_warning((proof -> 'credential' ->> 'sign_count')::bigint,
        (v_factor.credential ->> 'sign_count')::bigint) else '{}' end;
  perform auth_lib.audit(v_user, '{verification_attempted}', v_known || jsonb_build_object('valid', v_valid),
    client);
  if v_factor.factor_type <> 'webauthn' then
    v_rejected := auth_lib.invoke_factor_hook(v_user.id, v_factor.id, v_factor.factor_type, v_valid, settings,
      client);
  end if;
  if v_rejected is not null then
    perform auth_lib.cut_access(v_user.id, null, 'factor');
    perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(auth_lib.lock_user(v_user.id)))
    where auth_lib.has_webhooks();   -- a pending change was cancelled
    return auth_lib.refusal('mfa_verification_rejected', v_rejected);
  elsif not v_valid then
    if not v_counted then
      perform auth_lib.count_factor_failure(v_factor, v_challenge, settings);
    elsif not v_vouched then
      perform auth_lib.count_challenge_failure(v_factor, v_challenge);
    end if;
    return auth_lib.refusal(case when v_vouched then 'code_expired' when v_factor.factor_type = 'totp'
      then 'totp_code_wrong'
      when v_factor.factor_type = 'phone' then 'phone_code_wrong' else 'webauthn_answer_wrong' end);
  end if;
  if v_counted then
    perform auth_lib.uncount_factor_attempt(v_factor, case when v_vouched then v_challenge end);
  end if;
  v_user := auth_lib.accept_factor(v_user, v_factor, v_challenge, v_step, proof, settings, client);
  return auth_lib.with_warning(auth_lib.raise_session_to_aal2(v_user, claims, v_factor, settings, client),
    case when v_known ? 'clone_warning' then v_known else '{}' end);
end
$$;
comment on function auth_api.verify_factor is
  'POST /factors/{factor_id}/verify. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, factors_of_anonymous, '
  'factor_id_not_uuid, factor_not_found, totp_verify_off, phone_verify_off, webauthn_verify_off, '
  'enroll_needs_aal2, factor_challenge_not_found, factor_challenge_elsewhere, factor_challenge_expired, '
  'factor_code_required, too_many_attempts, totp_code_wrong, phone_code_wrong, webauthn_answer_wrong, '
  'code_expired, mfa_verification_rejected.';

-- Undoes the count of prepare_factor_verification() after the code was verified.
create function auth_lib.uncount_factor_attempt(factor auth.factors, challenge auth.challenges) returns void
language plpgsql volatile
as $$
begin
  update auth.challenges as c set attempts = c.attempts - 1
  where c.user_id = challenge.user_id and c.id = challenge.id and c.attempts > 0;
  update auth.attempts as a set missed = trim_array(a.missed,
    least(auth_lib.attempt_weight(factor), cardinality(a.missed)))
  where a.digest in (auth_lib.attempt_digest('factor', factor.id::text),
    auth_lib.attempt_digest('factors', factor.user_id::text));
end
$$;

-- Applies the verification of a factor: marks the challenge as used and the factor as verified. The first
-- verification also deletes other unverified factors of the same type, calls cut_access(), and notifies
-- webhooks and, by mail, the owner. Returns the updated user.
create function auth_lib.accept_factor(
  person auth.users, factor auth.factors, challenge auth.challenges, step bigint, proof jsonb, settings jsonb,
  client jsonb)
returns auth.users
language plpgsql volatile
as $$
declare
  v_now timestamptz := auth_lib.clock();
begin
  update auth.challenges as c set used_at = v_now where c.user_id = person.id and c.id = challenge.id;
  -- Stores the highest signature counter, so that each use of a clone with a lower counter causes a
  -- warning.
  update auth.factors as f
  set status = 'verified', used_step = coalesce(step, f.used_step),
      credential = coalesce(proof -> 'credential' || jsonb_build_object('sign_count',
        greatest((proof -> 'credential' ->> 'sign_count')::bigint, (f.credential ->> 'sign_count')::bigint)),
        f.credential),
      aaguid = coalesce((proof ->> 'aaguid')::uuid, f.aaguid),
      updated_at = case f.status when 'verified' then f.updated_at else v_now end
  where f.user_id = person.id and f.id = factor.id;
  if factor.status = 'verified' then
    return person;
  end if;
  delete from auth.factors as f where f.user_id = person.id and f.factor_type = factor.factor_type
    and f.status = 'unverified';
  -- voids codes, links and changes that the session at aal1 may have started
  perform auth_lib.cut_access(person.id, null, null);
  person := auth_lib.update_factor_status(person.id);
  perform auth_lib.notify_factor('factor.enrolled', factor);
  perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(person)) where auth_lib.has_webhooks();
  perform auth_lib.send_notification(person,
    'mfa_factor_enrolled', jsonb_build_object('FactorType', factor.factor_type), settings, client);
  return person;
end
$$;

-- Returns true if an authenticator's response is valid and the factor has not changed since
-- prepare_factor_verification(). Of two parallel responses that enroll a credential, the second must not
-- replace the first.
create function auth_lib.webauthn_response_matches(factor auth.factors, proof jsonb) returns boolean
language sql immutable
as $$
  select (proof ->> 'verified')::boolean and proof ->> 'status' = (factor).status
    and ((factor).status = 'unverified' or proof -> 'credential' ->> 'id' = (factor).credential ->> 'id')
$$;

-- Returns true if a phone's code is right. If the SMS gateway creates the codes, `proof` is the SMS
-- gateway's result (see prepare_factor_verification).
create function auth_lib.phone_code_matches(factor auth.factors, challenge auth.challenges, code text,
  proof jsonb, code_keys jsonb, settings jsonb)
returns boolean
language plpgsql stable
as $$
declare
  v_token auth.one_time_tokens := auth_lib.challenge_token(challenge, factor.phone);
begin
  if proof ? 'approved' then
    return (proof ->> 'approved')::boolean;
  elsif challenge.attempts >= 5 then
    return false;
  elsif auth_lib.test_number_code(factor.phone, settings) is not null then
    return code = auth_lib.test_number_code(factor.phone, settings);
  end if;
  return not auth_lib.gateway_creates_codes(factor.phone, settings)
    and code = auth_lib.token_code(v_token, decode(code_keys ->> v_token.key_id::text, 'hex'));
end
$$;

-- Calls the hook for a verification attempt of a second factor. Returns null, or an error message. On an
-- error, the caller revokes all sessions of the user.
create function auth_lib.invoke_factor_hook(user_id uuid, factor_id uuid, factor_type text, valid boolean,
  settings jsonb, client jsonb)
returns text
language plpgsql volatile
as $$
begin
  if settings -> 'hooks' -> 'mfa_verification_attempt' is null then
    return null;
  end if;
  return auth_lib.hook_verdict(auth_lib.invoke_hook('mfa_verification_attempt',
    concat_ws(' ', factor_id, valid),
    jsonb_build_object('user_id', user_id, 'factor_id', factor_id, 'factor_type', factor_type,
      'valid', valid), settings, client),
    'Further MFA verification attempts will be rejected.');
end
$$;

-- TOTP (RFC 6238) with a time step of thirty seconds, SHA-1 and six digits, because many authenticator apps
-- ignore other parameters of a QR code.

-- Returns the time step of a code: the current step or, because clocks differ, the previous or next one.
-- Returns null if none matches. `used_step` is the last accepted step. Codes of this step and earlier steps
-- are refused, so each code works once.
create function auth_lib.matching_totp_step(secret bytea, code text, used_step bigint) returns bigint
language plpgsql stable
as $$
declare
  v_now bigint := auth_lib.totp_step(auth_lib.clock());
begin
  return (
    select max(s.step) from generate_series(v_now - 1, v_now + 1) as s (step)
    where s.step > coalesce(used_step, -1) and auth_lib.totp_code(secret, s.step, 6) = replace(code, ' ', ''));
end
$$;

-- Returns the code of a time step: four bytes of the HMAC, without the sign bit, at the offset in the
-- HMAC's last four bits (RFC 4226, section 5.3).
create function auth_lib.totp_code(secret bytea, step bigint, digits integer) returns text
language sql immutable strict
as $$
  select right(lpad(((get_byte(h.mac, h.at) & 127)::bigint * 16777216 + get_byte(h.mac, h.at + 1) * 65536
    + get_byte(h.mac, h.at + 2) * 256 + get_byte(h.mac, h.at + 3))::text, 10, '0'), digits) from (
    select m.mac, get_byte(m.mac, 19) & 15 as at
    from (select auth_lib.hmac_sha1(int8send(step), secret) as mac) as m) as h
$$;

create function auth_lib.totp_step(instant timestamptz) returns bigint
language sql stable
as $$ select floor(extract(epoch from instant) / 30)::bigint $$;
