-- POST /sso/saml/acs, after the gateway has verified the response. In one transaction: an assertion signs in once,
-- the flow is consumed, the account is found or created, and a session begins, or in a flow with a challenge an
-- authorization code is issued. flow_id is null if the provider started the sign-in. assertion is {id, expires_at,
-- subject, email, data, session_not_after}.
create function auth_api.finish_saml_flow(
  flow_id uuid, provider_id uuid, assertion jsonb, settings jsonb, client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_flow     auth.flow_states;
  v_provider auth.sso_providers;
  v_refused  jsonb;
  v_account  jsonb;
begin
  if flow_id is not null then
    select f.* into v_flow from auth.flow_states as f where f.id = flow_id for no key update;
    v_refused := auth_lib.check_saml_flow(v_flow, settings);
    if v_refused is not null then
      return v_refused;
    end if;
  end if;
  select p.* into v_provider from auth.sso_providers as p where p.id = provider_id for key share;
  if v_provider.id is null then
    return auth_lib.refusal('saml_idp_not_found');
  elsif v_provider.disabled then
    return auth_lib.refusal('saml_provider_off');
  end if;
  -- A parallel call with the same assertion waits here until this one has decided.
  insert into auth.spent_assertions (digest, expires_at)
  values (auth_lib.digest(v_provider.id || ' ' || (assertion ->> 'id')),
    (assertion ->> 'expires_at')::timestamptz)
  on conflict on constraint spent_assertions_pkey do nothing;
  if not found then
    return auth_lib.refusal('saml_assertion_replayed');
  end if;
  delete from auth.flow_states as f where f.id = v_flow.id;
  v_refused := case when coalesce(assertion ->> 'subject', '') = '' then
    auth_lib.refusal('saml_assertion_no_user_id')
    else auth_lib.check_sso_email(v_provider, assertion ->> 'email') end;
  v_account := coalesce(v_refused, auth_lib.find_or_create_sso_user(v_provider, assertion, settings, client));
  if v_account ? 'refused' then
    return v_account;
  end if;
  return auth_lib.let_in_by_sso(v_flow, v_provider.id, v_account,
    (assertion ->> 'session_not_after')::timestamptz, settings, client);
end
$$;
comment on function auth_api.finish_saml_flow is
  'POST /sso/saml/acs, last part. A session, or {auth_code}. Errors: saml_relay_state_not_found, '
  'saml_relay_state_expired, saml_idp_not_found, saml_provider_off, saml_assertion_replayed, '
  'saml_assertion_no_user_id, saml_assertion_no_email, saml_assertion_email_domain, several_accounts, '
  'signup_disabled, banned_at_verify.';

-- Checks that a flow waits for its provider. Returns an error or null.
create function auth_lib.check_saml_flow(flow auth.flow_states, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  if flow.id is null or flow.provider not like 'sso:%' or flow.auth_code_digest is not null then
    return auth_lib.refusal('saml_relay_state_not_found');
  elsif auth_lib.clock() > flow.created_at + auth_lib.saml_flow_life(settings) then
    return auth_lib.refusal('saml_relay_state_expired');
  end if;
  return null;
end
$$;

-- Returns the session of a sign-in by SSO, or in a flow with a challenge an authorization code for it.
create function auth_lib.let_in_by_sso(
  flow auth.flow_states, provider_id uuid, account jsonb, not_after timestamptz, settings jsonb, client jsonb)
returns json
language plpgsql volatile
as $$
declare
  v_user    auth.users := auth_lib.lock_user((account ->> 'user_id')::uuid);
  v_code    uuid := auth_lib.routed_uuid(v_user.id);
  v_actions text[] := array(select jsonb_array_elements_text(account -> 'actions'));
  v_traits  jsonb := jsonb_build_object('provider', 'sso:' || provider_id);
begin
  if flow.code_challenge is null then
    return auth_lib.sign_in(v_user, 'sso/saml', v_actions, v_traits, settings,
      client || auth_lib.sso_session('sso:' || provider_id, not_after));
  end if;
  flow.user_id := v_user.id;
  flow.auth_code_digest := auth_lib.digest(v_code::text);
  flow.auth_code_issued_at := auth_lib.clock();
  flow.access_epoch := v_user.access_epoch;
  flow.session_not_after := not_after;
  insert into auth.flow_states select flow.*;
  perform auth_lib.audit(v_user, v_actions, v_traits, client);
  return json_build_object('auth_code', v_code);
end
$$;
