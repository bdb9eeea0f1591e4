-- GET and POST /oauth/userinfo. Returns the claims that the token's scopes allow. Tokens that were not
-- issued to an OAuth client have no scopes.
create function auth_api.get_userinfo(claims jsonb, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.find_caller(claims);
  v_refused jsonb := coalesce(auth_lib.check_bearer(claims, v_user, settings),
    auth_lib.check_session_live(claims),
    case when not auth_lib.has_audience(claims, v_user.aud) and not auth_lib.has_audience(claims,
      settings ->> 'oauth_issuer') then auth_lib.refusal('audience_mismatch') end);
  v_scopes  text[] := auth_lib.scope_names(claims ->> 'scope');
  v_answer  jsonb;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_answer := jsonb_build_object('sub', v_user.id) || auth_lib.scoped_claims(v_user, v_scopes);
  -- Member names of supabase/auth, supported for one major release.
  if v_answer ? 'phone_number' then
    v_answer := v_answer || jsonb_build_object('phone', v_answer -> 'phone_number',
      'phone_verified', v_answer -> 'phone_number_verified');
  end if;
  if 'profile' = any (v_scopes) and exists (
    select from auth.sessions as s join auth.oauth_clients as c on c.id = s.oauth_client_id
    where s.user_id = v_user.id and s.id = auth_lib.claimed_session(claims) and c.registration_type
      = 'manual') then
    v_answer := v_answer || jsonb_build_object('user_metadata', auth_lib.client_metadata(v_user, v_scopes));
  end if;
  return v_answer;
end
$$;
comment on function auth_api.get_userinfo is
  'GET /oauth/userinfo. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, audience_mismatch.';

-- Returns true if a token's audience contains the given one.
create function auth_lib.has_audience(claims jsonb, audience text) returns boolean
language sql immutable
as $$
  select coalesce(case jsonb_typeof(claims -> 'aud') when 'array' then claims -> 'aud' ? audience
    else claims ->> 'aud' = audience end, false)
$$;
