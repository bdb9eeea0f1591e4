-- POST /oauth/authorizations/{authorization_id}/consent. The first decision is final. If the same user
-- repeats the same decision, the response is the same until the code is exchanged. Requires a valid session
-- that does not belong to an OAuth client. An approval, also a repeated one, requires that the user is not
-- anonymous, has signed in again if the client requires it (needs_sign_in), and has verified a second factor,
-- if any.
create function auth_api.decide_authorization(
  claims jsonb, authorization_id uuid, action text, scopes jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_refused jsonb := coalesce(auth_lib.check_caller(claims, v_user, settings),
    auth_lib.check_session_valid(claims, settings),
    auth_lib.check_sso_account(v_user, settings), case when coalesce(action, '') not in ('approve', 'deny')
      then auth_lib.refusal('oauth_action_unknown') end);
  v_session auth.sessions;
  v_client  auth.oauth_clients;
  v_row     auth.oauth_authorizations;
  v_scopes  text[];
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select s.* into v_session from auth.sessions as s
  where s.user_id = v_user.id and s.id = auth_lib.claimed_session(claims);
  v_client := auth_lib.client_of_authorization(authorization_id);
  v_row := auth_lib.lock_authorization(authorization_id);
  if v_row.id is null or v_client.id is null or v_session.id is null
    or v_row.user_id is distinct from v_user.id
    or (v_row.kind = 'code' and not auth_lib.has_redirect_uri(v_client, v_row.redirect_uri))
  then
    return auth_lib.refusal('oauth_authorization_not_found');
  elsif v_row.status not in ('pending', case action when 'approve' then 'approved' else 'denied' end) then
    return auth_lib.refusal('oauth_authorization_decided');
  elsif v_row.status = 'denied' then
    return auth_lib.authorization_outcome(v_row);
  elsif action = 'deny' then
    perform auth_lib.audit(v_user, '{oauth_consent_denied}', jsonb_build_object('client_id', v_client.id),
      client);
    return auth_lib.authorization_outcome(auth_lib.deny_authorization(v_row, 'access_denied'));
  end if;
  v_scopes := case when scopes is null then v_row.scopes else array(select n.name
    from unnest(v_row.scopes) with ordinality as n (name, place) where scopes ? n.name order by n.place) end;
  if v_user.is_anonymous then
    return auth_lib.refusal('anonymous_not_allowed');
  elsif not auth_lib.is_recent_enough(v_row, v_session) then
    return auth_lib.refusal('oauth_consent_needs_sign_in');
  end if;
  v_refused := coalesce(auth_lib.check_aal(claims, v_user, 'oauth_consent_needs_aal2'), case
    when v_row.status = 'approved' then null
    when cardinality(v_scopes) = 0 or ('openid' = any (v_row.scopes) and not 'openid' = any (v_scopes))
      or jsonb_array_length(scopes) <> cardinality(v_scopes)
        then auth_lib.refusal('oauth_scopes_unknown') end);
  if v_refused is not null then
    return v_refused;
  end if;
  if v_row.status = 'pending' then
    v_row := auth_lib.approve_authorization(v_row, v_user, v_session, v_client, v_scopes, false, settings, client);
  end if;
  return auth_lib.authorization_outcome(v_row);
end
$$;
comment on function auth_api.decide_authorization is
  'POST /oauth/authorizations/{authorization_id}/consent. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'oauth_action_unknown, oauth_authorization_not_found, oauth_authorization_decided, anonymous_not_allowed, '
  'oauth_consent_needs_sign_in, oauth_consent_needs_aal2, oauth_scopes_unknown, sso_required.';
