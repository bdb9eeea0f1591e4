-- GET /oauth/authorizations/{authorization_id}. Binds the authorization permanently to the user who opens its
-- page. Returns the data of the consent page. If no approval and no new sign-in are needed
-- (has_reusable_consent, needs_sign_in), returns the redirect instead. With prompt=none, returns a redirect
-- with an error instead of the page, unless the browser must not be redirected before the consent
-- (may_redirect_before_consent). The same user gets the same response until the code is exchanged. A session
-- that could not have approved gets the page instead of the code.
create function auth_api.get_authorization(
  claims jsonb, authorization_id uuid, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_refused jsonb := coalesce(auth_lib.check_caller(claims, v_user, settings),
    auth_lib.check_session_valid(claims, settings), auth_lib.check_sso_account(v_user, settings));
  v_session auth.sessions;
  v_client  auth.oauth_clients;
  v_row     auth.oauth_authorizations;
  v_fits    boolean;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select s.* into v_session from auth.sessions as s
  where s.user_id = v_user.id and s.id = auth_lib.claimed_session(claims);
  v_client := auth_lib.client_of_authorization(authorization_id);
  v_row := auth_lib.lock_authorization(authorization_id);
  if v_row.id is null or v_client.id is null or v_row.kind <> 'code' or v_session.id is null
    or coalesce(v_row.user_id, v_user.id) <> v_user.id
    or not auth_lib.has_redirect_uri(v_client, v_row.redirect_uri) then
    return auth_lib.refusal('oauth_authorization_not_found');
  end if;
  v_fits := not v_user.is_anonymous and auth_lib.check_aal(claims, v_user,
    'oauth_consent_needs_aal2') is null;
  if v_row.status = 'approved' and not (v_fits and auth_lib.is_recent_enough(v_row, v_session)) then
    return auth_lib.authorization_json(v_row, v_user, v_session, v_client, settings);
  elsif v_row.status <> 'pending' then
    return auth_lib.authorization_outcome(v_row);
  end if;
  if v_row.user_id is null then
    update auth.oauth_authorizations as a set user_id = v_user.id
    where a.id = v_row.id returning a.* into v_row;
  end if;
  if v_fits and auth_lib.has_reusable_consent(v_row, v_client) and not auth_lib.needs_sign_in(v_row,
    v_session) then
    return auth_lib.authorization_outcome(auth_lib.approve_authorization(v_row, v_user, v_session, v_client,
      v_row.scopes, true, settings, client));
  elsif v_row.wishes ->> 'prompt' = 'none' and auth_lib.may_redirect_before_consent(v_client, v_row.redirect_uri) then
    return auth_lib.authorization_outcome(auth_lib.deny_authorization(v_row, case
      when not v_fits then 'interaction_required'
      when auth_lib.needs_sign_in(v_row, v_session) then 'login_required'
      else 'consent_required' end));
  end if;
  return auth_lib.authorization_json(v_row, v_user, v_session, v_client, settings);
end
$$;
comment on function auth_api.get_authorization is
  'GET /oauth/authorizations/{authorization_id}. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'oauth_authorization_not_found, sso_required.';

-- Returns true if no new approval is needed: the client skips consent, or the user has approved it for all
-- that is requested, since the last change of its keys or hosts. prompt=consent always needs a new approval.
-- A redirect URI that is neither https nor a loopback URI of a confidential client needs one too, because
-- other programs can impersonate the client.
create function auth_lib.has_reusable_consent(a auth.oauth_authorizations, c auth.oauth_clients) returns boolean
language sql stable
as $$
  select (a).kind = 'code' and ' ' || coalesce((a).wishes ->> 'prompt', '') || ' ' not like '% consent %'
    and ((a).redirect_uri like 'https:%' or ((c).client_type = 'confidential'
      and auth_lib.is_loopback((a).redirect_uri)))
    and ((c).skips_consent or exists (
      select from auth.oauth_consents as o
      where o.user_id = (a).user_id and o.client_id = (c).id and o.revoked_at is null
        and o.granted_at >= coalesce((c).trust_changed_at, '-infinity')
        and auth_lib.consent_pairs((a).scopes, (a).resources) <@ o.pairs))
$$;
