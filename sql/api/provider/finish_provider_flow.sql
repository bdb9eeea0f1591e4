-- GET and POST /callback, once the provider has told who came back: whose account it is, or a new one, and a session or an
-- authorization code. profile is {subject, emails: [{email, verified, primary}], data, email_optional}; the gateway has
-- verified it. Of two who come back as the same person at once the second waits and finds what the first has made.
create function auth_api.finish_provider_flow(
  id uuid, profile jsonb, provider_tokens text, link jsonb, settings jsonb, client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_flow    auth.flow_states;
  v_arrival jsonb;
begin
  select f.* into v_flow from auth.flow_states as f
  where f.id = finish_provider_flow.id and f.taken_at is not null and f.auth_code_digest is null for no key update;
  if v_flow.id is null then
    return auth_lib.refusal('oauth_state_not_found');
  elsif auth_lib.told_emails(profile, false) = '{}' and not coalesce((profile ->> 'email_optional')::boolean, false) then
    return auth_lib.refusal('provider_email_missing');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(v_flow.provider || ' ' || (profile ->> 'subject'), 0));
  v_arrival := case
    when v_flow.linking_user_id is not null then auth_lib.link_by_hand(v_flow, profile, link, settings, client)
    when v_flow.invitation_id is not null then auth_lib.accept_invitation(v_flow, profile)
    else auth_lib.arrive(v_flow, profile, link, settings, client) end;
  if v_arrival ? 'refused' then
    return v_arrival;
  end if;
  return auth_lib.let_in(v_flow, v_arrival, provider_tokens, settings, client);
end
$$;
comment on function auth_api.finish_provider_flow is
  'GET and POST /callback, second half. A session, or {auth_code}. Refuses: oauth_state_not_found, provider_email_missing, '
  'signup_disabled, banned_at_verify, several_accounts, provider_email_unverified, provider_email_unusable, mail_spacing, '
  'mail_quota, identity_already_linked, identity_of_another_user, email_exists, identity_email_unverified, '
  'linking_user_not_found, invite_not_found, invited_email_differs.';

