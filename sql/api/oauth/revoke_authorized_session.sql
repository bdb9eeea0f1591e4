-- POST /oauth/revoke (RFC 7009). The gateway has verified the access or refresh token. Revokes the token's
-- session with all its tokens. `old_token` is the SHA-256, in hexadecimal, of a refresh token of the
-- imported server. A token of another client or of no client gets the same response, and nothing is
-- revoked.
create function auth_api.revoke_authorized_session(
  proof jsonb, user_id uuid, session_id uuid, client jsonb, old_token text default null)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_client  auth.oauth_clients := auth_lib.find_oauth_client(proof ->> 'client_id');
  v_refused jsonb := auth_lib.authenticate_client(v_client, proof);
  v_user    auth.users;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  if old_token is not null then
    select t.user_id, t.session_id into user_id, session_id
    from auth.old_refresh_tokens as t where t.digest = decode(old_token, 'hex');
  end if;
  v_user := auth_lib.lock_user(user_id);
  if exists (
    select from auth.sessions as s
    where s.user_id = v_user.id and s.id = session_id and s.oauth_client_id = v_client.id)
    and auth_lib.revoke_session(v_user.id, session_id, 'client')
  then
    perform auth_lib.audit(v_user, '{token_revoked}',
      jsonb_build_object('reason', 'client', 'oauth_client_id', v_client.id), client);
  end if;
  return jsonb_build_object();
end
$$;
comment on function auth_api.revoke_authorized_session is
  'POST /oauth/revoke. Errors: oauth_client_unauthenticated.';
