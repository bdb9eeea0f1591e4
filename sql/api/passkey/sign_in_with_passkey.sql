-- POST /passkeys/authentication/options. Anybody may ask, and is told nothing of anybody: the authenticator shows the
-- passkeys that it has for this site.
create function auth_api.start_passkey_sign_in(settings jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return auth_lib.challenge_reply(auth_lib.make_passkey_challenge(null, 'sign_in', settings), jsonb_build_object(
    'rpId', settings ->> 'webauthn_rp_id', 'userVerification', 'preferred'));
end
$$;
comment on function auth_api.start_passkey_sign_in is 'POST /passkeys/authentication/options.';

-- POST /passkeys/authentication/verify, before the gateway verifies the signature: takes the challenge and answers the public
-- key. A credential that nobody has is refused as a wrong signature is, and so is one of another user than it names.
create function auth_api.take_passkey_sign_in(challenge_id text, credential jsonb) returns jsonb
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
  v_taken := auth_lib.take_passkey_challenge(challenge_id, 'sign_in', null);
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
comment on function auth_api.take_passkey_sign_in is
  'POST /passkeys/authentication/verify, first half. Refuses: challenge_id_required, credential_required, '
  'challenge_id_not_uuid, challenge_not_found, challenge_expired, credential_unreadable, user_handle_invalid, credential_refused.';

-- POST /passkeys/authentication/verify, after the gateway has verified the signature of this passkey. A counter that does not
-- grow means that two devices may have the same key. It does not keep anybody out, since devices lose count as well; the
-- passkey keeps the moment, and the audit row of the sign-in says it.
create function auth_api.sign_in_with_passkey(passkey jsonb, settings jsonb, client jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_count   bigint := (passkey ->> 'sign_count')::bigint;
  v_user    auth.users := auth_lib.lock_user((passkey ->> 'user_id')::uuid);
  v_cloned  boolean;
  v_passkey auth.passkeys;
begin
  select p.* into v_passkey from auth.passkeys as p
  where p.user_id = v_user.id and p.id = (passkey ->> 'id')::uuid;
  if v_passkey.id is null then
    return auth_lib.refusal('credential_refused');
  elsif v_user.email is not null and v_user.email_confirmed_at is null then
    return auth_lib.refusal('email_not_confirmed_at_passkey');
  elsif v_user.phone is not null and v_user.phone_confirmed_at is null then
    return auth_lib.refusal('phone_not_confirmed_at_passkey');
  elsif auth_lib.is_banned(v_user) then
    return auth_lib.refusal('banned_at_passkey');
  end if;
  v_cloned := greatest(v_count, v_passkey.sign_count) > 0 and v_count <= v_passkey.sign_count;
  update auth.passkeys as p
  set last_used_at = v_now, sign_count = greatest(v_count, p.sign_count), backed_up = (passkey ->> 'backed_up')::boolean,
      clone_warned_at = case when v_cloned then v_now else p.clone_warned_at end
  where p.user_id = v_user.id and p.id = v_passkey.id;
  return auth_lib.sign_in(v_user, 'passkey', '{login}',
    jsonb_build_object('passkey_id', v_passkey.id) || case when v_cloned
      then jsonb_build_object('clone_warning', true, 'sign_count', v_count, 'last_sign_count', v_passkey.sign_count)
      else '{}' end, settings, client);
end
$$;
comment on function auth_api.sign_in_with_passkey is
  'POST /passkeys/authentication/verify, second half. Refuses: credential_refused, email_not_confirmed_at_passkey, '
  'phone_not_confirmed_at_passkey, banned_at_passkey.';
