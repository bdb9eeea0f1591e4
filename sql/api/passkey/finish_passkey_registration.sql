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
  'caller_not_found, session_not_found, banned_caller, anonymous_not_allowed, passkeys_need_second_factor, too_many_passkeys, credential_exists.';
