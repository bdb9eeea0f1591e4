-- POST /passkeys/registration/options. Returns the browser's options to create a discoverable passkey.
-- Authenticators that already hold a passkey of this user are excluded.
create function auth_api.start_passkey_registration(claims jsonb, settings jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user      auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_refused   jsonb := coalesce(
    auth_lib.check_passkey_caller(claims, v_user, settings), auth_lib.check_passkey_count(v_user, settings));
  v_challenge auth.passkey_challenges;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_challenge := auth_lib.create_passkey_challenge(v_user.id, 'registration', settings);
  return auth_lib.challenge_reply(v_challenge, auth_lib.creation_options(v_user, v_challenge.challenge,
    (select coalesce(jsonb_agg(auth_lib.credential_json(p.credential_id, to_jsonb(p.transports))
      order by p.created_at), '[]')
     from auth.passkeys as p where p.user_id = v_user.id),
    '{"residentKey": "required", "requireResidentKey": true}', settings));
end
$$;
comment on function auth_api.start_passkey_registration is
  'POST /passkeys/registration/options. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'anonymous_not_allowed, passkeys_need_second_factor, passkeys_of_sso_users, too_many_passkeys.';
