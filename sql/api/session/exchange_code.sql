-- POST /token?grant_type=pkce (RFC 7636). Exchanges an authorization code and its verifier for a session,
-- once. A repeated exchange revokes that session. The error is returned by refusal() instead of fail(), so
-- that the revocation is committed. If the code belongs to an identity link, the identity is linked here,
-- because only the client that started the link has the verifier. The code is refused while its provider is
-- disabled, or if its custom provider was deleted.
create function auth_api.exchange_code(
  auth_code text, code_verifier text, settings jsonb, client jsonb, link jsonb default null)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_flow    auth.flow_states;
  v_user    auth.users;
  v_expires timestamptz;
  v_linked  jsonb;
  v_answer  json;
begin
  if coalesce(auth_code, '') = '' or coalesce(code_verifier, '') = '' then
    return auth_lib.refusal('pkce_exchange_empty');
  end if;
  select f.* into v_flow from auth.flow_states as f where f.auth_code_digest = auth_lib.digest(auth_code);
  perform pg_advisory_xact_lock(hashtextextended(v_flow.provider || ' ' || (v_flow.profile ->> 'subject'), 0))
  where v_flow.profile is not null;
  v_user := auth_lib.lock_user(v_flow.user_id);
  v_expires := v_flow.auth_code_issued_at + auth_lib.flow_lifetime(settings);
  if v_user.id is null or v_user.deleted_at is not null then
    return auth_lib.refuse_code(auth_code, code_verifier, client);
  elsif auth_lib.clock() > least(v_expires, v_flow.session_not_after) then
    return auth_lib.audit_refusal(v_user.id, null, v_flow.provider, auth_lib.refusal('flow_state_expired'),
      settings, client);
  elsif length(code_verifier) not between 43 and 128   -- a shorter one could be guessed from its challenge
    or v_flow.code_challenge <> auth_lib.pkce_challenge(code_verifier, v_flow.code_challenge_method)
  then
    return auth_lib.audit_refusal(v_user.id, null, v_flow.provider, auth_lib.refusal('bad_code_verifier'),
      settings, client);
  elsif auth_lib.is_banned(v_user) then
    return auth_lib.audit_refusal(v_user.id, null, v_flow.provider, auth_lib.refusal('banned_at_verify'),
      settings, client);
  elsif auth_lib.check_sso_account(v_user, settings) is not null then
    return auth_lib.audit_refusal(v_user.id, null, v_flow.provider,
      auth_lib.check_sso_account(v_user, settings), settings, client);
  elsif auth_lib.check_flow_provider(v_flow.provider) is not null then
    return auth_lib.audit_refusal(v_user.id, null, v_flow.provider,
      auth_lib.check_flow_provider(v_flow.provider), settings, client);
  elsif not auth_lib.is_flow_valid(v_user, v_flow.access_epoch, v_flow.linking_session_id, settings) then
    return auth_lib.refuse_code(auth_code, code_verifier, client);
  end if;
  delete from auth.flow_states as f where f.id = v_flow.id;
  if not found then
    return auth_lib.refuse_code(auth_code, code_verifier, client);
  end if;
  if v_flow.profile is not null then
    v_linked := auth_lib.link_identity_on_request(v_user.id, v_flow.provider, v_flow.profile,
      link || jsonb_build_object('redirect_to', v_flow.redirect_to), settings, client);
    if v_linked ? 'refused' then
      return v_linked;
    end if;
    perform auth_lib.store_provider_tokens(v_flow.provider, v_flow.profile ->> 'subject',
      v_flow.profile -> 'tokens');
    v_user := auth_lib.lock_user(v_user.id);
  end if;
  v_answer := auth_lib.sign_in(v_user, v_flow.authentication_method,
    array(select jsonb_array_elements_text(coalesce(v_linked -> 'actions', '["login"]'))),
    jsonb_build_object('provider_type', v_flow.provider), settings, client
      || auth_lib.sso_session(v_flow.provider, v_flow.session_not_after),
    -- The gateway unseals the tokens into the response.
    case when v_flow.provider_tokens is not null then 'provider_tokens' end,
    json_build_object('flow', v_flow.id, 'sealed', v_flow.provider_tokens));
  if v_flow.authentication_method = 'recovery' then
    perform auth_lib.mark_recovery_session(v_answer);
  end if;
  insert into auth.consumed_codes (digest, user_id, session_id, expires_at)
  values (auth_lib.code_digest(auth_code, code_verifier), v_user.id,
    (v_answer #>> '{refresh,session_id}')::uuid, v_expires);
  return v_answer;
end
$$;
comment on function auth_api.exchange_code is
  'POST /token?grant_type=pkce. Errors: pkce_exchange_empty, flow_state_not_found, flow_state_expired, '
  'bad_code_verifier, banned_at_verify, identity_already_linked, identity_of_another_user, email_exists, '
  'identity_email_unverified, mail_spacing, mail_quota, sso_required, saml_provider_off, '
  'custom_provider_unknown, custom_provider_off.';

-- Returns the error for a code that cannot be exchanged. If the code was exchanged before with the same
-- verifier, two parties have code and verifier, so the session that was opened by the first exchange is
-- revoked (RFC 6749, section 4.1.2). A code without the verifier may be found in browser histories and server
-- logs, so it revokes nothing.
create function auth_lib.refuse_code(auth_code text, code_verifier text, client jsonb) returns json
language plpgsql volatile
as $$
declare
  v_consumed auth.consumed_codes;
  v_user  auth.users;
begin
  select s.* into v_consumed from auth.consumed_codes as s
  where s.digest = auth_lib.code_digest(auth_code, code_verifier) and s.expires_at >= auth_lib.clock();
  v_user := auth_lib.lock_user(v_consumed.user_id);
  if auth_lib.revoke_session(v_consumed.user_id, v_consumed.session_id, 'reuse') then
    perform auth_lib.audit(v_user, '{token_revoked}', '{"reason": "reuse"}', client);
  end if;
  return auth_lib.refusal('flow_state_not_found');
end
$$;

-- Returns the stored digest of an exchanged code and its verifier.
create function auth_lib.code_digest(auth_code text, code_verifier text) returns bytea
language sql stable
as $$
  select auth_lib.digest(auth_code || ' ' || code_verifier)
$$;

-- Checks that an administrator has not disabled or deleted the provider of a flow whose user it has already
-- identified. Returns an error or null. Deleting an SSO provider deletes its flows. A built-in provider always
-- passes.
create function auth_lib.check_flow_provider(provider text) returns jsonb
language sql stable
as $$
  select case
    when provider like 'sso:%' then (select auth_lib.refusal('saml_provider_off') from auth.sso_providers as p
      where p.id = substr(provider, 5)::uuid and p.disabled)
    else auth_lib.check_provider_enabled(provider, auth_lib.provider_definition(provider)) end
$$;
