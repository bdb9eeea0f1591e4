-- POST /token?grant_type=pkce (RFC 7636). Exchanges an authorization code and its verifier for a session, once.
create function auth_api.exchange_code(auth_code text, code_verifier text, settings jsonb, client jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_flow auth.flow_states;
  v_user auth.users;
begin
  if coalesce(auth_code, '') = '' or coalesce(code_verifier, '') = '' then
    return auth_lib.refusal('pkce_exchange_empty');
  end if;
  select f.* into v_flow from auth.flow_states as f where f.auth_code_digest = auth_lib.digest(auth_code);
  v_user := auth_lib.lock_user(v_flow.user_id);
  if v_user.id is null or v_user.deleted_at is not null then
    return auth_lib.refusal('flow_state_not_found');
  elsif auth_lib.clock() > v_flow.auth_code_issued_at + make_interval(secs => greatest(300,
    coalesce((settings ->> 'external_flow_state_expiry_duration')::double precision, 300))) then
    return auth_lib.refusal('flow_state_expired');
  elsif v_flow.code_challenge <> auth_lib.pkce_challenge(code_verifier, v_flow.code_challenge_method) then
    return auth_lib.refusal('bad_code_verifier');
  elsif auth_lib.is_banned(v_user) then
    return auth_lib.refusal('banned_at_verify');
  end if;
  delete from auth.flow_states as f where f.id = v_flow.id;
  if not found then
    return auth_lib.refusal('flow_state_not_found');
  end if;
  return auth_lib.sign_in(v_user, v_flow.authentication_method, '{login}',
    jsonb_build_object('provider_type', v_flow.provider), settings, client,
    case when v_flow.provider_tokens is not null   -- the gateway opens them into the answer
      then json_build_object('provider_tokens', json_build_object('flow', v_flow.id, 'sealed', v_flow.provider_tokens)) end);
end
$$;
comment on function auth_api.exchange_code is
  'POST /token?grant_type=pkce. Refuses: pkce_exchange_empty, flow_state_not_found, flow_state_expired, '
  'bad_code_verifier, banned_at_verify.';

-- The challenge that a verifier belongs to (RFC 7636, 4.2): itself, or base64url of its SHA-256 without padding.
create function auth_lib.pkce_challenge(code_verifier text, code_challenge_method text) returns text
language sql stable
as $$
  select case code_challenge_method
    when 'plain' then code_verifier
    else rtrim(translate(encode(auth_lib.digest(code_verifier), 'base64'), '+/', '-_'), '=')
  end
$$;
