-- DELETE /passkeys/{passkey_id}. Sessions opened with the passkey are not revoked.
create function auth_api.delete_passkey(
  claims jsonb, passkey_id text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_refused jsonb := auth_lib.check_passkey_caller(claims, v_user, settings);
begin
  if v_refused is not null then
    return v_refused;
  end if;
  delete from auth.passkeys as p where p.user_id = v_user.id and p.id = auth_lib.path_uuid(passkey_id);
  if not found then
    return auth_lib.refusal('passkey_not_found');
  end if;
  perform auth_lib.audit(v_user, '{passkey_deleted}',
    jsonb_build_object('passkey_id', auth_lib.path_uuid(passkey_id)), client);
  return jsonb_build_object();
end
$$;
comment on function auth_api.delete_passkey is
  'DELETE /passkeys/{passkey_id}. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, anonymous_not_allowed, '
  'passkeys_need_second_factor, passkey_not_found.';
