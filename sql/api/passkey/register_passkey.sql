-- POST /passkeys/registration/options. What the browser asks an authenticator for, so that it makes a passkey that can be
-- found without a name; those that already have one of this user's are left out.
create function auth_api.start_passkey_registration(claims jsonb, settings jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.caller(claims);
  v_refused jsonb := coalesce(
    auth_lib.check_passkey_owner(claims, v_user, settings), auth_lib.check_passkey_count(v_user, settings));
  v_name    text := coalesce(v_user.email, v_user.phone, v_user.id::text);
begin
  if v_refused is not null then
    return v_refused;
  end if;
  return auth_lib.challenge_reply(auth_lib.make_passkey_challenge(v_user.id, 'registration', settings), jsonb_build_object(
    'rp', jsonb_build_object('id', settings ->> 'webauthn_rp_id', 'name',
      coalesce(nullif(settings ->> 'webauthn_rp_display_name', ''), settings ->> 'webauthn_rp_id')),
    'user', jsonb_build_object('id', auth_lib.base64url(convert_to(v_user.id::text, 'UTF8')),
      'name', v_name, 'displayName', v_name),
    'pubKeyCredParams', auth_lib.key_kinds(),
    'excludeCredentials', (
      select coalesce(jsonb_agg(jsonb_build_object('type', 'public-key', 'id', auth_lib.base64url(p.credential_id),
        'transports', p.transports) order by p.created_at), '[]')
      from auth.passkeys as p where p.user_id = v_user.id),
    'authenticatorSelection', '{"residentKey": "required", "requireResidentKey": true, "userVerification": "preferred"}'::jsonb,
    'attestation', 'none'));
end
$$;
comment on function auth_api.start_passkey_registration is
  'POST /passkeys/registration/options. Refuses: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, anonymous_not_allowed, too_many_passkeys.';

-- POST /passkeys/registration/verify, before the gateway verifies what the authenticator has answered: takes the challenge.
create function auth_api.take_passkey_registration(claims jsonb, challenge_id text, credential jsonb, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.caller(claims);
  v_refused jsonb := coalesce(
    auth_lib.check_passkey_owner(claims, v_user, settings), auth_lib.check_ceremony(challenge_id, credential));
  v_taken   jsonb;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_taken := auth_lib.take_passkey_challenge(challenge_id, 'registration', v_user.id);
  if not v_taken ? 'refused' and credential ->> 'id' is null then
    return auth_lib.refusal('credential_unreadable');
  end if;
  return v_taken;
end
$$;
comment on function auth_api.take_passkey_registration is
  'POST /passkeys/registration/verify, first half. Refuses: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, anonymous_not_allowed, challenge_id_required, credential_required, '
  'challenge_id_not_uuid, challenge_not_found, challenge_expired, credential_unreadable.';

-- POST /passkeys/registration/verify, after the gateway has verified the credential: id and public_key in hexadecimal,
-- aaguid, sign_count, transports, attestation_type, backup_eligible, backed_up.
create function auth_api.finish_passkey_registration(claims jsonb, credential jsonb, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  -- Locked, so that registrations at the same time are counted one after the other.
  v_user    auth.users := auth_lib.lock_user((auth_lib.caller(claims)).id);
  v_refused jsonb := coalesce(
    auth_lib.check_passkey_owner(claims, v_user, settings), auth_lib.check_passkey_count(v_user, settings));
  v_passkey auth.passkeys;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  insert into auth.passkeys (user_id, id, credential_id, public_key, attestation_type, aaguid, sign_count, transports,
    backup_eligible, backed_up, friendly_name, created_at, updated_at)
  values (v_user.id, gen_random_uuid(), decode(credential ->> 'id', 'hex'), decode(credential ->> 'public_key', 'hex'),
    credential ->> 'attestation_type', (credential ->> 'aaguid')::uuid, (credential ->> 'sign_count')::bigint,
    array(select jsonb_array_elements_text(credential -> 'transports')), (credential ->> 'backup_eligible')::boolean,
    (credential ->> 'backed_up')::boolean, auth_lib.authenticator_name((credential ->> 'aaguid')::uuid), v_now, v_now)
  on conflict on constraint passkeys_credential_id_key do nothing
  returning * into v_passkey;
  if v_passkey.id is null then
    return auth_lib.refusal('credential_exists');
  end if;
  perform auth_lib.audit(v_user, '{passkey_created}', jsonb_build_object('passkey_id', v_passkey.id), client);
  return auth_lib.passkey_json(v_passkey);
end
$$;
comment on function auth_api.finish_passkey_registration is
  'POST /passkeys/registration/verify, second half. Refuses: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, anonymous_not_allowed, too_many_passkeys, credential_exists.';
