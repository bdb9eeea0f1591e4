-- POST /passkeys/authentication/verify, after the gateway has verified the passkey's signature. A signature
-- counter that has not increased may mean that another device has a copy of the key. The sign-in is not
-- refused then, because many devices do not maintain the counter. The passkey stores the time of the warning,
-- and the audit entry contains the warning.
create function auth_api.sign_in_with_passkey(passkey jsonb, settings jsonb, client jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_count   bigint := (passkey ->> 'sign_count')::bigint;
  v_user    auth.users := auth_lib.lock_user((passkey ->> 'user_id')::uuid);
  v_warning jsonb;
  v_traits  jsonb;
  v_passkey auth.passkeys;
  v_refused jsonb;
begin
  select p.* into v_passkey from auth.passkeys as p
  where p.user_id = v_user.id and p.id = (passkey ->> 'id')::uuid;
  if v_passkey.id is null then
    v_refused := auth_lib.refusal('credential_refused');
  elsif v_user.email is not null and v_user.email_confirmed_at is null then
    v_refused := auth_lib.refusal('email_not_confirmed_at_passkey');
  elsif v_user.phone is not null and v_user.phone_confirmed_at is null then
    v_refused := auth_lib.refusal('phone_not_confirmed_at_passkey');
  elsif auth_lib.is_banned(v_user) then
    v_refused := auth_lib.refusal('banned_at_passkey');
  else
    v_refused := auth_lib.check_sso_account(v_user, settings);
  end if;
  if v_refused is not null then
    return auth_lib.audit_refusal(v_user.id, null, 'passkey', v_refused, settings, client);
  end if;
  v_warning := auth_lib.clone_warning(v_count, v_passkey.sign_count);
  v_traits := jsonb_build_object('passkey_id', v_passkey.id) || v_warning;
  update auth.passkeys as p
  set last_used_at = v_now, sign_count = greatest(v_count, p.sign_count),
      backed_up = (passkey ->> 'backed_up')::boolean,
      clone_warned_at = case when v_warning = '{}' then p.clone_warned_at else v_now end
  where p.user_id = v_user.id and p.id = v_passkey.id;
  return auth_lib.with_warning(auth_lib.sign_in(v_user, 'passkey', '{login}', v_traits, settings, client),
    case when v_warning = '{}' then '{}' else v_traits end);
end
$$;
comment on function auth_api.sign_in_with_passkey is
  'POST /passkeys/authentication/verify, second half. Errors: credential_refused, '
  'email_not_confirmed_at_passkey, phone_not_confirmed_at_passkey, banned_at_passkey, sso_required.';
