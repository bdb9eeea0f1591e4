-- POST /token?grant_type=id_token, after the gateway has verified the token. Finds or creates the account
-- as in a provider callback, and returns a session. With claims, the identity is linked to the caller.
-- `token` is {digest, expires_at}. A token can sign in once unless external_id_token_reuse_enabled is on.
-- If two calls for the same identity run in parallel, the second waits and finds the account of the first.
create function auth_api.sign_in_with_id_token(
  provider text, profile jsonb, token jsonb, claims jsonb, audience text, link jsonb, settings jsonb,
  client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users;
  v_refused jsonb;
  v_account jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended(provider || ' ' || (profile ->> 'subject'), 0));
  if claims is not null then
    v_user := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
    v_refused := auth_lib.check_linking_caller(claims, v_user, audience, settings);
  end if;
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.profile_emails(profile, false) = '{}'
    and not coalesce((profile ->> 'email_optional')::boolean, false) then
    return auth_lib.refusal('provider_email_missing');
  elsif auth_lib.is_id_token_used(token, settings) then
    return auth_lib.refusal('id_token_consumed');
  end if;
  v_account := case when claims is not null
    then auth_lib.link_identity_on_request(v_user.id, provider, profile, link, settings, client)
    else auth_lib.find_or_create_account(provider, profile, link, settings, client) end;
  if v_account ? 'refused' then
    return v_account;
  end if;
  perform auth_lib.consume_id_token(token, settings);
  return auth_lib.sign_in(auth_lib.lock_user((v_account ->> 'user_id')::uuid), 'oauth',
    array(select jsonb_array_elements_text(v_account -> 'actions')), jsonb_build_object('provider', provider),
    settings, client);
end
$$;
comment on function auth_api.sign_in_with_id_token is
  'POST /token?grant_type=id_token. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, unexpected_audience, '
  'identities_need_owner, user_sso_managed, identities_need_aal2, provider_email_missing, id_token_consumed, '
  'signup_disabled, banned_at_verify, several_accounts, provider_email_unverified, '
  'provider_email_unusable, mail_spacing, mail_quota, identity_already_linked, identity_of_another_user, '
  'email_exists, identity_email_unverified, sso_required.';

-- Returns true if an ID token was already used for a sign-in. Returns false if
-- external_id_token_reuse_enabled is on.
create function auth_lib.is_id_token_used(token jsonb, settings jsonb) returns boolean
language plpgsql stable
as $$
begin
  return not coalesce((settings ->> 'external_id_token_reuse_enabled')::boolean, false)
    and exists (select from auth.consumed_id_tokens as s where s.digest = decode(token ->> 'digest', 'hex'));
end
$$;

-- Records an ID token as used until it expires, unless external_id_token_reuse_enabled is on. Parallel calls
-- with the same token are serialized by the lock on its identity.
create function auth_lib.consume_id_token(token jsonb, settings jsonb) returns void
language plpgsql volatile
as $$
begin
  if not coalesce((settings ->> 'external_id_token_reuse_enabled')::boolean, false) then
    insert into auth.consumed_id_tokens (digest, expires_at)
    values (decode(token ->> 'digest', 'hex'), to_timestamp((token ->> 'expires_at')::double precision));
  end if;
end
$$;
