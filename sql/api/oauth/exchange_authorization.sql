-- POST /oauth/token with an authorization code that the gateway has unsealed. A code can be exchanged once. A
-- second exchange with the right verifier means that two parties have code and verifier, so the session is
-- revoked. The error is returned by refusal() instead of fail(), so that the revocation is committed. Lock
-- order: user, client, authorization, session.
create function auth_api.exchange_authorization(
  proof jsonb, authorization_id uuid, redirect_uri text, code_verifier text, resources jsonb, settings jsonb,
  client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now       timestamptz := auth_lib.clock();
  v_client    auth.oauth_clients := auth_lib.find_oauth_client(proof ->> 'client_id');
  v_refused   jsonb := coalesce(auth_lib.authenticate_client(v_client, proof),
    auth_lib.check_client_grant(v_client, 'authorization_code'));
  v_row       auth.oauth_authorizations;
  v_user      auth.users;
  v_session   auth.sessions;
  v_resources text[] := array(select jsonb_array_elements_text(resources));
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select a.* into v_row from auth.oauth_authorizations as a
  where a.id = authorization_id and a.kind = 'code' and a.status = 'approved';
  if v_row.id is null then
    return auth_lib.refuse_authorization(authorization_id, code_verifier, v_client, client);
  elsif v_row.client_id <> v_client.id then
    return auth_lib.refusal('oauth_code_of_other_client');
  end if;
  v_user := auth_lib.lock_user(v_row.user_id);
  v_client := auth_lib.lock_oauth_client_shared(v_client.id);
  if v_client.id is null then
    return auth_lib.refusal('oauth_client_unauthenticated');
  elsif not auth_lib.has_redirect_uri(v_client, v_row.redirect_uri) then
    return auth_lib.refusal('oauth_code_invalid');
  elsif v_now > v_row.code_expires_at then
    return auth_lib.refusal('oauth_code_expired');
  end if;
  v_row := auth_lib.narrow_authorization(v_row, v_client, settings);
  if v_row.id is null then
    return auth_lib.refusal('oauth_code_invalid');
  end if;
  v_refused := auth_lib.check_authorization(v_row, redirect_uri, code_verifier, v_resources);
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.is_banned(v_user) then
    return auth_lib.refusal('oauth_user_banned');
  elsif v_user.id is null or auth_lib.check_sso_account(v_user, settings) is not null
    or not auth_lib.is_flow_valid(v_user, v_row.access_epoch, v_row.session_id, settings) then
    return auth_lib.refuse_authorization(authorization_id, code_verifier, v_client, client);
  end if;
  delete from auth.oauth_authorizations as a where a.id = v_row.id;
  if not found then
    return auth_lib.refuse_authorization(authorization_id, code_verifier, v_client, client);
  end if;
  v_session := auth_lib.open_client_session(v_user, v_row, v_client, 'oauth_provider/authorization_code',
    client);
  insert into auth.consumed_codes (digest, user_id, session_id, expires_at)
  values (auth_lib.authorization_digest(v_row.id, code_verifier, v_client), v_user.id, v_session.id,
    v_row.code_expires_at);
  return auth_lib.client_session_reply(v_user, v_session, v_client, v_session.scopes,
    case when cardinality(v_resources) > 0 then v_resources else v_session.resources end,
    auth_lib.id_claims(v_user, v_session, v_client, v_row.amr, settings), v_row.sealed, settings);
end
$$;
comment on function auth_api.exchange_authorization is
  'POST /oauth/token with grant_type=authorization_code. Errors: oauth_client_unauthenticated, '
  'oauth_grant_unauthorized, oauth_code_invalid, oauth_code_of_other_client, oauth_code_expired, '
  'oauth_code_redirect_uri, oauth_code_verifier_missing, oauth_code_verifier_wrong, oauth_target_wider, '
  'oauth_user_banned.';

-- Checks the parameters that a client sends with its code. Returns an error or null. The code remains valid
-- after an error, because an attacker may have sent the request.
create function auth_lib.check_authorization(a auth.oauth_authorizations, redirect_uri text,
  code_verifier text,
  resources text[])
returns jsonb
language sql stable
as $$
  select case
    -- The redirect URI is optional only with PKCE (RFC 6749, section 4.1.3; OAuth 2.1, section 10.2).
    when (redirect_uri <> '' or (a).challenge is null) and redirect_uri is distinct from (a).redirect_uri
      then auth_lib.refusal('oauth_code_redirect_uri')
    when (a).challenge is not null and coalesce(code_verifier, '') = ''
      then auth_lib.refusal('oauth_code_verifier_missing')
    -- A shorter verifier could be guessed from its challenge. A verifier without a challenge is a PKCE
    -- downgrade (RFC 9700).
    when coalesce(code_verifier, '') <> '' and (length(code_verifier) not between 43 and 128
      or (a).challenge is distinct from auth_lib.pkce_challenge(code_verifier, 's256'))
      then auth_lib.refusal('oauth_code_verifier_wrong')
    when not auth_lib.covers_resources((a).resources, resources)
      then auth_lib.refusal('oauth_target_wider') end
$$;

-- Returns the error for a code that cannot be exchanged. If this client has exchanged the code before with
-- this verifier, two parties have code and verifier, so the session opened at that time is revoked (RFC 6749,
-- section 4.1.2). A code without the verifier may be found in browser histories and logs, so it revokes
-- nothing.
create function auth_lib.refuse_authorization(authorization_id uuid, code_verifier text, c auth.oauth_clients,
  client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_consumed auth.consumed_codes;
  v_user  auth.users;
begin
  select s.* into v_consumed from auth.consumed_codes as s
  where s.digest = auth_lib.authorization_digest(authorization_id, code_verifier, c)
    and s.expires_at >= auth_lib.clock();
  v_user := auth_lib.lock_user(v_consumed.user_id);
  if auth_lib.revoke_session(v_consumed.user_id, v_consumed.session_id, 'reuse') then
    perform auth_lib.audit(v_user, '{token_revoked}',
      jsonb_build_object('reason', 'reuse', 'oauth_client_id', c.id), client);
  end if;
  return auth_lib.refusal('oauth_code_invalid');
end
$$;

-- Returns the stored digest of an exchanged code: of authorization id, client and verifier.
create function auth_lib.authorization_digest(authorization_id uuid, code_verifier text, c auth.oauth_clients)
returns bytea
language sql stable
as $$
  select auth_lib.digest(concat(authorization_id, ' ', (c).id, ' ', code_verifier))
$$;
