-- POST /sso/saml/acs, after the gateway has verified the response. In one transaction, consumes the
-- assertion and the flow, finds or creates the account, and opens a session or, if the flow has a PKCE
-- challenge, issues an authorization code. `flow_id` is null if the sign-in was started at the provider.
-- `assertion` is {id, expires_at, subject, email, data, session_not_after}.
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
  -- A parallel call with the same assertion waits here until this transaction ends.
  insert into auth.consumed_assertions (digest, expires_at)
  values (auth_lib.digest(v_provider.id || ' ' || (assertion ->> 'id')),
    (assertion ->> 'expires_at')::timestamptz)
  on conflict on constraint consumed_assertions_pkey do nothing;
  if not found then
    return auth_lib.audit_sso_refusal(v_provider, assertion ->> 'email',
      auth_lib.refusal('saml_assertion_replayed'), 'replayed', settings, client);
  end if;
  delete from auth.flow_states as f where f.id = v_flow.id;
  v_refused := case when coalesce(assertion ->> 'subject', '') = '' then
    auth_lib.refusal('saml_assertion_no_user_id')
    else auth_lib.check_sso_email(v_provider, assertion ->> 'email', settings) end;
  v_account := coalesce(v_refused, auth_lib.find_or_create_sso_user(v_provider, assertion, settings, client));
  if v_account ? 'refused' then
    -- audit_refusal() has already recorded the refusal of a banned account.
    return case when v_account #>> '{refused,name}' = 'banned_at_verify' then v_account
      else auth_lib.audit_sso_refusal(v_provider, assertion ->> 'email', v_account, null, settings, client) end;
  end if;
  return auth_lib.sign_in_by_sso(v_flow, v_provider.id, v_account,
    (assertion ->> 'session_not_after')::timestamptz, settings, client);
end
$$;
comment on function auth_api.finish_saml_flow is
  'POST /sso/saml/acs, last part. A session, or {auth_code}. Errors: saml_relay_state_not_found, '
  'saml_relay_state_expired, saml_idp_not_found, saml_provider_off, saml_assertion_replayed, '
  'saml_assertion_no_user_id, saml_assertion_no_email, saml_assertion_email_domain, several_accounts, '
  'signup_disabled, banned_at_verify, sso_required.';

-- Returns the session of an SSO sign-in or, if the flow has a PKCE challenge, an authorization code for it.
create function auth_lib.sign_in_by_sso(
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

-- Finds or creates the account of an assertion: by its subject, then among the users that this provider has
-- provisioned, then by its address among the accounts of this provider, otherwise as a new account. Returns
-- {user_id, actions} or an error. If the provider has changed the subject of an account, the new subject
-- replaces the old one. The account's address changes only if the provider may no longer assert it.
create function auth_lib.find_or_create_sso_user(
  provider auth.sso_providers, profile jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_name   text := 'sso:' || provider.id;
  v_email  text := auth_lib.normal_email(profile ->> 'email');
  v_ids    uuid[];
  v_new    boolean;
  v_user   auth.users;
  v_before auth.users;
begin
  -- Parallel sign-ins of one person find the account that the first call has created.
  perform pg_advisory_xact_lock(hashtextextended(v_name || ' subject ' || (profile ->> 'subject'), 0));
  perform pg_advisory_xact_lock(hashtextextended(v_name || ' email ' || v_email, 0));
  v_ids := array(select i.user_id from auth.identities as i
    where i.provider = v_name and i.subject = profile ->> 'subject');
  if v_ids = '{}' then
    -- SCIM may be provisioning the same person at the same time.
    perform pg_advisory_xact_lock(hashtextextended(v_name || ' accounts', 0));
    v_ids := auth_lib.find_provisioned_users(provider.id, profile ->> 'subject', v_email);
    if v_ids = '{}' then
      v_ids := array(select distinct i.user_id from auth.identities as i
        where i.provider = v_name and i.email = v_email and i.provider not in ('email', 'phone'));
    end if;
    if cardinality(v_ids) > 1 then
      return auth_lib.refusal('several_accounts', v_name);
    end if;
    update auth.identities as i set subject = profile ->> 'subject'
    where i.user_id = v_ids[1] and i.provider = v_name;
  end if;
  v_new := v_ids = '{}';
  if v_new and (not provider.just_in_time or coalesce((settings ->> 'disable_signup')::boolean, false)) then
    return auth_lib.refusal('signup_disabled');
  end if;
  v_user := case when v_new then auth_lib.create_sso_user(v_name, v_email, profile -> 'data', settings, client)
    else auth_lib.lock_user(v_ids[1]) end;
  if v_user.id is null then
    -- The user was deleted while this call waited for the lock.
    return auth_lib.find_or_create_sso_user(provider, profile, settings, client);
  elsif auth_lib.is_banned(v_user) then
    return auth_lib.audit_refusal(v_user.id, null, v_name, auth_lib.refusal('banned_at_verify'), settings,
      client);
  end if;
  v_before := v_user;
  if v_user.email is distinct from v_email and auth_lib.check_sso_email(provider, v_user.email, settings)
    #>> '{refused,name}' = 'saml_assertion_email_domain' then
    update auth.users as u set email = v_email, email_confirmed_at = auth_lib.clock() where u.id = v_user.id
    returning u.* into v_user;
  end if;
  v_user := auth_lib.upsert_identity(v_user, v_name, profile, false);
  if v_new and settings ? 'hooks' then
    perform auth_lib.run_after_user_created(auth_lib.user_json(v_user), settings, client);
  end if;
  perform auth_lib.notify_webhooks(case when v_new then 'user.created' else 'user.updated' end,
    auth_lib.user_json(v_user))
  where auth_lib.has_webhooks() and (v_new or auth_lib.is_user_update(v_before, v_user));
  return jsonb_build_object('user_id', v_user.id,
    'actions', jsonb_build_array(case when v_new then 'user_signedup' else 'login' end));
end
$$;

-- Returns accounts of provisioned users that may belong to a subject without an identity: found by external
-- id, otherwise by user name, otherwise by the address of the account. Deleted SCIM users are searched last:
-- their accounts are deactivated, but a sign-in must find them and not create a second account.
create function auth_lib.find_provisioned_users(provider_id uuid, subject text, email text) returns uuid[]
language plpgsql stable
as $$
declare
  v_id    uuid := provider_id;
  v_names text[] := array[lower(subject collate "C"), email];
  v_ids   uuid[];
begin
  v_ids := array(select s.user_id from auth.scim_users as s
    where s.provider_id = v_id and s.external_id = subject and s.deleted_at is null);
  if v_ids = '{}' then
    v_ids := array(select s.user_id from auth.scim_users as s
      where s.provider_id = v_id and lower(s.user_name collate "C") = any (v_names) and s.deleted_at is null);
  end if;
  if v_ids = '{}' then
    v_ids := array(select s.user_id from auth.scim_users as s
      where s.emails @> array[email] and s.emails[1] = email
        and s.provider_id = v_id and s.deleted_at is null);
  end if;
  if v_ids = '{}' then
    v_ids := array(select s.user_id from auth.scim_users as s
      where s.provider_id = v_id and s.deleted_at is not null and (s.external_id = subject
        or lower(s.user_name collate "C") = any (v_names) or s.emails[1] = email));
  end if;
  return v_ids;
end
$$;
