-- PATCH /passkeys/{passkey_id}.
create function auth_api.rename_passkey(claims jsonb, passkey_id text, friendly_name text, settings jsonb,
  client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_refused jsonb := auth_lib.check_passkey_caller(claims, v_user, settings);
  v_passkey auth.passkeys;
begin
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.path_uuid(passkey_id) is null then
    return auth_lib.refusal('passkey_not_found');
  elsif coalesce(friendly_name, '') = '' then
    return auth_lib.refusal('passkey_name_required');
  elsif char_length(friendly_name) > 120 then
    return auth_lib.refusal('passkey_name_too_long');
  end if;
  update auth.passkeys as p set friendly_name = rename_passkey.friendly_name, updated_at = auth_lib.clock()
  where p.user_id = v_user.id and p.id = auth_lib.path_uuid(passkey_id) returning p.* into v_passkey;
  if v_passkey.id is null then
    return auth_lib.refusal('passkey_not_found');
  end if;
  perform auth_lib.audit(v_user, '{passkey_updated}', jsonb_build_object('passkey_id', v_passkey.id), client);
  return auth_lib.passkey_json(v_passkey);
end
$$;
comment on function auth_api.rename_passkey is
  'PATCH /passkeys/{passkey_id}. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, anonymous_not_allowed, '
  'passkeys_need_second_factor, passkey_not_found, passkey_name_required, passkey_name_too_long.';