-- Whose account it is: that of the identity, else the one that a verified address finds, else a new one. {user_id, actions}
-- or a refusal. An address that nobody has proven here yet is proven by the provider's word, or by a mail.
create function auth_lib.arrive(flow auth.flow_states, profile jsonb, link jsonb, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_told   text[] := auth_lib.told_emails(profile, false);
  v_proven text[] := auth_lib.told_emails(profile, true);
  v_ids    uuid[];
  v_user   auth.users;
  v_known  boolean;
  v_new    boolean;
  v_first  boolean;
begin
  perform auth_lib.release_addresses(v_proven, flow.provider, profile ->> 'subject');
  loop   -- ends unless an account is made or given up between two statements
    v_ids := auth_lib.accounts_of(flow.provider, profile ->> 'subject', v_proven);
    v_new := cardinality(v_ids) = 0;
    if cardinality(v_ids) > 1 then
      return auth_lib.refusal('several_accounts');
    elsif v_new and coalesce((settings ->> 'disable_signup')::boolean, false) then
      return auth_lib.refusal('signup_disabled');
    elsif v_new then
      v_user := auth_lib.new_arrival(flow.provider, profile, settings, client);
    else
      v_user := auth_lib.seen_in(auth_lib.lock_user(v_ids[1]), auth_lib.request_aud(null, null, settings));
    end if;
    exit when v_user.id is not null and (v_new or v_ids = auth_lib.accounts_of(flow.provider, profile ->> 'subject', v_proven));
  end loop;
  if auth_lib.is_banned(v_user) then
    return auth_lib.refusal('banned_at_verify');
  end if;
  v_known := exists (select from auth.identities as i
    where i.user_id = v_user.id and i.provider = flow.provider and i.subject = profile ->> 'subject');
  v_first := v_user.email_confirmed_at is null;
  if v_first then
    v_user := auth_lib.prove_arrival(v_user, flow.provider, profile, settings);
  end if;
  v_user := auth_lib.put_identity(v_user, flow.provider, profile,
    v_first and v_user.email_confirmed_at is not null and v_user.phone_confirmed_at is null);
  if v_new and settings ? 'hooks' then
    perform auth_lib.after_user(auth_lib.user_json(v_user), settings, client);
  elsif not v_known and not v_new then
    perform auth_lib.notify(v_user, 'identity_linked', jsonb_build_object('Provider', flow.provider), settings, client);
  end if;
  if v_user.email_confirmed_at is null and v_user.phone_confirmed_at is null and v_told <> '{}'
    and (v_user.email is not null or v_proven = '{}') then
    return auth_lib.ask_for_proof(v_user, flow.provider, v_new, link, settings, client);
  end if;
  return jsonb_build_object('user_id', v_user.id, 'actions', to_jsonb(
    case when not v_known and not v_new then '{identity_linked}'::text[] else '{}' end
    || case when v_new or (v_first and v_user.email_confirmed_at is not null) then 'user_signedup' else 'login' end));
end
$$;

-- A new account for whoever has arrived, all null when a verified address of it was taken meanwhile. An address without proof
-- that somebody has is left out: it finds that account and no other.
create function auth_lib.new_arrival(provider text, profile jsonb, settings jsonb, client jsonb) returns auth.users
language plpgsql volatile
as $$
declare
  v_proven text[] := auth_lib.told_emails(profile, true);
  v_person auth.users;
  v_user   auth.users;
begin
  v_person.id := coalesce((client ->> 'user_id')::uuid, gen_random_uuid());
  v_person.aud := auth_lib.request_aud(null, null, settings);
  v_person.role := auth_lib.default_role(settings);
  v_person.sign_up_role := v_person.role;
  v_person.email := coalesce(v_proven[1], (auth_lib.told_emails(profile, false))[1]);
  v_person.app_metadata := jsonb_build_object('provider', new_arrival.provider, 'providers', jsonb_build_array(new_arrival.provider));
  v_person.user_metadata := auth_lib.with_profile(v_person, profile -> 'data', true);
  if settings ? 'hooks' then
    v_person.is_anonymous := false;
    perform auth_lib.before_user(auth_lib.user_json(v_person), settings, client);
  end if;
  v_user := auth_lib.make_user(v_person);
  if v_user.id is null and v_proven = '{}' then
    v_person.email := null;
    v_user := auth_lib.make_user(v_person);
  end if;
  return v_user;
end
$$;

-- The address of an account is proven if the provider has verified it, or another that is nobody's: that takes its place.
-- Under autoconfirm a provider's word counts for its own account without that. What opened the account before goes.
create function auth_lib.prove_arrival(person auth.users, provider text, profile jsonb, settings jsonb) returns auth.users
language plpgsql volatile
as $$
declare
  v_proven text[] := auth_lib.told_emails(profile, true);
  v_user   auth.users;
begin
  if v_proven = '{}' and auth_lib.autoconfirms('email', settings) then
    v_proven := auth_lib.told_emails(profile, false);
  end if;
  if person.email = any (v_proven) then
    v_user := person;
  elsif v_proven[1] is null or not auth_lib.claim_address(person.id, 'email', v_proven[1], false) then
    return person;
  else
    v_user := auth_lib.lock_user(person.id);
    v_user.aud := person.aud;
  end if;
  if person.phone_confirmed_at is null then
    perform auth_lib.clear_out(person, provider, profile ->> 'subject');
  end if;
  return auth_lib.confirm_address(v_user, 'email');
end
$$;

-- Nobody is let in before the mailbox is proven. Everything stays as it is for that, but a new account only if the mail goes out.
create function auth_lib.ask_for_proof(
  person auth.users, provider text, is_new boolean, link jsonb, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_sent jsonb;
begin
  if person.email is null then
    return auth_lib.refusal('provider_email_unusable', provider, provider);
  end if;
  v_sent := auth_lib.request_confirmation(person, 'email', 'signup', false, null, link, settings, client);
  if v_sent ? 'refused' and is_new then
    perform auth_lib.fail_with(v_sent);
  elsif v_sent ? 'refused' then
    return v_sent;
  end if;
  return auth_lib.refusal('provider_email_unverified', provider, provider);
end
$$;

-- An identity for the user who asked for it. {user_id, actions} or a refusal. Who has no address gets that of the identity.
create function auth_lib.link_by_hand(flow auth.flow_states, profile jsonb, link jsonb, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_proven text[] := auth_lib.told_emails(profile, true);
  v_email  text := coalesce(v_proven[1], (auth_lib.told_emails(profile, false))[1]);
  v_user   auth.users := auth_lib.lock_user(flow.linking_user_id);
  v_owner  uuid := (auth_lib.accounts_of(flow.provider, profile ->> 'subject', '{}'))[1];
  v_sent   jsonb;
begin
  if v_user.id is null or v_user.deleted_at is not null then
    return auth_lib.refusal('linking_user_not_found');
  elsif auth_lib.is_banned(v_user) then
    return auth_lib.refusal('banned_at_verify');
  elsif v_owner is not null then
    return case when v_owner = v_user.id then auth_lib.refusal('identity_already_linked')
      else auth_lib.refusal('identity_of_another_user') end;
  end if;
  perform auth_lib.put_identity(v_user, flow.provider, profile, false);
  update auth.users as u set is_anonymous = false where u.id = v_user.id;
  perform auth_lib.notify(v_user, 'identity_linked', jsonb_build_object('Provider', flow.provider), settings, client);
  if v_user.email is null and v_email is not null then
    if not auth_lib.claim_address(v_user.id, 'email', v_email, false) then
      perform auth_lib.fail('email_exists');
    elsif v_proven <> '{}' then
      perform auth_lib.confirm_address(auth_lib.lock_user(v_user.id), 'email');
    else
      v_sent := auth_lib.request_confirmation(auth_lib.lock_user(v_user.id), 'email', 'signup', false, null, link, settings, client);
      if v_sent ? 'refused' then
        perform auth_lib.fail_with(v_sent);
      end if;
      perform auth_lib.audit(v_user, '{identity_linked}', jsonb_build_object('provider', flow.provider), client);
      return auth_lib.refusal('identity_email_unverified', flow.provider, flow.provider);
    end if;
  end if;
  return jsonb_build_object('user_id', v_user.id, 'actions', '["identity_linked"]'::jsonb);
end
$$;

-- An invitation that is accepted through a provider. Who has its link has read the mail, so the address needs no other proof,
-- but it must be one that the provider tells.
create function auth_lib.accept_invitation(flow auth.flow_states, profile jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_user  auth.users := auth_lib.lock_user((auth_lib.find_invitation(flow.invitation_id)).user_id);
  v_owner uuid := (auth_lib.accounts_of(flow.provider, profile ->> 'subject', '{}'))[1];
begin
  if v_user.id is null or (auth_lib.find_invitation(flow.invitation_id)).id is null then
    return auth_lib.refusal('invite_not_found');
  elsif auth_lib.is_banned(v_user) then
    return auth_lib.refusal('banned_at_verify');
  elsif not coalesce(v_user.email = any (auth_lib.told_emails(profile, false)), false) then
    return auth_lib.refusal('invited_email_differs');
  elsif v_owner <> v_user.id then
    return auth_lib.refusal('identity_of_another_user');
  end if;
  perform auth_lib.clear_out(v_user, flow.provider, profile ->> 'subject');
  v_user := auth_lib.confirm_address(auth_lib.lock_user(v_user.id), 'email');
  perform auth_lib.put_identity(v_user, flow.provider, profile, false);
  return jsonb_build_object('user_id', v_user.id, 'actions', '["invite_accepted"]'::jsonb);
end
$$;

-- The session, or in a flow with a challenge the code for one, with what the provider gave sealed beside it.
create function auth_lib.let_in(flow auth.flow_states, arrival jsonb, provider_tokens text, settings jsonb, client jsonb) returns json
language plpgsql volatile
as $$
declare
  v_code    uuid := gen_random_uuid();
  v_user    auth.users := auth_lib.lock_user((arrival ->> 'user_id')::uuid);
  v_actions text[] := array(select jsonb_array_elements_text(arrival -> 'actions'));
  v_traits  jsonb := jsonb_build_object('provider', flow.provider);
begin
  if flow.code_challenge is null then
    delete from auth.flow_states as f where f.id = flow.id;
    return auth_lib.sign_in(v_user, 'oauth', v_actions, v_traits, settings, client);
  end if;
  update auth.flow_states as f
  set user_id = v_user.id, auth_code_digest = auth_lib.digest(v_code::text), auth_code_issued_at = auth_lib.clock(),
      provider_tokens = let_in.provider_tokens
  where f.id = flow.id;
  perform auth_lib.audit(v_user, v_actions, v_traits, client);
  return json_build_object('auth_code', v_code);
end
$$;
