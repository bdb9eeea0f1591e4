-- POST /factors/{factor_id}/challenge. Starts the verification of a factor. A TOTP factor needs no message,
-- a phone gets a code by SMS, and for a WebAuthn factor the response contains the browser's options.
create function auth_api.challenge_factor(claims jsonb, factor_id text, channel text, settings jsonb,
  client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now       timestamptz := auth_lib.clock();
  v_user      auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_factor    auth.factors := auth_lib.find_factor(v_user.id, factor_id, false);
  v_refused   jsonb := coalesce(auth_lib.check_factor_caller(claims, v_user, settings),
    auth_lib.check_factor_use(claims, v_user, v_factor, factor_id, settings));
  v_signed    bytea := auth_lib.new_challenge();
  v_challenge auth.challenges;
begin
  if v_refused is null and v_factor.factor_type = 'phone' then
    v_refused := coalesce(auth_lib.check_channel(channel, settings),
      auth_lib.count_factor_sms(v_factor, settings));
  end if;
  if v_refused is not null then
    return v_refused;
  end if;
  insert into auth.challenges (user_id, id, factor_id, ip, key_id, digits, ceremony, expires_at, created_at)
  values (v_user.id, gen_random_uuid(), v_factor.id, (client ->> 'ip')::inet,
    case when v_factor.factor_type = 'phone' then (settings ->> 'sealing_key_id')::smallint end,
    case when v_factor.factor_type = 'phone'
      then coalesce((settings ->> 'mfa_phone_otp_length')::smallint, 6::smallint) end,
    case when v_factor.factor_type = 'webauthn'
      then jsonb_build_object('challenge', auth_lib.base64url(v_signed)) end,
    v_now + make_interval(secs => greatest(
      coalesce((settings ->> 'mfa_challenge_expiry_duration')::double precision, 300), 300)), v_now)
  returning * into v_challenge;
  update auth.factors as f set last_challenged_at = v_now where f.user_id = v_user.id and f.id = v_factor.id;
  if v_factor.factor_type = 'phone' and auth_lib.test_number_code(v_factor.phone, settings) is null then
    perform auth_lib.queue_message(auth_lib.challenge_token(v_challenge, v_factor.phone), 'mfa',
      coalesce(nullif(channel, ''), 'sms'), v_factor.phone, null);
  end if;
  perform auth_lib.audit(v_user, '{challenge_created}',
    jsonb_build_object('factor_id', v_factor.id, 'factor_status', v_factor.status), client);
  return jsonb_strip_nulls(jsonb_build_object('id', v_challenge.id, 'type', v_factor.factor_type,
    'expires_at', floor(extract(epoch from v_challenge.expires_at))::bigint,
    'webauthn', case when v_factor.factor_type = 'webauthn'
      then auth_lib.ceremony_json(v_user, v_factor, v_signed, settings) end));
end
$$;
comment on function auth_api.challenge_factor is
  'POST /factors/{factor_id}/challenge. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'factors_of_anonymous, factor_id_not_uuid, factor_not_found, totp_verify_off, phone_verify_off, '
  'webauthn_verify_off, enroll_needs_aal2, channel_unsupported, sms_provider_missing, sms_spacing, '
  'sms_quota.';

-- Counts the SMS of a challenge against its limits. Returns an error or null. A test number gets no SMS.
create function auth_lib.count_factor_sms(factor auth.factors, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_test boolean := auth_lib.test_number_code((factor).phone, settings) is not null;
begin
  if not auth_lib.can_receive_codes((factor).phone, settings) then
    return auth_lib.refusal('sms_provider_missing');
  end if;
  return auth_lib.count_message('mfa', (factor).id::text,
    case when v_test then 'uncounted' else 'counted' end, settings,
    case when v_test then '{}'::text[] else array[(factor).phone::text] end);
end
$$;

-- Returns the browser's options for an authenticator: to create a credential, or to sign with the
-- credential of a verified factor. A new credential must differ from the user's other credentials.
create function auth_lib.ceremony_json(
  person auth.users, factor auth.factors, challenge bytea, settings jsonb)
returns jsonb
language sql stable
as $$
  select case (factor).status
    when 'verified' then jsonb_build_object(
      'type', 'request', 'credential_options', jsonb_build_object('publicKey',
      auth_lib.request_options(challenge, k.known, settings)))
    else jsonb_build_object('type', 'create', 'credential_options', jsonb_build_object('publicKey',
      auth_lib.creation_options(person, challenge, k.known, '{}', settings))) end
  from (
    select coalesce(jsonb_agg(auth_lib.credential_json(decode(f.credential ->> 'id', 'hex'),
      f.credential -> 'transports')
      order by f.created_at, f.id), '[]')
    from auth.factors as f
    where f.user_id = (person).id and f.factor_type = 'webauthn' and f.status = 'verified'
      and ((factor).status = 'unverified' or f.id = (factor).id)) as k (known)
$$;
