-- POST /passkeys/authentication/verify, before the gateway verifies the signature. Consumes the challenge
-- and returns the public key. An unknown credential, and a credential that belongs to another user than the
-- response names, get the same error as a wrong signature.
create function auth_api.consume_passkey_sign_in(challenge_id text, credential jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_ceremony(challenge_id, credential);
  v_taken   jsonb;
  v_owner   uuid := auth_lib.uuid_or_null(credential ->> 'user_handle');
  v_passkey auth.passkeys;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_taken := auth_lib.consume_passkey_challenge(challenge_id, 'sign_in', null);
  if v_taken ? 'refused' then
    return v_taken;
  elsif credential ->> 'id' is null then
    return auth_lib.refusal('credential_unreadable');
  elsif v_owner is null then
    return auth_lib.refusal('user_handle_invalid');
  end if;
  select p.* into v_passkey from auth.passkeys as p
  where p.credential_id = decode(credential ->> 'id', 'hex') and p.user_id = v_owner;
  if v_passkey.id is null then
    return auth_lib.refusal('credential_refused');
  end if;
  return v_taken || jsonb_build_object('public_key', encode(v_passkey.public_key, 'hex'),
    'passkey', jsonb_build_object('user_id', v_passkey.user_id, 'id', v_passkey.id));
end
$$;
comment on function auth_api.consume_passkey_sign_in is
  'POST /passkeys/authentication/verify, first half. Errors: challenge_id_required, credential_required, '
  'challenge_id_not_uuid, passkey_challenge_not_found, passkey_challenge_expired, credential_unreadable, '
  'user_handle_invalid, credential_refused.';
