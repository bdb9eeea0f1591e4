-- GET and POST /oauth/logout (OpenID Connect RP-Initiated Logout). The gateway has verified the ID token,
-- which may have expired. Only the client and its user have the token, so another site cannot sign the user
-- out. Revokes the client's session that the ID token names, but not the user's own session. Returns the
-- redirect URI, which must equal a registered one. by_link is true if the browser must not be redirected
-- there (may_redirect_before_consent), so the user must follow a link. Anybody can register a client, sign in
-- to it, and send its ID token in a link to others, who would otherwise be redirected to its web site. An
-- already ended session gets the same response.
create function auth_api.end_authorized_session(
  hint jsonb, client_id text, post_logout_redirect_uri text, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_client auth.oauth_clients := auth_lib.find_oauth_client(hint ->> 'aud');
  v_user   auth.users;
begin
  if v_client.id is null or auth_lib.uuid_or_null(hint ->> 'sid') is null then
    return auth_lib.refusal('oauth_logout_hint');
  elsif coalesce(client_id, '') not in ('', hint ->> 'aud') then
    return auth_lib.refusal('oauth_logout_client');
  elsif coalesce(post_logout_redirect_uri, '') <> ''
    and post_logout_redirect_uri <> all (v_client.post_logout_redirect_uris) then
    return auth_lib.refusal('oauth_logout_redirect');
  end if;
  v_user := auth_lib.lock_user(auth_lib.uuid_or_null(hint ->> 'sub'));
  if exists (
    select from auth.sessions as s
    where s.user_id = v_user.id and s.id = (hint ->> 'sid')::uuid and s.oauth_client_id = v_client.id)
    and auth_lib.revoke_session(v_user.id, (hint ->> 'sid')::uuid, 'client')
  then
    perform auth_lib.audit(v_user, '{token_revoked}',
      jsonb_build_object('reason', 'logout', 'oauth_client_id', v_client.id), client);
  end if;
  return jsonb_build_object('redirect_uri', nullif(post_logout_redirect_uri, ''),
    'by_link', not auth_lib.may_redirect_before_consent(v_client, post_logout_redirect_uri));
end
$$;
comment on function auth_api.end_authorized_session is
  'GET /oauth/logout. Errors: oauth_logout_hint, oauth_logout_client, oauth_logout_redirect.';
