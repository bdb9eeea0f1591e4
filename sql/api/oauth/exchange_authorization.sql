-- POST /oauth/token with an authorization code, which the gateway has opened. A code is exchanged once. A
-- client that brings it again, with its verifier, shows that two parties have both: the session is revoked,
-- and that write must stay: hence refusal(), not fail(). Locks are taken in the common order: user, client,
-- authorization, session.
create function auth_api.exchange_authorization(
  proof jsonb, authorization_id uuid, redirect_uri text, code_verifier text, resources jsonb, settings jsonb,
  client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now       timestamptz := auth_lib.clock();
  v_client    auth.oauth_clients := auth_lib.find_oauth_client(proof ->> 'client_id');
  v_refused   jsonb := coalesce(auth_lib.check_client_proof(v_client, proof),
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
  v_client := auth_lib.share_oauth_client(v_client.id);
  if v_client.id is null then
    return auth_lib.refusal('oauth_client_unauthenticated');
  elsif not auth_lib.has_redirect_uri(v_client, v_row.redirect_uri) then
    return auth_lib.refusal('oauth_code_invalid');
  elsif v_now > v_row.code_expires_at then
    return auth_lib.refusal('oauth_code_expired');
  end if;
  v_refused := auth_lib.check_authorization(v_row, redirect_uri, code_verifier, v_resources);
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.is_banned(v_user) then
    return auth_lib.refusal('oauth_user_banned');
  elsif v_user.id is null
    or not auth_lib.still_counts(v_user, v_row.access_epoch, v_row.session_id, settings) then
    return auth_lib.refuse_authorization(authorization_id, code_verifier, v_client, client);
  end if;
  delete from auth.oauth_authorizations as a where a.id = v_row.id;
  if not found then
    return auth_lib.refuse_authorization(authorization_id, code_verifier, v_client, client);
  end if;
  v_session := auth_lib.open_client_session(v_user, v_row, v_client, 'oauth_provider/authorization_code',
    client);
  insert into auth.spent_codes (digest, user_id, session_id, expires_at)
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

-- Checks what a client sends with a code of its own. A fault leaves the code valid: it may be a stranger's.
-- Returns an error or null.
create function auth_lib.check_authorization(a auth.oauth_authorizations, redirect_uri text,
  code_verifier text,
  resources text[])
returns jsonb
language sql stable
as $$
  select case
    when redirect_uri <> '' and redirect_uri <> (a).redirect_uri
      then auth_lib.refusal('oauth_code_redirect_uri')
    when (a).challenge is not null and coalesce(code_verifier, '') = ''
      then auth_lib.refusal('oauth_code_verifier_missing')
    -- a shorter one could be guessed from its challenge; one without a challenge is a downgrade (RFC 9700)
    when coalesce(code_verifier, '') <> '' and (length(code_verifier) not between 43 and 128
      or (a).challenge is distinct from auth_lib.pkce_challenge(code_verifier, 's256'))
      then auth_lib.refusal('oauth_code_verifier_wrong')
    when not auth_lib.covers_resources((a).resources, resources)
      then auth_lib.refusal('oauth_target_wider') end
$$;

-- Opens the session of a client for an authorization that was consumed. The user is locked.
create function auth_lib.open_client_session(person auth.users, a auth.oauth_authorizations,
  c auth.oauth_clients,
  method text, client jsonb)
returns auth.sessions
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_session auth.sessions;
begin
  update auth.users as u set last_sign_in_at = v_now, updated_at = v_now where u.id = person.id
  returning u.* into person;
  perform auth_lib.audit(person, '{login}', jsonb_build_object('provider_type',
    'oauth_provider_' || split_part(method, '/', 2), 'client_id', c.id),
    client || jsonb_build_object('login_method', method));
  perform auth_lib.notify_webhooks('user.signed_in', auth_lib.user_json(person))
    where auth_lib.has_webhooks();
  perform auth_lib.note_client_use(c);
  insert into auth.sessions (user_id, id, amr, user_agent, ip, created_at, oauth_client_id, scopes, resources,
    auth_time, authorized_aal)
  values (person.id, coalesce((client ->> 'session_id')::uuid, gen_random_uuid()),
    jsonb_build_array(jsonb_build_object('method', method, 'timestamp',
      floor(extract(epoch from v_now))::bigint)),
    left(client ->> 'user_agent', 1000), (client ->> 'ip')::inet, v_now, c.id, a.granted_scopes, a.resources,
    a.auth_time, a.aal)
  returning * into v_session;
  return v_session;
end
$$;

-- Returns the claims of an ID token (OpenID Connect Core, 2), or null without openid. The gateway adds
-- nonce and at_hash. acr and amr are those of the session in which the user approved the client.
create function auth_lib.id_claims(person auth.users, session auth.sessions, c auth.oauth_clients, amr jsonb,
  settings jsonb)
returns json
language sql stable
as $$
  select case when 'openid' = any ((session).scopes) then (jsonb_build_object(
    'iss', settings -> 'oauth_issuer', 'sub', (person).id, 'aud', auth_lib.wire_client_id(c),
    'client_id', auth_lib.wire_client_id(c), 'sid', (session).id,
    'iat', floor(extract(epoch from auth_lib.clock()))::bigint,
    'exp', floor(extract(epoch from auth_lib.clock()))::bigint
      + coalesce((settings ->> 'oauth_server_id_token_exp')::double precision, 3600)::bigint,
    'auth_time', floor(extract(epoch from (session).auth_time))::bigint, 'acr', (session).authorized_aal,
    'amr', (select coalesce(jsonb_agg(distinct m.method -> 'method'), '[]')
      from jsonb_array_elements(id_claims.amr) as m (method)))
    || auth_lib.scoped_claims(person, (session).scopes))::json end
$$;

-- Returns the error of a code that cannot be exchanged. If it was exchanged before by this client with this
-- verifier, two parties have both, and the session that they opened is revoked (RFC 6749, 4.1.2). A code
-- alone may be found in histories and logs. It opens nothing, so it revokes nothing.
create function auth_lib.refuse_authorization(authorization_id uuid, code_verifier text, c auth.oauth_clients,
  client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_spent auth.spent_codes;
  v_user  auth.users;
begin
  select s.* into v_spent from auth.spent_codes as s
  where s.digest = auth_lib.authorization_digest(authorization_id, code_verifier, c)
    and s.expires_at >= auth_lib.clock();
  v_user := auth_lib.lock_user(v_spent.user_id);
  if auth_lib.revoke_session(v_spent.user_id, v_spent.session_id, 'reuse') then
    perform auth_lib.audit(v_user, '{token_revoked}',
      jsonb_build_object('reason', 'reuse', 'oauth_client_id', c.id), client);
  end if;
  return auth_lib.refusal('oauth_code_invalid');
end
$$;

-- Returns the stored digest of an exchanged code: of its authorization with the client and the verifier.
create function auth_lib.authorization_digest(authorization_id uuid, code_verifier text, c auth.oauth_clients)
returns bytea
language sql stable
as $$
  select auth_lib.digest(concat(authorization_id, ' ', (c).id, ' ', code_verifier))
$$;
