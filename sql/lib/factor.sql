-- Second factors: JSON, checks of enabled types, the factor status of an account, and deletion.

-- Returns true if the user has a verified second factor. Recovery codes are not counted, because they only
-- replace a factor.
create function auth_lib.has_second_factor(person auth.users) returns boolean
language sql immutable
as $$ select coalesce((person).factor_status = 'verified', false) $$;

-- Returns true for factors whose short codes can be guessed: TOTP and phone.
create function auth_lib.has_short_codes(factor auth.factors) returns boolean
language sql immutable
as $$ select (factor).factor_type in ('totp', 'phone') $$;

-- Returns true if a factor type is enabled for an operation (enroll or verify).
create function auth_lib.is_factor_type_enabled(factor_type text, use text, settings jsonb) returns boolean
language sql immutable
as $$
  select coalesce((settings ->> (case factor_type when 'webauthn' then 'mfa_web_authn' when 'recovery_code'
    then 'mfa_recovery_codes'
    else 'mfa_' || factor_type end || '_' || use || '_enabled'))::boolean,
  factor_type in ('totp', 'recovery_code'))
$$;

-- Checks that a factor type is enabled for an operation (enroll or verify). Returns an error or null.
create function auth_lib.check_factor_type_enabled(factor_type text, use text, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  if auth_lib.is_factor_type_enabled(factor_type, use, settings) then
    return null;
  elsif use = 'enroll' then
    return case factor_type when 'totp' then auth_lib.refusal('totp_enroll_off') when 'phone'
      then auth_lib.refusal('phone_enroll_off')
      else auth_lib.refusal('webauthn_enroll_off') end;
  end if;
  return case factor_type when 'totp' then auth_lib.refusal('totp_verify_off') when 'phone'
    then auth_lib.refusal('phone_verify_off')
    else auth_lib.refusal('webauthn_verify_off') end;
end
$$;

-- Returns a factor in the API's format, without secrets.
create function auth_lib.factor_json(factor auth.factors) returns jsonb
language sql stable
as $$
  select jsonb_strip_nulls(jsonb_build_object('id', (factor).id, 'friendly_name', (factor).friendly_name,
    'factor_type', (factor).factor_type, 'status', (factor).status, 'phone', (factor).phone,
    'web_authn_aaguid', (factor).aaguid, 'last_challenged_at',
    auth_lib.wire_time((factor).last_challenged_at),
    'created_at', auth_lib.wire_time((factor).created_at), 'updated_at',
    auth_lib.wire_time((factor).updated_at)))
$$;

-- Returns the factors of a user, the oldest first.
create function auth_lib.factors_json(user_id uuid) returns jsonb
language sql stable
as $$
  select coalesce(jsonb_agg(auth_lib.factor_json(f) order by f.created_at, f.id), '[]')
  from auth.factors as f where f.user_id = factors_json.user_id
$$;

-- Updates users.factor_status after a factor was added, removed or verified. Returns the updated user. The
-- caller has locked the user.
create function auth_lib.update_factor_status(user_id uuid) returns auth.users
language plpgsql volatile
as $$
declare
  v_user auth.users;
begin
  update auth.users as u set factor_status = (
    select max(f.status) from auth.factors as f   -- verified is the last in alphabetical order
    where f.user_id = update_factor_status.user_id and f.factor_type <> 'recovery_code')
  where u.id = user_id returning u.* into v_user;
  return v_user;
end
$$;

-- Deletes all factors and recovery codes of an account, because a stranger may have enrolled them.
create function auth_lib.delete_factors(user_id uuid) returns void
language plpgsql volatile
as $$
begin
  delete from auth.factors as f where f.user_id = delete_factors.user_id;
  if found then
    delete from auth.recovery_codes as r where r.user_id = delete_factors.user_id;
    update auth.users as u set factor_status = null where u.id = user_id;
  end if;
end
$$;

-- Deletes a factor. Sessions that verified it as their last factor return to aal1. If no other verified
-- factor remains, all sessions return to aal1, and the recovery codes are deleted. Deleting the factor
-- recovery_code deletes the recovery codes too. Returns the updated user. The caller has locked the user.
create function auth_lib.delete_factor(factor auth.factors) returns auth.users
language plpgsql volatile
as $$
declare
  v_id   uuid := (factor).user_id;
  v_user auth.users;
begin
  delete from auth.factors as f where f.user_id = v_id and f.id = (factor).id;
  v_user := auth_lib.update_factor_status(v_id);
  if not auth_lib.has_second_factor(v_user) then
    delete from auth.factors as f where f.user_id = v_id and f.factor_type = 'recovery_code';
  end if;
  if (factor).factor_type = 'recovery_code' or not auth_lib.has_second_factor(v_user) then
    delete from auth.recovery_codes as r where r.user_id = v_id;
  end if;
  update auth.sessions as s
  set aal = 'aal1', factor_id = null, amr = (
    select coalesce(jsonb_agg(m.method order by m.place), '[]') from jsonb_array_elements(s.amr)
    with ordinality as m (method, place)
    where m.method ->> 'method' <> 'totp' and m.method ->> 'method' not like 'mfa/%')
  where s.user_id = v_id and s.aal <> 'aal1'
    and (s.factor_id = (factor).id or not auth_lib.has_second_factor(v_user));
  return v_user;
end
$$;
