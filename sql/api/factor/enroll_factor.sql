-- POST /factors. Starts the enrolment of a second factor, which has no effect until it is verified. The
-- gateway created id and secret; a TOTP secret is sealed with this id. Deletes earlier unverified factors
-- that have expired or have the same number.
create function auth_api.enroll_factor(
  claims jsonb, id uuid, factor_type text, friendly_name text, phone text, issuer text, secret text,
  settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_phone   text := case when factor_type = 'phone' then auth_lib.normal_phone(phone) end;
  v_refused jsonb := coalesce(auth_lib.check_factor_caller(claims, v_user, settings),
    auth_lib.check_enrolment(factor_type, friendly_name, phone, issuer, settings));
  v_left    uuid[];
begin
  if v_refused is not null then
    return v_refused;
  elsif exists (select from auth.factors as f
    where f.user_id = v_user.id and f.phone = v_phone and f.status = 'verified') then
    return auth_lib.refusal('factor_phone_verified');
  end if;
  v_left := array(
    select f.id from auth.factors as f
    where f.user_id = v_user.id and f.status = 'unverified' and (f.phone = v_phone
      or auth_lib.trusted_instant(greatest(f.created_at, f.last_challenged_at),
        greatest(f.created_at, f.last_challenged_at)) < v_now
        - make_interval(secs => greatest(coalesce(
          (settings ->> 'mfa_factor_expiry_duration')::double precision, 300), 300))));
  v_refused := coalesce(auth_lib.check_may_enroll(v_user.id, v_left, friendly_name, settings),
    auth_lib.check_aal(claims, v_user, 'enroll_needs_aal2'));
  if v_refused is not null then
    return v_refused;
  end if;
  delete from auth.factors as f where f.user_id = v_user.id and f.id = any (v_left);
  insert into auth.factors (user_id, id, factor_type, status, friendly_name, phone, secret, created_at,
    updated_at)
  values (v_user.id, id, factor_type, 'unverified', nullif(friendly_name, ''), v_phone,
    case when factor_type = 'totp' then secret end, v_now, v_now);
  perform auth_lib.update_factor_status(v_user.id);
  perform auth_lib.audit(v_user, '{factor_in_progress}',
    jsonb_build_object('factor_id', id, 'factor_type', factor_type), client);
  return jsonb_strip_nulls(jsonb_build_object('id', id, 'type', factor_type,
    'friendly_name', nullif(friendly_name, ''), 'phone', v_phone,
    -- The gateway creates the QR code, because the database only has the sealed secret.
    'totp', case when factor_type = 'totp' then jsonb_build_object('account',
      coalesce(v_user.email, v_user.phone, v_user.id::text)) end));
end
$$;
comment on function auth_api.enroll_factor is
  'POST /factors. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, '
  'session_not_found, banned_caller, client_token, factors_of_anonymous, factor_type_unknown, '
  'totp_enroll_off, phone_enroll_off, webauthn_enroll_off, claim_too_long, factor_phone_required, '
  'phone_invalid, factor_phone_verified, factor_name_taken, too_many_factors, enroll_needs_aal2.';

-- Checks the parameters of an enrolment. Returns an error or null. The issuer has at most 255 bytes, because
-- it must fit into the QR code.
create function auth_lib.check_enrolment(
  factor_type text, friendly_name text, phone text, issuer text, settings jsonb)
returns jsonb
language plpgsql stable
as $$
begin
  if factor_type is null or factor_type not in ('totp', 'phone', 'webauthn') then
    return auth_lib.refusal('factor_type_unknown');
  elsif auth_lib.check_factor_type_enabled(factor_type, 'enroll', settings) is not null then
    return auth_lib.check_factor_type_enabled(factor_type, 'enroll', settings);
  elsif octet_length(friendly_name) > 255 then
    return auth_lib.refusal('claim_too_long', 'friendly_name');
  elsif octet_length(issuer) > 255 then
    return auth_lib.refusal('claim_too_long', 'issuer');
  elsif factor_type = 'phone' and coalesce(phone, '') = '' then
    return auth_lib.refusal('factor_phone_required');
  end if;
  return case when factor_type = 'phone' then auth_lib.check_phone(phone) end;
end
$$;

-- Checks that the user may enroll another factor: the number of remaining factors and the name. Returns an
-- error or null.
create function auth_lib.check_may_enroll(
  user_id uuid, replaced uuid[], friendly_name text, settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_enrolled bigint;
  v_verified bigint;
  v_named    bigint;
begin
  select count(*), count(*) filter (where f.status = 'verified'),
    count(*) filter (where f.friendly_name = check_may_enroll.friendly_name)
  into v_enrolled, v_verified, v_named
  from auth.factors as f
  where f.user_id = check_may_enroll.user_id and f.id <> all (replaced) and (f.factor_type <> 'recovery_code'
    or f.friendly_name = check_may_enroll.friendly_name);
  if v_named > 0 then
    return auth_lib.refusal('factor_name_taken', friendly_name);
  elsif v_enrolled >= coalesce((settings ->> 'mfa_max_enrolled_factors')::integer, 10)
    or v_verified >= coalesce((settings ->> 'mfa_max_verified_factors')::integer, 10) then
    return auth_lib.refusal('too_many_factors');
  end if;
  return null;
end
$$;
