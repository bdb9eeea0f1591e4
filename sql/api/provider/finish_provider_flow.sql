-- GET and POST /callback, after the provider has identified the user. Finds or creates the account, and
-- returns a session or an authorization code. `profile` is {subject, emails: [{email, verified, primary}],
-- data, email_optional}, verified by the gateway. Of two parallel callbacks for the same identity, the
-- second waits and finds the account of the first.
create function auth_api.finish_provider_flow(
  id uuid, profile jsonb, provider_tokens text, link jsonb, settings jsonb, client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_flow    auth.flow_states;
  v_account jsonb;
begin
  select f.* into v_flow from auth.flow_states as f
  where f.id = finish_provider_flow.id and f.consumed_at is not null and f.auth_code_digest is null
  for no key update;
  if v_flow.id is null then
    return auth_lib.refusal('oauth_state_not_found');
  elsif auth_lib.profile_emails(profile, false) = '{}'
    and not coalesce((profile ->> 'email_optional')::boolean, false) then
    return auth_lib.refusal('provider_email_missing');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(v_flow.provider || ' ' || (profile ->> 'subject'), 0));
  v_account := case
    -- With a PKCE challenge, the identity is linked when the code is exchanged, because only the client
    -- that started the link has the verifier.
    when v_flow.linking_user_id is not null
      then coalesce(auth_lib.lock_linking_user(v_flow, profile, settings),
      case when v_flow.code_challenge is not null
        then jsonb_build_object('user_id', v_flow.linking_user_id, 'link', profile)
      else auth_lib.link_identity_on_request(v_flow.linking_user_id, v_flow.provider, profile, link, settings,
        client) end)
    when v_flow.invitation_id is not null then auth_lib.accept_invitation(v_flow, profile, settings, client)
    else auth_lib.find_or_create_account(v_flow.provider, profile, link, settings, client) end;
  if v_account ? 'refused' then
    return v_account;
  end if;
  -- Tokens of a link are stored when its code is exchanged. A link without a challenge must not store tokens,
  -- because an attacker may have started it at a gateway that does not have EXTERNAL_KEPT_TOKENS yet
  -- (check_identity_link_pkce).
  if v_flow.linking_user_id is null then
    perform auth_lib.store_provider_tokens(v_flow.provider, profile ->> 'subject', profile -> 'tokens');
  end if;
  return auth_lib.sign_in_by_provider(v_flow, v_account, provider_tokens, settings, client);
end
$$;
comment on function auth_api.finish_provider_flow is
  'GET and POST /callback, second half. A session, or {auth_code}. Errors: oauth_state_not_found, '
  'provider_email_missing, signup_disabled, banned_at_verify, several_accounts, provider_email_unverified, '
  'provider_email_unusable, mail_spacing, mail_quota, identity_already_linked, identity_of_another_user, '
  'email_exists, identity_email_unverified, linking_user_not_found, session_not_found, invite_not_found, '
  'invited_email_differs, sso_required.';

-- Accepts an invitation through a provider. The link of the invitation was sent by mail, so the address needs
-- no other confirmation, but the provider must report the same address.
create function auth_lib.accept_invitation(
  flow auth.flow_states, profile jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_link  jsonb := jsonb_build_object('id', flow.invitation_id);
  v_user  auth.users := auth_lib.lock_user((auth_lib.find_invitation(v_link)).user_id);
  v_owner uuid := (auth_lib.find_accounts_of_identity(flow.provider, profile ->> 'subject', '{}', settings))[1];
begin
  if v_user.id is null or (auth_lib.find_invitation(v_link)).id is null then
    return auth_lib.refusal('invite_not_found');
  elsif auth_lib.is_banned(v_user) then
    return auth_lib.audit_refusal(v_user.id, null, flow.provider, auth_lib.refusal('banned_at_verify'),
      settings, client);
  elsif auth_lib.check_sso_account(v_user, settings) is not null then
    return auth_lib.audit_refusal(v_user.id, null, flow.provider, auth_lib.check_sso_account(v_user, settings),
      settings, client);
  elsif not coalesce(v_user.email = any (auth_lib.profile_emails(profile, false)), false) then
    return auth_lib.refusal('invited_email_differs');
  elsif v_owner <> v_user.id then
    return auth_lib.refusal('identity_of_another_user');
  end if;
  if not auth_lib.has_owner(v_user) then
    perform auth_lib.assign_ownership(v_user, flow.provider, profile ->> 'subject');
  end if;
  v_user := auth_lib.confirm_address(auth_lib.lock_user(v_user.id), 'email');
  v_user := auth_lib.upsert_identity(v_user, flow.provider, profile, false);
  perform auth_lib.notify_identity('identity.linked', v_user.id, flow.provider, profile ->> 'subject');
  perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(v_user)) where auth_lib.has_webhooks();
  return jsonb_build_object('user_id', v_user.id, 'actions', '["invite_accepted"]'::jsonb);
end
$$;

-- Returns the session or, if the flow has a PKCE challenge, an authorization code for it. The provider's
-- sealed tokens are stored with the code.
create function auth_lib.sign_in_by_provider(
  flow auth.flow_states, account jsonb, provider_tokens text, settings jsonb, client jsonb)
returns json
language plpgsql volatile
as $$
declare
  v_user    auth.users := auth_lib.lock_user((account ->> 'user_id')::uuid);
  v_code    uuid := auth_lib.routed_uuid(v_user.id);
  v_actions text[] := array(select jsonb_array_elements_text(account -> 'actions'));
  v_traits  jsonb := jsonb_build_object('provider', flow.provider);
begin
  if flow.code_challenge is null then
    delete from auth.flow_states as f where f.id = flow.id;
    return auth_lib.sign_in(v_user, 'oauth', v_actions, v_traits, settings, client);
  end if;
  update auth.flow_states as f
  set user_id = v_user.id, auth_code_digest = auth_lib.digest(v_code::text),
      auth_code_issued_at = auth_lib.clock(),
      access_epoch = case when account ? 'link' then f.access_epoch else v_user.access_epoch end,
      profile = account -> 'link', provider_tokens = sign_in_by_provider.provider_tokens
  where f.id = flow.id;
  perform auth_lib.audit(v_user, v_actions, v_traits, client) where v_actions <> '{}';
  return json_build_object('auth_code', v_code);
end
$$;

-- Locks the user of a link after the provider's redirect, and checks that the link may continue
-- (check_identity_link() and is_flow_valid()). Returns an error or null.
create function auth_lib.lock_linking_user(flow auth.flow_states, profile jsonb, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_user auth.users := auth_lib.lock_user(flow.linking_user_id);
begin
  return coalesce(auth_lib.check_identity_link(v_user, flow.provider, profile, settings),
    case when not auth_lib.is_flow_valid(v_user, flow.access_epoch, flow.linking_session_id, settings)
      then auth_lib.refusal('session_not_found') end);
end
$$;
