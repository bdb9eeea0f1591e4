-- DELETE /user/oauth/grants. Revokes a client's access: ends its sessions for the user, and its
-- authorizations that were not exchanged.
create function auth_api.revoke_grant(claims jsonb, client_id text, settings jsonb,
  client jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_refused jsonb := coalesce(auth_lib.check_caller(claims, v_user, settings),
    auth_lib.check_session_live(claims));
begin
  return coalesce(v_refused, auth_lib.end_grant(v_user, v_user, client_id, client));
end
$$;
comment on function auth_api.revoke_grant is
  'DELETE /user/oauth/grants. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, oauth_client_id_required, '
  'oauth_client_id_format, oauth_consent_not_found.';
