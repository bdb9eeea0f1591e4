-- POST /oauth/authorizations/{authorization_id}/decline. Ends a request with prompt=none if nobody is
-- signed in. Refuses all other requests, and requests whose browser must not be redirected before the
-- consent (may_redirect_before_consent), because only a user can decline them.
create function auth_api.decline_authorization(authorization_id uuid, reason text)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_row auth.oauth_authorizations := auth_lib.lock_authorization(authorization_id);
begin
  if reason is distinct from 'login_required' then
    return auth_lib.refusal('oauth_reason_unknown');
  elsif v_row.id is null or v_row.user_id is not null or v_row.wishes ->> 'prompt' is distinct from 'none'
    or v_row.status not in ('pending', 'denied') or not exists (
      select from auth.oauth_clients as c
      where c.id = v_row.client_id and auth_lib.may_redirect_before_consent(c, v_row.redirect_uri)
        and auth_lib.has_redirect_uri(c, v_row.redirect_uri)) then
    return auth_lib.refusal('oauth_authorization_not_found');
  elsif v_row.status = 'pending' then
    v_row := auth_lib.deny_authorization(v_row, reason);
  end if;
  return auth_lib.authorization_outcome(v_row);
end
$$;
comment on function auth_api.decline_authorization is
  'POST /oauth/authorizations/{authorization_id}/decline. Errors: oauth_reason_unknown, '
  'oauth_authorization_not_found.';
