-- POST /passkeys/registration/verify, after the gateway has verified the credential. `credential` contains
-- id and public_key in hexadecimal, aaguid, sign_count, transports, attestation_type, backup_eligible and
-- backed_up.
create function auth_api.finish_passkey_registration(
  claims jsonb, credential jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  -- Locks the user, so that parallel registrations are counted one after the other.
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_refused jsonb := coalesce(
    auth_lib.check_passkey_caller(claims, v_user, settings), auth_lib.check_passkey_count(v_user, settings));
  v_passkey auth.passkeys;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  insert into auth.passkeys (user_id, id, credential_id, public_key, attestation_type, aaguid, sign_count,
    transports, backup_eligible, backed_up, friendly_name, created_at, updated_at)
  values (v_user.id, gen_random_uuid(), decode(credential ->> 'id', 'hex'),
    decode(credential ->> 'public_key', 'hex'),
    credential ->> 'attestation_type', (credential ->> 'aaguid')::uuid, (credential ->> 'sign_count')::bigint,
    array(select jsonb_array_elements_text(credential -> 'transports')),
    (credential ->> 'backup_eligible')::boolean,
    (credential ->> 'backed_up')::boolean, auth_lib.authenticator_name((credential ->> 'aaguid')::uuid),
    v_now, v_now)
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
  'POST /passkeys/registration/verify, second half. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'anonymous_not_allowed, passkeys_need_second_factor, passkeys_of_sso_users, too_many_passkeys, '
  'credential_exists.';

-- Returns the default name of a new passkey: the program or device that its AAGUID identifies.
create function auth_lib.authenticator_name(aaguid uuid) returns text
language sql immutable
as $$
  select coalesce((select k.name from (values
    ('fbfc3007-154e-4ecc-8c0b-6e020557d7bd'::uuid, 'Apple Passwords'),
    ('dd4ec289-e01d-41c9-bb89-70fa845d4bf2', 'iCloud Keychain (Managed)'),
    ('ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 'Google Password Manager'),
    ('adce0002-35bc-c60a-648b-0b25f1f05503', 'Chrome on Mac'),
    ('771b48fd-d3d4-4f74-9232-fc157ab0507a', 'Edge on Mac'),
    ('b5397666-4885-aa6b-cebf-e52262a439a2', 'Chromium Browser'),
    ('08987058-cadc-4b81-b6e1-30de50dcbe96', 'Windows Hello'),
    ('9ddd1817-af5a-4672-a2b9-3e3dd95000a9', 'Windows Hello'),
    ('6028b017-b1d4-4c02-b4b3-afcdafc96bb2', 'Windows Hello'),
    ('53414d53-554e-4700-0000-000000000000', 'Samsung Pass'),
    ('bada5566-a7aa-401f-bd96-45619a55120d', '1Password'),
    ('d548826e-79b4-db40-a3d8-11116f7e8349', 'Bitwarden'),
    ('531126d6-e717-415c-9320-3d9aa6981239', 'Dashlane'),
    ('b84e4048-15dc-4dd0-8640-f4f60813c8af', 'NordPass'),
    ('0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6', 'Keeper'),
    ('f3809540-7f14-49c1-a8b3-8f813b225541', 'Enpass'),
    ('50726f74-6f6e-5061-7373-50726f746f6e', 'Proton Pass'),
    ('fdb141b2-5d84-443e-8a35-4698c205a502', 'KeePassXC'),
    ('cb69481e-8ff7-4039-93ec-0a2729a154a8', 'YubiKey 5'),
    ('2fc0579f-8113-47ea-b116-bb5a8db9202a', 'YubiKey 5 NFC'),
    ('73bb0cd4-e502-49b8-9c6f-b59445bf720b', 'YubiKey 5 FIPS'),
    ('c5ef55ff-ad9a-4b9f-b580-adebafe026d0', 'YubiKey 5Ci'),
    ('d8522d9f-575b-4866-88a9-ba99fa02f35b', 'YubiKey Bio')
  ) as k (aaguid, name) where k.aaguid = authenticator_name.aaguid), 'Passkey')
$$;
