-- POST /passkeys/registration/verify, before the gateway verifies the authenticator's response. Consumes the
-- challenge.
create function auth_api.consume_passkey_registration(claims jsonb, challenge_id text, credential jsonb,
  settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.find_caller(claims);
  v_refused jsonb := coalesce(
    auth_lib.check_passkey_caller(claims, v_user, settings),
    auth_lib.check_ceremony(challenge_id, credential));
  v_taken   jsonb;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_taken := auth_lib.consume_passkey_challenge(challenge_id, 'registration', v_user.id);
  if not v_taken ? 'refused' and credential ->> 'id' is null then
    return auth_lib.refusal('credential_unreadable');
  end if;
  return v_taken;
end
$$;
comment on function auth_api.consume_passkey_registration is
  'POST /passkeys/registration/verify, first half. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'anonymous_not_allowed, passkeys_need_second_factor, challenge_id_required, credential_required, '
  'challenge_id_not_uuid, passkey_challenge_not_found, passkey_challenge_expired, credential_unreadable.';
